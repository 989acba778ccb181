"""Whether to handle a mail, explain, or stay silent: rules against loops, floods and bombs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from typing import NamedTuple

from .inbound import Letter, Unfit


class Course(Enum):
    """What to do with a mail."""

    HANDLE = "handle"
    """Read its words and answer."""
    EXPLAIN = "explain"
    """Change nothing; answer once, saying what was wrong with it."""
    BOUNCE = "bounce"
    """Change nothing, answer nobody; note which addresses are dead."""
    SILENT = "silent"
    """Change nothing, answer nobody."""


class Ruling(NamedTuple):
    """What to do, and the name of the rule that says so."""

    course: Course
    rule: str


# -- rates ------------------------------------------------------------------------------------


class Rate(NamedTuple):
    """At most so many mails in so many seconds."""

    mails: int
    seconds: float


DEFAULT_RATES = (Rate(30, 600.0), Rate(200, 86_400.0))
"""Thirty mails in ten minutes, two hundred a day: no person who plays writes more."""

STRANGER_RATE = Rate(10, 86_400.0)
"""For addresses that nobody has registered: enough for HELP and REGISTER, too little for somebody
who lets us write to people that never wrote to us."""


def wait_for(times: Iterable[float], now: float, rates: Sequence[Rate] = DEFAULT_RATES) -> float:
    """Seconds until one more mail is within every rate; 0 if it is now.

    `times` are when the sender's earlier mails came, in any order.

    >>> wait_for([0, 10, 20], 30, [Rate(3, 60)]), wait_for([0, 10, 20], 70, [Rate(3, 60)])
    (30.0, 0.0)
    """
    past = sorted((time for time in times if time <= now), reverse=True)
    return max((_wait(past, now, rate) for rate in rates), default=0.0)


def _wait(past: Sequence[float], now: float, rate: Rate) -> float:
    if rate.mails <= 0:
        return rate.seconds
    if len(past) < rate.mails:
        return 0.0
    return float(max(0.0, past[rate.mails - 1] + rate.seconds - now))


def over_by(times: Iterable[float], now: float, rates: Sequence[Rate] = DEFAULT_RATES) -> int:
    """How many mails beyond what is allowed the next one is; 0 if it is allowed.

    1 is the first mail too many: the sender is told once, further ones stay unanswered.
    """
    past = [time for time in times if time <= now]
    counts = [sum(1 for time in past if time > now - rate.seconds) for rate in rates]
    pairs = zip(counts, rates, strict=True)
    return max([0, *(count + 1 - rate.mails for count, rate in pairs)])


# -- the table --------------------------------------------------------------------------------


class Case(NamedTuple):
    """A mail and what is known besides."""

    mail: Letter | Unfit
    envelope_from: str | None = None
    """None if unknown; empty for a mail that wants no answer."""
    too_many: int = 0
    """From `over_by`: how far beyond the rates this mail is."""
    proof_required: bool = False
    """Whether the host insists on DKIM or a verdict of its mail server."""


Rule = tuple[str, Callable[[Case], bool], Course]


def _letter(case: Case) -> Letter:
    assert isinstance(case.mail, Letter)
    return case.mail


RULES: tuple[Rule, ...] = (
    ("unfit", lambda case: isinstance(case.mail, Unfit), Course.SILENT),
    ("own mail", lambda case: _letter(case).own_mail, Course.SILENT),
    ("bounce", lambda case: _letter(case).bounce is not None, Course.BOUNCE),
    ("empty sender", lambda case: case.envelope_from == "", Course.SILENT),
    ("automatic", lambda case: _letter(case).auto_reply, Course.SILENT),
    ("forged", lambda case: _fails_proof(case), Course.SILENT),
    ("flood", lambda case: case.too_many > 1, Course.SILENT),
    ("too many mails", lambda case: case.too_many == 1, Course.EXPLAIN),
    ("oversized", lambda case: _letter(case).oversized, Course.EXPLAIN),
    ("too deep", lambda case: _letter(case).too_deep, Course.EXPLAIN),
    ("encrypted", lambda case: _letter(case).encrypted, Course.EXPLAIN),
    ("unreadable", lambda case: _letter(case).unreadable, Course.EXPLAIN),
    ("too long", lambda case: _letter(case).left_out.cut, Course.EXPLAIN),
)
"""The first rule that fits decides; if none does, the mail is handled."""

NOT_COUNTED = ("unfit", "own mail", "bounce", "empty sender", "automatic", "forged")
"""Mails that fall under these rules are not the person's in their From line: however many there
are, he may still write."""


def _fails_proof(case: Case) -> bool:
    """Told to be forged, or not proven though proof is required."""
    proof = _letter(case).authentic
    return proof.value == "failed" or (case.proof_required and proof.value != "passed")


def rule_on(case: Case) -> Ruling:
    """What to do with a mail. Handling one never follows from handling another: no loops."""
    for name, fits, course in RULES:
        if fits(case):
            return Ruling(course, name)
    return Ruling(Course.HANDLE, "fit")

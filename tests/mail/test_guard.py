"""Loops, floods and bombs: which mails are handled, explained, or met with silence."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.mail.authenticity import Authentic
from adjudicator.mail.automatic import Bounce
from adjudicator.mail.guard import (
    DEFAULT_RATES,
    RULES,
    Case,
    Course,
    Rate,
    over_by,
    rule_on,
    wait_for,
)
from adjudicator.mail.inbound import LeftOut, Letter, Unfit

GOOD = Letter(
    message_id="<1@example.net>",
    identity="x",
    sender="anna@example.net",
    recipients=(),
    subject="Game 7",
    date=None,
    in_reply_to=(),
    orders="A3",
    left_out=LeftOut(),
)

TABLE = [
    (Case(GOOD), Course.HANDLE, "fit"),
    (Case(GOOD, "anna@example.net"), Course.HANDLE, "fit"),
    (Case(Unfit("no sender", "x")), Course.SILENT, "unfit"),
    (Case(replace(GOOD, own_mail=True)), Course.SILENT, "own mail"),
    (Case(replace(GOOD, bounce=Bounce(), automatic="x")), Course.BOUNCE, "bounce"),
    (Case(GOOD, ""), Course.SILENT, "empty sender"),
    (Case(replace(GOOD, automatic="Precedence: bulk")), Course.SILENT, "automatic"),
    (Case(GOOD, too_many=1), Course.EXPLAIN, "too many mails"),
    (Case(GOOD, too_many=2), Course.SILENT, "flood"),
    (Case(replace(GOOD, authentic=Authentic.FAILED)), Course.SILENT, "forged"),
    (Case(GOOD, proof_required=True), Course.SILENT, "forged"),
    (Case(replace(GOOD, authentic=Authentic.PASSED), proof_required=True), Course.HANDLE, "fit"),
    (Case(replace(GOOD, oversized=True)), Course.EXPLAIN, "oversized"),
    (Case(replace(GOOD, too_deep=True)), Course.EXPLAIN, "too deep"),
    (Case(replace(GOOD, encrypted=True)), Course.EXPLAIN, "encrypted"),
    (Case(replace(GOOD, unreadable=True)), Course.EXPLAIN, "unreadable"),
    (Case(replace(GOOD, left_out=LeftOut(cut=True))), Course.EXPLAIN, "too long"),
    (Case(replace(GOOD, own_mail=True, oversized=True)), Course.SILENT, "own mail"),
    (Case(replace(GOOD, automatic="x", oversized=True)), Course.SILENT, "automatic"),
]


@pytest.mark.parametrize(("case", "course", "rule"), TABLE)
def test_the_table_of_rules(case: Case, course: Course, rule: str) -> None:
    assert rule_on(case) == (course, rule)


def test_every_rule_decides_a_case() -> None:
    assert {rule for _, _, rule in TABLE} == {name for name, _, _ in RULES} | {"fit"}


@given(st.lists(st.floats(0, 1e6), max_size=50), st.floats(0, 1e6))
def test_waiting_as_long_as_told_is_enough(times: list[float], now: float) -> None:
    rates = [Rate(3, 60), Rate(5, 1000)]
    wait = wait_for(times, now, rates)
    later = now + wait + 1e-3
    past = [time for time in times if time <= now]
    assert wait_for(past, later, rates) == 0
    assert (wait > 0) <= (over_by(times, now, rates) > 0)


def test_a_flood_is_told_once() -> None:
    times: list[float] = []
    found = []
    for second in range(40):
        found.append(over_by(times, float(second)))
        times.append(float(second))
    assert found[:30] == [0] * 30
    assert found[30:33] == [1, 2, 3]
    assert over_by(times, 100_000.0) == 0
    assert DEFAULT_RATES[0].mails == 30

"""The verdict on a message, line by line under the player's own words."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.app.games import Judged, Verdict
from adjudicator.app.hints import instead_of
from adjudicator.engine.ids import Colour
from adjudicator.engine.refusals import Refusal
from adjudicator.notation.orders import Unreadable

from .errors import printable


def verdict_lines(outcome: Judged, by: Colour | None, *, preview: bool = False) -> Iterator[str]:
    """What became of each order. In a preview nothing is played, only judged."""
    for verdict in outcome.verdicts:
        yield f"  {printable(verdict.order.text)}"
        yield from (f"      {line}" for line in _verdict(verdict, outcome, by, preview))


def _verdict(verdict: Verdict, outcome: Judged, by: Colour | None, preview: bool) -> Iterator[str]:
    if verdict.refusal is not None:
        yield from _refused(verdict, by)
    elif verdict.played is None:
        yield "held back"
    else:
        word = "played" if outcome.accepted and not preview else "would be played"
        if preview is False and not outcome.accepted:
            word = "would have been played"
        same = " ".join(verdict.order.text.split()) == verdict.played
        yield word if same else f"{word} as {verdict.played}"


def _refused(verdict: Verdict, by: Colour | None) -> Iterator[str]:
    refusal, order = verdict.refusal, verdict.order
    if isinstance(refusal, Unreadable):
        place = f"line {order.line}, column {order.column + refusal.column - 1}"
        yield f"not understood, {place}: {printable(refusal.why)}"
        if refusal.hint:
            yield f"did you mean {refusal.hint}?"
    elif isinstance(refusal, Refusal):
        place = f"line {order.line}, column {order.column}"
        yield f"refused, {place}: {printable(refusal.why)} ({refusal.rule})"
    for number, text in enumerate(instead_of(verdict, by)):
        yield f"{'instead:' if number == 0 else '        '} {text}"

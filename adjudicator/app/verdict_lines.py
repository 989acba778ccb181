"""A judged message as the lines of a receipt."""

from __future__ import annotations

from adjudicator.engine.ids import Colour
from adjudicator.engine.refusals import Refusal
from adjudicator.notation.orders import Unreadable
from adjudicator.render.letter_kinds import Fate, LineRead

from .games import Judged, Verdict
from .hints import alternatives, short_order

MOST_ALTERNATIVES = 3


def lines_read(judged: Judged, by: Colour | None) -> tuple[LineRead, ...]:
    """What became of each order, with what could have been written instead."""
    return tuple(_line(verdict, judged, by) for verdict in judged.verdicts)


def _line(verdict: Verdict, judged: Judged, by: Colour | None) -> LineRead:
    text, refusal = verdict.order.text, verdict.refusal
    if isinstance(refusal, Unreadable):
        return LineRead(
            text,
            Fate.UNREADABLE,
            why=refusal.why,
            column=refusal.column,
            meant=refusal.hint or "",
            instead=_instead(verdict, by),
        )
    if isinstance(refusal, Refusal):
        return LineRead(
            text,
            Fate.REFUSED,
            why=refusal.why,
            rule=refusal.rule,
            instead=_instead(verdict, by),
        )
    if verdict.played is None:
        return LineRead(text, Fate.HELD_BACK if judged.accepted else Fate.NOT_LOOKED_AT)
    return LineRead(text, Fate.PLAYED if judged.accepted else Fate.LEGAL, understood=verdict.played)


def _instead(verdict: Verdict, by: Colour | None) -> tuple[str, ...]:
    """Lines to copy: first what the rule itself suggests, then what is near."""
    if verdict.state is None:
        return ()
    state, refusal = verdict.state, verdict.refusal
    own = refusal.instead if isinstance(refusal, Refusal) else ()
    lines = [short_order(state, by, decision) for decision in own]
    lines += alternatives(state, by, verdict.decision, verdict.order.text)
    return tuple(dict.fromkeys(lines))[:MOST_ALTERNATIVES]

"""PREVIEW: orders checked up to the first halt, not played."""

from __future__ import annotations

from adjudicator.engine.telling import tell
from adjudicator.engine.view import view
from adjudicator.notation.names import COLOURS
from adjudicator.render import letter_kinds as k

from ..mail_orders import read_line_of
from ..preview import preview
from ..visit import Visit


def run(visit: Visit, words: list[str], text: str) -> None:
    if visit.reply is None:
        visit.refused("PREVIEW", "reply only")
        return
    colour = COLOURS[visit.reply.seat]
    here = visit.store.position(visit.db, visit.reply.game)
    seen = preview(here.state, colour, text)
    lines = tuple(
        read_line_of(v, seen.outcome, colour, preview=True) for v in seen.outcome.verdicts
    )
    visit.answer(
        k.Preview(
            visit.writer.table(visit.reply.game, colour),
            lines,
            tell(here.state, seen.events, colour),
            k.Situation(view(seen.state, colour)),
        ),
        visit.reply,
    )

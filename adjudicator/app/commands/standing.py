"""STANDING: orders for later, kept sealed and used by the engine as the player's decisions."""

from __future__ import annotations

from adjudicator.notation.names import COLOURS
from adjudicator.notation.standing import change_standing, write_standing
from adjudicator.render import letter_kinds as k
from adjudicator.storage import seats

from ..visit import Visit


def run(visit: Visit, words: list[str], text: str) -> None:
    """Everything behind STANDING is a standing order; REVOKE takes one back."""
    if visit.reply is None:
        visit.refused("STANDING", "reply only")
        return
    colour = COLOURS[visit.reply.seat]
    game = visit.reply.game
    rules = visit.store.position(visit.db, game).state.rules
    kept = "\n".join(seats.standing_lines(visit.db, game, colour.value))
    before = change_standing((), kept, rules, colour).standing
    change = change_standing(before, text, rules, colour)
    seats.put_standing(visit.db, game, colour.value, write_standing(change.standing, colour))
    for verdict in change.verdicts:
        if verdict.unreadable is not None:
            visit.lines.append(
                k.LineRead(verdict.order.text, k.Fate.UNREADABLE, why=verdict.unreadable.why)
            )
        elif verdict.revoked:
            visit.done(verdict.order.text, "standing revoked", orders="; ".join(verdict.revoked))
        else:
            visit.done(verdict.order.text, "standing noted")

"""STANDING: orders for later, kept sealed and used by the engine as the player's decisions."""

from __future__ import annotations

from adjudicator.engine.ids import Colour
from adjudicator.mail.address import ReplyTo
from adjudicator.notation.names import COLOURS
from adjudicator.notation.standing import LineVerdict, change_standing, write_standing
from adjudicator.render import letter_kinds as k
from adjudicator.storage import seats

from ...automatic.play import play_automatic
from ...automatic.standing_setup import in_force
from ..visit import Visit


def run(visit: Visit, words: list[str], text: str) -> None:
    """Everything behind STANDING is a standing order; REVOKE takes one back; nothing: a list."""
    if visit.reply is None:
        visit.refused("STANDING", "reply only")
        return
    colour, game = COLOURS[visit.reply.seat], visit.reply.game
    here = visit.store.position(visit.db, game)
    rules = here.state.rules
    kept = in_force(seats.standing_lines(visit.db, game, colour.value), here.state)
    before = change_standing((), "\n".join(kept), rules, colour).standing
    change = change_standing(before, text, rules, colour)
    lines = in_force(write_standing(change.standing, colour), here.state)
    seats.put_standing(visit.db, game, colour.value, lines)
    if not change.verdicts:
        visit.show_board(here, colour)
    for verdict in change.verdicts:
        _note(visit, verdict, lines)
    if not visit.orders and any(verdict.added in lines for verdict in change.verdicts):
        _use_at_once(visit, visit.reply, colour)


def _note(visit: Visit, verdict: LineVerdict, lines: tuple[str, ...]) -> None:
    """What became of a line; ``lines`` are those in force now."""
    line = verdict.order.text
    if verdict.unreadable is not None:
        visit.lines.append(k.LineRead(line, k.Fate.UNREADABLE, why=verdict.unreadable.why))
    elif verdict.revoked:
        visit.done(line, "standing revoked", orders="; ".join(verdict.revoked))
    elif verdict.added in lines:
        visit.done(line, "standing noted")
    else:
        visit.refused(line, "standing too late")


def _use_at_once(visit: Visit, reply: ReplyTo, colour: Colour) -> None:
    """What is asked already may be answered by the new lines.

    Orders in the same mail go first; they lead to the same a moment later.
    """
    played = play_automatic(visit.store, visit.db, reply.game, visit.at)
    mine = [one.text for one in played if one.by == colour]
    if mine:
        visit.done("STANDING", "standing used", orders="; ".join(mine))
    visit.answered = bool(played)

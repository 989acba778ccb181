"""PRESS: a message to another player, delivered at once."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.engine.ids import Colour
from adjudicator.mail.address import ReplyTo
from adjudicator.notation.names import COLOURS
from adjudicator.render import letter_kinds as k
from adjudicator.storage import seats

from ..visit import Visit


def run(visit: Visit, words: list[str], text: str) -> None:
    """``PRESS ALL hello`` or ``PRESS yellow hello``; an addressee must be named."""
    if visit.reply is None:
        visit.refused(text, "reply only")
        return
    whom = words[0].lower() if words else ""
    if whom != "all" and whom not in COLOURS:
        visit.refused(text, "no address")
        return
    me, game = COLOURS[visit.reply.seat], visit.reply.game
    to = None if whom == "all" else COLOURS[whom]
    message = k.Press(me, text.split(maxsplit=2)[2] if len(words) > 1 else "", to)
    for seat in seats.seated(visit.db, game):
        colour = Colour(seat.colour)
        if colour != me and to in (None, colour):
            _deliver(visit, game, colour, message)
    if to is None:
        visit.done(text, "press sent to all")
    else:
        visit.done(text, "press sent", who=to)


def _deliver(visit: Visit, game: int, colour: Colour, message: k.Press) -> None:
    here = visit.store.position(visit.db, game)
    seat = next(s for s in seats.seated(visit.db, game) if s.colour == colour.value)
    writer = visit.writer
    situation = replace(writer.situation(here, colour), press=(message,))
    letter = k.Position(writer.table(game, colour), situation)
    key = f"press/{visit.letter.identity}/{colour}"
    writer.send(seat.player, letter, key, ReplyTo(game, colour.letter, here.head.number))

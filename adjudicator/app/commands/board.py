"""BOARD: the position again, as the asker may see it."""

from __future__ import annotations

from adjudicator.engine.ids import Colour
from adjudicator.mail.address import ReplyTo
from adjudicator.render import letter_kinds as k
from adjudicator.storage import seats

from ..visit import Visit

LONGEST_NUMBER = 9
"""No game has a number with more digits."""


def run(visit: Visit, words: list[str], text: str) -> None:
    if visit.player is None:
        visit.refused(text, "not registered")
        return
    number = game_named(visit, words)
    if number is None:
        visit.refused(text, "which game", example="BOARD 3")
        return
    seat = next((s for s in seats.seated(visit.db, number) if s.player.id == visit.player.id), None)
    if seat is None:
        visit.refused(text, "not yours", game=number)
        return
    colour = Colour(seat.colour)
    here = visit.store.position(visit.db, number)
    letter = k.Board(visit.writer.table(number, colour), visit.writer.situation(here, colour))
    visit.answer(letter, ReplyTo(number, colour.letter, here.head.number))


def game_named(visit: Visit, words: list[str]) -> int | None:
    """The game a command is about: its number, or the one the mail answers."""
    for word in words:
        digits = word.lstrip("#Gg")
        if digits.isdecimal() and len(digits) <= LONGEST_NUMBER:
            return int(digits)
    return visit.reply.game if visit.reply else None

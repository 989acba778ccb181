"""HISTORY: what has happened in a game, turn by turn, as the asker may be told."""

from __future__ import annotations

from adjudicator.engine.ids import Colour
from adjudicator.engine.state import Turn
from adjudicator.engine.telling import Fact, tell
from adjudicator.mail.address import ReplyTo
from adjudicator.render import letter_kinds as k
from adjudicator.storage import log, seats

from ..again import play_again
from ..line import effective
from ..store import Position, first_state
from ..visit import Visit
from .board import LONGEST_NUMBER, game_named


def run(visit: Visit, words: list[str], text: str) -> None:
    """``HISTORY 7``; ``HISTORY 7 FROM 12`` begins with a turn."""
    if visit.player is None:
        visit.refused(text, "not registered")
        return
    named, first = _split(words)
    number = game_named(visit, named)
    if number is None:
        visit.refused(text, "which game", example="HISTORY 3")
        return
    seat = next((s for s in seats.seated(visit.db, number) if s.player.id == visit.player.id), None)
    if seat is None:
        visit.refused(text, "not yours", game=number)
        return
    colour = Colour(seat.colour)
    here = visit.store.position(visit.db, number)
    told = tuple(c for c in chapters(visit, here, colour) if c.turn >= first)
    names = {token: here.state.name(token) for token in here.state.pieces}
    letter = k.History(visit.writer.table(number, colour), names, told)
    visit.answer(letter, ReplyTo(number, colour.letter, here.head.number))


def _split(words: list[str]) -> tuple[list[str], int]:
    """The words that name the game, and the turn to begin with.

    >>> _split(["7", "from", "12"]), _split(["7"])
    ((['7'], 12), (['7'], 0))
    """
    for index, word in enumerate(words):
        if word.upper() == "FROM":
            after = words[index + 1] if index + 1 < len(words) else ""
            is_turn = after.isdecimal() and len(after) <= LONGEST_NUMBER
            return words[:index], int(after) if is_turn else 0
    return words, 0


def chapters(visit: Visit, here: Position, colour: Colour) -> tuple[k.Chapter, ...]:
    """Everything that counts, by the turn in which it was decided; the set-up is turn 0."""
    told: dict[tuple[int, Colour | None], list[Fact]] = {}
    state = first_state(here.game)
    for placed in effective(log.entries(visit.db, here.game.id)):
        for taken in play_again(state, placed.by, placed.orders).taken:
            facts = tell(taken.before, taken.played.events, colour)
            told.setdefault(_turn(taken.before.turn), []).extend(facts)
            state = taken.played.state
    return tuple(k.Chapter(*turn, tuple(facts)) for turn, facts in told.items() if facts)


def _turn(turn: Turn) -> tuple[int, Colour | None]:
    return (turn.number, turn.active) if turn.number else (0, None)

"""HISTORY: what has happened in a game, turn by turn, as the asker may be told."""

from __future__ import annotations

from adjudicator.engine.ids import Colour
from adjudicator.engine.seen import Fact, Viewer
from adjudicator.engine.state import Turn
from adjudicator.engine.telling import tell
from adjudicator.render import letter_kinds as k
from adjudicator.storage import log

from ...again import play_again
from ...letters.since import told_again
from ...line import effective
from ...store import Position, first_state
from ..visit import LONGEST_NUMBER, Visit


def run(visit: Visit, words: list[str], text: str) -> None:
    """``HISTORY 7``; ``HISTORY 7 FROM 12`` begins with a turn."""
    named, first = _split(words)
    found = visit.looking_at(named, text)
    if found is None:
        return
    here, viewer = found
    told = tuple(c for c in chapters(visit, here, viewer) if c.turn >= first)
    names = {token: here.state.name(token) for token in here.state.pieces}
    visit.show(k.History(visit.writer.table(here.game.id, viewer), names, told), here, viewer)


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


def chapters(visit: Visit, here: Position, viewer: Viewer) -> tuple[k.Chapter, ...]:
    """Everything that counts, by the turn in which it was decided; the set-up is turn 0."""
    told: dict[tuple[int, Colour | None], list[Fact]] = {}
    state, memory = first_state(here.game), here.state.rules.options.memory
    for placed in effective(log.entries(visit.db, here.game.id)):
        for taken in play_again(state, placed.by, placed.orders).taken:
            facts = tell(taken.before, taken.played.events, viewer)
            told.setdefault(_turn(taken.before.turn), []).extend(told_again(facts, memory))
            state = taken.played.state
    return tuple(k.Chapter(*turn, tuple(facts)) for turn, facts in told.items() if facts)


def _turn(turn: Turn) -> tuple[int, Colour | None]:
    return (turn.number, turn.active) if turn.number else (0, None)

"""Stored games as records: what is given out, and whether it could be taken in and given back."""

from __future__ import annotations

from itertools import zip_longest

from adjudicator.engine.state import State
from adjudicator.notation.record import Record, RecordFault
from adjudicator.storage.log import ORDERS, Entry, StoredGame

from .games import Game, result_tag
from .line import Reached, comment_of


def check_written(text: str, expected: str) -> None:
    """Whether a record is written as we write it, so that it can be given back to the byte."""
    if text == expected:
        return
    pairs = zip_longest(text.split("\n"), expected.split("\n"))
    line = next(number for number, (one, other) in enumerate(pairs, start=1) if one != other)
    raise RecordFault(
        line, "this is not how the program writes it, so it could not be given back to the byte"
    )


def as_game(
    game: StoredGame, entries: list[Entry], reached: tuple[Reached, ...], first: State
) -> Game:
    """A stored game as a record."""
    state = reached[-1].state if reached else first
    tags = {
        "Set": game.set_name,
        "Scenario": game.scenario,
        "Rules": str(game.rules_version),
        "Options": game.options,
        "Commitment": game.commitment,
        "Seed": game.seed,
        "Result": result_tag(state),
    }
    closing = _closing(entries)
    return Game(Record(tags, tuple(r.message() for r in reached), closing), state)


def _closing(entries: list[Entry]) -> tuple[str, ...]:
    """Comments behind the last message."""
    closing: list[str] = []
    for entry in reversed(entries):
        if entry.kind == ORDERS:
            break
        if (comment := comment_of(entry)) is not None:
            closing.append(comment)
    return tuple(reversed(closing))

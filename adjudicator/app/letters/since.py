"""What a log has brought since one of its entries, without playing the whole log again.

A turn costs what the turn costs, however long the game is: positions that were are found in the
store, and only what has come since is read and played.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from sqlalchemy import Connection

from adjudicator.engine.seen import Fact, Value
from adjudicator.engine.state import State
from adjudicator.storage import log
from adjudicator.storage.log import StoredGame

from ..again import play_again
from ..line import LINE_KINDS, Placed, effective
from ..store import Store, first_state


def told_again(facts: Iterable[Fact], memory: str) -> tuple[Fact, ...]:
    """Facts of earlier letters: a hand that was shown is shown once only (PRISON-HIDDEN-07).

    Where players rely on their own memory they are not reminded of what they have hidden
    (BASE-SETUP-13), nor of the cards that were played (BASE-HIDDEN-04).
    """
    left_out = _SHOWN_ONCE | (_STRICT if memory == "strict" else {})
    return tuple(
        replace(fact, values={**fact.values, **left_out.get(fact.kind, {})})
        for fact in facts
        if memory != "strict" or fact.kind != "ActionCardPlayed"
    )


_SHOWN_ONCE: dict[str, dict[str, Value]] = {"HandShown": {"cards": None}}
_STRICT: dict[str, dict[str, Value]] = {"Hidden": {"token": None}, "CardsTurned": {"cards": ()}}


class Since(NamedTuple):
    """A position that was, and the messages that count and have come after it."""

    state: State
    line: tuple[Placed, ...]


def since(store: Store, db: Connection, game: StoredGame, number: int, until: int) -> Since:
    """The position after an entry (0: as it was dealt), and what was played until another.

    After an intervention it is the position that the messages up to the entry lead to, as far as
    they still count.
    """
    later = log.entries_between(db, game.id, number, until)
    if any(entry.kind in LINE_KINDS for entry in later):
        return _on_changed_line(db, game, number, until)
    return Since(store.state_after(db, game, number), effective(later))


def state_at(store: Store, db: Connection, game: StoredGame, number: int, until: int) -> State:
    """The same position alone."""
    if log.has_kind_between(db, game.id, LINE_KINDS, number, until):
        return _on_changed_line(db, game, number, until).state
    return store.state_after(db, game, number)


def _on_changed_line(db: Connection, game: StoredGame, number: int, until: int) -> Since:
    line = effective(log.entries_between(db, game.id, 0, until))
    state = first_state(game)
    for placed in line:
        if placed.entry <= number:
            state = play_again(state, placed.by, placed.orders).state
    return Since(state, tuple(placed for placed in line if placed.entry > number))

"""What a log has brought since one of its entries, without playing the whole log again.

A turn costs what the turn costs, however long the game is: positions that were are found in the
store, and only what has come since is read and played.
"""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection

from adjudicator.engine.state import State
from adjudicator.storage import log
from adjudicator.storage.log import StoredGame

from .again import play_again
from .line import LINE_KINDS, Placed, effective
from .store import Store, first_state


class Since(NamedTuple):
    """A position that was, and the messages that count and have come after it."""

    state: State
    line: tuple[Placed, ...]


def since(store: Store, db: Connection, game: StoredGame, number: int) -> Since:
    """The position after an entry (0: as it was dealt), and what has been played since.

    After an intervention it is the position that the messages up to the entry lead to, as far as
    they still count.
    """
    if log.has_kind_after(db, game.id, LINE_KINDS, number):
        return _on_changed_line(db, game, number)
    later = log.entries_from(db, game.id, number + 1)
    return Since(store.state_after(db, game, number), effective(later))


def state_at(store: Store, db: Connection, game: StoredGame, number: int) -> State:
    """The same position alone."""
    if log.has_kind_after(db, game.id, LINE_KINDS, number):
        return _on_changed_line(db, game, number).state
    return store.state_after(db, game, number)


def _on_changed_line(db: Connection, game: StoredGame, number: int) -> Since:
    line = effective(log.entries(db, game.id))
    state = first_state(game)
    for placed in line:
        if placed.entry <= number:
            state = play_again(state, placed.by, placed.orders).state
    return Since(state, tuple(placed for placed in line if placed.entry > number))

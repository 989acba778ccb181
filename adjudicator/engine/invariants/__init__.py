"""What is true of every position between two decisions, whatever was played.

``broken_invariants`` is asked by self-play, by tests and by a moderator who doubts a position. It
names no character, object or set: like the rest of the engine it asks kinds and abilities.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..state import State
from . import board, pieces, play

_INVARIANTS: tuple[Callable[[State], Iterator[str]], ...] = (
    board.space,
    pieces.tokens,
    board.hidden,
    board.rooms,
    pieces.squares,
    pieces.marks,
    play.cards,
    play.pools,
    play.points,
    play.requests,
)


def broken_invariants(state: State) -> list[str]:
    """Everything that is wrong with a position, in words; nothing for a sound one."""
    return [fault for invariant in _INVARIANTS for fault in invariant(state)]

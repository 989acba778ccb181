"""Who is held where he is, and who falls: the one answer to "may this stay on an obstacle?".

On most ground anybody stands. Over an obstacle something must hold whoever is there: a thing that
spans it and bears everybody, or a living character who needs no help and holds what he carries
(BASE-TERRAIN-05).
"""

from __future__ import annotations

from collections.abc import Iterable

from .abilities import Passage
from .ids import Cell
from .state import Piece, State
from .walk import ground_of, own_passage, set_out


def are_held(state: State, cell: Cell, pieces: Iterable[Piece]) -> bool:
    """Whether these pieces, together on a cell, do not fall."""
    together = tuple(pieces)
    return (
        ground_of(state, cell).stand
        or is_spanned(state, cell, together)
        or any(stands_unaided(state, piece, cell) for piece in together)
    )


def is_spanned(state: State, cell: Cell, things: Iterable[Piece]) -> bool:
    """Whether one of these things lies over the obstacle and bears everybody."""
    ground = state.space.ground(cell)
    return any(thing.kind.lies_on(ground) for thing in things)


def stands_unaided(state: State, who: Piece, cell: Cell) -> bool:
    """Whether a living character's own abilities let him stand on an obstacle."""
    return who.living and own_passage(set_out(state, who), cell) is Passage.STOP

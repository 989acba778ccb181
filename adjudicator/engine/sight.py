"""Who is seen along a straight line (BASE-LOS)."""

from __future__ import annotations

from .ids import Side
from .state import Piece, State


def first_in_line(state: State, viewer: Piece, direction: Side) -> Piece | None:
    """The first character a line of sight meets: carriers before what they carry."""
    for cell in state.space.ray(viewer.cell, direction):
        characters = state.characters_on(cell)
        if characters:
            return min(characters, key=lambda piece: piece.wounded)
    return None

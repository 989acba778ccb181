"""The names things go by: small types that keep a square from being taken for a room."""

from __future__ import annotations

from enum import IntEnum, StrEnum
from typing import NewType

Token = NewType("Token", str)
"""One piece: colour letter, code and, from the second copy on, a number: ``bWA``, ``wro2``."""

Cell = NewType("Cell", int)
"""A square that moves with its room, or lies on a line. Turning a room changes no cell."""

Square = NewType("Square", int)
"""A place of the board's grid, counted row by row from the bottom left."""

Slot = NewType("Slot", str)
"""A place a room lies in: ``R3``."""

RuleId = NewType("RuleId", str)
"""The number of a rule for ever: ``BASE-MOVE-07``."""


class Colour(StrEnum):
    """A seat at the table. White belongs to nobody."""

    BLUE = "blue"
    YELLOW = "yellow"
    RED = "red"
    GREEN = "green"
    WHITE = "white"

    @property
    def letter(self) -> str:
        return self.value[0]


class Side(IntEnum):
    """A direction of the board, or a side of a square."""

    NORTH = 0
    EAST = 1
    SOUTH = 2
    WEST = 3

    @property
    def letter(self) -> str:
        return "nesw"[self]

    def turned(self, quarters: int) -> Side:
        """The side after some clockwise quarter turns.

        >>> Side.NORTH.turned(1).name
        'EAST'
        """
        return Side((self + quarters) % 4)

    @property
    def opposite(self) -> Side:
        return self.turned(2)


OUTSIDE = Cell(-1)
"""No cell: off the board, or inside a face-down room."""

"""A room tile as printed: its squares, its edges, its gear. Nothing here knows where it lies."""

from __future__ import annotations

from dataclasses import dataclass

from .ids import Side


@dataclass(frozen=True, slots=True)
class Tile:
    """One room. Squares are counted row by row from the top left, as the drawing shows them."""

    name: str
    pair: str
    sense: int
    """Quarters that one rotation turns it by: 1 clockwise, -1 counter-clockwise."""
    width: int
    height: int
    ground: tuple[str, ...]
    """The ground of each square: ``floor``, ``pit``, ``gear``, or a later set's kind."""
    edges: tuple[str, ...]
    """The edge of each square and side (``4 * square + side``): ``open`` or a kind of border."""

    @property
    def size(self) -> int:
        return self.width * self.height

    def edge(self, local: int, side: Side) -> str:
        return self.edges[4 * local + side]

    def next_to(self, local: int, side: Side) -> int | None:
        """The square on that side inside this tile."""
        column, row = local % self.width, local // self.width
        column += (0, 1, 0, -1)[side]
        row += (-1, 0, 1, 0)[side]
        if 0 <= column < self.width and 0 <= row < self.height:
            return row * self.width + column
        return None


def turned_square(width: int, height: int, local: int, turns: int) -> int:
    """Where a square of the drawing shows after some clockwise quarter turns.

    A quarter turn sends column c, row r (from the top left) to column height-1-r, row c.

    >>> turned_square(5, 5, 1, 1)   # second square of the top row: now on the right side
    9
    """
    column, row = local % width, local // width
    for _ in range(turns % 4):
        column, row = height - 1 - row, column
        width, height = height, width
    return row * width + column

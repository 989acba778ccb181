"""What never changes during a game: the cells of all tiles and lines, and what is drawn on them.

A *cell* belongs to a room tile or to a starting line and keeps its number for the whole game. A
*half-edge* is a cell seen through one of its own sides: ``4 * cell + side``. Sides are those of the
tile's drawing, so inner borders never change.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .ids import OUTSIDE, Cell, RuleId, Side, Square
from .layout import Layout, Line
from .tiles import Tile

NOTHING = -1
"""No half-edge: a rim that joins nothing."""

LINE = "line"
"""The ground of starting-line squares."""

OPEN = "open"
"""An edge without any border on it."""


@dataclass(frozen=True, slots=True)
class Border:
    """A kind of border: the states it may be in, and what each of them stops."""

    name: str
    initial: str
    blocks: Mapping[str, frozenset[str]]
    """For each state what it stops: ``walk``, ``slip`` (through an opening), ``reach``, ``sight``,
    ``peer`` (look through from right at it), ``access``."""
    rules: Mapping[str, RuleId]
    """The rule that a refusal names, for each of these."""


class Geometry:
    """What never changes during a game: the cells, the drawings, the layout."""

    def __init__(
        self, layout: Layout, tiles: tuple[Tile, ...], borders: Mapping[str, Border]
    ) -> None:
        self.layout = layout
        self.tiles = tiles
        self.borders = borders
        self.base: list[int] = []
        self.ground: list[str] = []
        self.tile_of: list[int] = []
        """The tile of each cell; cells of a line have -1."""
        self.kind: list[str] = []
        """The border printed on each half-edge."""
        self.reverse: list[int] = []
        """The half-edge on the other side, for borders inside a tile or along a line."""
        self.rim: list[tuple[tuple[int, Side], ...]] = []
        """For each tile its outer half-edges with their sides."""
        for index, tile in enumerate(tiles):
            self._add_tile(index, tile)
        self.line_of: dict[int, Line] = {}
        self.line_cells: dict[str, tuple[Cell, ...]] = {}
        for line in layout.lines:
            self._add_line(line)
        self._join_lines()
        self.cells = len(self.ground)

    def _add_tile(self, index: int, tile: Tile) -> None:
        base = len(self.ground)
        self.base.append(base)
        self.ground.extend(tile.ground)
        self.tile_of.extend([index] * tile.size)
        self.kind.extend(tile.edges)
        rim = []
        for local in range(tile.size):
            for side in Side:
                neighbour = tile.next_to(local, side)
                if neighbour is None:
                    self.reverse.append(NOTHING)
                    rim.append((4 * (base + local) + side, side))
                else:
                    self.reverse.append(4 * (base + neighbour) + side.opposite)
        self.rim.append(tuple(rim))

    def _add_line(self, line: Line) -> None:
        base = len(self.ground)
        self.line_cells[line.name] = tuple(Cell(base + i) for i in range(len(line.squares)))
        for cell in self.line_cells[line.name]:
            self.ground.append(LINE)
            self.tile_of.append(-1)
            self.kind.extend([OPEN] * 4)
            self.reverse.extend([NOTHING] * 4)
            self.line_of[cell] = line

    def _join_lines(self) -> None:
        """Squares side by side on one line, or on joined lines, are adjacent (BASE-SETUP-04)."""
        at = {
            self.layout.square(*where): (cell, line)
            for line in self.layout.lines
            for cell, where in zip(self.line_cells[line.name], line.squares, strict=True)
        }
        for square, (cell, line) in at.items():
            for side in Side:
                other, its_line = at.get(Square(self.layout.steps[side][square]), (OUTSIDE, line))
                same = its_line is line or (line.strip and its_line.strip == line.strip)
                along = side not in (line.facing, line.facing.opposite)
                if other != OUTSIDE and same and along:
                    self.reverse[4 * cell + side] = 4 * other + side.opposite

    def layer_id(self, half: int) -> int:
        """The name of the layer on a half-edge: inside a tile both halves share one."""
        other = self.reverse[half]
        return half if other == NOTHING else min(half, other)

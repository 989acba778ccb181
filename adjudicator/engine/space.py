"""Where every square is: a graph of cells whose rooms turn, shift and swap without moving a cell.

A *cell* belongs to a room tile or to a starting line and keeps its number for the whole game. A
*square* is a place of the board's grid. Placing or turning a room changes which square its cells
lie on and how its rim joins the neighbours; nothing else (BASE-ROTATE-08).

A *half-edge* is a cell seen through one of its own sides: ``4 * cell + side``. Sides are those of
the tile's drawing, so inner borders never change. Between two rooms lie two *layers*, one of each
room, and each is asked by itself (BASE-TERRAIN-10).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from .ids import OUTSIDE, Cell, RuleId, Side, Slot, Square
from .layout import Layout, Line
from .tiles import Tile, turned_square

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


class Placement(NamedTuple):
    """Where a room lies: slot, bottom left square, clockwise quarter turns, which side is up."""

    slot: Slot
    x: int
    y: int
    turns: int
    face_up: bool


class Layer(NamedTuple):
    """One room's part of a border, as it stands now."""

    id: int
    kind: str
    state: str


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


@cache
def _footprint(width: int, height: int, turns: int) -> tuple[tuple[int, int], ...]:
    """For each local square its offset from the bottom left corner of the slot."""
    shown_width, shown_height = (width, height) if turns % 2 == 0 else (height, width)
    offsets = []
    for local in range(width * height):
        shown = turned_square(width, height, local, turns)
        offsets.append((shown % shown_width, shown_height - 1 - shown // shown_width))
    return tuple(offsets)


class Space:
    """The board as it lies now. A value: every change gives a new one."""

    __slots__ = ("_open", "cell_at", "doors", "geometry", "placements", "reverse", "square_of")

    def __init__(
        self,
        geometry: Geometry,
        placements: tuple[Placement | None, ...],
        doors: Mapping[int, str],
    ) -> None:
        self.geometry = geometry
        self.placements = placements
        self.doors = doors
        self.reverse = list(geometry.reverse)
        self.square_of = [NOTHING] * geometry.cells
        self.cell_at = [int(OUTSIDE)] * (geometry.layout.width * geometry.layout.height)
        self._open: dict[tuple[str, int], tuple[Cell, ...]] = {}
        for line in geometry.layout.lines:
            for cell, where in zip(geometry.line_cells[line.name], line.squares, strict=True):
                self._lay(cell, geometry.layout.square(*where))
        for tile, placement in enumerate(placements):
            if placement is not None and placement.face_up:
                self._lay_tile(tile, placement)
        for tile, placement in enumerate(placements):
            if placement is not None and placement.face_up:
                self._join(tile, placement)

    # -- building -----------------------------------------------------------------------------

    def _lay(self, cell: int, square: int) -> None:
        self.square_of[cell] = square
        self.cell_at[square] = cell

    def _lay_tile(self, tile: int, placement: Placement) -> None:
        drawn = self.geometry.tiles[tile]
        base = self.geometry.base[tile]
        width = self.geometry.layout.width
        corner = placement.y * width + placement.x
        for local, (dx, dy) in enumerate(_footprint(drawn.width, drawn.height, placement.turns)):
            self._lay(base + local, corner + dy * width + dx)

    def _join(self, tile: int, placement: Placement) -> None:
        """Join the rim of a tile with whatever lies next to it now."""
        geometry = self.geometry
        steps = geometry.layout.steps
        for half, side in geometry.rim[tile]:
            direction = (side + placement.turns) % 4
            square = steps[direction][self.square_of[half // 4]]
            other = self.cell_at[square] if square >= 0 else OUTSIDE
            far = NOTHING if other == OUTSIDE else self._facing_half(other, (direction + 2) % 4)
            self.reverse[half] = far
            if far != NOTHING:
                self.reverse[far] = half

    def _facing_half(self, cell: int, direction: int) -> int:
        """The half-edge by which a cell looks in a direction of the board."""
        line = self.geometry.line_of.get(cell)
        if line is not None:
            return 4 * cell + direction if line.facing == direction else NOTHING
        placement = self.placements[self.geometry.tile_of[cell]]
        assert placement is not None, "a cell on the board has a placed tile"
        return 4 * cell + (direction - placement.turns) % 4

    def _copy(self, placements: tuple[Placement | None, ...], doors: Mapping[int, str]) -> Space:
        new = object.__new__(Space)
        new.geometry = self.geometry
        new.placements = placements
        new.doors = doors
        new.reverse = self.reverse
        new.square_of = self.square_of
        new.cell_at = self.cell_at
        new._open = self._open
        return new

    def with_placement(self, tile: int, placement: Placement | None) -> Space:
        """The board after one room was turned over, turned, shifted or taken off."""
        return self.with_placements({tile: placement})

    def with_placements(self, changes: Mapping[int, Placement | None]) -> Space:
        """The board after several rooms changed places at the same moment, as in a swap."""
        placements = tuple(
            changes.get(tile, placement) for tile, placement in enumerate(self.placements)
        )
        new = self._copy(placements, self.doors)
        new.reverse = list(self.reverse)
        new.square_of = list(self.square_of)
        new.cell_at = list(self.cell_at)
        lying = {tile: place for tile, place in changes.items() if place and place.face_up}
        for tile in changes:
            old = self.placements[tile]
            if old is not None and old.face_up:
                new._lift(tile)
        for tile, place in lying.items():
            new._lay_tile(tile, place)
        for tile, place in lying.items():
            new._join(tile, place)
        new._forget(self._around(changes) | new._around(changes))
        return new

    def _around(self, tiles: Iterable[int]) -> set[int]:
        """The cells of these rooms and those that touch them."""
        cells: set[int] = set()
        for tile in tiles:
            base = self.geometry.base[tile]
            cells.update(range(base, base + self.geometry.tiles[tile].size))
            cells.update(self.reverse[half] // 4 for half, _ in self.geometry.rim[tile])
        return cells

    def _forget(self, cells: set[int]) -> None:
        """What was known about the neighbours of these cells holds no longer."""
        self._open = {key: known for key, known in self._open.items() if key[1] not in cells}

    def _lift(self, tile: int) -> None:
        base = self.geometry.base[tile]
        for cell in range(base, base + self.geometry.tiles[tile].size):
            self.cell_at[self.square_of[cell]] = OUTSIDE
            self.square_of[cell] = NOTHING
        for half, _ in self.geometry.rim[tile]:
            far = self.reverse[half]
            if far != NOTHING:
                self.reverse[far] = self.reverse[half] = NOTHING

    def with_door(self, layer: int, state: str) -> Space:
        """The board after a portcullis, a web or the like has changed."""
        new = self._copy(self.placements, {**self.doors, layer: state})
        new._forget({layer // 4, self.reverse[layer] // 4})
        return new

    # -- asking -------------------------------------------------------------------------------

    def ground(self, cell: Cell) -> str:
        return self.geometry.ground[cell]

    def line(self, cell: Cell) -> Line | None:
        """The starting line a cell belongs to."""
        return self.geometry.line_of.get(cell)

    def tile(self, cell: Cell) -> int | None:
        """The tile a cell belongs to."""
        index = self.geometry.tile_of[cell]
        return None if index < 0 else index

    def name(self, cell: Cell) -> str:
        """The name of the square a cell lies on now."""
        return self.geometry.layout.square_names[self.square_of[cell]]

    def cell(self, square: Square) -> Cell:
        return Cell(self.cell_at[square])

    def layers(self, half: int) -> tuple[Layer, ...]:
        """The borders between a cell and its neighbour, from near to far; open edges are none."""
        geometry = self.geometry
        ids = {geometry.layer_id(half): None}
        if self.reverse[half] != NOTHING:
            ids[geometry.layer_id(self.reverse[half])] = None
        return tuple(
            Layer(id, kind, self.doors.get(id, geometry.borders[kind].initial))
            for id in ids
            if (kind := geometry.kind[id]) != OPEN
        )

    def blocking(self, half: int, purpose: str) -> Layer | None:
        """The first layer that stops this purpose on the way out of a cell."""
        for layer in self.layers(half):
            if purpose in self.geometry.borders[layer.kind].blocks[layer.state]:
                return layer
        return None

    def _bars(self, layer: int, purpose: str) -> bool:
        """Whether a layer stops this purpose; the same as ``blocking`` without its words."""
        kind = self.geometry.kind[layer]
        if kind == OPEN:
            return False
        border = self.geometry.borders[kind]
        return purpose in border.blocks[self.doors.get(layer, border.initial)]

    def open_to(self, cell: Cell, purpose: str = "walk") -> tuple[Cell, ...]:
        """The neighbours that no border parts from a cell (BASE-TERRAIN-09)."""
        key = (purpose, cell)
        known = self._open.get(key)
        if known is None:
            layer_id, reverse = self.geometry.layer_id, self.reverse
            known = self._open[key] = tuple(
                Cell(far // 4)
                for half in range(4 * cell, 4 * cell + 4)
                if (far := reverse[half]) != NOTHING
                and not self._bars(layer_id(half), purpose)
                and not self._bars(layer_id(far), purpose)
            )
        return known

    def touches(self, cell: Cell, other: Cell) -> bool:
        """Whether two cells lie side by side, whatever is between them."""
        return any(far // 4 == other for far in self.reverse[4 * cell : 4 * cell + 4])

    def touching(self, cell: Cell) -> Iterator[tuple[int, Cell]]:
        """The neighbours side by side, whatever lies between, with the half-edge towards them."""
        for half in range(4 * cell, 4 * cell + 4):
            if self.reverse[half] != NOTHING:
                yield half, Cell(self.reverse[half] // 4)

    def half_between(self, cell: Cell, other: Cell) -> int | None:
        """The half-edge from one cell to another that touches it."""
        return next((half for half, beyond in self.touching(cell) if beyond == other), None)

    def half_towards(self, cell: Cell, direction: Side) -> int:
        """The half-edge of a cell that looks in a direction of the board."""
        tile = self.geometry.tile_of[cell]
        placement = self.placements[tile] if tile >= 0 else None
        turns = placement.turns if placement else 0
        return 4 * cell + (direction - turns) % 4

    def ray(self, cell: Cell, direction: Side) -> Iterator[Cell]:
        """The cells in a straight line as far as borders let sight pass (BASE-LOS-01 to -06).

        Across rooms and onto lines, never into a face-down room, as the board lies now. Through an
        opening one sees only from the square right at it (PRISON-LOS-04 to -06, PRISON-TERRAIN-06).
        """
        purpose = "peer"
        while True:
            half = self.half_towards(cell, direction)
            if self.reverse[half] == NOTHING or self.blocking(half, purpose):
                return
            cell = Cell(self.reverse[half] // 4)
            yield cell
            purpose = "sight"

    def tile_in(self, slot: Slot) -> int | None:
        """The tile that lies in a slot."""
        for index, placement in enumerate(self.placements):
            if placement is not None and placement.slot == slot:
                return index
        return None

    def slots_beyond(self, half: int) -> Slot | None:
        """The slot of the face-down room that begins behind a half-edge, if one does."""
        layout = self.geometry.layout
        cell = Cell(half // 4)
        tile = self.geometry.tile_of[cell]
        placement = self.placements[tile] if tile >= 0 else None
        direction = (half % 4 + (placement.turns if placement else 0)) % 4
        square = layout.steps[direction][self.square_of[cell]]
        return self.hidden_slot_at(Square(square)) if square >= 0 else None

    def hidden_slot_at(self, square: Square) -> Slot | None:
        """The slot of the face-down room lying over a square."""
        width = self.geometry.layout.width
        x, y = square % width, square // width
        for tile, placement in zip(self.geometry.tiles, self.placements, strict=True):
            if placement is None or placement.face_up:
                continue
            if 0 <= x - placement.x < tile.width and 0 <= y - placement.y < tile.height:
                return placement.slot
        return None

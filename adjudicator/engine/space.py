"""Where every square is: a graph of cells whose rooms turn, shift and swap without moving a cell.

A *square* is a place of the board's grid. Placing or turning a room changes which square its cells
lie on and how its rim joins the neighbours; nothing else (BASE-ROTATE-08). Between two rooms lie
two *layers*, one of each room, and each is asked by itself (BASE-TERRAIN-10). Cells and half-edges
are those of ``geometry``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import NamedTuple

from .geometry import NOTHING, OPEN, Geometry
from .ids import OUTSIDE, Cell, Side, Slot, Square
from .layout import Line
from .tiles import turned_square


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
        """The half-edge by which a cell is joined to what lies in a direction; a line faces one."""
        line = self.geometry.line_of.get(cell)
        if line is not None and line.facing != direction:
            return NOTHING
        return 4 * cell + (direction - self._turns(cell)) % 4

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
        geometry, far = self.geometry, self.reverse[half]
        near = geometry.layer_id(half)
        beyond = near if far == NOTHING else geometry.layer_id(far)
        ids = (near,) if near == beyond else (near, beyond)
        return tuple(
            [
                Layer(id, kind, self.doors.get(id, geometry.borders[kind].initial))
                for id in ids
                if (kind := geometry.kind[id]) != OPEN
            ]
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

    def halves(self, cell: Cell) -> range:
        """The four half-edges of a cell."""
        return range(4 * cell, 4 * cell + 4)

    def half_towards(self, cell: Cell, direction: Side) -> int:
        """The half-edge of a cell that looks in a direction of the board."""
        return 4 * cell + (direction - self._turns(cell)) % 4

    def _turns(self, cell: int) -> int:
        """The quarters by which the room of a cell is turned; a line is never."""
        tile = self.geometry.tile_of[cell]
        placement = self.placements[tile] if tile >= 0 else None
        return placement.turns if placement else 0

    def across(self, half: int) -> Cell | None:
        """The cell on the other side of a half-edge, whatever lies between."""
        far = self.reverse[half]
        return None if far == NOTHING else Cell(far // 4)

    def beyond(self, cell: Cell, direction: Side) -> Cell | None:
        """The next cell in a direction of the board, whatever lies between."""
        return self.across(self.half_towards(cell, direction))

    def beside(self, layer: int) -> tuple[Cell, ...]:
        """The cells on both sides of a layer, its own first; at the rim of the board only that."""
        own, other = Cell(layer // 4), self.across(layer)
        return (own,) if other is None else (own, other)

    def ray(self, cell: Cell, direction: Side) -> Iterator[Cell]:
        """The cells in a straight line as far as borders let sight pass (BASE-LOS-01 to -06).

        Across rooms and onto lines, never into a face-down room, as the board lies now. Through an
        opening one sees only from the square right at it (PRISON-LOS-04 to -06, PRISON-TERRAIN-06).
        """
        purpose = "peer"
        while True:
            half = self.half_towards(cell, direction)
            beyond = self.across(half)
            if beyond is None or self.blocking(half, purpose):
                return
            yield beyond
            cell, purpose = beyond, "sight"

    def tile_in(self, slot: Slot) -> int | None:
        """The tile that lies in a slot."""
        for index, placement in enumerate(self.placements):
            if placement is not None and placement.slot == slot:
                return index
        return None

    def placement_in(self, slot: Slot) -> Placement | None:
        """How the room in a slot lies."""
        return next((p for p in self.placements if p is not None and p.slot == slot), None)

    def hidden_slot_beyond(self, half: int) -> Slot | None:
        """The slot of the face-down room that begins behind a half-edge, if one does."""
        cell = Cell(half // 4)
        direction = (half % 4 + self._turns(cell)) % 4
        square = self.geometry.layout.steps[direction][self.square_of[cell]]
        return self.hidden_slot_at(Square(square)) if square >= 0 else None

    def hidden_slot_at(self, square: Square) -> Slot | None:
        """The slot of the face-down room lying over a square."""
        x, y = self.geometry.layout.column_and_row(square)
        for tile, placement in zip(self.geometry.tiles, self.placements, strict=True):
            if placement is None or placement.face_up:
                continue
            if 0 <= x - placement.x < tile.width and 0 <= y - placement.y < tile.height:
                return placement.slot
        return None

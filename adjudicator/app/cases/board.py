"""Small boards of case files: strips and maps drawn with a few signs (docs/notation.md)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from adjudicator.engine.ids import Side, Slot
from adjudicator.engine.layout import Layout, Line, Place
from adjudicator.engine.ruleset import Ruleset
from adjudicator.engine.space import Placement
from adjudicator.engine.tiles import Tile
from adjudicator.notation.draft import BadPosition, Draft

ENOUGH = 20
"""Action points in a small position that does not say otherwise."""

_GROUNDS = {".": "floor", "O": "pit", "G": "gear", "?": "floor"}
_BORDERS = {"|": "wall", "||": "double", "#": "closed", "=": "open", "%": "broken", ":": "slit"}
_ACROSS = {
    ".": "",
    "-": "wall",
    "--": "double",
    **{k: v for k, v in _BORDERS.items() if k in "#=%:"},
}
_LAYERS = {"wall": "wall", "double": "wall", "slit": "slit"}
"""The border each of these is drawn as; the others are portcullises."""
_SIGN = re.compile(r"\s*(?:(\|\||[|#=%:])|(B\^|Y\^|[.OG?])(?:\{([^}]*)\})?)")


class _Square(NamedTuple):
    sign: str
    content: str


@dataclass
class _Grid:
    """Rows of squares from the top, with the borders between them."""

    rows: list[list[_Square]] = field(default_factory=list)
    beside: dict[tuple[int, int], str] = field(default_factory=dict)
    """Border to the right of (row, column)."""
    below: dict[tuple[int, int], str] = field(default_factory=dict)

    @property
    def width(self) -> int:
        return max(len(row) for row in self.rows)


def read_grid(lines: list[str]) -> _Grid:
    grid = _Grid()
    for line in lines:
        if line.strip().startswith("~"):
            for column, sign in enumerate(line.strip()[1:].split()):
                if sign not in _ACROSS:
                    raise BadPosition(f"{sign!r} is no border between rows")
                grid.below[len(grid.rows) - 1, column] = _ACROSS[sign]
        else:
            grid.rows.append(_read_row(grid, line))
    if not grid.rows:
        raise BadPosition("given: draw at least one square")
    return grid


def _read_row(grid: _Grid, line: str) -> list[_Square]:
    row: list[_Square] = []
    number, end = len(grid.rows), 0
    while line[end:].strip():
        match = _SIGN.match(line, end)
        if match is None:
            raise BadPosition(f"given: cannot read {line[end:].strip()!r}")
        border, sign, content = match.groups()
        if border:
            grid.beside[number, len(row) - 1] = _BORDERS[border]
        else:
            row.append(_Square(sign, content or ""))
        end = match.end()
    return row


def small_board(lines: list[str], whole: Ruleset) -> Draft:
    """The position drawn by the ``given`` lines of a case; every square is a room of its own."""
    grid = read_grid(lines)
    layout, tiles, doors = _Builder(grid, whole.layout).build()
    rules = _with_layout(whole, layout, tuple(tiles))
    draft = Draft(rules)
    draft.tiles = list(tiles)
    draft.placements = [
        Placement(place.slot, place.x, place.y, 0, not place.slot.startswith("R"))
        for place in layout.places
    ]
    draft.doors = doors
    draft.puts = list(_contents(grid, layout))
    draft.turn = draft.turn._replace(active=rules.seats[0], pool=ENOUGH)
    return draft


def _with_layout(rules: Ruleset, layout: Layout, tiles: tuple[Tile, ...]) -> Ruleset:
    return replace(rules, layout=layout, tiles=tiles, rooms=len(tiles))


class _Builder:
    """Turns a grid into a layout of one-square rooms and starting lines."""

    def __init__(self, grid: _Grid, whole: Layout) -> None:
        self.grid = grid
        self.rules = {line.name: line.rules for line in whole.lines}
        self.height, self.width = len(grid.rows), grid.width
        self.places: list[Place] = []
        self.tiles: list[Tile] = []
        self.doors: list[str] = []
        self.lines: dict[str, list[tuple[int, int]]] = {}
        self.hidden = 0

    def build(self) -> tuple[Layout, list[Tile], list[str]]:
        for row, squares in enumerate(self.grid.rows):
            for column, square in enumerate(squares):
                if square.sign in ("B^", "Y^"):
                    where = (column, self.height - 1 - row)
                    self.lines.setdefault(square.sign[0], []).append(where)
                else:
                    self._add_room(row, column, square)
        lines = tuple(self._line(name, squares) for name, squares in self.lines.items())
        names = () if self.height > 1 else tuple(f"s{n + 1}" for n in range(self.width))
        layout = Layout("case", self.width, self.height, tuple(self.places), lines, names)
        self._name_doors(layout)
        return layout, self.tiles, self.doors

    def _add_room(self, row: int, column: int, square: _Square) -> None:
        if square.sign == "?":
            self.hidden += 1
            slot = Slot(f"R{self.hidden}")
        else:
            slot = Slot(f"q{len(self.places)}")
        self.places.append(Place(slot, column, self.height - 1 - row, 1, 1, capacity=3))
        edges = tuple(self._edge(row, column, side) for side in Side)
        ground = (_GROUNDS[square.sign],)
        self.tiles.append(
            Tile(f"T{len(self.tiles)}", f"p{len(self.tiles)}", 1, 1, 1, ground, edges)
        )

    def _edge(self, row: int, column: int, side: Side) -> str:
        """This room's own layer: a border belongs to the square left of or above it."""
        grid = self.grid
        if side is Side.EAST:
            found = grid.beside.get((row, column), "")
            if not found or self._is_line(row, column):
                return "open"
            return _LAYERS.get(found, "portcullis")
        if side is Side.SOUTH:
            found = grid.below.get((row, column), "")
            if not found:
                return "open"
            return _LAYERS.get(found, "portcullis")
        before = (row, column - 1) if side is Side.WEST else (row - 1, column)
        table = grid.beside if side is Side.WEST else grid.below
        found = table.get(before, "")
        if found == "double":
            return "wall"
        if found and self._is_line(*before):  # a line has no border of its own
            return _LAYERS.get(found, "portcullis")
        return "open"

    def _is_line(self, row: int, column: int) -> bool:
        rows = self.grid.rows
        inside = 0 <= row < len(rows) and 0 <= column < len(rows[row])
        return inside and rows[row][column].sign in ("B^", "Y^")

    def _line(self, name: str, squares: list[tuple[int, int]]) -> Line:
        owner = "blue" if name == "B" else "yellow"
        return Line(owner, tuple(squares), self._facing(squares), rules=self.rules[owner])

    def _facing(self, squares: list[tuple[int, int]]) -> Side:
        """Towards the rooms: a column at a side faces inward, a row at top or bottom too."""
        x, y = squares[0]
        if len(squares) > 1 and squares[1][1] == y:
            return Side.NORTH if y == 0 else Side.SOUTH
        return Side.EAST if x == 0 else Side.WEST

    def _name_doors(self, layout: Layout) -> None:
        for (row, column), found in self.grid.beside.items():
            if found in ("open", "broken"):
                y = self.height - 1 - row
                near, far = layout.square(column, y), layout.square(column + 1, y)
                names = layout.square_names
                self.doors.append(f"{names[near]}|{names[far]}={found}")
        for (row, column), found in self.grid.below.items():
            if found in ("open", "broken"):
                y = self.height - 1 - row
                near, far = layout.square(column, y), layout.square(column, y - 1)
                names = layout.square_names
                self.doors.append(f"{names[near]}|{names[far]}={found}")


def _contents(grid: _Grid, layout: Layout) -> list[str]:
    puts: list[str] = []
    height = len(grid.rows)
    for row, squares in enumerate(grid.rows):
        for column, square in enumerate(squares):
            where = layout.square_names[layout.square(column, height - 1 - row)]
            puts.extend(f"{piece}@{where}" for piece in _stack(square.content))
    return puts


def _stack(content: str) -> list[str]:
    """The pieces written between braces, with colours filled in."""
    pieces: list[str] = []
    colour = "b"
    for word in filter(None, content.strip().split("+")):
        match = re.fullmatch(r"\(?([by]?)([A-Za-z]{2}2?)(\*?)\)?", word.strip())
        if match is None:
            raise BadPosition(f"given: cannot read {word!r} in {{{content}}}")
        colour = match.group(1) or colour
        pieces.append(f"{colour}{match.group(2)}{match.group(3)}")
    return pieces

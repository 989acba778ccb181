"""The drawing of a room: signs to grounds and edges, and back."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain

from ..engine.ids import Side
from ..engine.tiles import Tile
from .room_faults import Notes, Place, listed, shown
from .room_signs import SIGNS, Signs

MOST_SQUARES_A_SIDE = 20


@dataclass(frozen=True, slots=True)
class Drawn:
    """What a drawing shows, in the order in which a ``Tile`` keeps it."""

    size: int
    ground: tuple[str, ...]
    edges: tuple[str, ...]


# --- Writing ---


def drawing(tile: Tile, signs: Signs = SIGNS) -> tuple[str, ...]:
    """The drawn rows of a room, all of the same length; of an oblong room too."""
    rows: list[str] = []
    for first in range(0, tile.size, tile.width):
        squares = range(first, first + tile.width)
        rows.append(_edge_row(tile, squares, Side.NORTH, signs))
        rows.append(_square_row(tile, squares, signs))
    rows.append(_edge_row(tile, range(tile.size - tile.width, tile.size), Side.SOUTH, signs))
    return tuple(rows)


def _edge_row(tile: Tile, squares: range, side: Side, signs: Signs) -> str:
    return f"+{'+'.join(signs.edge(tile.edge(local, side)).lying for local in squares)}+"


def _square_row(tile: Tile, squares: range, signs: Signs) -> str:
    row = signs.edge(tile.edge(squares[0], Side.WEST)).upright
    for local in squares:
        ground = signs.ground(tile.ground[local]).signs[0]
        row += f" {ground} " + signs.edge(tile.edge(local, Side.EAST)).upright
    return row


# --- Reading ---


@dataclass(frozen=True, slots=True)
class _Row:
    """One row of a drawing, filled up to the length of the top row, and where it starts."""

    text: str
    start: Place

    def place(self, at: int) -> Place:
        return Place(self.start.line, self.start.column + at)


def read_drawing(lines: list[str], corner: Place, signs: Signs, notes: Notes) -> Drawn:
    """Reads the drawing whose top left corner stands there; raises what the notes then hold.

    A row of the wrong length is not looked into: every sign behind the slip would be called wrong.
    """
    size = _read_size(lines[corner.line - 1], corner, notes)
    rows = _cut_rows(lines, corner, size, notes)
    _note_what_follows(lines, corner.line + 2 * size, notes)
    if notes.faults:
        raise notes.as_error()
    lying = [_read_edge_row(row, signs, notes) for row in rows[0::2]]
    upright = [_read_upright_edges(row, signs, notes) for row in rows[1::2]]
    ground = [_read_grounds(row, signs, notes) for row in rows[1::2]]
    if notes.faults:
        raise notes.as_error()
    edges = (
        (lying[y][x], upright[y][x + 1], lying[y + 1][x], upright[y][x])
        for y in range(size)
        for x in range(size)
    )
    return Drawn(size, tuple(chain.from_iterable(ground)), tuple(chain.from_iterable(edges)))


def _read_size(top_row: str, corner: Place, notes: Notes) -> int:
    """How many squares the top row is wide."""
    length = len(top_row) - corner.column + 1
    size, too_much = divmod(length - 1, 4)
    if size < 1 or too_much:
        wanted = f"{4 * max(size, 1) + 1} or {4 * max(size, 1) + 5}"
        message = f"this row is {length} long; with a '+' every 4 signs it would be {wanted}"
        notes.add(Place(corner.line, len(top_row)), message)
        raise notes.as_error()
    if size > MOST_SQUARES_A_SIDE:
        message = f"{size} squares wide; a room has at most {MOST_SQUARES_A_SIDE}"
        notes.add(corner, message)
        raise notes.as_error()
    return size


def _cut_rows(lines: list[str], corner: Place, size: int, notes: Notes) -> list[_Row]:
    """The rows of the drawing; notes those that are too long, too short or missing."""
    rows: list[_Row] = []
    needed, full = 2 * size + 1, 4 * size + 1
    for number in range(corner.line, corner.line + needed):
        line = lines[number - 1] if number <= len(lines) else ""
        if not line:
            stop = f"the drawing stops after {len(rows)} rows"
            notes.add(Place(number), f"{stop}; {size} squares wide, it needs {needed}")
            break
        row = _Row(line[corner.column - 1 :].ljust(full), Place(number, corner.column))
        is_edge_row = len(rows) % 2 == 0
        _note_wrong_length(line, row, full if is_edge_row else full - 2, full, notes)
        rows.append(row)
    return rows


def _note_wrong_length(line: str, row: _Row, shortest: int, full: int, notes: Notes) -> None:
    before = line[: row.start.column - 1]
    length = len(line) - len(before)
    if before.strip():
        at = Place(row.start.line, len(before) - len(before.lstrip()) + 1)
        wanted = f"nothing left of column {row.start.column}, where the drawing starts"
        notes.add(at, f"found {shown(before.strip())}; expected {wanted}")
    elif not shortest <= length <= full:
        message = f"this row is {length} long; the top row is {full} long"
        notes.add(row.place(min(length, full)), message)


def _note_what_follows(lines: list[str], last: int, notes: Notes) -> None:
    for number, line in enumerate(lines[last:], start=last + 1):
        said = line.lstrip()
        if said and not said.startswith("#"):
            place = Place(number, len(line) - len(said) + 1)
            notes.add(place, "the drawing is complete; only '#' remarks may follow it")
            return


def _read_edge_row(row: _Row, signs: Signs, notes: Notes) -> list[str]:
    for at in range(0, len(row.text), 4):
        if row.text[at] != "+":
            notes.add(row.place(at), f"found {shown(row.text[at])}; expected a corner '+'")
    return [_read_lying_edge(row, at, signs, notes) for at in range(2, len(row.text), 4)]


def _read_lying_edge(row: _Row, middle: int, signs: Signs, notes: Notes) -> str:
    """The kind of an edge by its middle sign; beside it stand blanks, dashes or the same sign."""
    kinds = {edge.lying[1]: edge.kind for edge in signs.edges}
    sign = row.text[middle]
    may_flank = " " if sign == " " else f" -{sign}"
    wrong = [at for at in (middle - 1, middle + 1) if row.text[at] not in may_flank]
    if sign not in kinds:
        wrong = [middle]
    for at in wrong:
        wanted = listed(f"'{edge.lying}' {edge.name}" for edge in signs.edges)
        notes.add(row.place(at), f"found {shown(row.text[at])}; expected {wanted}")
    return kinds.get(sign, "")


def _read_upright_edges(row: _Row, signs: Signs, notes: Notes) -> list[str]:
    kinds = {edge.upright: edge.kind for edge in signs.edges}
    for at in range(0, len(row.text), 4):
        if row.text[at] not in kinds:
            wanted = listed(f"'{edge.upright}' {edge.name}" for edge in signs.edges)
            notes.add(row.place(at), f"found {shown(row.text[at])}; expected {wanted}")
    return [kinds.get(sign, "") for sign in row.text[0::4]]


def _read_grounds(row: _Row, signs: Signs, notes: Notes) -> list[str]:
    return [_read_ground(row, at, signs, notes) for at in range(2, len(row.text), 4)]


def _read_ground(row: _Row, middle: int, signs: Signs, notes: Notes) -> str:
    for at in (middle - 1, middle + 1):
        if row.text[at] != " ":
            found = shown(row.text[at])
            notes.add(row.place(at), f"found {found}; expected a blank beside a square's sign")
    kinds = {sign: ground.kind for ground in signs.grounds for sign in ground.signs}
    if row.text[middle] not in kinds:
        wanted = listed(f"'{ground.signs[0]}' {ground.kind}" for ground in signs.grounds)
        notes.add(row.place(middle), f"found {shown(row.text[middle])}; expected {wanted}")
    return kinds.get(row.text[middle], "")

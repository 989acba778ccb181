"""What the rooms of a pack have in common, as its own file ``figures.toml`` says.

    joined = true          # every square can be reached from all four sides inside the room

    [each]                 # least and most in one room: grounds, edges, open edges of the rim
    slit = [2, 5]
    open-rim = [8, 15]

    [together]             # the same in all rooms together
    slit = [26, 26]

The file may be missing. A room that differs can be played with, so all of it is advice.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import NamedTuple

from ..engine.ids import Side
from ..engine.tiles import Tile
from .room_faults import Fault, Notes, Severity, fault_of_file, listed, shown
from .room_signs import Signs
from .room_ways import SIDE_WORDS, is_shut, outer_squares, reachable
from .rooms import RoomFile, read_text

FILE = "figures.toml"
OPEN_RIM = "open-rim"


class Span(NamedTuple):
    """The least and the most there may be of something."""

    least: int
    most: int

    def __str__(self) -> str:
        return str(self.least) if self.least == self.most else f"{self.least} to {self.most}"


@dataclass(frozen=True, slots=True)
class Figures:
    """What ``figures.toml`` says."""

    joined: bool = False
    each: Mapping[str, Span] = field(default_factory=dict)
    together: Mapping[str, Span] = field(default_factory=dict)


# --- Reading ---


def read_figures(folder: Path | Traversable, signs: Signs) -> Figures:
    """The figures of a pack; none if it has no such file. Raises ``RoomFault`` if it is wrong."""
    entry = folder.joinpath(FILE)
    if not entry.is_file():
        return Figures()
    try:
        data = tomllib.loads(read_text(entry, folder))
    except tomllib.TOMLDecodeError as error:
        raise fault_of_file(FILE, f"not TOML: {error}") from error
    notes = Notes(FILE)
    figures = Figures(
        joined=_read_joined(data.pop("joined", False), notes),
        each=_read_spans("each", data.pop("each", {}), signs, notes),
        together=_read_spans("together", data.pop("together", {}), signs, notes),
    )
    for word in data:
        _note(notes, f"found {shown(word)}; expected 'joined', '[each]' or '[together]'")
    if notes.faults:
        raise notes.as_error()
    return figures


def _read_joined(value: object, notes: Notes) -> bool:
    if not isinstance(value, bool):
        _note(notes, f"joined is {shown(str(value))}; expected true or false")
    return value is True


def _read_spans(table: str, value: object, signs: Signs, notes: Notes) -> dict[str, Span]:
    if not isinstance(value, dict):
        _note(notes, f"found {table} = {shown(str(value))}; expected a table '[{table}]'")
        return {}
    spans = {}
    for what, numbers in value.items():
        if what not in _countable(signs):
            wanted = listed(f"'{kind}'" for kind in _countable(signs))
            _note(notes, f"[{table}] counts {shown(what)}; expected {wanted}")
        elif (span := _as_span(numbers)) is None:
            example = f"the least and the most, like '{what} = [1, 4]'"
            _note(notes, f"[{table}] {what} is {shown(str(numbers))}; expected {example}")
        else:
            spans[what] = span
    return spans


def _countable(signs: Signs) -> dict[str, str]:
    """What can be counted, and what people call it."""
    grounds = {ground.kind: ground.kind for ground in signs.grounds}
    edges = {edge.kind: edge.name for edge in signs.edges}
    return {**grounds, **edges, OPEN_RIM: "open edges of the rim"}


def _as_span(value: object) -> Span | None:
    match value:
        case [int(least), int(most)] if 0 <= least <= most:
            return Span(least, most)
    return None


def _note(notes: Notes, message: str) -> None:
    notes.faults.append(Fault(FILE, 1, 1, message))


# --- Comparing ---


def compare(rooms: Iterable[RoomFile], figures: Figures, signs: Signs) -> Iterator[Fault]:
    """Where the rooms of a pack are not as its figures say; all of it warnings."""
    rooms = list(rooms)
    for room in rooms:
        notes = Notes(room.file)
        for what, span in figures.each.items():
            found = count(room.tile, what)
            if not span.least <= found <= span.most:
                message = f"{_countable(signs)[what]}: {found}; {FILE} wants {span} in each room"
                notes.add(room.corner, message, Severity.WARNING)
        if figures.joined:
            _note_what_is_apart(room, signs, notes)
        yield from notes.faults
    for what, span in figures.together.items():
        found = sum(count(room.tile, what) for room in rooms)
        if not span.least <= found <= span.most:
            message = f"{_countable(signs)[what]}: {found} in all rooms together; expected {span}"
            yield Fault(FILE, 1, 1, message, Severity.WARNING)


def count(tile: Tile, what: str) -> int:
    """How much there is of a ground or a kind of edge; an edge between two squares counts once."""
    if what in tile.ground:
        return tile.ground.count(what)
    edges = [(local, side) for local in range(tile.size) for side in Side]
    rim = [tile.edge(*edge) for edge in edges if tile.next_to(*edge) is None]
    if what == OPEN_RIM:
        return rim.count("open")
    return (tile.edges.count(what) + rim.count(what)) // 2


def _note_what_is_apart(room: RoomFile, signs: Signs, notes: Notes) -> None:
    """Portcullises count as ways, pits do not; each square is told once."""
    tile = room.tile
    unaided = [at for at in range(tile.size) if not signs.ground(tile.ground[at]).needs_help]
    for side in Side:
        middle = outer_squares(tile, side)[len(outer_squares(tile, side)) // 2]
        if is_shut(tile, side, signs):
            message = f"the {SIDE_WORDS[side]} side is shut; {FILE} wants all four open"
            notes.add(room.edge(middle, side), message, Severity.WARNING)
            continue
        found = reachable(tile, unaided, signs, (side,))
        for local in sorted(set(unaided) - found):
            message = f"no way from the {SIDE_WORDS[side]} side to this square inside the room"
            notes.add(room.square(local), message, Severity.WARNING)

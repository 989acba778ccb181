"""Rooms as text: one small file per room, which a person can draw in an editor in minutes.

A header (``room 1R``, ``pair 1``, ``turns right``; ``by`` and ``set`` may follow, ``#`` starts a
remark), then the drawing. A square is three signs wide, edges stand between the squares, every
corner is a ``+``:

    +---+   +        a wall, an open edge
    | . # @          a wall, floor, a portcullis, the gear, an open edge
    +   +---+        an open edge, a wall
    | O   . :        a wall, a pit, an open edge, floor, an arrow-slit
    +-:-+ # +        an arrow-slit, a portcullis

Reading is lenient (any indentation, blanks cut off at the end, other signs for the same thing);
writing has one form. ``rooms_check`` says whether a pack is fit to play with.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from importlib.resources.abc import Traversable
from pathlib import Path

from ..engine.ids import Side
from ..engine.tiles import Tile
from .room_drawing import drawing, read_drawing
from .room_faults import Fault, Notes, Place, RoomFault, fault_of_file, printable, shown
from .room_signs import SIGNS, Signs

__all__ = [
    "Fault",
    "Pack",
    "RoomFault",
    "RoomFile",
    "drawing",
    "read_pack",
    "read_pack_files",
    "read_room",
    "read_room_file",
    "read_text",
    "write_room",
]

LONGEST_FILE = 20_000
"""Bytes. A room of 5x5 squares takes about 300."""
MOST_FILES = 200
LONGEST_NAME = 8
SENSES = {"right": 1, "left": -1, "clockwise": 1, "counter-clockwise": -1}
NEEDED = {"room": "room 1R", "pair": "pair 1", "turns": "turns right"}
"""The lines of a header, with an example each."""
WORDS = (*NEEDED, "by", "set")


# --- One room ---


@dataclass(frozen=True, slots=True)
class RoomFile:
    """A room and where its parts stand in its file."""

    file: str
    tile: Tile
    header: Mapping[str, Place]
    """Where the values of the header stand."""
    corner: Place
    """The top left corner of the drawing."""

    def square(self, local: int) -> Place:
        """The sign in the middle of a square."""
        row, column = divmod(local, self.tile.width)
        return Place(self.corner.line + 2 * row + 1, self.corner.column + 4 * column + 2)

    def edge(self, local: int, side: Side) -> Place:
        """The sign in the middle of one of its edges."""
        middle = self.square(local)
        down, right = ((-1, 0), (0, 2), (1, 0), (0, -2))[side]
        return Place(middle.line + down, middle.column + right)


def read_room(text: str, name: str, signs: Signs = SIGNS) -> Tile:
    """The room drawn in a text; ``name`` is what the faults call the file.

    >>> header = "room 7L\\npair 7\\nturns left\\n"
    >>> read_room(header + "+---+\\n| @\\n+ # +", "7L.txt").edges
    ('wall', 'open', 'portcullis', 'wall')
    >>> read_room(header + "+---+\\n| x |\\n+---+", "7L.txt")
    Traceback (most recent call last):
    adjudicator.sets.room_faults.RoomFault: 7L.txt:5:3: error: found 'x'; expected '.' floor, \
'O' pit or '@' gear
    """
    return read_room_file(text, name, signs).tile


def read_room_file(text: str, name: str, signs: Signs = SIGNS) -> RoomFile:
    """As ``read_room``, with the place of each part; a ``RoomFault`` tells all that is wrong."""
    notes = Notes(printable(name))
    lines = [line.rstrip() for line in text.split("\n")]
    corner = _find_corner(lines)
    header = _read_header(lines if corner is None else lines[: corner.line - 1], notes)
    if corner is None:
        notes.add(_end(lines), "no drawing; expected a row like '+---+   +'")
        raise notes.as_error()
    drawn = read_drawing(lines, corner, signs, notes)
    name, pair, turns = (header[word].value for word in NEEDED)
    sense = SENSES[turns.lower()]
    tile = Tile(name, pair, sense, drawn.size, drawn.size, drawn.ground, drawn.edges)
    return RoomFile(notes.file, tile, {w: line.place for w, line in header.items()}, corner)


def write_room(tile: Tile, signs: Signs = SIGNS) -> str:
    """The canonical text of a square room: ``read_room`` gives the same room back."""
    turns = next(word for word, sense in SENSES.items() if sense == tile.sense)
    header = (f"room {tile.name}", f"pair {tile.pair}", f"turns {turns}", "")
    return "\n".join((*header, *(row.rstrip() for row in drawing(tile, signs)))) + "\n"


def _find_corner(lines: list[str]) -> Place | None:
    for number, line in enumerate(lines, start=1):
        drawn = line.lstrip()
        if drawn.startswith("+"):
            return Place(number, len(line) - len(drawn) + 1)
    return None


def _end(lines: list[str]) -> Place:
    """The last line that says something."""
    return Place(max((at for at, line in enumerate(lines, start=1) if line), default=1))


# --- Its header ---


@dataclass(frozen=True, slots=True)
class _HeaderLine:
    """What a line of the header says, and where that stands."""

    value: str
    place: Place


def _read_header(lines: list[str], notes: Notes) -> dict[str, _HeaderLine]:
    header: dict[str, _HeaderLine] = {}
    for number, line in enumerate(lines, start=1):
        said, *_remark = line.split("#", 1)
        if said.strip():
            _read_header_line(said, number, header, notes)
    for word, example in NEEDED.items():
        if word not in header:
            notes.add(_end(lines), f"the header lacks a line like '{example}'")
    return header


def _read_header_line(said: str, number: int, header: dict[str, _HeaderLine], notes: Notes) -> None:
    first, *rest = said.split(maxsplit=1)
    word, value = first.rstrip(":").lower(), "".join(rest).rstrip()
    start = Place(number, said.index(first) + 1)
    if word not in WORDS:
        notes.add(start, _unknown_word(first))
    elif word in header:
        notes.add(start, f"'{word}' was given in line {header[word].place.line} already")
    else:
        place = Place(number, said.rindex(value) + 1) if value else start
        header[word] = _HeaderLine(value, place)
        if wrong := _wrong_value(word, value):
            notes.add(place, wrong)


def _wrong_value(word: str, value: str) -> str:
    if word == "turns" and value.lower() not in SENSES:
        return f"found {shown(value)}; expected 'turns right' or 'turns left'"
    is_name = value.isascii() and value.isalnum() and len(value) <= LONGEST_NAME
    if word in ("room", "pair") and not is_name:
        wanted = f"at most {LONGEST_NAME} letters and digits, as in '{NEEDED[word]}'"
        return f"found {shown(value)}; expected {wanted}"
    return ""


def _unknown_word(found: str) -> str:
    if close := get_close_matches(found.lower()[:20], WORDS, n=1):
        return f"found {shown(found)}; did you mean '{close[0]}'?"
    wanted = ", ".join(f"'{word}'" for word in WORDS)
    return f"found {shown(found)}; expected {wanted}, a '#' remark or the drawing's first '+'"


# --- A whole pack ---


@dataclass(frozen=True, slots=True)
class Pack:
    """What a folder holds: the rooms that could be read, and what is wrong with the others."""

    rooms: tuple[RoomFile, ...]
    faults: tuple[Fault, ...]


def read_pack(folder: Path | Traversable, signs: Signs = SIGNS) -> tuple[Tile, ...]:
    """All rooms of a folder, by name. Raises ``RoomFault`` if any file cannot be read."""
    pack = read_pack_files(folder, signs)
    if pack.faults:
        raise RoomFault(pack.faults)
    return tuple(sorted((room.tile for room in pack.rooms), key=lambda tile: tile.name))


def read_pack_files(folder: Path | Traversable, signs: Signs = SIGNS) -> Pack:
    """As ``read_pack``, but tells what is right beside what is wrong; never raises."""
    rooms: list[RoomFile] = []
    faults: list[Fault] = []
    try:
        entries = _room_entries(folder)
    except RoomFault as wrong:
        return Pack((), wrong.faults)
    for entry in entries:
        try:
            rooms.append(read_room_file(read_text(entry, folder), entry.name, signs))
        except RoomFault as wrong:
            faults.extend(wrong.faults)
    return Pack(tuple(rooms), tuple(faults))


def _room_entries(folder: Path | Traversable) -> list[Traversable]:
    """What is called ``*.txt`` in the folder, by name; other files are none of our business."""
    try:
        found = [entry for entry in folder.iterdir() if _is_called_room(entry.name)]
    except (OSError, ValueError) as error:
        raise fault_of_file(str(folder), f"cannot list this folder: {_reason(error)}") from error
    if not found:
        raise fault_of_file(str(folder), "no rooms here; expected files like '1R.txt'")
    if len(found) > MOST_FILES:
        raise fault_of_file(str(folder), f"{len(found)} rooms; at most {MOST_FILES} make a pack")
    return sorted(found, key=lambda entry: entry.name)


def _is_called_room(name: str) -> bool:
    return name.lower().endswith(".txt") and not name.startswith(".")


def read_text(entry: Traversable, folder: Path | Traversable) -> str:
    """A file of a pack as text; raises ``RoomFault`` if it is no short text of that folder."""
    try:
        if not entry.is_file():
            raise fault_of_file(entry.name, "not a file; expected the text of a room")
        if _leads_outside(entry, folder):
            raise fault_of_file(entry.name, "a link that leads out of the pack; copy the file")
        with entry.open("rb") as file:
            data = file.read(LONGEST_FILE + 1)
    except OSError as error:
        raise fault_of_file(entry.name, f"cannot read this file: {_reason(error)}") from error
    if len(data) > LONGEST_FILE:
        raise fault_of_file(entry.name, f"longer than {LONGEST_FILE} bytes; this is no room")
    return _decode(data, entry.name)


def _leads_outside(entry: Traversable, folder: Path | Traversable) -> bool:
    if not (isinstance(entry, Path) and isinstance(folder, Path)):
        return False
    return not entry.resolve().is_relative_to(folder.resolve())


def _decode(data: bytes, name: str) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8-sig", "replace")
        place = Place(before.count("\n") + 1, len(before) - before.rfind("\n"))
        raise fault_of_file(name, "not UTF-8 text; plain ASCII is enough", place) from error


def _reason(error: OSError | ValueError) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)

"""Whether a room pack is fit to play with: errors must be put right, warnings are advice."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from importlib.resources.abc import Traversable
from pathlib import Path

from ..engine.ids import Side
from ..engine.tiles import Tile
from .room_faults import Fault, Notes, RoomFault, Severity
from .room_figures import compare, read_figures
from .room_signs import SIGNS, Signs
from .room_ways import SIDE_WORDS, is_shut, outer_squares, reachable
from .rooms import RoomFile, read_pack_files

FEWEST_PLACEABLE = 4
"""No scenario hides more tokens in one room."""
LETTERS = {1: "Rc", -1: "La"}
"""How a room's name ends, by its sense: right or clockwise, left or anticlockwise."""
SENSE_WORDS = {1: "right", -1: "left"}


def check_pack(folder: Path | Traversable, signs: Signs = SIGNS) -> list[Fault]:
    """All that is wrong with a pack, by file and line; never raises.

    Pairs and figures are looked at only when every file could be read: the missing twin may be one
    of those that could not.
    """
    pack = read_pack_files(folder, signs)
    faults = list(pack.faults)
    for room in pack.rooms:
        faults += check_room(room, signs)
    if not pack.faults:
        faults += check_pairs(pack.rooms)
        faults += _check_figures(folder, pack.rooms, signs)
    return sorted(faults)


def _check_figures(
    folder: Path | Traversable, rooms: Iterable[RoomFile], signs: Signs
) -> list[Fault]:
    try:
        return list(compare(rooms, read_figures(folder, signs), signs))
    except RoomFault as wrong:
        return list(wrong.faults)


def read_sound_pack(folder: Path | Traversable, signs: Signs = SIGNS) -> tuple[Tile, ...]:
    """All rooms of a pack without errors, by name; raises ``RoomFault`` with the errors."""
    errors = [f for f in check_pack(folder, signs) if f.severity is Severity.ERROR]
    if errors:
        raise RoomFault(errors)
    tiles = (room.tile for room in read_pack_files(folder, signs).rooms)
    return tuple(sorted(tiles, key=lambda tile: tile.name))


def check_room(room: RoomFile, signs: Signs = SIGNS) -> list[Fault]:
    """What is wrong with a room by itself."""
    notes = Notes(room.file)
    _check_name(room, notes)
    _check_gear(room, notes)
    _check_placeable(room, signs, notes)
    _check_sealed(room, signs, notes)
    _check_sides(room, signs, notes)
    _check_outer_portcullises(room, notes)
    _warn_if_dull(room, signs, notes)
    return sorted(notes.faults)


# --- Names and pairs ---


def _check_name(room: RoomFile, notes: Notes) -> None:
    tile = room.tile
    allowed = [tile.pair + letter for letter in LETTERS[tile.sense]]
    if tile.name not in allowed:
        sense = SENSE_WORDS[tile.sense]
        notes.add(
            room.header["room"],
            f"found '{tile.name}'; pair {tile.pair} turning {sense} is called '{allowed[0]}'",
        )
    elif room.file.lower() != f"{tile.name}.txt".lower():
        notes.add(room.header["room"], f"room {tile.name} belongs in a file '{tile.name}.txt'")


def check_pairs(rooms: Iterable[RoomFile]) -> list[Fault]:
    """Every room has exactly one twin, which turns the other way (BASE-TERRAIN-12)."""
    pairs: defaultdict[str, list[RoomFile]] = defaultdict(list)
    for room in rooms:
        pairs[room.tile.pair].append(room)
    return [fault for pair in pairs.values() for fault in _check_pair(pair)]


def _check_pair(rooms: list[RoomFile]) -> list[Fault]:
    number, first = rooms[0].tile.pair, rooms[0]
    files = ", ".join(room.file for room in rooms)
    if len(rooms) == 1:
        other = SENSE_WORDS[-first.tile.sense]
        return [_pair_fault(first, f"pair {number} lacks its room that turns {other}")]
    if len(rooms) > 2:
        message = f"pair {number} has {len(rooms)} rooms ({files}); expected two"
        return [_pair_fault(room, message) for room in rooms[2:]]
    if rooms[1].tile.sense == first.tile.sense:
        sense = SENSE_WORDS[first.tile.sense]
        message = f"both rooms of pair {number} ({files}) turn {sense}; one must turn the other way"
        return [_pair_fault(rooms[1], message)]
    return []


def _pair_fault(room: RoomFile, message: str) -> Fault:
    place = room.header["pair"]
    return Fault(room.file, place.line, place.column, message)


# --- Squares ---


def _check_gear(room: RoomFile, notes: Notes) -> None:
    """Exactly one in every room (BASE-TERRAIN-03)."""
    gears = [local for local, kind in enumerate(room.tile.ground) if kind == "gear"]
    if not gears:
        notes.add(room.corner, "no gear; expected exactly one '@'")
    for local in gears[1:]:
        notes.add(room.square(local), "a second gear; expected exactly one '@'")


def _check_placeable(room: RoomFile, signs: Signs, notes: Notes) -> None:
    count = sum(signs.ground(kind).placeable for kind in room.tile.ground)
    if count < FEWEST_PLACEABLE:
        wanted = f"expected at least {FEWEST_PLACEABLE}"
        notes.add(room.corner, f"{count} squares to place tokens on; {wanted}")


def _check_sealed(room: RoomFile, signs: Signs, notes: Notes) -> None:
    """Portcullises count as ways; pits do, but a square behind them is worth a warning."""
    tile = room.tile
    everywhere = range(tile.size)
    unaided = [local for local in everywhere if not signs.ground(tile.ground[local]).needs_help]
    by_any_means = reachable(tile, everywhere, signs)
    on_foot = reachable(tile, unaided, signs)
    for local in unaided:
        what = "the gear" if tile.ground[local] == "gear" else "this square"
        if local not in by_any_means:
            notes.add(room.square(local), f"{what} is sealed; no way leads to it from outside")
        elif local not in on_foot:
            message = f"{what} can be reached only over a pit"
            notes.add(room.square(local), message, Severity.WARNING)


# --- Sides ---


def _check_sides(room: RoomFile, signs: Signs, notes: Notes) -> None:
    """A side may be shut only between two sides that are not."""
    shut = [side for side in Side if is_shut(room.tile, side, signs)]
    for side in shut:
        beside = [near for near in (side.turned(-1), side.turned(1)) if near in shut]
        if beside:
            squares = outer_squares(room.tile, side)
            words = " and ".join(SIDE_WORDS[near] for near in sorted(beside))
            notes.add(
                room.edge(squares[len(squares) // 2], side),
                f"the {SIDE_WORDS[side]} side is shut, and so is the {words} beside it",
            )


def _check_outer_portcullises(room: RoomFile, notes: Notes) -> None:
    """They lie between two squares of one room (base set, 1.5)."""
    for side in Side:
        for local in outer_squares(room.tile, side):
            if room.tile.edge(local, side) == "portcullis":
                message = "a portcullis on the rim; they lie between two squares of a room"
                notes.add(room.edge(local, side), message, Severity.WARNING)


def _warn_if_dull(room: RoomFile, signs: Signs, notes: Notes) -> None:
    tile = room.tile
    dull = {
        "no portcullis": "portcullis" not in tile.edges,
        "no pit": "pit" not in tile.ground,
        "fewer than two sides open": sum(not is_shut(tile, s, signs) for s in Side) < 2,
    }
    for reason, is_so in dull.items():
        if is_so:
            notes.add(room.corner, f"a dull room: {reason}", Severity.WARNING)

"""Room files: read, written, checked and drawn."""

from __future__ import annotations

import os
import zipfile
from importlib.resources import files
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.engine.ids import Side
from adjudicator.engine.tiles import Tile
from adjudicator.render.rooms import WIDEST, draw_room, turned_tile
from adjudicator.sets import rooms
from adjudicator.sets.room_drawing import MOST_SQUARES_A_SIDE
from adjudicator.sets.room_faults import MOST_FAULTS
from adjudicator.sets.room_signs import SIGNS, Edge, Ground
from adjudicator.sets.rooms import Fault, RoomFault, read_pack, read_room, write_room
from adjudicator.sets.rooms_check import check_pack, outer_squares, read_sound_pack

SHIPPED = files("adjudicator.sets.base") / "rooms"

GOOD = """\
room 1R
pair 1
turns right

+---+   +---+
| .   . # . |
+   +---+   +
  .   @   .
+   +   +---+
| O   . | .
+---+   +---+
"""
TWIN = GOOD.replace("1R", "1L").replace("right", "left")
WITH_SLITS = SIGNS.and_also(edges=(Edge("arrow-slit", "-:-", ":", passable=False),))


def pack_of(folder: Path, **texts: str | bytes) -> Path:
    """A pack with these files: ``R=`` is ``1R.txt``, ``L=`` is ``1L.txt``."""
    for letter, text in texts.items():
        data = text if isinstance(text, bytes) else text.encode()
        (folder / f"1{letter}.txt").write_bytes(data)
    return folder


def told(faults: list[Fault]) -> list[str]:
    return [str(fault) for fault in faults]


def changed(old: str, new: str, text: str = GOOD) -> str:
    assert old in text
    return text.replace(old, new, 1)


# --- Reading and writing ---


@st.composite
def tiles(draw: st.DrawFn) -> Tile:
    """Any square room, however unplayable."""
    size = draw(st.integers(1, 6))
    kinds = st.sampled_from([edge.kind for edge in WITH_SLITS.edges])
    lying = draw(st.lists(kinds, min_size=size * (size + 1), max_size=size * (size + 1)))
    upright = draw(st.lists(kinds, min_size=size * (size + 1), max_size=size * (size + 1)))
    grounds = st.sampled_from([ground.kind for ground in SIGNS.grounds])
    ground = draw(st.lists(grounds, min_size=size * size, max_size=size * size))
    edges: list[str] = []
    for y in range(size):
        for x in range(size):
            north, west = y * size + x, y * (size + 1) + x
            edges += [lying[north], upright[west + 1], lying[north + size], upright[west]]
    names = st.from_regex(r"[A-Za-z0-9]{1,8}", fullmatch=True)
    sense = draw(st.sampled_from([1, -1]))
    return Tile(draw(names), draw(names), sense, size, size, tuple(ground), tuple(edges))


@given(tiles())
def test_reading_undoes_writing(tile: Tile) -> None:
    text = write_room(tile, WITH_SLITS)
    assert read_room(text, "x", WITH_SLITS) == tile
    assert write_room(read_room(text, "x", WITH_SLITS), WITH_SLITS) == text


@given(tiles(), st.integers(0, 9), st.booleans())
def test_indentation_and_line_ends_do_not_matter(tile: Tile, indent: int, dos: bool) -> None:
    lines = write_room(tile, WITH_SLITS).split("\n")
    text = ("\r\n" if dos else "\n").join(" " * indent + line for line in lines)
    assert read_room(text, "x", WITH_SLITS) == tile


def test_a_room_is_read_square_by_square() -> None:
    tile = read_room(GOOD, "1R.txt")
    assert (tile.name, tile.pair, tile.sense, tile.width, tile.height) == ("1R", "1", 1, 3, 3)
    assert [at for at, kind in enumerate(tile.ground) if kind != "floor"] == [4, 6]
    assert (tile.ground[4], tile.ground[6]) == ("gear", "pit")
    assert tile.edge(1, Side.EAST) == tile.edge(2, Side.WEST) == "portcullis"
    assert tile.edge(1, Side.SOUTH) == tile.edge(4, Side.NORTH) == "wall"
    open_rim = [(at, side) for side in Side for at in outer_squares(tile, side)]
    open_rim = [(at, side) for at, side in open_rim if tile.edge(at, side) == "open"]
    assert open_rim == [(1, 0), (5, 1), (8, 1), (7, 2), (3, 3)]


LENIENT = {
    "other signs": GOOD.replace("@", "G").replace("O", "o"),
    "words in capitals": GOOD.replace("room", "ROOM").replace("right", "Right"),
    "colons": GOOD.replace("room", "room:").replace("turns", "turns :".replace(" ", "")),
    "remarks": "# mine\n" + GOOD.replace("pair 1", "pair 1  # red") + "# the end\n",
    "author and set": "by somebody\nset base\n" + GOOD,
    "sense in full": GOOD.replace("right", "clockwise"),
    "byte order": GOOD,
    "indented by a tab": GOOD.replace("\n", "\n\t"),
}


@pytest.mark.parametrize("text", LENIENT.values(), ids=LENIENT.keys())
def test_lenient_in_canonical_out(text: str) -> None:
    assert write_room(read_room(text, "1R.txt")) == GOOD


@pytest.mark.parametrize("edge", ["###", " # ", "-#-"])
def test_a_lying_portcullis_may_be_drawn_in_three_ways(edge: str) -> None:
    tile = read_room(changed("+   +---+   +", f"+{edge}+---+   +"), "1R.txt")
    assert tile.edge(0, Side.SOUTH) == "portcullis"
    assert "\n+ # +---+   +\n" in write_room(tile)


def test_a_later_set_adds_grounds_and_edges() -> None:
    signs = WITH_SLITS.and_also(grounds=(Ground("water", "w", placeable=False),))
    text = changed(" O ", " w ", changed("# . |", ": . |"))
    tile = read_room(text, "1R.txt", signs)
    assert (tile.ground[6], tile.edge(1, Side.EAST)) == ("water", "arrow-slit")
    assert write_room(tile, signs) == text
    with pytest.raises(RoomFault):
        read_room(text, "1R.txt")


# --- Unreadable files ---

UNKNOWN_GROUND = "expected '.' floor, 'O' pit or '@' gear"
UNKNOWN_LYING = "expected '   ' open, '---' wall or ' # ' portcullis"
UNKNOWN_UPRIGHT = "expected ' ' open, '|' wall or '#' portcullis"

UNREADABLE = [
    ("", "1:1: error: the header lacks a line like 'room 1R'"),
    ("room 1R", "1:1: error: no drawing; expected a row like '+---+   +'"),
    (changed("room 1R\n", ""), "2:1: error: the header lacks a line like 'room 1R'"),
    (changed("pair 1\n", ""), "2:1: error: the header lacks a line like 'pair 1'"),
    (changed("turns right\n", ""), "2:1: error: the header lacks a line like 'turns right'"),
    (changed("turns right", "turns up"), "3:7: error: found 'up'; expected 'turns right' or"),
    (changed("turns right", "turns"), "3:1: error: found nothing; expected 'turns right' or"),
    (changed("turns", " turn"), "3:2: error: found 'turn'; did you mean 'turns'?"),
    (changed("turns", "colour red\nturns"), "3:1: error: found 'colour'; expected 'room', 'pair'"),
    (changed("pair 1", "room 1L"), "2:1: error: 'room' was given in line 1 already"),
    (changed("room 1R", "room 1 R"), "1:6: error: found '1 R'; expected at most 8 letters"),
    (changed("pair 1", "pair 123456789"), "2:6: error: found '123456789'; expected at most 8"),
    (changed("+---+   +---+", "+---+   +--+"), "5:12: error: this row is 12 long; with a '+' every"),
    (changed("+---+   +---+", "+"), "5:1: error: this row is 1 long; with a '+' every 4 signs it"),
    (changed("+   +---+   +", "+   +---+"), "7:10: error: this row is 9 long; the top row is 13"),
    (changed("  .   @   .", "  .   @"), "8:8: error: this row is 7 long; the top row is 13 long"),
    (changed(" # . |", " # . | x"), "6:14: error: this row is 16 long; the top row is 13 long"),
    (changed("| O   . | .\n+---+   +---+\n", ""), "10:1: error: the drawing stops after 5 rows; 3"),
    (GOOD + "\n  more", "13:3: error: the drawing is complete; only '#' remarks may follow it"),
    (changed("+---+", "  +---+"), "6:1: error: found '|'; expected nothing left of column 3, where"),
    (changed(" @ ", " x "), f"8:7: error: found 'x'; {UNKNOWN_GROUND}"),
    (changed(" @ ", "   "), f"8:7: error: found a blank; {UNKNOWN_GROUND}"),
    (changed(" @ ", " \t "), f"8:7: error: found a tab (use blanks); {UNKNOWN_GROUND}"),
    (changed(" @ ", " \a "), f"8:7: error: found '\\x07'; {UNKNOWN_GROUND}"),
    (changed(" @ ", "@  "), "8:6: error: found '@'; expected a blank beside a square's sign"),
    (changed("+   +---+   +", "+   +-x-+   +"), f"7:7: error: found 'x'; {UNKNOWN_LYING}"),
    (changed("+   +---+   +", "+   +--x+   +"), f"7:8: error: found 'x'; {UNKNOWN_LYING}"),
    (changed("+   +---+   +", "+  -+---+   +"), f"7:4: error: found '-'; {UNKNOWN_LYING}"),
    (changed("+   +---+   +", "+   |---+   +"), "7:5: error: found '|'; expected a corner '+'"),
    (changed(" # . |", " ! . |"), f"6:9: error: found '!'; {UNKNOWN_UPRIGHT}"),
]


@pytest.mark.parametrize(("text", "fault"), UNREADABLE, ids=[fault for _, fault in UNREADABLE])
def test_unreadable_rooms_say_where_and_what_was_expected(text: str, fault: str) -> None:
    with pytest.raises(RoomFault) as caught:
        read_room(text, "1R.txt")
    assert any(str(one).startswith(f"1R.txt:{fault}") for one in caught.value.faults)
    assert str(caught.value) == "\n".join(told(list(caught.value.faults)))


def test_all_slips_of_a_drawing_are_told_at_once() -> None:
    text = changed(" @ ", " x ", changed("# . |", "! . |"))
    with pytest.raises(RoomFault) as caught:
        read_room(text, "1R.txt")
    assert [(fault.line, fault.column) for fault in caught.value.faults] == [(6, 9), (8, 7)]


def test_many_faults_are_cut_short() -> None:
    with pytest.raises(RoomFault) as caught:
        read_room("what?\n" * 500, "1R.txt")
    assert len(caught.value.faults) == MOST_FAULTS
    assert caught.value.faults[-1].message.endswith("(and 484 more faults)")


def test_a_drawing_has_a_largest_size() -> None:
    row = "+---" * (MOST_SQUARES_A_SIDE + 1) + "+"
    with pytest.raises(RoomFault, match="5:1: error: 21 squares wide; a room has at most 20"):
        read_room(changed("+---+   +---+", row), "1R.txt")


@given(st.text() | st.text(alphabet="+-|# .O@\n").map(lambda text: GOOD[:30] + text))
def test_no_text_upsets_the_reader(text: str) -> None:
    try:
        read_room(text, "x")
    except RoomFault as wrong:
        assert wrong.faults


# --- Packs ---


def test_a_pack_is_sorted_by_name_and_ignores_other_files(tmp_path: Path) -> None:
    pack_of(tmp_path, R=GOOD, L=TWIN)
    (tmp_path / "README.md").write_text("notes")
    (tmp_path / ".hidden.txt").write_text("notes")
    assert [tile.name for tile in read_pack(tmp_path)] == ["1L", "1R"]
    assert read_sound_pack(tmp_path) == read_pack(tmp_path)
    assert check_pack(tmp_path) == []


def test_a_pack_may_lie_in_an_archive(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "pack.zip", "w") as archive:
        archive.writestr("mine/1R.txt", GOOD)
        archive.writestr("mine/1L.txt", "\ufeff" + TWIN)
    inside = zipfile.Path(tmp_path / "pack.zip") / "mine"
    assert [tile.name for tile in read_pack(inside)] == ["1L", "1R"]
    assert check_pack(inside) == []


def test_a_pack_that_cannot_be_read_raises_all_faults(tmp_path: Path) -> None:
    pack_of(tmp_path, R=changed("@", "x"), L=changed("@", "y", TWIN))
    with pytest.raises(RoomFault) as caught:
        read_pack(tmp_path)
    assert [fault.file for fault in caught.value.faults] == ["1L.txt", "1R.txt"]


def test_not_a_folder(tmp_path: Path) -> None:
    (tmp_path / "1R.txt").write_text(GOOD)
    for wrong in (tmp_path / "1R.txt", tmp_path / "none", tmp_path / "nul\0", tmp_path / "x" * 300):
        (fault,) = check_pack(wrong)
        assert fault.message.startswith("cannot list this folder: ")
        assert fault.file.isprintable()


def test_an_empty_folder(tmp_path: Path) -> None:
    assert told(check_pack(tmp_path)) == [
        f"{tmp_path}:1:1: error: no rooms here; expected files like '1R.txt'"
    ]


def test_too_many_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "MOST_FILES", 1)
    (fault,) = check_pack(pack_of(tmp_path, R=GOOD, L=TWIN))
    assert fault.message == "2 rooms; at most 1 make a pack"


BAD_FILES = [
    (b"", "1R.txt:1:1: error: the header lacks a line like 'pair 1'"),
    (b"#" * (rooms.LONGEST_FILE + 1), "1R.txt:1:1: error: longer than 20000 bytes; this is no"),
    (b"room 1R\nby \xe9", "1R.txt:2:4: error: not UTF-8 text; plain ASCII is enough"),
    (b"\x00\x01\x02", "1R.txt:1:1: error: found '\\x00\\x01\\x02'; expected 'room', 'pair'"),
]


@pytest.mark.parametrize(("data", "fault"), BAD_FILES, ids=[fault for _, fault in BAD_FILES])
def test_bad_files_are_faults_not_crashes(tmp_path: Path, data: bytes, fault: str) -> None:
    faults = told(check_pack(pack_of(tmp_path, R=data, L=TWIN)))
    assert any(one.startswith(fault) for one in faults), faults
    assert not any(one.startswith("1L.txt") for one in faults), "its twin is there, but unreadable"


def test_entries_that_are_no_files(tmp_path: Path) -> None:
    pack = tmp_path / "pack"
    pack.mkdir()
    (tmp_path / "secret").write_text(GOOD)
    (pack / "1L.txt").mkdir()
    os.mkfifo(pack / "1R.txt")
    (pack / "2L.txt").symlink_to(tmp_path / "secret")
    (pack / "2R.txt").symlink_to(pack / "2R.txt")
    (pack / "3\n.txt").mkdir()
    no_file = "not a file; expected the text of a room"
    assert told(check_pack(pack)) == [
        f"1L.txt:1:1: error: {no_file}",
        f"1R.txt:1:1: error: {no_file}",
        "2L.txt:1:1: error: a link that leads out of the pack; copy the file",
        f"2R.txt:1:1: error: {no_file}",
        f"3\\n.txt:1:1: error: {no_file}",
    ]


def test_a_file_that_may_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    pack_of(tmp_path, R=GOOD)
    monkeypatch.setattr(Path, "open", refuse)
    assert told(check_pack(tmp_path)) == [
        "1R.txt:1:1: error: cannot read this file: Permission denied"
    ]


# --- Fit to play with? ---

RIM_GEAR = changed("| .   . # . |", "| @   . # . |", changed("@", "."))
ISLAND = """\
room 1R
pair 1
turns right

+---+   +---+
| .   . # . |
+   +---+   +
  . | . | @
+   +---+   +
| O   .   .
+---+   +---+
"""
OVER_PITS = changed("+---+---+", "+   +---+", ISLAND).replace("\n  . | . | @", "\n  . | .   O")
OVER_PITS = changed("| O   .   .", "| @   .   .", OVER_PITS)

UNFIT = [
    (changed("room 1R", "room 2R"), "1:6: error: found '2R'; pair 1 turning right is called '1R'"),
    (changed("right", "left"), "1:6: error: found '1R'; pair 1 turning left is called '1L'"),
    (changed("pair 1", "pair 2", changed("1R", "2R")), "1:6: error: room 2R belongs in a file '2R.t"),
    (changed("@", "."), "5:1: error: no gear; expected exactly one '@'"),
    (changed("| .   . #", "| @   . #"), "8:7: error: a second gear; expected exactly one '@'"),
    (ISLAND, "8:7: error: this square is sealed; no way leads to it from outside"),
    (changed("| . |", "| @ |", changed("@", ".", ISLAND.replace("  . | .", "| . | ."))), "8:7: "),
    (OVER_PITS, "8:7: warning: this square can be reached only over a pit"),
    (GOOD.replace(" . ", " O "), "5:1: error: 1 squares to place tokens on; expected at least 4"),
    (changed("+---+   +---+\n| .", "+---+---+---+\n| .").replace("  .   @   .\n", "  .   @   . |\n")
     .replace("| O   . | .\n", "| O   . | . |\n"), "5:7: error: the top side is shut, and so is the"),
    (changed("  .   @   .", "# .   @   ."), "8:1: warning: a portcullis on the rim; they lie between"),
    (changed("#", " "), "5:1: warning: a dull room: no portcullis"),
    (changed("O", "."), "5:1: warning: a dull room: no pit"),
]


@pytest.mark.parametrize(("text", "fault"), UNFIT, ids=[fault for _, fault in UNFIT])
def test_unfit_rooms(tmp_path: Path, text: str, fault: str) -> None:
    faults = told(check_pack(pack_of(tmp_path, R=text, L=TWIN)))
    assert any(one.startswith(f"1R.txt:{fault}") for one in faults), faults

"""Room packs: which are fit to play with."""

from __future__ import annotations

import os
import zipfile
from pathlib import Path

import pytest

from adjudicator.sets import rooms
from adjudicator.sets.rooms import RoomFault, read_pack
from adjudicator.sets.rooms_check import check_pack, read_sound_pack
from tests.sets.packs import GOOD, HEADER, TWIN, changed, pack_of, told

# --- Which files make a pack ---


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
    for name in ("1R.txt", "none", "nul\0", "x" * 300):
        (fault,) = check_pack(tmp_path / name)
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


# --- One room ---

SEALED = """
+---+   +---+
| .   . # . |
+   +---+   +
  . | . | @
+   +---+   +
| O   .   .
+---+   +---+
"""
SEALED_GEAR = """
+---+   +---+
| .   . # . |
+   +---+   +
  . | @ | .
+   +---+   +
| O   .   .
+---+   +---+
"""
BEHIND_A_PIT = """
+---+   +---+
| .   . # . |
+   +---+   +
  . | @   O
+   +---+   +
| .   .   .
+---+   +---+
"""
TWO_SIDES_SHUT = """
+---+---+---+
| .   . # . |
+   +---+   +
  .   @   . |
+   +   +---+
| O   .   . |
+---+   +---+
"""
ONE_SIDE_OPEN = """
+---+---+---+
| .   . # . |
+   +---+   +
  .   @   . |
+   +   +   +
| O   .   . |
+---+---+---+
"""
ALL_PITS = """
+---+   +---+
| O   O # . |
+   +---+   +
  O   @   .
+   +   +   +
| O   O   O
+---+   +---+
"""
SHUT = "side is shut, and so is the"

UNFIT = [
    (changed("1R", "2R"), ["1:6: error: found '2R'; pair 1 turning right is called '1R'"]),
    (changed("right", "left"), ["1:6: error: found '1R'; pair 1 turning left is called '1L'"]),
    (
        changed("pair 1", "pair 2", changed("1R", "2R")),
        ["1:6: error: room 2R belongs in a file '2R.txt'"],
    ),
    (changed("@", "."), ["5:1: error: no gear; expected exactly one '@'"]),
    (changed("# .", "# @"), ["8:7: error: a second gear; expected exactly one '@'"]),
    (HEADER + SEALED, ["9:7: error: this square is sealed; no way leads to it from outside"]),
    (HEADER + SEALED_GEAR, ["9:7: error: the gear is sealed; no way leads to it from outside"]),
    (HEADER + BEHIND_A_PIT, ["9:7: warning: the gear can be reached only over a pit"]),
    (HEADER + ALL_PITS, ["6:1: error: 3 squares to place tokens on; expected at least 4"]),
    (
        HEADER + TWO_SIDES_SHUT,
        [
            f"6:7: error: the top {SHUT} right beside it",
            f"9:13: error: the right {SHUT} top beside it",
        ],
    ),
    (
        HEADER + ONE_SIDE_OPEN,
        [
            "6:1: warning: a dull room: fewer than two sides open",
            f"6:7: error: the top {SHUT} right beside it",
            f"9:13: error: the right {SHUT} top and bottom beside it",
            f"12:7: error: the bottom {SHUT} right beside it",
        ],
    ),
    (
        changed("  .   @", "# .   @"),
        ["8:1: warning: a portcullis on the rim; they lie between two squares of a room"],
    ),
    (changed("#", " "), ["5:1: warning: a dull room: no portcullis"]),
    (changed("O", "."), ["5:1: warning: a dull room: no pit"]),
]


@pytest.mark.parametrize(("text", "faults"), UNFIT, ids=[faults[0] for _, faults in UNFIT])
def test_an_unfit_room(tmp_path: Path, text: str, faults: list[str]) -> None:
    found = told(check_pack(pack_of(tmp_path, R=text, L=TWIN)))
    pair_faults = [one for one in found if ": pair " in one or ": both rooms" in one]
    assert [one for one in found if one not in pair_faults] == [f"1R.txt:{one}" for one in faults]


def test_one_shut_side_between_open_ones_is_no_fault(tmp_path: Path) -> None:
    shut_on_top = changed("+---+   +---+", "+---+---+---+")
    assert check_pack(pack_of(tmp_path, R=shut_on_top, L=TWIN)) == []


# --- Pairs ---


def test_a_room_without_twin(tmp_path: Path) -> None:
    assert told(check_pack(pack_of(tmp_path, R=GOOD))) == [
        "1R.txt:2:6: error: pair 1 lacks its room that turns left"
    ]


def test_twins_that_turn_the_same_way(tmp_path: Path) -> None:
    """BASE-TERRAIN-12: such data is rejected."""
    pack_of(tmp_path, L=changed("left", "right", TWIN), R=GOOD)
    fault = "both rooms of pair 1 (1L.txt, 1R.txt) turn right; one must turn the other way"
    assert f"1R.txt:2:6: error: {fault}" in told(check_pack(tmp_path))
    with pytest.raises(RoomFault, match="one must turn the other way"):
        read_sound_pack(tmp_path)


def test_a_third_room_in_a_pair(tmp_path: Path) -> None:
    pack_of(tmp_path, R=GOOD, L=TWIN)
    (tmp_path / "1c.txt").write_text(changed("1R", "1c"))
    assert told(check_pack(tmp_path)) == [
        "1c.txt:2:6: error: pair 1 has 3 rooms (1L.txt, 1R.txt, 1c.txt); expected two"
    ]


def test_warnings_do_not_keep_a_pack_from_being_used(tmp_path: Path) -> None:
    pack_of(tmp_path, R=changed("O", "."), L=TWIN)
    assert len(check_pack(tmp_path)) == 1
    assert len(read_sound_pack(tmp_path)) == 2

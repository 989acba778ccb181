"""What a pack says of its rooms in ``figures.toml``: how it is read and compared."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.sets import rooms
from adjudicator.sets.rooms_check import check_pack, read_sound_pack
from tests.sets.packs import GOOD, HEADER, TWIN, changed, pack_of, told

SLITS = changed("  .   @   .", ": .   @   .")
SPLIT = """
+---+   +---+
| .   . | .
+---+---+   +
  .   @ | . |
+   +   + # +
| O   . | .
+---+   +---+
"""


def with_figures(folder: Path, figures: str | bytes, **texts: str) -> Path:
    data = figures if isinstance(figures, bytes) else figures.encode()
    (folder / "figures.toml").write_bytes(data)
    return pack_of(folder, **texts)


def test_a_pack_that_is_as_its_figures_say(tmp_path: Path) -> None:
    """A rim edge and an edge between two squares both count once."""
    figures = "[each]\npit = [1, 1]\ngear = [1, 1]\nportcullis = [1, 1]\nopen-rim = [4, 5]\n"
    figures += "[together]\nslit = [1, 1]\nportcullis = [2, 2]"
    assert told(check_pack(with_figures(tmp_path, figures, R=SLITS, L=TWIN))) == []


WARNED = [
    ("[each]\nslit = [2, 5]", "1R.txt:5:1: warning: arrow-slit: 1; figures.toml wants 2 to 5 in"),
    ("[each]\nslit = [1, 1]", "1L.txt:5:1: warning: arrow-slit: 0; figures.toml wants 1 in each"),
    ("[each]\npit = [0, 0]", "1R.txt:5:1: warning: pit: 1; figures.toml wants 0 in each room"),
    ("[each]\nopen-rim = [5, 5]", "1R.txt:5:1: warning: open edges of the rim: 4; figures.toml"),
    (
        "[together]\nslit = [26, 26]",
        "figures.toml:1:1: warning: arrow-slit: 1 in all rooms together; expected 26",
    ),
    ("joined = true", "1R.txt:8:1: warning: the left side is shut; figures.toml wants all four"),
]


@pytest.mark.parametrize(("figures", "warning"), WARNED, ids=[warning for _, warning in WARNED])
def test_a_pack_that_is_not_as_its_figures_say(tmp_path: Path, figures: str, warning: str) -> None:
    found = told(check_pack(with_figures(tmp_path, figures, R=SLITS, L=TWIN)))
    assert any(one.startswith(warning) for one in found), found
    assert len(read_sound_pack(tmp_path)) == 2, "that is no reason not to play"


def test_a_room_in_parts_is_no_joined_room(tmp_path: Path) -> None:
    with_figures(tmp_path, "joined = true", R=HEADER + SPLIT, L=TWIN)
    found = told(check_pack(tmp_path))
    assert "1R.txt:9:3: warning: no way from the top side to this square inside the room" in found
    assert (
        "1R.txt:7:3: warning: no way from the top side to this square inside the room" not in found
    )
    (tmp_path / "figures.toml").write_text("joined = false")
    assert check_pack(tmp_path) == []


BAD_FIGURES: list[tuple[str | bytes, str]] = [
    ("joined", "not TOML: "),
    (b"\xff", "not UTF-8 text; plain ASCII is enough"),
    ("#" * (rooms.LONGEST_FILE + 1), "longer than 20000 bytes; this is no room"),
    ("joint = true", "found 'joint'; expected 'joined', '[each]' or '[together]'"),
    ("joined = 1", "joined is '1'; expected true or false"),
    ("each = 3", "found each = '3'; expected a table '[each]'"),
    ("[each]\nwell = [1, 2]", "[each] counts 'well'; expected 'floor', 'pit', 'gear', 'open', "),
    ("[each]\npit = 4", "[each] pit is '4'; expected the least and the most, like 'pit = [1, 4]'"),
    ("[together]\nslit = [5, 2]", "[together] slit is '[5, 2]'; expected the least and the most"),
    ("[together]\nslit = [-1, 2]", "[together] slit is '[-1, 2]'; expected the least and the most"),
]


@pytest.mark.parametrize(("figures", "message"), BAD_FIGURES, ids=[m for _, m in BAD_FIGURES])
def test_wrong_figures(tmp_path: Path, figures: str | bytes, message: str) -> None:
    (fault,) = check_pack(with_figures(tmp_path, figures, R=GOOD, L=TWIN))
    assert str(fault).startswith(f"figures.toml:1:1: error: {message}")


def test_figures_are_not_looked_for_outside_the_pack(tmp_path: Path) -> None:
    pack = tmp_path / "pack"
    pack.mkdir()
    (tmp_path / "secret").write_text("joined = true")
    (pack / "figures.toml").symlink_to(tmp_path / "secret")
    (fault,) = check_pack(pack_of(pack, R=GOOD, L=TWIN))
    assert fault.message == "a link that leads out of the pack; copy the file"

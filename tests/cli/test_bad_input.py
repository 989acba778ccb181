"""Whatever is typed: a clear message, exit code 2, never a traceback, nothing changed."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest
from click.testing import Result

from adjudicator.cli.main import COMMANDS
from tests.cli.conftest import BEGUN, MakeGame, Run

READERS = [
    ["show", "FILE", "--as", "blue"],
    ["submit", "FILE", "--as", "blue", "A2"],
    ["options", "FILE", "--as", "blue"],
    ["try", "FILE", "--as", "blue", "A2"],
    ["replay", "FILE"],
    ["verify", "FILE"],
]
BAD_FILES = {
    "empty": b"",
    "binary": bytes(range(256)) * 8,
    "nul": b"[Set\0]",
    "prose": b"Dear Anna, I play my Warrior to c7.\n",
    "half a tag": b'[Set "base"\n',
    "only tags": b'[Set "base"]\n[Scenario "standard"]\n',
    "latin-1": '[Set "épée"]\n'.encode("latin-1"),
    "huge": b"# \n" * 500_000,
}


def assert_mistake(result: Result) -> None:
    assert result.exit_code == 2, result.output
    assert result.stderr.strip()
    assert "Traceback" not in result.output
    assert "bug" not in result.stderr
    assert "\x1b" not in result.output


def _with(command: list[str], file: object) -> list[str]:
    return [str(file) if word == "FILE" else word for word in command]


@pytest.mark.parametrize("command", READERS, ids=lambda c: c[0])
@pytest.mark.parametrize("content", BAD_FILES.values(), ids=BAD_FILES)
def test_not_a_record(run: Run, tmp_path: Path, command: list[str], content: bytes) -> None:
    file = tmp_path / "bad.dt"
    file.write_bytes(content)
    assert_mistake(run(*_with(command, file)))
    assert file.read_bytes() == content


@pytest.mark.parametrize("command", READERS, ids=lambda c: c[0])
def test_no_file(run: Run, tmp_path: Path, command: list[str]) -> None:
    for file in (tmp_path / "none.dt", tmp_path, tmp_path / "no" / "way", "a\0b", "x" * 5000, ""):
        assert_mistake(run(*_with(command, file)))


DAMAGE = [
    ("[Set ", "[Sett "),
    ('"base"', '"nature"'),
    ('"standard"', '"huge"'),
    ('[Rules "', '[Rules "9'),
    ("target=5", "target=99"),
    ("target=5", "target=five"),
    ("target=5", "moon=5"),
    ("memory=own", "memory=own handicap.q=5"),
    ("1 b: ", "2 b: "),
    ("1 b: ", "1 q: "),
    ("1 b: LINE", "1 b: LUNE"),
    ("SET GO R3", "SET GO R33"),
    ("TH RV R1", "TH RV R8"),
    (" ~", " "),
    ("\n23 b:", "\n23 y:"),
    ("\n23 b:", "\n\n\n#\n23 b"),
]


@pytest.mark.parametrize("command", READERS, ids=lambda c: c[0])
@pytest.mark.parametrize(("old", "new"), DAMAGE)
def test_damaged_record(
    run: Run, make_game: MakeGame, command: list[str], old: str, new: str
) -> None:
    file = make_game()
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new, 1))
    before = file.read_bytes()
    assert_mistake(run(*_with(command, file)))
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    "args",
    [
        ["show", "FILE"],
        ["show", "FILE", "--as", "purple"],
        ["show", "FILE", "--as", "red"],
        ["show", "FILE", "--as", ""],
        ["submit", "FILE", "--as", "observer", "A2"],
        ["submit", "FILE", "--as", "red", "A2"],
        ["submit", "FILE", "A2"],
        ["submit", "FILE", "--as", "blue", ""],
        ["submit", "FILE", "--as", "blue", "  \n ; ;"],
        ["submit", "FILE", "--as", "blue", "# nothing"],
        ["submit", "FILE", "--as", "blue"],
        ["submit", "FILE", "--as", "referee", "A2"],
        ["submit", "FILE", "--as", "referee", "TIMEOUT 99999999999999999999"],
        ["try", "FILE", "--as", "blue", "# nothing"],
        ["try", "FILE", "--as", "blue"],
        ["options", "FILE", "--as", "green"],
        ["replay", "FILE", "--from", "99"],
        ["replay", "FILE", "--from", "0"],
        ["replay", "FILE", "--from", "x"],
        ["replay", "FILE", "--as", "red"],
        ["new", "FILE"],
        ["new", "FILE.x", "--set", "chess"],
        ["new", "FILE.x", "--set", "../base"],
        ["new", "FILE.x", "--scenario", "huge"],
        ["new", "FILE.x", "--target", "9"],
        ["new", "FILE.x", "--target", "many"],
        ["new", "FILE.x", "--memory", "elephant"],
        ["new", "FILE.x", "--pair", "2"],
        ["new", "FILE.x", "--pair", "9", "--scenario", "beginner"],
        ["new", "FILE.x", "--handicap", "blue"],
        ["new", "FILE.x", "--handicap", "blue=x"],
        ["new", "FILE.x", "--handicap", "blue=99"],
        ["new", "FILE.x", "--handicap", "blue=6", "--handicap", "b=5"],
        ["new", "FILE.x", "--handicap", "red=6"],
        ["new", "FILE.x", "--remove", "blue=+0"],
        ["new", "FILE.x", "--remove", "blue=+6,+6"],
        ["new", "FILE.x", "--remove", "blue="],
        ["new", "FILE.x", "--remove", "pink=+6"],
        ["new", "FILE.x", "--levels", "good/newbie"],
        ["new", "FILE.x", "--stronger", "blue"],
        ["new", "FILE.x", "--stronger", "blue", "--levels", "newbie/good"],
        ["new", "FILE.x", "--stronger", "blue", "--levels", "good/great"],
        ["new", "FILE.x", "--stronger", "blue", "--levels", "good"],
        ["new", "FILE.x", "--stronger", "me", "--levels", "good/newbie"],
        ["new", "FILE.x", "--stronger", "b", "--levels", "good/newbie", "--handicap", "b=5"],
        ["new", "FILE.x", "--seed", 'a"b'],
        ["new", "FILE.x", "--seed", "a\nb"],
        ["new", "FILE.x", "--seed", ""],
        ["new", "FILE.x", "--seed", "s" * 1000],
        ["new", "FILE.x/y"],
        ["new"],
        ["rules", "BASE-NOSE-1"],
        ["rules", "\x1b[2J"],
        ["rooms"],
        ["rooms", "dance"],
        ["rooms", "check", "FILE"],
        ["rooms", "check", "FILE.none"],
        ["rooms", "check", "a\0b"],
        ["rooms", "show", "FILE.none"],
        ["rooms", "show", "9Z"],
        ["case"],
        ["case", "FILE.none"],
        ["selfplay", "--games", "0"],
        ["selfplay", "--games", "x"],
        ["selfplay", "--games", "1", "--seed", 'a"b'],
        ["selfplay", "--games", "1", "--out", "FILE"],
        ["selfplay", "--style", "silly"],
        ["dance"],
    ],
    ids=lambda args: " ".join(args).replace("\0", "0").replace("\x1b", "ESC")[:60],
)
def test_bad_arguments(run: Run, make_game: MakeGame, args: list[str]) -> None:
    file = make_game(BEGUN)
    before = file.read_bytes()
    result = run(*(arg.replace("FILE", str(file)) for arg in args), stdin="")
    assert_mistake(result)
    assert file.read_bytes() == before
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_bad_standard_input(run: Run, make_game: MakeGame) -> None:
    file = make_game(BEGUN)
    for data in (b"\xff\xfe\x00", b"", b"\0", b"A2\n" * 100_000):
        assert_mistake(run("submit", file, "--as", "blue", "-", stdin=data))


ODD_WORDS = """\
A|A9|A2A2|-|--|+|@|!|c4|WA|WA WA|WA -|WA c4-|WA -c4|WA c4--c5|WA +|WA c4+|WA c4/|WA x|WA x x
WA x GO +|WA x GO +99|LINE|LINE x|LINE WA@|LINE @b1|SET|SET ro|SET ro R|SET ro R99|PUT|PUT @
CARD|CARD x|CARD ++1|CL RV|CL RV 3|CL RT|CL RT R3 x9 x9|ME RT R1 cw ccw|WA JUMP|WA JUMP c4
TH open|TH open c4|TH open c4!|TH open c4!z99|WI fire|WI fire up|TR drink me|TIMEOUT|TIMEOUT x
OUT|OUT OUT|END END|RESIGN now|WA c4 by|WA c4 by magic|y.WA c4|q.WA c4|.WA c4|Ⓦ c4|ＷＡ c４|WA c²
𝟙|İ|ß
"""
"""Orders with a bar between them; ``!`` stands for a bar."""
ODD_ORDERS = [
    *(word.replace("!", "|") for word in ODD_WORDS.strip().replace("\n", "|").split("|")),
    "WA\u202ec4",
    "é" * 3000,
    "9" * 5000,
    "a" * 5000,
    "WA " + "c4-" * 2000 + "c4",
    "WA c4" + "+ro" * 2000,
]


@pytest.mark.parametrize("order", ODD_ORDERS, ids=range(len(ODD_ORDERS)))
def test_odd_orders(run: Run, make_game: MakeGame, order: str) -> None:
    file = make_game(BEGUN)
    before = file.read_bytes()
    for text in (order, f"A2; {order}"):
        assert_mistake(run("submit", file, "--as", "blue", "-", stdin=text))
    assert file.read_bytes() == before


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read and write everything")
def test_no_permission(run: Run, make_game: MakeGame) -> None:
    file = make_game(BEGUN)
    file.chmod(stat.S_IRUSR)
    assert_mistake(run("submit", file, "--as", "blue", "A2"))
    file.chmod(0)
    assert_mistake(run("show", file, "--as", "blue"))


def test_a_bug_says_so(run: Run, make_game: MakeGame, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise KeyError("nonsense")

    monkeypatch.setattr("adjudicator.cli.show.view", broken)
    monkeypatch.delenv("ADJUDICATOR_DEBUG", raising=False)
    result = run("show", make_game(0), "--as", "blue")
    assert result.exit_code == 3
    assert "this is a bug" in result.stderr
    assert "Traceback" not in result.output
    monkeypatch.setenv("ADJUDICATOR_DEBUG", "1")
    assert "Traceback" in run("show", make_game(0), "--as", "blue").stderr


def test_all_commands_can_be_loaded(run: Run) -> None:
    assert all(run(name, "--help").exit_code == 0 for name in COMMANDS)

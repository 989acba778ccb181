"""Whatever is typed about a database: a clear message, exit code 2, nothing changed."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import text

from adjudicator.app.store import Store
from adjudicator.storage import connect, log
from tests.cli.conftest import BEGUN, demo_game
from tests.cli.test_bad_input import assert_mistake
from tests.databases import new_database
from tests.storage.conftest import Run
from tests.storage.games import proof

COMMANDS = [
    ["show", "G1", "--as", "blue"],
    ["submit", "1", "--as", "blue", "A2"],
    ["options", "g1", "--as", "blue"],
    ["try", "G1", "--as", "blue", "A2"],
    ["replay", "G1"],
    ["verify", "G1"],
    ["games"],
    ["games", "--late"],
    ["export", "G1"],
    ["import", "FILE"],
    ["new", "--players", "blue=anna"],
    ["player", "add", "zoe"],
    ["player", "list"],
    ["db", "check"],
    ["db", "replay-all"],
    ["db", "drop-snapshots"],
    ["db", "backup", "OUT"],
]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "game.dt"
    file.write_text(demo_game(BEGUN).text(), encoding="utf-8")
    return file


def _words(command: list[str], file: Path) -> list[str]:
    places = {"FILE": str(file), "OUT": str(file.parent / "out.db")}
    return [places.get(word, word) for word in command]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_no_database(run: Run, file: Path, command: list[str]) -> None:
    """Of any kind; nothing is made where nothing was."""
    folder = file.parent
    folder.joinpath("empty.db").touch()
    folder.joinpath("prose.db").write_text("Dear Anna, I play my Warrior to c7.\n" * 100)
    before = sorted(path.name for path in folder.iterdir())
    expected = {
        folder / "none.db": "make it with: adjudicator db upgrade",
        folder / "no" / "way.db": "make it with: adjudicator db upgrade",
        folder / "empty.db": "run: adjudicator db upgrade",
        folder / "prose.db": "is no database",
        folder: "cannot be used",
        "": "path of a file",
        "x" * 5000: "cannot use",
        "a\0b": "make it with: adjudicator db upgrade",
        "mysql://me:secret@localhost/games": "is no database this program knows",
        "oracle://": "is no database",
        "postgresql://me:secret@127.0.0.1:1/games": "onnection refused",
        "postgresql://me@localhost:port/games": "is no database",
    }
    for name, words in expected.items():
        result = run(*_words(command, file), db=name)
        assert_mistake(result)
        assert words in result.stderr.replace("\n", " "), (name, result.stderr)
        assert "secret" not in result.output
    assert sorted(path.name for path in folder.iterdir()) == before


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """G1 and a player, once for all tests."""
    path = Path(new_database(tmp_path_factory.mktemp("made") / "games.db"))
    anna = log.StoredPlayer(0, "anna", "anna@example.org", "en", datetime.now(UTC))
    with closing(Store.open(str(path))) as store:
        store.import_record(demo_game(BEGUN).text(), "archivist")
        with store.transaction() as db:
            log.add_player(db, anna)
    return path


@pytest.fixture
def stored(made: Path, tmp_path: Path) -> str:
    return str(shutil.copy(made, tmp_path / "games.db"))


BAD = [
    ["show", "G2", "--as", "blue"],
    ["show", "G0", "--as", "blue"],
    ["show", "99999999999999999999", "--as", "blue"],
    ["show", "2147483647", "--as", "blue"],
    ["show", "2147483648", "--as", "blue"],
    ["show", "G1", "--as", "red"],
    ["submit", "G2", "--as", "blue", "A2"],
    ["submit", "G1", "--as", "red", "A2"],
    ["submit", "G1", "--as", "blue", "A7"],
    ["submit", "G1", "--as", "blue", ""],
    ["submit", "G1", "--as", "blue", "A2 # \udcff"],
    ["submit", "G1", "--as", "blue", "A2 # a\0b"],
    ["submit", "./1", "--as", "blue", "A2"],
    ["submit", "G1 ", "--as", "blue", "A2"],
    ["submit", "G-1", "--as", "blue", "A2"],
    ["submit", "G١", "--as", "blue", "A2"],
    ["options", "7", "--as", "blue"],
    ["try", "7", "--as", "blue", "A2"],
    ["replay", "7"],
    ["replay", "G1", "--from", "99"],
    ["verify", "7"],
    ["export"],
    ["export", "7"],
    ["export", "my.dt"],
    ["export", "G1", "FILE"],
    ["export", "G1", "FILE/x"],
    ["import"],
    ["import", "G1"],
    ["import", "FILE.none"],
    ["import", "."],
    ["new"],
    ["new", "G7"],
    ["new", "7"],
    ["new", "FILE.x", "--players", "blue=anna"],
    ["new", "--players", ""],
    ["new", "--players", "anna"],
    ["new", "--players", "blue="],
    ["new", "--players", "blue=nobody"],
    ["new", "--players", "blue=anna,yellow=nobody"],
    ["new", "--players", "blue=anna,blue=anna"],
    ["new", "--players", "red=anna"],
    ["new", "--players", "blue=anna", "--target", "99"],
    ["games", "--waiting-for", "nobody"],
    ["games", "--waiting-for", ""],
    ["games", "--days", "many"],
    ["games", "--days", "-1"],
    ["games", "--days", "nan", "--late"],
    ["player"],
    ["player", "dance"],
    ["player", "add"],
    ["player", "add", ""],
    ["player", "add", "Anna"],
    ["player", "add", "blue"],
    ["player", "add", "Moderator"],
    ["player", "add", "a,b"],
    ["player", "add", "a=b"],
    ["player", "add", "a\x1b[2J"],
    ["player", "add", "x" * 100],
    ["player", "add", "zoe", "--language", "tlh"],
    ["player", "add", "zoe", "--address", "nowhere"],
    ["player", "add", "zoe", "--address", "a@b, c@d"],
    ["player", "add", "zoe", "--address", "ANNA@example.org"],
    ["db"],
    ["db", "dance"],
    ["db", "downgrade"],
    ["db", "backup"],
    ["db", "backup", "FILE"],
    ["db", "backup", "FILE/x"],
    ["db", "backup", ""],
]


@pytest.mark.parametrize("args", BAD, ids=range(len(BAD)))
def test_bad_arguments(run: Run, stored: str, file: Path, args: list[str]) -> None:
    before = _content(stored)
    names = sorted(path.name for path in file.parent.iterdir())
    result = run(*(arg.replace("FILE", str(file)) for arg in args), db=stored, stdin="")
    assert_mistake(result)
    assert _content(stored) == before
    assert sorted(path.name for path in file.parent.iterdir()) == names


def _content(url: str) -> object:
    with closing(Store.open(url)) as store:
        with store.transaction() as db:
            players, games = log.players(db), log.game_ids(db)
        return players, [proof(store, game_id).stored for game_id in games]


def test_a_busy_database(
    run: Run, stored: str, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connect, "BUSY_SECONDS", 0.05)
    other = sqlite3.connect(stored, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        for command in COMMANDS:
            result = run(*_words(command, file), db=stored)
            assert_mistake(result)
            assert "is busy" in result.stderr
    finally:
        other.close()


def test_a_busy_game(run: Run, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever waits too long for another's transaction is told so."""
    game_id = store.import_record(demo_game(BEGUN).text(), "archivist")
    monkeypatch.setattr(connect, "BUSY_SECONDS", 0.2)
    with store.transaction() as db:
        store.position(db, game_id)
        result = run("submit", game_id, "--as", "blue", "A2", db=store.url)
    assert_mistake(result)
    assert "is busy" in result.stderr


def test_a_server_that_knows_neither_database_nor_user(run: Run, server: str) -> None:
    """It says so in plain words."""
    unknown = server.replace("/postgres?", "/nowhere?")
    if unknown == server:
        pytest.skip("only for a server of our own")
    result = run("games", db=unknown)
    assert_mistake(result)
    assert "make it with createdb" in result.stderr
    result = run("games", db=server.replace("postgres@", "nobody_at_all@"))
    assert_mistake(result)
    assert "nobody_at_all" in result.stderr


def test_a_damaged_file(run: Run, stored: str, file: Path) -> None:
    data = bytearray(Path(stored).read_bytes())
    data[4096 * 2 :] = b"\x5a" * (len(data) - 4096 * 2)
    Path(stored).write_bytes(bytes(data))
    for command in COMMANDS:
        result = run(*_words(command, file), db=stored)
        assert result.exit_code in (1, 2), (command, result.output)
        assert "bug" not in result.output and "Traceback" not in result.output


def test_a_table_is_missing(run: Run, stored: str) -> None:
    with closing(Store.open(stored)) as store, store.transaction() as db:
        db.execute(text("DROP TABLE snapshot"))
    result = run("show", "G1", "--as", "blue", db=stored)
    assert_mistake(result)

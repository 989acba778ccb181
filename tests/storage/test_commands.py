"""The commands on games in a database do what they do on files."""

from __future__ import annotations

import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import text

from adjudicator.app.games import verify
from adjudicator.app.store import Store
from adjudicator.storage.log import NewEntry
from tests.cli.conftest import ATTACKED, BEGUN, demo_game
from tests.storage.conftest import Run
from tests.storage.games import ARCHIVE, BLUE, TEAMS, assert_genuine, dealt, demo
from tests.storage.migrations import HEAD

ROOT = Path(__file__).parents[2]


def test_a_whole_evening(run: Run, empty_url: str, tmp_path: Path) -> None:
    """From an empty folder to an exported record."""
    db = empty_url
    assert f"ready, in form {HEAD}" in run("db", "upgrade", db=db).stdout
    assert "Nothing to do" in run("db", "upgrade", db=db).stdout
    assert "no players yet" in run("player", "list", db=db).stdout
    assert run("player", "add", "Anna", db=db).exit_code == 0
    address = ("--address", "Ben@Example.org", "--language", "de")
    assert run("player", "add", "ben", *address, db=db).exit_code == 0
    assert run("player", "list", db=db).stdout == "Anna  en  -\nben   de  ben@example.org\n"
    made = run("new", "--players", "blue=anna,yellow=BEN", "--target", 7, db=db)
    assert made.stdout.startswith("G1: base set, scenario standard, target=7")
    assert "adjudicator show G1 --as blue" in made.stdout
    result = run("submit", "g1", "--as", "blue", TEAMS[0], db=db)
    assert "played" in result.stdout and result.exit_code == 0, result.output
    listing = run("games", db=db).stdout.splitlines()
    assert listing[1].startswith("G1    standard  -     blue Anna, yellow ben  yellow (ben)")
    assert "genuine" in run("verify", "G1", db=db).stdout
    assert run("export", "G1", tmp_path / "out.dt", db=db).exit_code == 0
    assert len(verify((tmp_path / "out.dt").read_text()).record.messages) == 1


@pytest.fixture
def stored(sqlite_url: str) -> str:
    """G1 is the demonstration game up to an attack, G2 a finished one."""
    with closing(Store.open(sqlite_url)) as store:
        store.import_record(demo_game(ATTACKED).text(), "archivist")
        store.import_record(ARCHIVE.joinpath("standard-eager.dt").read_text(), "archivist")
    return sqlite_url


@pytest.mark.parametrize(
    "command",
    [
        ["show", "GAME", "--as", "blue"],
        ["show", "GAME", "--as", "moderator"],
        ["options", "GAME", "--as", "yellow"],
        ["options", "GAME", "--as", "referee"],
        ["try", "GAME", "--as", "blue", "CARD +3"],
        ["replay", "GAME", "--as", "observer"],
        ["replay", "GAME", "--as", "blue", "--from", "25", "--no-boards"],
        ["submit", "GAME", "--as", "blue", "CARD +9"],
        ["submit", "GAME", "--as", "blue", "CARD +3"],
        ["replay", "GAME", "--as", "yellow"],
        ["show", "GAME", "--as", "red"],
    ],
    ids=lambda command: " ".join(command),
)
def test_a_stored_game_is_as_good_as_a_file(
    run: Run, stored: str, tmp_path: Path, command: list[str]
) -> None:
    file = tmp_path / "game.dt"
    file.write_text(demo_game(ATTACKED).text(), encoding="utf-8")
    from_file = run(*(word.replace("GAME", str(file)) for word in command), db="no.db")
    from_store = run(*(word.replace("GAME", "G1") for word in command), db=stored)
    assert from_store.exit_code == from_file.exit_code
    assert from_store.stdout == from_file.stdout
    assert from_store.stderr.replace("G1", str(file)) == from_file.stderr
    assert run("export", 1, db=stored).stdout == file.read_text(encoding="utf-8")


def test_a_replay_for_a_browser(run: Run, stored: str, tmp_path: Path) -> None:
    result = run("replay", "1", "--as", "blue", "--html", tmp_path / "g.html", db=stored)
    assert result.exit_code == 0, result.output
    assert "G1" in (tmp_path / "g.html").read_text(encoding="utf-8")


def test_import_and_export(run: Run, sqlite_url: str, tmp_path: Path) -> None:
    bad = tmp_path / "bad.dt"
    bad.write_text(demo().text().replace("PUT b.ro@a6", "PUT b.ro@a5"), encoding="utf-8")
    files = sorted(ARCHIVE.glob("*.dt"))
    result = run("import", *files, bad, tmp_path / "none.dt", db=sqlite_url)
    assert result.exit_code == 2
    assert f"2 of {len(files) + 2} files refused" in result.stderr
    assert "bad.dt: line 25: message 25" in result.stderr
    assert "none.dt" in result.stderr
    for number, file in enumerate(files, start=1):
        assert f"{file}: G{number}" in result.stdout
        assert run("export", number, db=sqlite_url).stdout_bytes == file.read_bytes()
    assert run("db", "replay-all", db=sqlite_url).exit_code == 0
    assert run("db", "check", db=sqlite_url).exit_code == 0


def test_export_overwrites_nothing(run: Run, stored: str, tmp_path: Path) -> None:
    out = tmp_path / "out.dt"
    assert run("export", "G1", out, db=stored).exit_code == 0
    assert out.stat().st_mode & 0o077 == 0
    before = out.read_bytes()
    assert run("export", "G2", out, db=stored).exit_code == 2
    assert out.read_bytes() == before


def test_games(run: Run, stored: str) -> None:
    shown = run("games", db=stored).stdout
    assert "G1    standard  2     -        blue" in shown
    assert "G2" not in shown and "1 game; 1 finished, shown with --all" in shown
    assert "G2" in run("games", "--all", db=stored).stdout
    assert run("db", "drop-snapshots", db=stored).stdout == "2 snapshots dropped.\n"
    assert run("games", db=stored).stdout == shown
    assert run("db", "check", "--drop-snapshots", db=stored).exit_code == 0
    assert run("games", db=stored).stdout == shown


def test_games_that_wait(run: Run, sqlite_url: str) -> None:
    run("player", "add", "anna", db=sqlite_url)
    run("player", "add", "ben", db=sqlite_url)
    old = datetime.now(UTC) - timedelta(days=5)
    with closing(Store.open(sqlite_url)) as store:
        for age in (1, 5):
            at = datetime.now(UTC) - timedelta(days=age)
            players = {BLUE: "anna"} if age == 5 else {BLUE: "ben"}
            store.add(dealt(f"seed-{age}"), "referee", at, players)
        store.submit(1, BLUE, TEAMS[0], "ben", old + timedelta(days=4, hours=1))
    games = {
        ("--waiting-for", "anna"): ["G2"],
        ("--waiting-for", "Ben"): [],
        ("--waiting-for", "yellow"): ["G1", "G2"],
        ("--waiting-for", "b"): ["G2"],
        ("--late",): ["G2"],
        ("--late", "--days", "0.5"): ["G1", "G2"],
        ("--late", "--days", "7"): [],
        ("--late", "--waiting-for", "anna"): ["G2"],
    }
    for args, expected in games.items():
        result = run("games", *args, db=sqlite_url)
        assert result.exit_code == 0, result.output
        found = [line.split()[0] for line in result.stdout.splitlines()[1:-1]]
        assert found == expected, args


def test_a_pause_makes_nobody_late(run: Run, sqlite_url: str) -> None:
    day = datetime.now(UTC) - timedelta(days=10)
    with closing(Store.open(sqlite_url)) as store:
        store.add(dealt(), "referee", day)
        until = (day + timedelta(days=9)).isoformat(timespec="seconds")
        with store.transaction() as db:
            here = store.position(db, 1)
            pause = NewEntry("pause", "mod", until, "mo", day, 1, here.head.digest, reason="ill")
            store.append(db, here, pause, here.state)
    assert "0 games" in run("games", "--late", db=sqlite_url).stdout
    assert "G1" in run("games", "--late", "--days", "0.5", db=sqlite_url).stdout
    verified = run("verify", "G1", db=sqlite_url).stdout
    assert f"mo: pause {until} (ill)" in verified


def test_games_of_other_rules_are_named(run: Run, stored: str) -> None:
    with closing(Store.open(stored)) as store, store.transaction() as db:
        db.execute(text("UPDATE game SET rules_version = 99 WHERE id = 2"))
    result = run("db", "replay-all", db=stored)
    assert result.exit_code == 1
    assert "G2: game 2 is played by version 99 of the rules; this program knows" in result.stdout
    assert "G1" not in result.stdout
    refused = run("submit", "G2", "--as", "blue", "A2", db=stored)
    assert refused.exit_code == 2 and "version 99 of the rules" in refused.stderr
    run("db", "drop-snapshots", db=stored)
    assert "version 99" in run("games", db=stored).stdout


def test_replay_all_names_what_a_changed_rule_has_changed(
    run: Run, stored: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def changed(state: object, *rest: object) -> str:
        return "another position"

    monkeypatch.setattr("adjudicator.app.growth.write_state", changed)
    result = run("db", "replay-all", db=stored)
    assert result.exit_code == 1
    assert "G1: entry 1: the digest does not fit" in result.stdout
    assert "2 faults found" in result.stdout


def test_backup(run: Run, url: str, tmp_path: Path) -> None:
    with closing(Store.open(url)) as store:
        game_id = store.import_record(demo().text(), "archivist")
    out = tmp_path / "copy"
    result = run("db", "backup", out, db=url)
    assert result.exit_code == 0, result.output
    assert out.stat().st_mode & 0o077 == 0
    assert run("db", "backup", out, db=url).exit_code == 2
    assert [p.name for p in tmp_path.iterdir() if p.name.startswith("copy")] == ["copy"]
    if "postgres" not in url:
        with closing(Store.open(str(out))) as copy:
            assert copy.export_record(game_id) == demo().text()
            assert_genuine(copy, game_id)


def test_several_programs_at_once(stored: str) -> None:
    """Real processes, each with its own connection."""
    program = [sys.executable, "-c", "from adjudicator.cli.main import main; main()"]
    words = [*program, "--db", stored, "submit", "G1", "--as", "blue", "CARD +3"]
    running = [
        subprocess.Popen(words, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(3)
    ]
    assert sorted(process.wait(timeout=60) for process in running) == [0, 2, 2]
    with closing(Store.open(stored)) as store:
        assert_genuine(store, 1, ATTACKED + 1)


def test_the_environment_names_the_database(stored: str) -> None:
    program = [sys.executable, "-c", "from adjudicator.cli.main import main; main()", "games"]
    done = subprocess.run(
        program, cwd=ROOT, env={"ADJUDICATOR_DB": stored}, capture_output=True, text=True
    )
    assert "G1" in done.stdout, done.stderr


LAZY = """
import sys
from adjudicator.cli.main import cli
cli({args!r}, standalone_mode=False)
slow = {{"sqlalchemy", "sqlmodel", "alembic", "pydantic"}} & set(sys.modules)
assert not slow, slow
"""


@pytest.mark.parametrize(
    "command",
    [
        ["--help"],
        ["db", "--help"],
        ["games", "--help"],
        ["show", "FILE", "--as", "blue"],
        ["submit", "FILE", "--as", "blue", "A2"],
        ["verify", "FILE"],
    ],
    ids=" ".join,
)
def test_database_code_is_imported_when_it_is_needed(tmp_path: Path, command: list[str]) -> None:
    file = tmp_path / "game.dt"
    file.write_text(demo_game(BEGUN).text(), encoding="utf-8")
    args = [word.replace("FILE", str(file)) for word in command]
    code = LAZY.format(args=args)
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr

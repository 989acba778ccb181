"""Migrations: the tables are what the program says, populated databases keep their games."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import text

from adjudicator.app.store import Store
from adjudicator.storage import migrate
from adjudicator.storage.check import faults
from adjudicator.storage.connect import connect, transaction
from adjudicator.storage.errors import DatabaseTrouble
from tests.storage.conftest import Run
from tests.storage.games import BLUE, TEAMS, assert_genuine, dealt, demo
from tests.storage.migrations import HEAD, NEXT, add_second_migration, second_column


def test_the_tables_are_those_of_the_program(store: Store) -> None:
    with store.transaction() as db:
        assert migrate.differences(db) == []
        assert faults(db) == []


def test_a_table_of_another_form_is_noticed(sqlite_store: Store) -> None:
    with sqlite_store.transaction() as db:
        db.execute(text("ALTER TABLE player DROP COLUMN language"))
        assert any("language" in fault for fault in faults(db))


def test_migrations_go_forward_only() -> None:
    for file in migrate.migrations_folder().joinpath("versions").glob("*.py"):
        assert "def downgrade" not in file.read_text(encoding="utf-8")
        assert "CASCADE" not in file.read_text(encoding="utf-8").upper()


def test_a_populated_database_keeps_everything(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rebuilding the table of games must not touch the logs that refer to it."""
    with closing(Store.open(url)) as store:
        games = [store.import_record(demo().text(), "archivist"), store.add(dealt(), "referee")]
        store.submit(games[1], BLUE, TEAMS[0], "blue")
    longer = add_second_migration(migrate.migrations_folder(), tmp_path)
    monkeypatch.setattr(migrate, "migrations_folder", lambda: longer)
    with pytest.raises(DatabaseTrouble, match="older form; run: adjudicator db upgrade"):
        Store.open(url)
    assert migrate.upgrade(url).pending == (NEXT,)
    assert migrate.upgrade(url).pending == ()
    with closing(Store.open(url)) as store:
        assert second_column(store)
        assert store.export_record(games[0]) == demo().text()
        assert store.submit(games[1], BLUE, TEAMS[1], "blue").accepted
        assert_genuine(store, games[0], 29)
        assert_genuine(store, games[1], 2)
        with store.transaction() as db:
            assert migrate.broken_keys(db) == [] if db.dialect.name == "sqlite" else True


@pytest.mark.parametrize(
    "more", ["raise RuntimeError('crash')", "op.execute('DELETE FROM player WHERE moon = 1')"]
)
def test_a_migration_that_fails_changes_nothing(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, more: str
) -> None:
    with closing(Store.open(url)) as store:
        game_id = store.import_record(demo().text(), "archivist")
    folder = migrate.migrations_folder()
    longer = add_second_migration(folder, tmp_path, more)
    monkeypatch.setattr(migrate, "migrations_folder", lambda: longer)
    with pytest.raises(Exception, match=r"crash|moon"):
        migrate.upgrade(url)
    monkeypatch.setattr(migrate, "migrations_folder", lambda: folder)
    with closing(Store.open(url)) as store:
        assert not second_column(store)
        assert_genuine(store, game_id, 29)


def test_broken_references_are_not_migrated(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    longer = add_second_migration(
        migrate.migrations_folder(),
        tmp_path,
        """op.execute("INSERT INTO seat (game_id, colour, player_id) VALUES (99, 'blue', 99)")""",
    )
    monkeypatch.setattr(migrate, "migrations_folder", lambda: longer)
    with pytest.raises(DatabaseTrouble, match="refers to a"):
        migrate.upgrade(sqlite_url)
    assert migrate.form(sqlite_url).found == HEAD


def test_a_newer_database_is_refused(url: str, run: Run) -> None:
    engine = connect(url)
    with transaction(engine) as db:
        db.execute(text("UPDATE alembic_version SET version_num = '0099'"))
    engine.dispose()
    for command in (["db", "upgrade"], ["db", "check"], ["games"], ["show", "1", "--as", "blue"]):
        result = run(*command, db=url)
        assert result.exit_code == 2, result.output
        assert "made by a newer version" in result.stderr
    with closing(Store(url)) as store, store.transaction() as db:
        assert db.scalar(text("SELECT version_num FROM alembic_version")) == "0099"


def test_a_new_file_is_its_owners_alone(tmp_path: Path) -> None:
    """It holds the secret seeds."""
    url = str(tmp_path / "games.db")
    migrate.upgrade(url)
    with closing(Store.open(url)) as store:
        store.add(dealt(), "referee")
        for file in tmp_path.iterdir():
            assert file.stat().st_mode & 0o077 == 0, file


def test_settings_of_sqlite(sqlite_store: Store) -> None:
    with sqlite_store.transaction() as db:
        for pragma, value in (("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1)):
            assert db.scalar(text(f"PRAGMA {pragma}")) == value

"""Stored games under a moderator's hands: an SQLite database of its own for every test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import inspect

from adjudicator.app.desk.moderation import Warrant
from adjudicator.app.proof.verify import prove, read_stored
from adjudicator.app.store import Store
from adjudicator.cli.main import cli
from adjudicator.notation.position import write_state
from tests.cli.conftest import demo_game
from tests.databases import new_database

HERE = Path(__file__).parent
ARMED = (HERE / "armed.dt").read_text(encoding="utf-8")
"""A finished game in which a Sword and an Armor were used in combats."""
NOON = datetime(2026, 11, 18, 12, tzinfo=UTC)
BECAUSE = Warrant("Mona", NOON, "the mail was misread")

Run = Callable[..., Result]


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return Path(new_database(tmp_path / "games.db"))


@pytest.fixture
def store(database: Path) -> Iterator[Store]:
    store = Store.open(str(database))
    yield store
    store.close()


@pytest.fixture
def game(store: Store) -> int:
    """The demonstration game: 22 messages of set-up, a reveal, a move, a combat; 29 in all."""
    return store.add(demo_game(), "host", NOON)


@pytest.fixture
def armed(store: Store) -> int:
    return store.import_record(ARMED, "host")


@pytest.fixture
def run(database: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Type a command of the desk; the moderator is Mona."""
    monkeypatch.setenv("ADJUDICATOR_MODERATOR", "Mona")
    monkeypatch.chdir(database.parent)

    def type_command(*args: object, stdin: str = "") -> Result:
        words = ["--db", str(database), *map(str, args)]
        return CliRunner().invoke(cli, words, input=stdin)

    return type_command


# -- what must hold ---------------------------------------------------------------------------


def assert_sound(store: Store, game: int) -> None:
    """Hashes, digests, legality and the snapshot fit, and another program sees the same."""
    assert prove(read_stored(store, game)).fault is None
    other = Store.open(store.url)
    try:
        assert position(other, game) == position(store, game)
    finally:
        other.close()


def position(store: Store, game: int) -> str:
    with store.transaction() as db:
        return write_state(store.position(db, game).state)


def newest(store: Store, game: int) -> int:
    with store.transaction() as db:
        return store.position(db, game).head.number


def rows(store: Store) -> dict[str, list[tuple[object, ...]]]:
    """Everything in the database, table by table, as it is kept there."""
    with store.transaction() as db:
        return {
            name: sorted(tuple(row) for row in db.exec_driver_sql(f'SELECT * FROM "{name}"'))
            for name in inspect(db).get_table_names()
        }


def log_rows(store: Store) -> list[tuple[object, ...]]:
    return rows(store)["entry"]

"""Databases without tables, stores on those that are ready, and ways to type commands."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from adjudicator.app.store import Store
from adjudicator.cli.main import cli
from tests.storage.postgres import temporary_database

Run = Callable[..., Result]


@pytest.fixture(params=["sqlite", "postgres"])
def empty_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A database without tables, of each kind."""
    if request.param == "sqlite":
        yield str(tmp_path / "games.db")
    else:
        with temporary_database(request.getfixturevalue("server")) as url:
            yield url


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    store = Store.open(url)
    yield store
    store.close()


@pytest.fixture
def sqlite_store(sqlite_url: str) -> Iterator[Store]:
    store = Store.open(sqlite_url)
    yield store
    store.close()


@pytest.fixture
def run() -> Run:
    """Types a command; ``db`` names the database."""

    def type_command(*args: object, db: object, stdin: str | bytes | None = None) -> Result:
        words = ["--db", str(db), *map(str, args)]
        return CliRunner().invoke(cli, words, input=stdin)

    return type_command

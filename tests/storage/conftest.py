"""Databases of both kinds, stores on them, and ways to type commands."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import create_engine, text
from sqlalchemy.engine import make_url

from adjudicator.app.store import Store
from adjudicator.cli.main import cli
from adjudicator.storage.connect import database_url
from adjudicator.storage.migrate import upgrade
from tests.storage.postgres import running_server

Run = Callable[..., Result]
_numbers = count(1)


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    with running_server() as url:
        yield url


@pytest.fixture(params=["sqlite", "postgres"])
def empty_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A database without tables, of each kind."""
    if request.param == "sqlite":
        yield str(tmp_path / "games.db")
    else:
        yield from _new_database(request.getfixturevalue("server"))


def _new_database(server: str, template: str = "") -> Iterator[str]:
    """A new database, empty or like another one, until it is not needed any more."""
    url = make_url(database_url(server))
    engine = create_engine(url, isolation_level="AUTOCOMMIT")
    name = f"test_{id(engine)}_{next(_numbers)}"
    with engine.connect() as db:
        like = f" TEMPLATE {make_url(template).database}" if template else ""
        db.execute(text(f"CREATE DATABASE {name}{like}"))
    yield url.set(database=name).render_as_string(hide_password=False)
    with engine.connect() as db:
        db.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
    engine.dispose()


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("template") / "games.db"
    upgrade(str(path))
    return path


@pytest.fixture(scope="session")
def postgres_template(server: str) -> Iterator[str]:
    for made in _new_database(server):
        upgrade(made)
        yield made


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A database that is ready, of each kind."""
    if request.param == "sqlite":
        yield str(request.getfixturevalue("sqlite_url"))
    else:
        template = request.getfixturevalue("postgres_template")
        yield from _new_database(request.getfixturevalue("server"), template)


@pytest.fixture
def sqlite_url(sqlite_template: Path, tmp_path: Path) -> str:
    """An SQLite database that is ready, for what does not depend on the kind."""
    return str(shutil.copy(sqlite_template, tmp_path / "games.db"))


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

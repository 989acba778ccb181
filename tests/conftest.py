"""Databases that are ready, of both kinds."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudicator.storage.migrate import upgrade
from tests.databases import new_database
from tests.storage.postgres import running_server, temporary_database


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """The PostgreSQL server of this process: making one costs more than most tests."""
    with running_server() as url:
        yield url


@pytest.fixture(scope="session")
def postgres_template(server: str) -> Iterator[str]:
    with temporary_database(server) as url:
        upgrade(url)
        yield url


@pytest.fixture
def postgres_url(server: str, postgres_template: str) -> Iterator[str]:
    with temporary_database(server, postgres_template) as url:
        yield url


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """An SQLite database that is ready, for what does not depend on the kind."""
    return new_database(tmp_path / "games.db")


@pytest.fixture(params=["sqlite_url", "postgres_url"], ids=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest) -> str:
    """A database that is ready, of each kind."""
    return str(request.getfixturevalue(request.param))

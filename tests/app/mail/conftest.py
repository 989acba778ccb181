"""A new post office for each test."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudicator.app.store import Store
from adjudicator.storage.migrate import upgrade
from tests.app.mail.desk import EVE, Desk


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("template") / "games.db"
    upgrade(str(path))
    return path


@pytest.fixture
def desk(empty_database: Path, tmp_path: Path) -> Iterator[Desk]:
    store = Store.open(str(shutil.copy(empty_database, tmp_path / "games.db")))
    yield Desk(store)
    store.close()


@pytest.fixture
def watched(desk: Desk) -> Desk:
    """A game up to its first turn, which Eve watches."""
    desk.set_up()
    desk.register(EVE, "Eve")
    desk.write(EVE, "OBSERVE 1")
    return desk

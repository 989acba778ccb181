"""A new post office for each test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudicator.app.store import Store
from tests.app.mail.desk import EVE, Desk
from tests.databases import new_database


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    store = Store.open(new_database(tmp_path / "games.db"))
    yield Desk(store)
    store.close()


@pytest.fixture
def watched(desk: Desk) -> Desk:
    """A game up to its first turn, which Eve watches."""
    desk.set_up()
    desk.register(EVE, "Eve")
    desk.write(EVE, "OBSERVE 1")
    return desk

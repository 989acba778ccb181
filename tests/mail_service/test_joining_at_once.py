"""Two players want the same seat at the same moment, each served by a worker of his own."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import timedelta

import pytest
from sqlalchemy import text as sql

from adjudicator.app.store import Store
from adjudicator.storage import seats
from tests.mail_service.post_office import ANNA, BEN, MAILBOX, PostOffice, written

CARL = "carl@example.net"
PATIENCE = timedelta(seconds=20)


@pytest.fixture
def store(postgres_url: str) -> Iterator[Store]:
    with closing(Store.open(postgres_url)) as opened:
        yield opened


def _wait_for(store: Store, number: int) -> None:
    """Until so many transactions wait for a lock."""
    until = time.monotonic() + PATIENCE.total_seconds()
    waiting = sql("SELECT count(*) FROM pg_locks WHERE NOT granted")
    while time.monotonic() < until:
        with store.reading() as db:
            if db.scalar(waiting) == number:
                return
        time.sleep(0.02)
    raise AssertionError(f"{number} transactions should wait")


def test_the_later_of_two_is_told_that_the_game_is_full(store: Store) -> None:
    office = PostOffice(store)
    for address, name in ((ANNA, "Anna"), (BEN, "Ben"), (CARL, "Carl")):
        office.register(address, name)
    office.write(ANNA, "CREATE standard blue")
    at = office.began + timedelta(days=1)

    def join(who: str) -> str:
        return office.office.receive(written(who, MAILBOX, "JOIN 1 yellow", who), at=at)

    with ThreadPoolExecutor(2) as workers:
        with store.transaction() as db:
            db.execute(sql("LOCK TABLE joined IN EXCLUSIVE MODE"))  # reading goes on, writing not
            results = [workers.submit(join, who) for who in (BEN, CARL)]
            _wait_for(store, 2)
        assert [result.result() for result in results] == ["handled", "handled"]
    with store.reading() as db:
        names = {seat.player.name for seat in seats.seated(db, 1)}
    assert "Anna" in names and len(names) == 2
    late = CARL if "Ben" in names else BEN
    refusal = [sent for sent in office.sent() if sent.to == late][-1]
    refusal.says("JOIN 1 yellow", "Game 1 has all its players. OBSERVE 1 lets you watch.")

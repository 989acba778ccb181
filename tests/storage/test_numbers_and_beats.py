"""One number for a game from the day it waits for players; one beat of the clock, however many
workers begin at once."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import UTC, datetime, timedelta
from threading import Barrier

import pytest
from alembic import command
from sqlalchemy import text

from adjudicator.app.post.heartbeat import Heartbeat
from adjudicator.app.store import Store
from adjudicator.storage import migrate
from adjudicator.storage.beat import Beat, last_beat, put_beat
from adjudicator.storage.connect import connect, transaction
from adjudicator.storage.seats import open_proposal, open_proposals
from tests.storage.games import dealt

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
WORKERS = 6


def propose(store: Store) -> int:
    with store.transaction() as db:
        return open_proposal(db, "base", "standard", "", "", NOON)


def at_once(url: str, work: Callable[[Store, int], int]) -> list[int]:
    """Several workers, each with a store of its own, do something at the same moment."""
    ready = Barrier(WORKERS)

    def one(number: int) -> int:
        with closing(Store.open(url)) as store:
            ready.wait(20)
            return work(store, number)

    with ThreadPoolExecutor(WORKERS) as pool:
        return list(pool.map(one, range(WORKERS)))


# -- numbers ----------------------------------------------------------------------------------


def test_games_and_those_that_wait_are_counted_together(store: Store) -> None:
    found = [store.add(dealt(), "referee"), propose(store), store.add(dealt(), "referee")]
    assert [*found, propose(store)] == [1, 2, 3, 4]


def test_a_game_keeps_the_number_it_waited_under(store: Store) -> None:
    waiting = propose(store)
    assert store.add(dealt(), "referee") == waiting + 1
    with store.transaction() as db:
        assert store.add_in(db, dealt(), "referee", NOON, {}, number=waiting) == waiting
    assert store.add(dealt(), "referee") == waiting + 2


def test_nobody_gets_the_number_of_another(url: str) -> None:
    def open_one(store: Store, worker: int) -> int:
        return propose(store) if worker % 2 else store.add(dealt(), "referee")

    numbers = [number for _ in range(3) for number in at_once(url, open_one)]
    assert sorted(numbers) == list(range(1, 3 * WORKERS + 1))


def test_games_that_waited_in_an_older_database_are_numbered_anew(empty_url: str) -> None:
    """There a game and one that waited for players could have the same number."""
    migrate.form(empty_url, create=True)
    engine = connect(empty_url, foreign_keys=False)
    with transaction(engine) as db:
        config = migrate._config(migrate.migrations_folder())
        config.attributes["connection"] = db
        command.upgrade(config, "0002")
        now = "'2026-03-02 12:00:00'"
        for number in (1, 2):
            db.execute(
                text(
                    "INSERT INTO game (id, set_name, scenario, options, rules_version, seed,"
                    f" commitment, created_at) VALUES ({number}, 'base', 'standard', '', 1, 's',"
                    f" 'c', {now})"
                )
            )
            db.execute(
                text(
                    "INSERT INTO proposal (id, scenario, options, opened_at)"
                    f" VALUES ({number}, 'standard', '', {now})"
                )
            )
        db.execute(
            text(
                "INSERT INTO player (id, name, language, created_at)"
                f" VALUES (1, 'Anna', 'en', {now})"
            )
        )
        db.execute(text("INSERT INTO joined VALUES (2, 'blue', 1)"))
        db.execute(text("UPDATE proposal SET game_id = 1 WHERE id = 1"))
    engine.dispose()
    migrate.upgrade(empty_url)
    with closing(Store.open(empty_url)) as store, store.transaction() as db:
        (waiting,) = open_proposals(db)
        assert (waiting.id, waiting.joined["blue"].name) == (3, "Anna")


# -- beats ------------------------------------------------------------------------------------


def test_the_newest_beat_replaces_the_others(store: Store) -> None:
    for hours in range(3):
        with store.transaction() as db:
            put_beat(db, Beat(NOON + timedelta(hours=hours)))
    with store.transaction() as db:
        assert last_beat(db) == Beat(NOON + timedelta(hours=2))


@pytest.mark.parametrize("attempt", range(3))
def test_many_workers_begin_with_an_empty_table(url: str, attempt: int) -> None:
    def beat(store: Store, worker: int) -> int:
        return int(Heartbeat(store).beat(NOON + timedelta(seconds=worker), 0.0))

    assert at_once(url, beat) == [1] * WORKERS
    with closing(Store.open(url)) as store, store.transaction() as db:
        assert db.scalar(text("SELECT count(*) FROM beat")) == 1

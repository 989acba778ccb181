"""The process killed at any point: what was confirmed is there, nothing half-done is visible."""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, text

from adjudicator.app.store import Store
from adjudicator.storage import log, migrate
from tests.storage.games import BLUE, TEAMS, all_ids, assert_genuine, dealt, demo, proof
from tests.storage.migrations import NEXT, add_second_migration, second_column

Confirm = Callable[[], None]
SECONDS = 2.0
"""How long each kind of work is killed again and again."""


class Child:
    """A copy of this process that does some work and tells each time something is done."""

    def __init__(self, work: Callable[[Confirm], None]) -> None:
        self._reader, writer = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            code = 1
            try:
                os.close(self._reader)
                work(lambda: _ignore(os.write(writer, b".")))
                code = 0
            finally:
                os._exit(code)
        os.close(writer)

    def confirmed_when_killed(self, after: float) -> int:
        """Kill it after so many seconds, unless it has ended; what it had confirmed by then."""
        time.sleep(after)
        os.kill(self.pid, signal.SIGKILL)
        return self.confirmed_at_its_end()

    def confirmed_at_its_end(self) -> int:
        os.waitpid(self.pid, 0)
        with os.fdopen(self._reader, "rb") as file:
            return len(file.read())


def _ignore(_: object) -> None:
    pass


def _dies_at(store: Store, number: int) -> None:
    """This process is killed just before it sends its nth statement, or its nth commit."""
    seen = 0

    def count(*_: Any) -> None:
        nonlocal seen
        seen += 1
        if seen == number:
            os.kill(os.getpid(), signal.SIGKILL)

    event.listen(store.engine, "before_cursor_execute", count)
    event.listen(store.engine, "commit", count)


def _settle(store: Store) -> None:
    """Wait until PostgreSQL has noticed that its client is dead; SQLite has nothing to notice."""
    others = "pid <> pg_backend_pid() AND datname = current_database() AND state <> 'idle'"
    busy = f"SELECT count(*) FROM pg_stat_activity WHERE {others}"
    while store.engine.dialect.name == "postgresql":
        with store.transaction() as db:
            if not db.scalar(text(busy)):
                return
        time.sleep(0.01)


# -- submit -----------------------------------------------------------------------------------


def test_killed_before_each_statement_of_a_submit(store: Store) -> None:
    game_id = store.add(dealt(), "referee")
    entries, died = 0, 0
    for number in range(1, 30):

        def work(confirm: Confirm, number: int = number) -> None:
            with closing(Store(store.url)) as own:
                _dies_at(own, number)
                own.submit(game_id, BLUE, TEAMS[number], "blue")
                confirm()

        store.engine.dispose()  # connections do not survive a fork
        confirmed = Child(work).confirmed_at_its_end()
        entries += confirmed
        died += not confirmed
        assert_genuine(store, game_id, entries)
        if confirmed:
            break
    assert entries == 1, "with enough statements it is through"
    assert died >= 4, "it was killed at each of them"


def test_killed_at_random_while_submitting(store: Store) -> None:
    game_id, chance = store.add(dealt(), "referee"), random.Random("crash")
    entries = 0
    end = time.monotonic() + SECONDS

    def work(confirm: Confirm) -> None:
        own = Store(store.url)
        for order in TEAMS:
            own.submit(game_id, BLUE, order, "blue")
            confirm()

    while time.monotonic() < end:
        store.engine.dispose()
        confirmed = Child(work).confirmed_when_killed(chance.uniform(0.005, 0.15))
        _settle(store)
        stored = proof(store, game_id).stored.entries
        assert entries + confirmed <= len(stored) <= entries + confirmed + 1
        entries = len(stored)
        assert_genuine(store, game_id)
    assert entries > 0


# -- import -----------------------------------------------------------------------------------


def test_killed_while_importing(store: Store) -> None:
    """A game is there with all of its entries, or not at all."""
    record, chance = demo().text(), random.Random("import")
    end = time.monotonic() + SECONDS

    def work(confirm: Confirm) -> None:
        own = Store(store.url)
        while True:
            own.import_record(record, "archivist")
            confirm()

    before = 0
    while time.monotonic() < end:
        store.engine.dispose()
        confirmed = Child(work).confirmed_when_killed(chance.uniform(0.01, 0.15))
        _settle(store)
        ids = all_ids(store)
        assert before + confirmed <= len(ids) <= before + confirmed + 1
        for game_id in ids[before:]:
            assert store.export_record(game_id) == record
            assert_genuine(store, game_id)
        before = len(ids)
    assert before > 0


# -- upgrade ----------------------------------------------------------------------------------


def test_killed_while_upgrading(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The old form with all its games, or the new one with all its games."""
    with closing(Store.open(url)) as old:
        game_id = old.import_record(demo().text(), "archivist")
    folder = migrate.migrations_folder()
    longer = add_second_migration(folder, tmp_path)
    chance, forms = random.Random("upgrade"), []
    for _ in range(40):
        monkeypatch.setattr(migrate, "migrations_folder", lambda: longer)
        Child(lambda _: _ignore(migrate.upgrade(url))).confirmed_when_killed(chance.uniform(0, 0.1))
        forms.append(migrate.form(url).found)
        with closing(Store(url)) as store:
            assert second_column(store) == (forms[-1] == NEXT)
            assert_genuine(store, game_id)
        if forms[-1] == NEXT:
            break
        monkeypatch.setattr(migrate, "migrations_folder", lambda: folder)
        with closing(Store.open(url)) as store:  # the old program goes on with the old form
            assert store.export_record(game_id) == demo().text()
    monkeypatch.setattr(migrate, "migrations_folder", lambda: longer)
    migrate.upgrade(url)
    assert migrate.form(url).found == NEXT
    with closing(Store.open(url)) as store:
        assert second_column(store)
        with store.transaction() as db:
            assert log.game_ids(db) == [game_id]

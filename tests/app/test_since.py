"""What has happened since an entry is the same, however it is found."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import event

from adjudicator.app import store as stores
from adjudicator.app.games import new_game
from adjudicator.app.letters.since import since, state_at
from adjudicator.app.line import REWIND, effective, play_line
from adjudicator.app.store import Store, first_state
from adjudicator.engine.ids import Colour
from adjudicator.engine.ruleset import Options
from adjudicator.engine.state import State
from adjudicator.notation.position import write_state
from adjudicator.storage import log
from adjudicator.storage.log import NewEntry
from tests.databases import new_database

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
BLUE = ("LINE CL@b1 TH@d1 WI@g1 TR@i1", "LINE CL@b1 TH@d1 WI@g1 WA@i1")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store.open(new_database(tmp_path / "games.db"))
    store.add(new_game("base", "standard", Options(), "since"), "test", NOON)
    for number in range(6):
        assert store.submit(1, Colour.BLUE, BLUE[number % 2], "Anna", NOON).accepted
    yield store
    store.close()


def played(store: Store, number: int) -> tuple[str, tuple[int, ...]]:
    """The reference: the whole line played from the deal."""
    game, entries = store.read(1)
    line = effective(entries)
    before = tuple(placed for placed in line if placed.entry <= number)
    reached, failure = play_line(first_state(game), game.commitment, before)
    assert failure is None
    state = reached[-1].state if reached else first_state(game)
    return write_state(state), tuple(p.entry for p in line if p.entry > number)


def found(store: Store, number: int) -> tuple[str, tuple[int, ...]]:
    with store.transaction() as db:
        game = log.get_game(db, 1)
        end = log.head(db, game).number
        state, line = since(store, db, game, number, end)
        assert write_state(state_at(store, db, game, number, end)) == write_state(state)
    return write_state(state), tuple(placed.entry for placed in line)


def rewind(store: Store, to: int) -> None:
    with store.transaction() as db:
        here = store.position(db, 1)
        state: State = state_at(store, db, here.game, to, here.head.number)
        digest = log.entries(db, 1)[to - 1].digest
        version = here.game.rules_version
        store.append(
            db, here, NewEntry(REWIND, "mod", str(to), "mod", NOON, version, digest), state
        )


@pytest.mark.parametrize("restarted", [False, True])
def test_every_entry_leads_to_what_was_played(store: Store, restarted: bool) -> None:
    for number in range(7):
        asked = Store.open(store.url) if restarted else store
        assert found(asked, number) == played(store, number)
        if restarted:
            asked.close()


def test_a_rewind_takes_messages_off_the_line(store: Store) -> None:
    rewind(store, 3)
    assert store.submit(1, Colour.BLUE, BLUE[1], "Anna", NOON).accepted
    for number in range(9):
        assert found(store, number) == played(store, number)
    assert found(store, 2)[1] == (3, 8)


def test_only_what_came_since_is_read(store: Store) -> None:
    statements: list[str] = []

    @event.listens_for(store.engine, "before_cursor_execute")
    def note(connection: object, cursor: object, statement: str, *rest: object) -> None:
        statements.append(statement)

    found(store, 5)
    assert statements
    assert not any("entry" in s and "number" not in s.partition("WHERE")[2] for s in statements)


def test_the_position_that_nobody_asked_for_longest_makes_room(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stores, "CACHED", 2)
    restarted = Store.open(store.url)
    for number in (1, 2, 1, 3):
        found(restarted, number)
    _, entries = restarted.read(1)
    restarted.close()
    assert set(restarted._cache) == {entries[0].hash, entries[2].hash}

"""Whoever changes, removes, swaps or adds an entry behind our back is found out, and where."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest
from sqlalchemy import text

from adjudicator.app.proof.verify import chain_fault, read_stored, replay_fault
from adjudicator.app.store import Store
from adjudicator.engine.ids import Colour
from adjudicator.notation.position import write_state
from adjudicator.storage import log
from adjudicator.storage.errors import Damaged
from tests.storage.conftest import Run
from tests.storage.games import assert_genuine, demo, proof

ENTRIES = 29
CHANGES = {
    "kind": "'note'",
    "seat": "CASE seat WHEN 'b' THEN 'y' ELSE 'b' END",
    "text": "text || ' '",
    "received": "'what was never sent'",
    "author": "author || 'x'",
    "reason": "''",
    "at": "'2001-01-01 00:00:00.000000'",
    "inbound_id": "1",
    "rules_version": "rules_version + 1",
    "digest": "'00000000'",
    "hash": "'x' || substr(hash, 2)",
}
"""For each column another value, in SQL."""


class Undo(Exception):
    """Raised to put everything back."""


@contextmanager
def tampered(store: Store, *statements: str) -> Iterator[Store]:
    """The database after some SQL that no program of ours would use; put right again afterwards."""
    names = ("game", "entry", "head", "snapshot", "inbound")
    with store.transaction() as db:
        kept = {name: db.execute(text(f"SELECT * FROM {name}")).all() for name in names}
        db.execute(text("PRAGMA defer_foreign_keys = ON"))
        for statement in statements:
            db.execute(text(statement))
    try:
        yield store
    finally:
        with store.transaction() as db:
            db.execute(text("PRAGMA defer_foreign_keys = ON"))
            for name in names:
                db.execute(text(f"DELETE FROM {name}"))
                for row in kept[name]:
                    marks = ", ".join(f":{key}" for key in row._mapping)
                    db.execute(text(f"INSERT INTO {name} VALUES ({marks})"), dict(row._mapping))


@pytest.fixture
def stored(sqlite_store: Store) -> Store:
    """One game, G1, with 29 entries, and a mail that has nothing to do with it."""
    sqlite_store.import_record(demo().text(), "archivist")
    with sqlite_store.transaction() as db:
        db.execute(
            text(
                "INSERT INTO inbound (id, message_id, raw, received_at, state)"
                " VALUES (1, 'x', x'00', '2026-11-18 00:00:00', 'new')"
            )
        )
    assert_genuine(sqlite_store, 1, ENTRIES)
    return sqlite_store


def fault(store: Store) -> str:
    try:
        found = proof(store, 1).fault
    except Damaged as error:
        found = str(error)
    assert found is not None, "nobody has noticed"
    return found


def named_entry(text: str) -> int:
    match = re.search(r"entry (\d+)", text)
    assert match, text
    return int(match.group(1))


@pytest.mark.parametrize("column", CHANGES)
def test_a_changed_entry(stored: Store, column: str) -> None:
    for number in range(1, ENTRIES + 1):
        statement = f"UPDATE entry SET {column} = {CHANGES[column]} WHERE number = {number}"
        with tampered(stored, statement):
            assert named_entry(fault(stored)) == number
    assert_genuine(stored, 1, ENTRIES)


def test_the_columns_are_all_there() -> None:
    assert {*CHANGES, "number"} == set(log.Entry._fields)


def test_a_removed_entry(stored: Store) -> None:
    for number in range(1, ENTRIES + 1):
        with tampered(stored, f"DELETE FROM entry WHERE number = {number}"):
            assert fault(stored).startswith(f"entry {number} is missing")
        with tampered(stored, f"DELETE FROM entry WHERE number >= {number}"):
            assert fault(stored).startswith(f"entry {number} is missing")


def test_a_removed_entry_whose_gap_is_closed(stored: Store) -> None:
    for number in range(1, ENTRIES + 1):
        with tampered(
            stored,
            f"DELETE FROM entry WHERE number = {number}",
            f"UPDATE entry SET number = -number + 1 WHERE number > {number}",
            "UPDATE entry SET number = -number WHERE number < 0",
        ):
            assert named_entry(fault(stored)) == number


def test_swapped_entries(stored: Store) -> None:
    for number in range(1, ENTRIES):
        with tampered(
            stored,
            f"UPDATE entry SET number = 0 WHERE number = {number}",
            f"UPDATE entry SET number = {number} WHERE number = {number + 1}",
            f"UPDATE entry SET number = {number + 1} WHERE number = 0",
        ):
            assert named_entry(fault(stored)) == number


@pytest.mark.parametrize("number", [-1, 0, ENTRIES + 1, ENTRIES + 2])
def test_an_added_entry(stored: Store, number: int) -> None:
    columns = ", ".join(log.Entry._fields[1:])
    with tampered(
        stored,
        f"INSERT INTO entry (game_id, number, {columns})"
        f" SELECT game_id, {number}, {columns} FROM entry WHERE number = {ENTRIES}",
    ):
        assert str(number) in fault(stored) or named_entry(fault(stored)) == ENTRIES + 1


def test_an_entry_squeezed_in(stored: Store) -> None:
    columns = ", ".join(log.Entry._fields[1:])
    for number in (1, 10, ENTRIES):
        with tampered(
            stored,
            f"UPDATE entry SET number = -number - 1 WHERE number >= {number}",
            "UPDATE entry SET number = -number WHERE number < 0",
            f"INSERT INTO entry (game_id, number, {columns})"
            f" SELECT game_id, {number}, {columns} FROM entry WHERE number = {number + 1}",
        ):
            assert named_entry(fault(stored)) in (number, number + 1)


@pytest.mark.parametrize(
    "change",
    [
        "set_name = 'prison'",
        "scenario = 'beginner'",
        "options = 'target=7 memory=own'",
        "rules_version = 2",
        "seed = 'another'",
        "commitment = '00'",
        "created_at = '2001-01-01 00:00:00.000000'",
    ],
)
def test_a_changed_deal(stored: Store, change: str) -> None:
    with tampered(stored, f"UPDATE game SET {change}"):
        assert re.search("seed does not fit|entry 1, or the deal,", fault(stored))


@pytest.mark.parametrize("change", ["number = 28", "number = 30", "hash = 'x'", "digest = 'x'"])
def test_a_changed_end(stored: Store, change: str) -> None:
    with tampered(stored, f"UPDATE head SET {change}"):
        assert named_entry(fault(stored)) in (ENTRIES, ENTRIES + 1)


def test_values_of_the_wrong_kind(stored: Store) -> None:
    for change in ("at = 'noon'", "text = x'ff00'", "received = 7", "rules_version = 'one'"):
        with tampered(stored, f"UPDATE entry SET {change} WHERE number = 5"):
            assert named_entry(fault(stored)) == 5


def test_the_hashes_made_anew(stored: Store) -> None:
    """Whoever knows how to compute the hashes is found out by the rules and the digests."""
    for number, old, new in (
        (25, "PUT b.ro@a6", "PUT b.ro@a5"),
        (28, "+3", "+2"),
        (3, "SET", "SOT"),
    ):
        with stored.transaction() as db:
            before = db.scalar(text(f"SELECT text FROM entry WHERE number = {number}"))
        assert before is not None and old in before
        with tampered(
            stored, f"UPDATE entry SET text = '{before.replace(old, new)}' WHERE number = {number}"
        ):
            _make_hashes_anew(stored)
            assert chain_fault(read_stored(stored, 1)) is None
            assert named_entry(fault(stored)) == number


@pytest.mark.parametrize(
    "change", ["seat = 'q'", "kind = 'rewind'", "kind = 'amend'", "kind = 'restore'", "text = ''"]
)
def test_nonsense_with_good_hashes(stored: Store, change: str) -> None:
    with tampered(stored, f"UPDATE entry SET {change} WHERE number = 7"):
        _make_hashes_anew(stored)
        assert named_entry(fault(stored)) == 7


def _make_hashes_anew(store: Store) -> None:
    with store.transaction() as db:
        game = log.get_game(db, 1)
        previous = log.deal_hash(game)
        for entry in log.entries(db, 1):
            previous = log.entry_hash(previous, entry.number, entry)
            db.execute(text(f"UPDATE entry SET hash = '{previous}' WHERE number = {entry.number}"))
        db.execute(text(f"UPDATE head SET hash = '{previous}'"))
        db.execute(text("DELETE FROM snapshot"))


@pytest.mark.parametrize(
    "change", ["turn = 99", "waiting = 'by'", "over = 1", "position = position || ' '"]
)
def test_a_changed_snapshot(stored: Store, change: str) -> None:
    with tampered(stored, f"UPDATE snapshot SET {change}"):
        assert "drop-snapshots" in str(replay_fault(read_stored(stored, 1)))


def test_the_commands_name_game_and_entry(stored: Store, run: Run) -> None:
    stored.import_record(demo().text(), "archivist")
    with tampered(stored, "UPDATE entry SET text = 'A3' WHERE number = 26 AND game_id = 2"):
        verified = run("verify", "G2", db=stored.url)
        assert verified.exit_code == 2
        assert "G2 is not genuine: entry 26 was changed" in verified.stderr
        assert run("verify", "1", db=stored.url).exit_code == 0
        checked = run("db", "check", db=stored.url)
        assert checked.exit_code == 1
        assert "G2: entry 26 was changed" in checked.stdout
        assert "G1" not in checked.stdout
        replayed = run("db", "replay-all", db=stored.url)
        assert replayed.exit_code == 1
        assert "G2: entry 26" in replayed.stdout


def test_nobody_writes_to_a_log_with_a_foreign_entry(stored: Store, run: Run) -> None:
    columns = ", ".join(log.Entry._fields[1:])
    with tampered(
        stored,
        f"INSERT INTO entry (game_id, number, {columns})"
        f" SELECT game_id, 30, {columns} FROM entry WHERE number = 29",
    ):
        result = run("submit", "G1", "--as", "yellow", "RESIGN", db=stored.url)
        assert result.exit_code == 2
        assert "has an entry 30 already" in result.stderr


@pytest.mark.parametrize(
    "change", ["position = 'nonsense'", "asked = 'b1 noon'", "asked = ''", "since = 'noon'"]
)
def test_a_snapshot_that_cannot_be_read_is_not_used(stored: Store, change: str) -> None:
    """It is a cache: the log is played instead."""
    expected = stored.export_record(1)
    with tampered(stored, f"UPDATE snapshot SET {change}"), closing(Store(stored.url)) as fresh:
        assert write_state(fresh.state(1)) == write_state(demo().state)
        assert fresh.submit(1, Colour.YELLOW, "RESIGN", "yellow").accepted
        assert fresh.export_record(1).startswith(expected[: expected.index("[Result")])

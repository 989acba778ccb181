"""Finished games of each set, replayed and verified for ever.

A rule fix that changes one of them needs a new version of the rules: the games here keep the
version they were played by, and new games are added for the new one.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.app.games import verify
from adjudicator.app.store import Store
from tests.storage.games import ARCHIVE, assert_genuine

RECORDS = sorted(ARCHIVE.glob("*.dt"))


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_an_archived_game_is_legal_for_ever(file: Path) -> None:
    game = verify(file.read_text(encoding="utf-8"))
    assert game.state.result is not None


def test_the_archive_goes_through_the_database(store: Store) -> None:
    for file in RECORDS:
        record = file.read_bytes().decode()
        game_id = store.import_record(record, "archivist")
        assert store.export_record(game_id) == record
        assert_genuine(store, game_id)


def test_the_archive_has_something_of_everything() -> None:
    text = "\n".join(file.read_text(encoding="utf-8") for file in RECORDS)
    for part in (
        '[Scenario "standard"]', '[Scenario "beginner"]', "target=7", "memory=strict", "handicap.b",
        "removed.b", "pair=2", "TIMEOUT", "RESIGN", '[Result "draw"]', '[Result "b"]',
        '[Result "y"]',
    ):  # fmt: skip
        assert part in text, part
    assert len(RECORDS) >= 8


@pytest.mark.parametrize("scenario", "12345")
def test_the_archive_has_every_scenario_of_prison(scenario: str) -> None:
    head = f'[Set "prison"]\n[Scenario "{scenario}"]'
    assert any(file.read_text(encoding="utf-8").startswith(head) for file in RECORDS)


@pytest.mark.parametrize("order", ["MIND +", " scream ", " JUMP "])
def test_the_archive_shows_what_prison_is_about(order: str) -> None:
    records = [file.read_text(encoding="utf-8") for file in RECORDS if "prison" in file.stem]
    assert any(order in record for record in records)


@pytest.mark.parametrize("scenario", ["free", "mutual"])
def test_the_archive_has_mixed_games(scenario: str) -> None:
    head = f'[Set "mixed"]\n[Scenario "{scenario}"]'
    assert any(file.read_text(encoding="utf-8").startswith(head) for file in RECORDS)

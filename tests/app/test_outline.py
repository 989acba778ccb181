"""Letters that are promised first and written when they leave: the same, whenever that is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from adjudicator.app.letters import scribe
from adjudicator.app.letters.outline import (
    Answered,
    Aside,
    Cover,
    Outline,
    Promise,
    read_promise,
    write_promise,
)
from adjudicator.app.letters.scribe import write_out
from adjudicator.app.store import Store
from adjudicator.engine.ids import Colour
from adjudicator.engine.seen import Role
from adjudicator.mail.outbound import Draft
from adjudicator.render import letter_kinds as k
from adjudicator.storage import post, press, seats
from adjudicator.storage.log import NewEntry
from adjudicator.storage.post import Owed
from adjudicator.storage.press import StoredPress
from tests.app.mail.desk import ANNA, BEN, BLUE_LINE, NOON, Desk
from tests.databases import new_database
from tests.outbox import owed_mails

YELLOW_LINE = "LINE CL@b22 TH@d22 WI@g22 TR@i22"


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    store = Store.open(new_database(tmp_path / "games.db"))
    yield Desk(store)
    store.close()


def promised(desk: Desk) -> list[Owed]:
    return [owed for owed in owed_mails(desk.store) if owed.outline is not None]


# -- as text ----------------------------------------------------------------------------------

NOTE = k.Note(
    "example",
    {
        "word": 'a "word"\n$ and é',
        "number": 3,
        "day": date(2026, 3, 2),
        "moment": datetime(2026, 3, 2, 12, 30, 15, 7, UTC),
        "who": Colour.YELLOW,
    },
)
PROMISE = Promise(
    Cover(
        Draft(
            "<1@example.org>", NOON, "a@example.org", "b@example.org", "", "", references=("<x>",)
        ),
        "Europe/Paris",
        pictured=True,
    ),
    Outline(
        k.Table(7, Colour.BLUE, (k.Sitter(Colour.BLUE, "Anna"), k.Sitter(Colour.YELLOW))),
        17,
        14,
        Aside(
            NOON,
            None,
            ("CARD else: +0",),
            (k.Press(Colour.BLUE, "Hi"), k.Press(None, "?", Role.MODERATOR)),
            (k.Seal(Colour.YELLOW, 3, "ab12"),),
        ),
        Answered((k.LineRead("A3", k.Fate.DONE, instead=("A2", "A4"), note=NOTE),), (NOTE,), "12"),
    ),
)


def test_a_promise_is_read_as_it_was_written() -> None:
    assert read_promise(write_promise(PROMISE)) == PROMISE
    everyday = replace(PROMISE, outline=replace(PROMISE.outline, answered=None))
    assert read_promise(write_promise(everyday)) == everyday


def test_kinds_of_values_are_kept() -> None:
    answered = read_promise(write_promise(PROMISE)).outline.answered
    assert answered is not None
    values = answered.notes[0].values
    assert [type(value) for value in values.values()] == [str, int, date, datetime, Colour]
    assert answered.lines[0].fate is k.Fate.DONE


def test_what_is_no_part_of_a_letter_cannot_be_promised() -> None:
    odd = replace(PROMISE.cover, about=1.5)  # type: ignore[arg-type]  # that is the point
    with pytest.raises(AssertionError, match="cannot be kept"):
        write_promise(replace(PROMISE, cover=odd))


# -- the letters ------------------------------------------------------------------------------


def test_receipts_and_positions_are_promised(desk: Desk) -> None:
    desk.begin()
    assert not promised(desk), "first letters are written at once"
    letters = desk.answer(ANNA, BLUE_LINE)
    kept = promised(desk)
    assert [owed.raw for owed in kept] == [b""] * len(letters)
    assert len(kept) >= 1


def test_a_letter_says_the_same_whenever_it_is_written(desk: Desk) -> None:
    desk.begin()
    with desk.store.transaction() as db:
        press.add_press(db, 1, StoredPress("yellow", None, "Good luck"), NOON)
    desk.answer(ANNA, BLUE_LINE)
    desk.answer(BEN, YELLOW_LINE)
    kept = promised(desk)
    at_once = [write_out(desk.store, owed).raw for owed in kept]
    assert any(b"Good luck" in raw for raw in at_once)
    change_everything(desk)
    later = Store.open(desk.store.url)
    assert [write_out(later, owed).raw for owed in kept] == at_once
    later.close()


def change_everything(desk: Desk) -> None:
    """Play on, take everything back, and let people be called and do otherwise."""
    desk.write(ANNA, "LANGUAGE fr")
    desk.write(ANNA, "ABSENCE 2026-03-03 2026-03-20")
    desk.write(BEN, "PRESS 1 More to read")
    with desk.store.transaction() as db:
        here = desk.store.position(db, 1)
        asked = next(r for r in here.state.pending if not r.sealed)
        order = f"TIMEOUT {asked.number}"
        assert desk.store.submit_in(db, here, None, order, "clock", desk.now).accepted
        seats.put_standing(db, 1, "blue", ("CARD else: +1",))
        here = desk.store.position(db, 1)
        dealt = desk.store.state_after(db, here.game, 0)
        version, commitment = here.game.rules_version, here.game.commitment
        entry = NewEntry("rewind", "mod", "0", "Mona", desk.now, version, commitment)
        desk.store.append(db, here, entry, dealt)


def test_the_database_is_free_while_a_letter_is_written(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.begin()
    desk.answer(ANNA, BLUE_LINE)
    real = scribe.write_mail
    written = []

    def watched(cover: Cover, letter: k.Letter) -> bytes:
        with Store(desk.store.url).transaction() as db:  # would wait half a minute, then fail
            seats.set_zone(db, 1, "UTC")
        written.append(cover.draft.message_id)
        return real(cover, letter)

    monkeypatch.setattr(scribe, "write_mail", watched)
    owed = promised(desk)[-1]
    assert write_out(desk.store, owed).raw
    assert written == [owed.message_id]


def test_what_was_sent_is_kept(desk: Desk) -> None:
    desk.begin()
    desk.answer(ANNA, BLUE_LINE)
    owed = write_out(desk.store, promised(desk)[-1])
    with desk.store.transaction() as db:
        post.note_sent(db, owed.id, owed.raw)
    kept = next(mail for mail in owed_mails(desk.store) if mail.id == owed.id)
    assert (kept.raw, kept.outline) == (owed.raw, None)
    assert write_out(desk.store, kept) == kept

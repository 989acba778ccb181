"""Deadlines by mail: shown, reminded of once, passed with a notice to everybody."""

from __future__ import annotations

import logging

import pytest
from sqlalchemy import Connection

from adjudicator.app.desk import moderation
from adjudicator.app.desk.moderation import Warrant
from adjudicator.app.store import Position
from adjudicator.engine.ids import Colour
from tests.app.mail.desk import (
    ANNA,
    BEN,
    BLUE_LINE,
    DAY,
    HOUR,
    LONGEST,
    Desk,
    other,
    subjects,
    text_of,
)


def test_every_position_letter_shows_the_deadline(desk: Desk) -> None:
    desk.begin()
    assert "answer by Thursday 5 March 2026, 12:00 (UTC)" in text_of(desk.letters(ANNA)[-1])
    desk.later(DAY)
    (board,) = desk.write(BEN, "BOARD 1")
    assert "answer by Thursday 5 March 2026, 12:00 (UTC)" in text_of(board)
    (status,) = desk.write(BEN, "STATUS")
    assert "Thursday 5 March 2026, 12:00 (UTC)" in text_of(status)


def test_a_reminder_comes_once_when_a_third_is_left(desk: Desk) -> None:
    desk.begin()
    desk.answer(ANNA, BLUE_LINE)
    desk.later(2 * DAY - HOUR)
    assert desk.remind() == 0
    desk.later(2 * HOUR)
    assert desk.remind() == 1
    assert desk.remind() == 0
    reminder = desk.letters()[-1]
    assert subjects([reminder]) == [
        "ben@example.net: [DT 1] Reminder. Set-up: line up your team (Yellow)"
    ]
    assert "Thursday 5 March 2026, 12:00" in text_of(reminder)
    (receipt, *_) = desk.answer(BEN, "LINE CL@b22 GO@d22 ME@g22 TH@i22")
    assert "Received" in receipt["Subject"], "a reminder can be answered"


def test_nobody_is_reminded_after_the_deadline(desk: Desk) -> None:
    desk.begin()
    desk.later(LONGEST + HOUR)
    assert desk.remind() == 0


def test_everybody_is_told_of_a_time_out(desk: Desk) -> None:
    desk.begin()
    desk.answer(ANNA, BLUE_LINE)
    desk.later(LONGEST)
    assert desk.time_out() == 0, "the last moment is still in time"
    desk.later(HOUR)
    before = len(desk.letters())
    assert desk.time_out() == 1
    asked = ". Set-up: hide a token"
    assert [told.replace(asked, "") for told in subjects(desk.letters()[before:])] == [
        "anna@example.net: [DT 1] Deadline of Yellow passed (Blue)",
        "ben@example.net: [DT 1] Deadline of Yellow passed (Yellow)",
    ]
    assert desk.time_out() == 0
    assert desk.is_genuine()


def test_a_notice_says_whether_some_orders_had_come(desk: Desk) -> None:
    active = desk.set_up()
    desk.answer(active, desk.move())
    desk.later(LONGEST + HOUR)
    assert desk.time_out() == 1
    assert "Part of your orders had come" in text_of(desk.letters(active)[-1])
    desk.later(LONGEST + HOUR)
    assert desk.time_out() == 1
    assert "No mail of yours had come" in text_of(desk.letters(other(active))[-1])


def test_an_entry_from_the_future_stops_the_time_outs_of_its_game(
    desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    desk.begin()
    desk.store.submit(1, None, "TIMEOUT 1", "clock", desk.now + 9 * DAY)
    desk.later(4 * DAY)
    with caplog.at_level(logging.WARNING):
        assert desk.time_out() == 0
    assert "clock jumped back" in caplog.text


def test_an_extension_moves_the_reminder_and_the_deadline(desk: Desk) -> None:
    desk.begin()
    desk.answer(ANNA, BLUE_LINE)
    desk.later(2 * DAY + HOUR)
    assert desk.remind() == 1
    moderation.extend(desk.store, 1, 3 * DAY, Colour.YELLOW, _because(desk))
    assert desk.remind() == 0, "a third of his time is not all he has left"
    desk.later(3 * DAY)
    assert desk.remind() == 1, "another deadline has another reminder"
    assert desk.remind() == 0
    assert "Sunday 8 March 2026, 12:00" in text_of(desk.letters(BEN)[-1])
    desk.later(DAY - HOUR)
    assert desk.time_out() == 0
    desk.later(HOUR)
    assert desk.time_out() == 1


def test_nobody_is_reminded_or_timed_out_in_a_pause(desk: Desk) -> None:
    desk.begin()
    desk.answer(ANNA, BLUE_LINE)
    desk.later(DAY)
    moderation.pause(desk.store, 1, desk.now + 4 * DAY, _because(desk))
    desk.later(4 * DAY - HOUR)
    assert (desk.time_out(), desk.remind()) == (0, 0)
    desk.later(DAY + 2 * HOUR)
    assert (desk.time_out(), desk.remind()) == (0, 1)
    desk.later(DAY)
    assert (desk.time_out(), desk.remind()) == (1, 0)


def _because(desk: Desk) -> Warrant:
    return Warrant("carol", desk.now, "holidays")


def test_a_receipt_that_refuses_shows_the_deadline(desk: Desk) -> None:
    desk.begin()
    (receipt,) = desk.answer(ANNA, "LINE CL@b1 CL@d1")
    assert "Something was refused" in text_of(receipt)
    assert "answer by Thursday 5 March 2026, 12:00 (UTC)" in text_of(receipt)


def test_an_accepted_default_is_a_mail_that_came(desk: Desk) -> None:
    active = desk.set_up()
    desk.answer(active, "A2")
    desk.later(LONGEST + HOUR)
    assert desk.time_out() == 1
    assert "Part of your orders had come" in text_of(desk.letters(active)[-1])
    assert "standing orders did not" not in text_of(desk.letters(active)[-1])


def test_what_standing_orders_answer_is_no_mail_that_came(desk: Desk) -> None:
    desk.begin()
    desk.answer(BEN, "STANDING\nLINE CL TH WI TR\nCARD else: +0")
    desk.answer(ANNA, BLUE_LINE)
    hiding = ANNA if desk.here().state.pending[0].who is Colour.BLUE else BEN
    desk.later(LONGEST + HOUR)
    assert desk.time_out() == 1
    notice = text_of(next(m for m in reversed(desk.letters(hiding)) if "passed" in m["Subject"]))
    if hiding == BEN:
        assert "No mail of yours had come" in notice
        assert "Your standing orders did not answer what was asked" in notice
    else:
        assert "standing orders did not" not in notice


def test_one_broken_game_stops_no_other_clock(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    desk.begin()
    desk.write(ANNA, "CREATE standard blue")
    desk.write(BEN, "JOIN 2")
    right = desk.store.position

    def position(db: Connection, game: int) -> Position:
        if game == 1:
            raise RuntimeError("broken")
        return right(db, game)

    monkeypatch.setattr(desk.store, "position", position)
    desk.later(LONGEST + HOUR)
    assert desk.time_out() == 2
    assert "game=1" in caplog.text


def test_all_letters_about_a_game_hang_on_one_id(desk: Desk) -> None:
    desk.begin()
    desk.answer(ANNA, BLUE_LINE)
    desk.later(LONGEST + HOUR)
    desk.time_out()
    for who in (ANNA, BEN):
        mails = [m for m in desk.letters(who) if "[DT 1]" in m["Subject"]]
        assert len(mails) >= 2
        assert len({m["References"].split()[0] for m in mails}) == 1
    first = {desk.letters(who)[-1]["References"].split()[0] for who in (ANNA, BEN)}
    assert len(first) == 2, "nobody can tell the thread of another"

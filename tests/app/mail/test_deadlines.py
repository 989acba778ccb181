"""Deadlines by mail: shown, reminded of once, passed with a notice to everybody."""

from __future__ import annotations

import logging

import pytest
from sqlalchemy import Connection

from adjudicator.app.store import Position
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
    assert subjects(desk.letters()[before:]) == [
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


def test_a_clock_that_went_back_stops_time_outs(
    desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    desk.begin()
    desk.later(4 * DAY)
    desk.write(ANNA, "STATUS")
    desk.later(-HOUR)
    with caplog.at_level(logging.WARNING):
        assert desk.time_out() == 0
        assert desk.remind() == 0
    assert "clock jumped back" in caplog.text
    desk.later(HOUR)
    assert desk.time_out() == 2


def test_an_entry_from_the_future_stops_the_time_outs_of_its_game(
    desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    desk.begin()
    desk.store.submit(1, None, "TIMEOUT 1", "clock", desk.now + 9 * DAY)
    desk.later(4 * DAY)
    with caplog.at_level(logging.WARNING):
        assert desk.time_out() == 0
    assert "clock jumped back" in caplog.text


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

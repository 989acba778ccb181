"""HISTORY, DISPUTE, ABSENCE and RESIGN by mail."""

from __future__ import annotations

import pytest

from adjudicator.app.desk import disputes
from adjudicator.app.desk.moderation import Warrant
from adjudicator.app.overview import late_waits, overviews
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

# -- HISTORY ----------------------------------------------------------------------------------


def test_history_tells_each_seat_what_it_may_know(desk: Desk) -> None:
    desk.begin()
    desk.answer(ANNA, BLUE_LINE)
    (mine,) = desk.write(ANNA, "HISTORY 1")
    (his,) = desk.write(BEN, "HISTORY 1")
    assert mine["Subject"] == "[DT 1] History (Blue)"
    assert "the blue Cleric (bCL) on b1" in text_of(mine)
    assert "bCL" not in text_of(his), "a sealed team is secret"


def test_history_goes_by_turns(desk: Desk) -> None:
    active = desk.set_up()
    desk.answer(active, "A2; END")
    (whole,) = desk.write(active, "HISTORY 1")
    assert "Set-up" in text_of(whole)
    assert "Turn 1" in text_of(whole)
    (late,) = desk.write(active, "HISTORY 1 FROM 1")
    assert "Set-up" not in text_of(late)
    assert "Turn 1" in text_of(late)
    (answered,) = desk.answer(active, "HISTORY")
    assert text_of(answered) == text_of(whole)


@pytest.mark.parametrize(
    ("who", "line", "said"),
    [
        (ANNA, "HISTORY", "Please name the game"),
        (ANNA, "HISTORY 99", "You do not play in game 99"),
        (ANNA, "HISTORY " + "9" * 5000, "Please name the game"),
        ("eve@example.net", "HISTORY 1", "We do not know this address yet"),
    ],
)
def test_history_is_for_players(desk: Desk, who: str, line: str, said: str) -> None:
    desk.begin()
    (receipt,) = desk.write(who, line)
    assert said in text_of(receipt)


# -- DISPUTE ----------------------------------------------------------------------------------


def test_a_dispute_is_told_to_both_and_stops_the_clock(desk: Desk) -> None:
    desk.begin()
    desk.answer(ANNA, BLUE_LINE)
    letters = desk.answer(BEN, "DISPUTE Blue was too quick.")
    assert subjects(letters[:2]) == [
        "anna@example.net: [DT 1] Dispute 1 (Blue)",
        "ben@example.net: [DT 1] Dispute 1 (Yellow)",
    ]
    assert "Dispute 1 is open" in text_of(letters[2])
    assert "Blue was too quick." in text_of(letters[0])
    (opened,) = disputes.disputes(desk.store)
    assert (opened.entry, opened.opened_by) == (1, "yellow (Ben)")
    desk.later(10 * DAY)
    assert (desk.time_out(), desk.remind()) == (0, 0)
    disputes.rule(desk.store, 1, "He was not.", Warrant("carol", desk.now))
    desk.later(LONGEST - HOUR)
    assert desk.time_out() == 0
    desk.later(2 * HOUR)
    assert desk.time_out() == 1
    assert desk.is_genuine()


def test_letters_from_before_a_dispute_can_be_answered(desk: Desk) -> None:
    desk.begin()
    desk.answer(ANNA, BLUE_LINE)
    opening = next(m for m in desk.letters(BEN) if "begins" in m["Subject"])
    desk.answer(ANNA, "DISPUTE #1 I sent it twice.")
    letters = desk.write(BEN, "LINE CL@b22 GO@d22 ME@g22 TH@i22", str(opening["Reply-To"]))
    assert "Received" in letters[0]["Subject"]


def test_a_second_dispute_says_more_in_the_first(desk: Desk) -> None:
    desk.begin()
    desk.answer(ANNA, BLUE_LINE)
    desk.answer(ANNA, "DISPUTE I sent it twice.")
    *_, receipt = desk.answer(ANNA, "DISPUTE And the first one was right.")
    assert "Dispute 1 is open" in text_of(receipt)
    docket = disputes.show(desk.store, 1, Warrant("carol", desk.now))
    assert [saying.text for saying in docket.sayings] == ["And the first one was right."]
    assert len(disputes.disputes(desk.store)) == 1


def test_the_other_side_says_more_in_the_dispute_that_is_open(desk: Desk) -> None:
    desk.begin()
    desk.answer(ANNA, BLUE_LINE)
    desk.answer(ANNA, "DISPUTE I sent it twice.")
    *told, receipt = desk.answer(BEN, "DISPUTE She did not.")
    assert "Dispute 1 is open already: your words were added to it." in text_of(receipt)
    assert all("Yellow has added something to dispute 1." in text_of(mail) for mail in told)
    desk.answer(BEN, "DISPUTE #1 Really not.")
    (dispute,) = disputes.disputes(desk.store)
    docket = disputes.show(desk.store, dispute.id, Warrant("carol", desk.now))
    assert [saying.text for saying in docket.sayings] == ["She did not.", "Really not."]


def test_a_dispute_about_another_entry_is_another_one(desk: Desk) -> None:
    desk.begin()
    desk.answer(ANNA, BLUE_LINE)
    desk.answer(BEN, "LINE CL@b22 GO@d22 ME@g22 TH@i22")
    desk.answer(ANNA, "DISPUTE #1 I sent it twice.")
    *_, receipt = desk.answer(BEN, "DISPUTE #2 This one as well.")
    assert "Dispute 2 is open; the clocks" in text_of(receipt)
    *_, receipt = desk.answer(ANNA, "DISPUTE #2 No.")
    assert "Dispute 1 is open already" in text_of(receipt), "each side opens one at a time"
    docket = disputes.show(desk.store, 1, Warrant("carol", desk.now))
    assert [saying.text for saying in docket.sayings] == ["#2 No."]


def test_after_the_ruling_a_new_dispute_is_opened(desk: Desk) -> None:
    desk.begin()
    desk.answer(ANNA, BLUE_LINE)
    desk.answer(ANNA, "DISPUTE I sent it twice.")
    disputes.rule(desk.store, 1, "You did not.", Warrant("carol", desk.now))
    *_, receipt = desk.answer(BEN, "DISPUTE Then I did.")
    assert "Dispute 2 is open; the clocks" in text_of(receipt)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("DISPUTE #" + "9" * 5000, "has at most 2000 characters"),
        ("DISPUTE", "hat the dispute is about is needed"),
        ("DISPUTE #77 The gate was closed.", "has no entry 77"),
    ],
)
def test_a_dispute_is_about_something(desk: Desk, text: str, said: str) -> None:
    desk.begin()
    desk.answer(ANNA, BLUE_LINE)
    (receipt,) = desk.answer(ANNA, text)
    assert said in text_of(receipt)
    assert disputes.disputes(desk.store) == []


def test_only_a_seat_disputes(desk: Desk) -> None:
    desk.begin()
    (receipt,) = desk.write(ANNA, "DISPUTE 1 no")
    assert "Please send this as a reply" in text_of(receipt)


# -- ABSENCE ----------------------------------------------------------------------------------


def test_the_clock_of_an_absent_player_stands_still(desk: Desk) -> None:
    desk.begin()
    desk.answer(ANNA, BLUE_LINE)
    *_, receipt = desk.answer(BEN, "ABSENCE 2026-03-04 TO 2026-03-10")
    assert "You are away from" in text_of(receipt)
    (board,) = desk.write(BEN, "BOARD 1")
    assert "answer by Thursday 12 March 2026, 12:00 (UTC)" in text_of(board)
    (status,) = desk.write(BEN, "STATUS")
    assert "10 March 2026" in text_of(status)
    desk.later(5 * DAY)
    assert (desk.time_out(), desk.remind()) == (0, 0)
    (game,) = overviews(desk.store)
    assert late_waits(desk.store, game, LONGEST, desk.now) == ()
    desk.later(4 * DAY)
    assert (desk.time_out(), desk.remind()) == (0, 1)
    desk.later(DAY + HOUR)
    assert desk.time_out() == 1


def test_an_absence_stops_no_other_clock(desk: Desk) -> None:
    desk.begin()
    desk.answer(BEN, "ABSENCE 2026-03-04 TO 2026-03-10")
    desk.later(LONGEST + HOUR)
    assert desk.time_out() == 1


def test_what_has_gone_by_of_a_cancelled_absence_stays(desk: Desk) -> None:
    desk.begin()
    desk.answer(ANNA, BLUE_LINE)
    desk.answer(BEN, "ABSENCE 2026-03-02 TO 2026-03-20")
    desk.later(4 * DAY)
    *_, receipt = desk.answer(BEN, "ABSENCE CANCEL")
    assert "is cancelled" in text_of(receipt)
    desk.later(LONGEST - HOUR)
    assert desk.time_out() == 0
    desk.later(2 * HOUR)
    assert desk.time_out() == 1
    (receipt,) = desk.answer(BEN, "ABSENCE OFF")
    assert "no absence" in text_of(receipt)


def test_an_absence_is_in_the_players_time_zone(desk: Desk) -> None:
    desk.begin()
    desk.write(BEN, "ZONE America/New_York")
    desk.answer(BEN, "ABSENCE 2026-03-03")
    (board,) = desk.write(BEN, "BOARD 1")
    assert "Friday 6 March 2026, 07:00" in text_of(board)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("ABSENCE", "is no date"),
        ("ABSENCE soon TO 2026-03-10", "soon is no date"),
        ("ABSENCE 2026-03-04 TO 2026-13-40", "2026-13-40 is no date"),
        ("ABSENCE 2026-03-04 TO 2026-05-04", "at most 30 days"),
        ("ABSENCE 2026-03-10 TO 2026-03-04", "not before it begins"),
        ("ABSENCE 2026-01-01 TO 2026-02-01", "ends today or later"),
        ("ABSENCE 9999-12-30 TO 9999-12-31", "within a year"),
        ("ABSENCE 0001-01-01 TO 9999-12-31", "at most 30 days"),
    ],
)
def test_what_is_no_absence(desk: Desk, line: str, said: str) -> None:
    desk.begin()
    (receipt,) = desk.answer(ANNA, line)
    assert said in text_of(receipt)


def test_thirty_days_are_allowed(desk: Desk) -> None:
    desk.begin()
    *_, receipt = desk.answer(ANNA, "ABSENCE 2026-04-01 TO 2026-04-30")
    assert "You are away" in text_of(receipt)


def test_a_mail_that_proves_nothing_stops_no_clock(desk: Desk) -> None:
    desk.begin()
    (receipt,) = desk.write(ANNA, "ABSENCE 2026-03-04 TO 2026-03-10")
    assert "does not prove" in text_of(receipt)


# -- RESIGN -----------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["A2\nRESIGN", "A2; resign", "ABSENCE 2026-03-04\nRESIGN"])
def test_nobody_resigns_in_passing(desk: Desk, text: str) -> None:
    active = desk.set_up()
    before = desk.here().head
    *_, receipt = desk.answer(active, text)
    assert "only in a mail of its own" in text_of(receipt)
    assert desk.here().head == before


def test_resigning_alone_ends_the_game(desk: Desk) -> None:
    active = desk.set_up()
    desk.answer(active, "RESIGN")
    assert desk.here().state.result is not None
    for who in (active, other(active)):
        assert "The game is over" in desk.letters(who)[-1]["Subject"]
    (receipt,) = desk.answer(active, "RETRACT")
    assert "This game is over" in text_of(receipt)


# -- very many --------------------------------------------------------------------------------


def test_only_so_many_commands_are_carried_out(desk: Desk) -> None:
    active = desk.set_up()
    before = desk.here().head
    letters = desk.answer(active, "A2\n" + "ZONE nowhere\n" * 200)
    assert "only its first 25 lines were read" in text_of(letters[-1])
    assert text_of(letters[-1]).count("ZONE nowhere") < 60
    assert desk.here().head == before, "then no orders are played either"


def test_an_absence_that_has_begun_counts_from_now(desk: Desk) -> None:
    desk.begin()
    *_, receipt = desk.answer(BEN, "ABSENCE 0001-01-01 TO 2026-03-04")
    assert "You are away" in text_of(receipt)
    (board,) = desk.write(BEN, "BOARD 1")
    assert "answer by Sunday 8 March 2026, 00:00 (UTC)" in text_of(board)

"""A clock that jumps costs nobody his time: noticed, told, confirmed by a person."""

from __future__ import annotations

import logging
from datetime import timedelta

import pytest

from adjudicator.app.mistakes import NotPossible
from adjudicator.app.overview import late_waits, overviews
from adjudicator.app.post.heartbeat import Heartbeat, confirm, doubt_text
from adjudicator.storage.beat import Doubt, doubt
from tests.app.mail.desk import ANNA, BEN, BLUE_LINE, DAY, HOUR, LONGEST, NOON, Desk, text_of

YEAR = 365 * DAY


class Watch:
    """The heart of one run of the service, and the clock that nobody sets."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.ticks = 1000.0
        self.restart()

    def restart(self) -> None:
        self.heart = Heartbeat(self.desk.store)

    def beat(self, passed: timedelta = HOUR, jump: timedelta = timedelta()) -> bool:
        """Look again after some time, in which the clock was also set on or back."""
        self.ticks += passed.total_seconds()
        self.desk.later(passed + jump)
        return self.heart.beat(self.desk.now, self.ticks)

    def doubt(self) -> Doubt | None:
        with self.desk.store.reading() as db:
            return doubt(db)


@pytest.fixture
def watch(desk: Desk) -> Watch:
    desk.begin()
    desk.answer(ANNA, BLUE_LINE)
    watch = Watch(desk)
    assert watch.beat(timedelta())
    return watch


def acts(desk: Desk) -> tuple[int, int]:
    return desk.time_out(), desk.remind()


def test_a_clock_that_goes_on_is_trusted(desk: Desk, watch: Watch) -> None:
    assert all(watch.beat(HOUR) for _ in range(49))
    assert acts(desk) == (0, 1)
    assert watch.beat(HOUR, jump=timedelta(minutes=4)), "a clock may be put right"


@pytest.mark.parametrize("jump", [-10 * DAY, -HOUR, HOUR, 4 * DAY, 10 * YEAR])
def test_a_jump_stops_time_outs_and_reminders(
    desk: Desk, watch: Watch, jump: timedelta, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        assert not watch.beat(HOUR, jump)
    assert "adjudicator clock confirm" in caplog.text
    assert watch.doubt() == Doubt(NOON + HOUR, NOON + HOUR + jump)
    for _ in range(100):
        assert not watch.beat(HOUR)
        assert acts(desk) == (0, 0)
    assert caplog.text.count("in doubt") == 1, "told once, not every minute"


def test_a_jump_lasts_over_a_restart(watch: Watch, caplog: pytest.LogCaptureFixture) -> None:
    watch.beat(HOUR, jump=2 * HOUR)
    watch.restart()
    with caplog.at_level(logging.WARNING):
        assert not watch.beat(HOUR)
    assert "in doubt" in caplog.text, "a new run tells it again"


@pytest.mark.parametrize(
    ("away", "trusted"), [(23 * HOUR, True), (25 * HOUR, False), (-HOUR, False), (-4 * DAY, False)]
)
def test_a_restart_compares_with_what_was_seen_last(
    watch: Watch, away: timedelta, trusted: bool
) -> None:
    watch.restart()
    assert watch.beat(away) is trusted


def test_a_sleep_that_both_clocks_saw_is_too_long_as_well(watch: Watch) -> None:
    assert not watch.beat(30 * HOUR)


def test_the_first_run_trusts_a_clock_behind_which_no_mail_lies(desk: Desk) -> None:
    desk.begin()
    desk.later(100 * DAY)
    assert Heartbeat(desk.store).beat(desk.now, 0), "nobody wrote for long, and nothing jumped"
    assert acts(desk) == (2, 0)


def test_the_first_run_sees_mail_from_the_future(desk: Desk) -> None:
    desk.begin()
    desk.later(-HOUR)
    assert not Heartbeat(desk.store).beat(desk.now, 0)


def test_who_is_asked_has_his_full_time_after_a_person_confirmed(desk: Desk, watch: Watch) -> None:
    watch.restart()
    assert not watch.beat(4 * DAY)
    assert acts(desk) == (0, 0)
    assert confirm(desk.store, "carol", desk.now) == 1
    assert watch.doubt() is None
    assert watch.beat(HOUR)
    (game,) = overviews(desk.store)
    assert late_waits(desk.store, game, LONGEST, desk.now) == ()
    assert acts(desk) == (0, 0)
    for _ in range(48):
        assert watch.beat(HOUR)
    assert acts(desk) == (0, 1)
    assert desk.is_genuine()


def test_time_outs_go_on_after_the_confirmation(desk: Desk, watch: Watch) -> None:
    watch.beat(HOUR, jump=9 * DAY)
    confirm(desk.store, "carol", desk.now)
    for _ in range(72):
        assert watch.beat(HOUR)
    assert desk.time_out() == 0, "the last moment is still in time"
    assert watch.beat(HOUR)
    assert desk.time_out() == 1
    assert desk.is_genuine()


def test_a_letter_in_doubt_promises_no_deadline_that_is_past(desk: Desk, watch: Watch) -> None:
    watch.beat(HOUR, jump=9 * DAY)
    (board,) = desk.write(BEN, "BOARD 1")
    assert "answer by Saturday 14 March 2026, 13:00 (UTC)" in text_of(board)


def test_letters_from_before_the_doubt_can_be_answered(desk: Desk, watch: Watch) -> None:
    watch.beat(HOUR, jump=9 * DAY)
    confirm(desk.store, "carol", desk.now)
    receipt = desk.answer(BEN, "LINE CL@b22 GO@d22 ME@g22 TH@i22")[0]
    assert "Received" in receipt["Subject"]


def test_what_was_asked_on_a_wrong_clock_is_not_asked_for_ever(desk: Desk, watch: Watch) -> None:
    """The clock is ten years ahead for an hour, and somebody plays in it."""
    watch.beat(HOUR, jump=10 * YEAR)
    desk.answer(BEN, "LINE CL@b22 GO@d22 ME@g22 TH@i22")
    assert not watch.beat(HOUR, jump=-10 * YEAR)
    confirm(desk.store, "carol", desk.now)
    assert desk.now == NOON + 2 * HOUR
    for _ in range(73):
        assert watch.beat(HOUR)
    assert desk.time_out() == 1
    assert desk.is_genuine()


def test_taking_back_reaches_no_deadline_from_before_the_doubt(desk: Desk, watch: Watch) -> None:
    desk.answer(ANNA, "RETRACT")
    desk.answer(ANNA, BLUE_LINE)
    watch.beat(HOUR, jump=9 * DAY)
    confirm(desk.store, "carol", desk.now)
    desk.answer(ANNA, "RETRACT")
    assert acts(desk) == (0, 0)
    (status,) = desk.write(ANNA, "STATUS")
    assert "Saturday 14 March 2026, 13:00" in text_of(status)


def test_only_a_doubt_is_confirmed(desk: Desk, watch: Watch) -> None:
    with pytest.raises(NotPossible, match="not in doubt"):
        confirm(desk.store, "carol", desk.now)


def test_the_words_say_what_to_do() -> None:
    assert doubt_text(Doubt(NOON, NOON + DAY)) == (
        "the clock went from 2026-03-02 12:00 UTC to 2026-03-03 12:00 UTC, or the service was away;"
        " nobody is reminded or timed out until: adjudicator clock confirm"
    )

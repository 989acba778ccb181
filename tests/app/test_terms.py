"""The terms of a game: read, written, refused, and what they do to a deadline."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.app.due import moved
from adjudicator.app.terms import MOST_DATES, BadTerms, Terms, read_terms, write_terms

PARIS, CAIRO = ZoneInfo("Europe/Paris"), ZoneInfo("Africa/Cairo")
HOST = timedelta(days=3)


def answer_due(text: str, asked: datetime, zone: ZoneInfo) -> datetime:
    terms = read_terms(text)
    return moved(asked, terms.time(HOST), terms.days_off(asked, zone))


@given(
    st.builds(
        Terms,
        st.none() | st.integers(1, 600).map(lambda n: n / 20),
        st.frozensets(st.integers(0, 6), max_size=6),
        st.frozensets(
            st.dates(datetime(2000, 1, 1).date(), datetime(2200, 12, 31).date()),
            max_size=MOST_DATES,
        ),
        st.integers(0, 7 * 24 * 60).map(lambda n: timedelta(minutes=n)),
        st.booleans(),
    )
)
def test_what_is_written_is_read_again(terms: Terms) -> None:
    assert read_terms(write_terms(terms)) == terms


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("days=0", "days=0 is not possible: write a number from 0.05 to 30."),
        ("days=31", "days=31 is not possible"),
        ("days=nan", "days=nan is not possible"),
        ("days=-2", "days=-2 is not possible"),
        ("days=1e1", "days=1e1 is not possible"),
        ("days=٢", "days=٢ is not possible"),
        ("days", "days= is not possible"),
        ("days=2 DAYS=3", "The option days is given twice."),
        ("off=someday", "off=someday is not possible: write for example off=sat,sun,2026-12-25."),
        ("off=2026-02-30", "off=2026-02-30 is not possible"),
        ("off=9999-12-31", "off=9999-12-31 is not possible"),
        ("off=", "off= is not possible"),
        ("off=mon,tue,wed,thu,fri,sat,sun", "One day of the week must be left to play"),
        ("off=" + ",".join(f"2026-05-{n:02}" for n in range(1, 22)), "at most 20 dates"),
        ("grace=8d", "grace=8d is not possible: write for example 12h or 2d, up to 7 days."),
        ("grace=12", "grace=12 is not possible"),
        ("anonymous=perhaps", "anonymous=perhaps is not possible: write yes or no."),
        ("colour=red", "There is no option colour; known are days, off, grace, anonymous."),
    ],
)
def test_what_cannot_be_had_is_refused_with_what_can(text: str, said: str) -> None:
    with pytest.raises(BadTerms) as refused:
        read_terms(text)
    assert said in str(refused.value)


def test_a_weekend_off_in_which_the_clocks_change() -> None:
    """Friday 13:00 and two days more is Tuesday 13:00, whatever was done to the clocks."""
    spring = answer_due("days=2 off=sat,sun", datetime(2026, 3, 27, 12, tzinfo=UTC), PARIS)
    assert spring.astimezone(PARIS) == datetime(2026, 3, 31, 13, tzinfo=PARIS)
    autumn = answer_due("days=2 off=sat,sun", datetime(2026, 10, 23, 12, tzinfo=UTC), PARIS)
    assert autumn.astimezone(PARIS) == datetime(2026, 10, 27, 14, tzinfo=PARIS)
    assert (autumn - datetime(2026, 10, 23, 12, tzinfo=UTC)) == timedelta(days=4, hours=1)


def test_a_day_off_whose_midnight_does_not_exist() -> None:
    """In Cairo clocks go from 24:00 to 1:00: that day has 23 hours."""
    asked = datetime(2026, 4, 23, 12, tzinfo=UTC)
    assert answer_due("days=1 off=2026-04-24", asked, CAIRO) - asked == timedelta(hours=24 + 23)


def test_a_day_off_is_that_of_the_players_zone() -> None:
    asked = datetime(2026, 3, 6, 23, 30, tzinfo=UTC)  # Friday; in Paris it is Saturday already
    hour = timedelta(hours=1)
    assert answer_due("days=0.5 off=sat", asked, PARIS) == asked + 23.5 * hour + 12 * hour
    utc = moved(asked, 12 * hour, read_terms("off=sat").days_off(asked, UTC))
    assert utc == asked + 24 * hour + 12 * hour


def test_without_days_off_the_host_decides() -> None:
    asked = datetime(2026, 3, 6, tzinfo=UTC)
    assert answer_due("", asked, PARIS) == asked + HOST

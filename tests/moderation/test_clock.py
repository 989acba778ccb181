"""Extending, pausing, resuming: what the log says of the clock."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from adjudicator.app.clock import Clock, clock_state, extensions, stood_still
from adjudicator.app.desk import disputes, moderation
from adjudicator.app.desk.history import read_history
from adjudicator.app.desk.moderation import Warrant
from adjudicator.app.mistakes import NotPossible
from adjudicator.app.store import Store
from adjudicator.engine.ids import Colour
from tests.moderation.conftest import BECAUSE, NOON, assert_sound

DAY, HOUR = timedelta(days=1), timedelta(hours=1)


def at(moment: datetime) -> Warrant:
    return BECAUSE._replace(at=moment)


def clock(store: Store, game: int, now: datetime) -> Clock:
    return clock_state(read_history(store, game).entries, now)


def still(store: Store, game: int, since: datetime, now: datetime) -> timedelta:
    return stood_still(read_history(store, game).entries, since, now)


def test_a_pause_ends_by_itself(store: Store, game: int) -> None:
    assert clock(store, game, NOON).running
    moderation.pause(store, game, NOON + 2 * DAY, at(NOON))
    assert clock(store, game, NOON + DAY).paused_until == NOON + 2 * DAY
    assert not clock(store, game, NOON + DAY).running
    assert clock(store, game, NOON + 2 * DAY).running
    assert still(store, game, NOON, NOON + 5 * DAY) == 2 * DAY
    assert still(store, game, NOON + DAY, NOON + 5 * DAY) == DAY
    assert_sound(store, game)


def test_resume_and_a_second_pause(store: Store, game: int) -> None:
    moderation.pause(store, game, NOON + 4 * DAY, at(NOON))
    moderation.resume(store, game, at(NOON + DAY))
    assert clock(store, game, NOON + DAY + HOUR).running
    moderation.pause(store, game, NOON + 3 * DAY, at(NOON + 2 * DAY))
    moderation.pause(store, game, NOON + 5 * DAY, at(NOON + 2 * DAY + HOUR))
    assert still(store, game, NOON, NOON + 9 * DAY) == 4 * DAY
    with pytest.raises(NotPossible, match="not paused"):
        moderation.resume(store, game, at(NOON + 6 * DAY))


def test_a_dispute_stops_the_clock(store: Store, game: int) -> None:
    one = disputes.open_dispute(store, game, 27, "not adjacent", Colour.BLUE, at(NOON))
    two = disputes.open_dispute(store, game, 28, "wrong card", Colour.BLUE, at(NOON + HOUR))
    moderation.pause(store, game, NOON + 3 * HOUR, at(NOON + HOUR))
    assert clock(store, game, NOON + 2 * HOUR).disputes == (one.id, two.id)
    disputes.rule(store, one.id, "it is", at(NOON + 2 * HOUR))
    assert clock(store, game, NOON + 4 * HOUR).disputes == (two.id,)
    with pytest.raises(NotPossible, match=f"ruling of dispute {two.id}"):
        moderation.resume(store, game, at(NOON + 4 * HOUR))
    disputes.rule(store, two.id, "it was right", at(NOON + 5 * HOUR))
    assert clock(store, game, NOON + 5 * HOUR).running
    assert still(store, game, NOON, NOON + DAY) == 5 * HOUR


def test_extensions(store: Store, game: int) -> None:
    moderation.extend(store, game, 2 * DAY, None, at(NOON))
    entry = moderation.extend(store, game, 12 * HOUR, Colour.BLUE, at(NOON))
    found = clock(store, game, NOON + HOUR)
    assert found.extended("b") == 2 * DAY + 12 * HOUR
    assert found.extended("y") == 2 * DAY
    assert store.submit(game, Colour.BLUE, "A3", "Anna", NOON + HOUR).accepted
    assert clock(store, game, NOON + HOUR).extensions == ()
    entries = read_history(store, game).entries
    assert [e.entry for e in extensions(entries, 0)] == [entry - 1, entry]
    assert [e.text for e in entries[-3:-1]] == ["P2D", "PT12H b"]


@pytest.mark.parametrize("until", [NOON - DAY, NOON, NOON + 400 * DAY])
def test_a_pause_has_a_sensible_end(store: Store, game: int, until: datetime) -> None:
    with pytest.raises(NotPossible, match="ends in the future"):
        moderation.pause(store, game, until, at(NOON))


@pytest.mark.parametrize("more", [timedelta(), -DAY, 400 * DAY])
def test_an_extension_is_sensible(store: Store, game: int, more: timedelta) -> None:
    with pytest.raises(NotPossible):
        moderation.extend(store, game, more, None, at(NOON))


def test_the_clock_of_a_finished_game(store: Store, armed: int) -> None:
    with pytest.raises(NotPossible, match="over"):
        moderation.pause(store, armed, NOON + DAY, at(NOON))

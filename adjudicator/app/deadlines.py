"""Deadlines: who has been asked for too long, and what the rules do then.

The wall clock enters the log only as a decision of the referee (``TIMEOUT``), so that a replay
needs no clock.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from adjudicator.storage.log import Unknown

from .automatic import play_automatic
from .letters import Sender, Writer
from .overview import late_waits, overviews
from .store import Store


def let_time_out(store: Store, sender: Sender, longest: timedelta, now: datetime) -> int:
    """Carry out the default of every question that is overdue; says how many there were."""
    done = 0
    for game in overviews(store):
        if game.over or game.trouble:
            continue
        for wait in late_waits(store, game, longest, now):
            done += _time_out(store, sender, game.id, wait.seat, now)
    return done


def _time_out(store: Store, sender: Sender, game: int, seat: str, now: datetime) -> int:
    """One time-out in one transaction, with the letters it leads to."""
    with store.transaction() as db:
        try:
            here = store.position(db, game)
        except Unknown:
            return 0
        asked = [r for r in here.state.pending if r.who == seat and not r.sealed]
        if not asked:
            return 0
        order = f"TIMEOUT {asked[0].number}"
        judged = store.submit_in(db, here, None, order, "clock", now)
        if not judged.accepted:
            return 0
        play_automatic(store, db, game, now)
        Writer(store, db, sender, now).tell_seats(store.position(db, game))
    return 1

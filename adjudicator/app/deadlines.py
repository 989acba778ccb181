"""Deadlines: who has been asked for too long, and what the rules do then.

The wall clock enters the log only as a decision of the referee (``TIMEOUT``), so that a replay
needs no clock.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from sqlalchemy import Connection

from adjudicator.engine.ids import Colour
from adjudicator.mail.address import ReplyTo
from adjudicator.render import letter_kinds as k
from adjudicator.storage import log, post, seats
from adjudicator.storage.log import Unknown

from .automatic import play_automatic
from .due import due
from .letters import Sender, Writer
from .line import effective
from .overview import Overview, Wait, overviews
from .store import Position, Store

LOG = logging.getLogger("adjudicator.deadlines")


def let_time_out(store: Store, sender: Sender, longest: timedelta, now: datetime) -> int:
    """Carry out the default of every question that is overdue; says how many there were."""
    if _clock_is_wrong(store, now):
        return 0
    return sum(
        _carefully(_time_out, store, sender, game.id, wait.seat, longest, now)
        for game in _going_on(store)
        for wait in _asked_for(game, longest, now)
    )


Act = Callable[[Store, Sender, int, Colour, timedelta, datetime], int]


def _carefully(
    act: Act, store: Store, sender: Sender, game: int, seat: Colour, longest: timedelta,
    now: datetime,
) -> int:  # fmt: skip
    """One game that cannot be handled must not stop the clocks of the others."""
    try:
        return act(store, sender, game, seat, longest, now)
    except Exception:
        LOG.exception("a deadline could not be handled game=%d", game)
        return 0


def _going_on(store: Store) -> list[Overview]:
    return [game for game in overviews(store) if not game.over and not game.trouble]


def _asked_for(game: Overview, time: timedelta, now: datetime) -> list[Wait]:
    """Who has been asked for so long, whether or not the clock ran."""
    return [wait for wait in game.waits if now - wait.since > time]


def _time_out(
    store: Store, sender: Sender, game: int, seat: Colour, longest: timedelta, now: datetime
) -> int:
    """One time-out in one transaction, with the letters it leads to."""
    with store.transaction() as db:
        here = _position(store, db, game, now)
        late = due(db, here, seat, longest, now) if here else None
        if here is None or late is None or not late.running or now <= late.at:
            return 0
        partial = _has_begun(db, game, seat)
        judged = store.submit_in(db, here, None, f"TIMEOUT {late.number}", "clock", now)
        if not judged.accepted:
            return 0
        play_automatic(store, db, game, now)
        _tell(Writer(store, db, sender, now), store.position(db, game), seat, partial)
    return 1


def _has_begun(db: Connection, game: int, seat: Colour) -> bool:
    """Whether the newest message is of the one who is asked: some of his orders have come."""
    line = effective(log.entries(db, game))
    return bool(line) and line[-1].by == seat


def _tell(writer: Writer, here: Position, who: Colour, partial: bool) -> None:
    """Everybody learns of a time-out; the end of the game has a letter of its own."""
    if here.state.result is not None:
        writer.tell_seats(here)
        return
    for seat in seats.seated(writer.db, here.game.id):
        colour = Colour(seat.colour)
        letter = k.TimeOutNotice(
            writer.table(here.game.id, colour),
            who,
            writer.told_since(here, colour, seat.told),
            writer.situation(here, colour),
            partial,
        )
        key = f"time-out/{here.game.id}/{seat.colour}/{here.head.number}"
        reply = ReplyTo(here.game.id, colour.letter, here.head.number)
        writer.send(seat.player, letter, key, reply)
        seats.note_told(writer.db, here.game.id, seat.colour, here.head.number)


# -- reminders --------------------------------------------------------------------------------


def remind(store: Store, sender: Sender, longest: timedelta, now: datetime) -> int:
    """Remind everybody who has a third of his time left; says how many were reminded."""
    if _clock_is_wrong(store, now):
        return 0
    return sum(
        _carefully(_remind, store, sender, game.id, wait.seat, longest, now)
        for game in _going_on(store)
        for wait in _asked_for(game, longest * 2 / 3, now)
    )


def _remind(
    store: Store, sender: Sender, game: int, colour: Colour, longest: timedelta, now: datetime
) -> int:
    """One reminder, at most once for each question; a question asked again has a new time."""
    with store.transaction() as db:
        here = _position(store, db, game, now)
        asked = due(db, here, colour, longest, now) if here else None
        if here is None or asked is None or not asked.running:
            return 0
        writer = Writer(store, db, sender, now)
        key = f"reminder/{game}/{asked.number}/{asked.asked.isoformat()}"
        if not asked.at - longest / 3 <= now <= asked.at or writer.is_owed(key):
            return 0
        seat = next(s for s in seats.seated(db, game) if s.colour == colour.value)
        letter = k.Reminder(writer.table(game, colour), writer.situation(here, colour))
        writer.send(seat.player, letter, key, ReplyTo(game, colour.letter, here.head.number))
    return 1


# -- a clock that jumps -----------------------------------------------------------------------


def _clock_is_wrong(store: Store, now: datetime) -> bool:
    """Whether mail has come in later than now: then nobody's time may run out."""
    with store.reading() as db:
        newest = post.newest_mail(db)
    if newest is None or newest <= now:
        return False
    LOG.warning("clock jumped back now=%s newest_mail=%s: no time-outs", now, newest)
    return True


def _position(store: Store, db: Connection, game: int, now: datetime) -> Position | None:
    """A game whose deadlines may be watched: none of its entries is later than now."""
    try:
        here = store.position(db, game)
    except Unknown:
        return None
    entries = log.entries(db, game)
    if entries and entries[-1].at > now:
        LOG.warning("clock jumped back now=%s newest_entry=%s game=%d", now, entries[-1].at, game)
        return None
    return here

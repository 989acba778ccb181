"""Deadlines: who has been asked for too long, and what the rules do then.

The wall clock enters the log only as a decision of the referee (``TIMEOUT``), so that a replay
needs no clock.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import Connection

from adjudicator.engine.ids import Colour
from adjudicator.engine.requests import Ask
from adjudicator.mail.address import ReplyTo
from adjudicator.render import letter_kinds as k
from adjudicator.storage import log, seats
from adjudicator.storage.beat import doubt
from adjudicator.storage.log import Unknown
from adjudicator.storage.seats import Seated

from ..automatic.play import AUTOMATIC, play_automatic
from ..due import Due, due
from ..letters.observing import tell_observers
from ..letters.writer import Sender, Writer
from ..line import effective
from ..overview import asked_for, overviews
from ..store import Position, Store
from .mail_orders import ACCEPTED

LOG = logging.getLogger("adjudicator.deadlines")


def let_time_out(store: Store, sender: Sender, longest: timedelta, now: datetime) -> int:
    """Carry out the default of every question that is overdue; says how many there were."""
    return _for_all_asked(_time_out, store, sender, longest, now)


Act = Callable[[Store, Sender, int, Colour, timedelta, datetime], int]


def _for_all_asked(
    act: Act, store: Store, sender: Sender, longest: timedelta, now: datetime, part: float = 1.0
) -> int:
    """Act for everybody who has used a part of his time; says for how many that was needed."""
    if _in_doubt(store):
        return 0
    return sum(
        _carefully(act, store, sender, game.id, wait.seat, longest, now)
        for game in overviews(store)
        if not game.over and not game.trouble
        for wait in asked_for(game, longest, now, part)
    )


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


def _time_out(
    store: Store, sender: Sender, game: int, seat: Colour, longest: timedelta, now: datetime
) -> int:
    """One time-out in one transaction, with the letters it leads to."""
    with store.transaction() as db:
        here = _position(store, db, game, now)
        late = _overdue(db, here, seat, longest, now) if here else None
        if here is None or late is None or _tells_a_card(db, here, late, longest, now):
            return 0
        passed = _Passed(seat, _has_begun(db, here, seat, late.number), late.default_at > late.at)
        judged = store.submit_in(db, here, None, f"TIMEOUT {late.number}", "clock", now)
        if not judged.accepted:
            return 0
        play_automatic(store, db, game, now)
        writer, here = Writer(store, db, sender, now), store.position(db, game)
        _tell(writer, here, passed)
        tell_observers(writer, here)
    return 1


def _overdue(
    db: Connection, here: Position, seat: Colour, longest: timedelta, now: datetime
) -> Due | None:
    """What a seat has not answered in time."""
    late = due(db, here, seat, longest, now)
    return late if late is not None and late.running and now > late.default_at else None


def _tells_a_card(
    db: Connection, here: Position, late: Due, longest: timedelta, now: datetime
) -> bool:
    """Whether somebody could still choose his Combat card, knowing that the +0 was laid against it
    because time was up (BASE-HIDDEN-05). Until he has chosen, the game waits for him in any case.
    """
    cards = [r for r in here.state.pending if r.ask is Ask.COMBAT_CARD and not r.sealed]
    return any(r.number == late.number for r in cards) and any(
        r.number != late.number and _overdue(db, here, r.who, longest, now) is None for r in cards
    )


class _Passed(NamedTuple):
    """Whose deadline has passed, and how."""

    who: Colour
    partial: bool
    grace: bool


def _has_begun(db: Connection, here: Position, seat: Colour, number: int) -> bool:
    """Whether some orders of the one who is asked have come, but not all that are needed.

    He has begun his turn, or the newest message is his. What the program answered for somebody
    does not count, and what he accepted with ``ok`` does.
    """
    asked = next(request for request in here.state.pending if request.number == number)
    if asked.ask is Ask.ACT:
        return True
    entries = {entry.number: entry for entry in log.entries(db, here.game.id)}
    sent = (entries[placed.entry] for placed in reversed(effective(entries.values())))
    newest = next((entry for entry in sent if not entry.author.endswith(AUTOMATIC)), None)
    accepted = {f"{s.player.name}{ACCEPTED}" for s in _seat(db, here.game.id, seat)}
    return newest is not None and (newest.seat == seat.letter or newest.author in accepted)


def _seat(db: Connection, game: int, colour: Colour) -> list[Seated]:
    """Who sits there, if anybody does."""
    return [seat for seat in seats.seated(db, game) if seat.colour == colour.value]


def _tell(writer: Writer, here: Position, passed: _Passed) -> None:
    """Everybody learns of a time-out, but of a late card only when the cards are turned; the end of
    the game has a letter of its own."""
    secret = any(request.late_card for request in here.state.pending)
    if secret or here.state.result is not None:
        writer.tell_seats(here)
        return
    for seat in seats.seated(writer.db, here.game.id):
        colour = Colour(seat.colour)
        letter = k.TimeOutNotice(
            writer.table(here.game.id, colour),
            passed.who,
            writer.told_since(here, colour, seat.told),
            writer.situation(here, colour),
            passed.partial,
            passed.grace,
        )
        key = f"time-out/{here.game.id}/{seat.colour}/{here.head.number}"
        reply = ReplyTo(here.game.id, colour.letter, here.head.number)
        writer.send(seat.player, letter, key, reply)
        seats.note_told(writer.db, here.game.id, seat.colour, here.head.number)


# -- reminders --------------------------------------------------------------------------------


def remind(store: Store, sender: Sender, longest: timedelta, now: datetime) -> int:
    """Remind everybody who has a third of his time left; says how many were reminded."""
    return _for_all_asked(_remind, store, sender, longest, now, part=2 / 3)


def _remind(
    store: Store, sender: Sender, game: int, colour: Colour, longest: timedelta, now: datetime
) -> int:
    """One reminder for each deadline; one that was moved, by an extension perhaps, is another."""
    with store.transaction() as db:
        here = _position(store, db, game, now)
        asked = due(db, here, colour, longest, now) if here else None
        if here is None or asked is None or not asked.running:
            return 0
        writer = Writer(store, db, sender, now)
        key = f"reminder/{game}/{asked.number}/{asked.at.isoformat()}"
        if not asked.remind_at <= now <= asked.default_at or writer.is_owed(key):
            return 0
        reply = ReplyTo(game, colour.letter, here.head.number)
        letter = k.Reminder(writer.table(game, colour), writer.situation(here, colour))
        for seat in _seat(db, game, colour):
            writer.send(seat.player, letter, key, reply)
    return 1


# -- a clock that jumps -----------------------------------------------------------------------


def _in_doubt(store: Store) -> bool:
    """Whether nobody's time may run out, because the clock of the service jumped."""
    with store.reading() as db:
        return doubt(db) is not None


def _position(store: Store, db: Connection, game: int, now: datetime) -> Position | None:
    """A game whose deadlines may be watched: its newest entry is not later than now."""
    try:
        here = store.position(db, game)
    except Unknown:
        return None
    newest = log.entries_between(db, game, here.head.number - 1, here.head.number)
    if newest and newest[-1].at > now:
        LOG.warning("clock jumped back now=%s newest_entry=%s game=%d", now, newest[-1].at, game)
        return None
    return here

"""Watching the clock of the service: one that jumps costs nobody his time.

Between two looks the wall clock is compared with one that nobody sets; from one start of the
service to the next with what was written down last. A clock that went back, went forward by itself,
or stood unwatched for long is in doubt, until a person has confirmed it.
"""

from __future__ import annotations

import logging
import time
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import Connection

from adjudicator.storage import post
from adjudicator.storage.beat import Beat, Doubt, doubt, last_beat, put_beat

from ..desk.moderation import Warrant, desk
from ..line import CLOCK
from ..mistakes import NotPossible
from ..overview import overviews
from ..store import Store

LOG = logging.getLogger("adjudicator.clock")
TOLERANCE = timedelta(minutes=5)
"""Clocks of several workers may differ so much, and a clock may be put right by so much."""
GAP = timedelta(hours=24)
"""So long the service may be away without a doubt."""


def ticks() -> float:
    """Seconds on a clock that nobody sets; where possible it goes on while the machine sleeps."""
    number = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if number is None else time.clock_gettime(number)


class _Look(NamedTuple):
    """Both clocks at the same moment."""

    wall: datetime
    ticks: float


class Heartbeat:
    """The looks of one service at its clock."""

    def __init__(self, store: Store, gap: timedelta = GAP) -> None:
        self.store = store
        self.gap = gap
        self._last: _Look | None = None

    def beat(self, now: datetime, ticks: float) -> bool:
        """Look at the clock and write it down; says whether it can be trusted."""
        before, self._last = self._last, _Look(now, ticks)
        with self.store.transaction() as db:
            known = last_beat(db)
            jump = _jump(before, self._last) or self._moved_since(db, known, now)
            lasting = known.doubt if known else None
            found = Doubt(lasting.jumped_from, now) if lasting and jump else jump or lasting
            put_beat(db, Beat(now, found))
        if found is not None and (jump or before is None):
            LOG.warning("clock in doubt: %s", doubt_text(found), extra=found._asdict())
        return found is None

    def _moved_since(self, db: Connection, known: Beat | None, now: datetime) -> Doubt | None:
        """Whether the clock went back since anybody saw it, or was not seen for too long."""
        seen = known.at if known else post.newest_mail(db)
        if seen is None:
            return None
        away = known is not None and now - seen > max(self.gap, TOLERANCE)
        return Doubt(seen, now) if away or seen - now > TOLERANCE else None


def _jump(before: _Look | None, after: _Look) -> Doubt | None:
    """Whether the wall clock moved otherwise than time went by."""
    if before is None:
        return None
    passed = timedelta(seconds=after.ticks - before.ticks)
    expected = before.wall + passed
    return None if abs(after.wall - expected) <= TOLERANCE else Doubt(expected, after.wall)


def doubt_text(found: Doubt) -> str:
    """A doubt in words, and what a person can do."""
    return (
        f"the clock went from {_moment(found.jumped_from)} to {_moment(found.jumped_to)}, or the "
        "service was away; nobody is reminded or timed out until: adjudicator clock confirm"
    )


def _moment(at: datetime) -> str:
    return f"{at:%Y-%m-%d %H:%M} UTC"


def confirm(store: Store, by: str, now: datetime) -> int:
    """A person says that the time is right: everybody who is asked has his full time from now on.

    Each game that goes on gets an entry about it; says how many these are.
    """
    with store.reading() as db:
        found = doubt(db)
    if found is None:
        raise NotPossible("the clock is not in doubt; there is nothing to confirm")
    text = f"{found.jumped_from.isoformat()} {found.jumped_to.isoformat()}"
    warrant = Warrant(by, now, "the clock of the service was in doubt")
    games = [game.id for game in overviews(store) if not game.over and not game.trouble]
    for game in games:
        with desk(store, game, warrant) as hand:
            hand.note(CLOCK, text)
    with store.transaction() as db:
        put_beat(db, Beat(now))
    return len(games)

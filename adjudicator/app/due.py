"""When an answer is due: the time allowed, and every time in which the clock stands still."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import Connection

from adjudicator.engine.ids import Colour
from adjudicator.storage import log, seats
from adjudicator.storage.absences import absences

from .clock import Still, clock_state, still_times
from .store import Position


class Due(NamedTuple):
    """The oldest open question of a seat, and when its answer is due."""

    number: int
    asked: datetime
    at: datetime
    running: bool
    """Whether the clock runs now: no pause, no dispute, and the player is not away."""


def due(
    db: Connection, here: Position, colour: Colour, longest: timedelta, now: datetime
) -> Due | None:
    """When a seat must have answered; ``None`` if it is asked nothing."""
    open_ = [r.number for r in here.state.pending if r.who == colour and not r.sealed]
    if not open_ or here.state.result is not None:
        return None
    number = min(open_, key=lambda n: (here.asked[n], n))
    entries = log.entries(db, here.game.id)
    clock = clock_state(entries, now)
    away = [Still(*absence) for absence in _absences(db, here.game.id, colour)]
    allowed = longest + clock.extended(colour.letter)
    moment = moved(here.asked[number], allowed, [*still_times(entries, now), *away])
    running = clock.running and not any(a.begin <= now < a.end for a in away)
    return Due(number, here.asked[number], moment, running)


def _absences(db: Connection, game: int, colour: Colour) -> Iterable[tuple[datetime, datetime]]:
    for seat in seats.seated(db, game):
        if seat.colour == colour.value:
            yield from absences(db, seat.player.id)


def moved(since: datetime, allowed: timedelta, stills: Iterable[Still]) -> datetime:
    """The moment at which so much time has run, if the clock stands still now and then.

    >>> from datetime import UTC
    >>> noon = datetime(2026, 11, 18, 12, tzinfo=UTC)
    >>> hour = timedelta(hours=1)
    >>> two = [Still(noon + hour, noon + 3 * hour), Still(noon + 2 * hour, noon + 4 * hour)]
    >>> moved(noon, 2 * hour, two) - noon == 5 * hour
    True
    """
    moment, reached = since + allowed, since
    for still in sorted(stills):
        begin = max(still.begin, reached)
        if begin < moment and still.end > begin:
            moment += still.end - begin
            reached = still.end
    return moment

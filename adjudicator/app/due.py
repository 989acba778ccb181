"""When an answer is due: the time allowed, and every time in which the clock stands still."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from heapq import merge
from itertools import takewhile
from typing import NamedTuple

from sqlalchemy import Connection

from adjudicator.engine.ids import Colour
from adjudicator.storage import log, seats
from adjudicator.storage.absences import absences
from adjudicator.storage.beat import doubt
from adjudicator.storage.log import StoredPlayer
from adjudicator.storage.seats import Seated

from .clock import Still, clock_state, confirmed_at, still_times
from .players import zone_of
from .store import Position
from .terms import Terms, read_terms


class Due(NamedTuple):
    """The oldest open question of a seat, and when its answer is due."""

    number: int
    at: datetime
    remind_at: datetime
    """When a third of the usual time is left."""
    default_at: datetime
    """When the default is played: after the deadline and the grace."""
    running: bool
    """Whether the clock runs now: no pause, no dispute, no doubt, no day off, nobody away."""


def due(
    db: Connection,
    here: Position,
    colour: Colour,
    longest: timedelta,
    now: datetime,
    sitting: Sequence[Seated] | None = None,
) -> Due | None:
    """When a seat must have answered; ``None`` if it is asked nothing.

    ``longest`` is what the host allows for an answer, unless the terms of the game say otherwise.
    While the clock of the service is in doubt, everybody has his full time from now on. Whoever
    knows already who is ``sitting`` at the table may say so.
    """
    open_ = [r.number for r in here.state.pending if r.who == colour and not r.sealed]
    if not open_ or here.state.result is not None:
        return None
    number = min(open_, key=lambda n: (here.asked[n], n))
    entries = log.clock_entries(db, here.game.id, now)
    clock, in_doubt = clock_state(entries, now), doubt(db) is not None
    since = now if in_doubt else max([here.asked[number], *confirmed_at(entries)])
    terms = read_terms(here.game.terms)
    table = seats.seated(db, here.game.id) if sitting is None else sitting
    player = next((seat.player for seat in table if seat.colour == colour.value), None)
    calendar = _calendar(db, terms, player, since, still_times(entries, now))
    usual = terms.time(longest)
    allowed = usual + clock.extended(colour.letter)
    return Due(
        number,
        calendar.after(allowed),
        calendar.after(allowed - usual / 3),
        calendar.after(allowed + terms.grace),
        clock.running and not in_doubt and not calendar.rests(now),
    )


@dataclass(frozen=True, slots=True)
class _Calendar:
    """When the clock of one seat stands still, from a moment on."""

    since: datetime
    known: list[Still]
    terms: Terms
    zone: tzinfo

    def after(self, time: timedelta) -> datetime:
        """The moment at which so much time has run."""
        return moved(self.since, time, self._stills())

    def rests(self, now: datetime) -> bool:
        """Whether the clock stands still now."""
        begun = takewhile(lambda still: still.begin <= now, self._stills())
        return any(now < still.end for still in begun)

    def _stills(self) -> Iterator[Still]:
        """In the order in which they begin, perhaps without end."""
        return merge(sorted(self.known), self.terms.days_off(self.since, self.zone))


def _calendar(
    db: Connection,
    terms: Terms,
    player: StoredPlayer | None,
    since: datetime,
    stills: list[Still],
) -> _Calendar:
    """With the absences and the days off of whoever sits there."""
    if player is None:
        return _Calendar(since, stills, terms, UTC)
    away = [Still(*absence) for absence in absences(db, player.id)]
    return _Calendar(since, [*stills, *away], terms, zone_of(player))


def moved(since: datetime, allowed: timedelta, stills: Iterable[Still]) -> datetime:
    """The moment at which so much time has run, if the clock stands still now and then.

    The times of stillness come in the order in which they begin.

    >>> from datetime import UTC
    >>> noon = datetime(2026, 11, 18, 12, tzinfo=UTC)
    >>> hour = timedelta(hours=1)
    >>> two = [Still(noon + hour, noon + 3 * hour), Still(noon + 2 * hour, noon + 4 * hour)]
    >>> moved(noon, 2 * hour, two) - noon == 5 * hour
    True
    """
    moment, reached = since + allowed, since
    for still in stills:
        if still.begin >= moment:
            break
        begin = max(still.begin, reached)
        if still.end > begin:
            moment += still.end - begin
            reached = still.end
    return moment

"""What moderators do to the clock of a game: extend, pause, resume; a dispute stops it as well.

Each is an entry of the log whose text a program can read. What follows from them is computed here;
the deadlines themselves are made elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import NamedTuple

from adjudicator.storage.log import ORDERS, Entry

from .line import CLOCK, RULING

EXTEND, PAUSE, RESUME, DISPUTE = "extend", "pause", "resume", "dispute"
_DURATION = re.compile(r"P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$")


class Extension(NamedTuple):
    """More time, for one seat or (no seat) for all who are asked now."""

    entry: int
    by: timedelta
    seat: str | None


class Clock(NamedTuple):
    """How the clock of a game stands."""

    paused_until: datetime | None
    disputes: tuple[int, ...]
    """The open ones; each of them stops the clock."""
    extensions: tuple[Extension, ...]
    """Those given since the last message."""

    @property
    def running(self) -> bool:
        return self.paused_until is None and not self.disputes

    def extended(self, seat: str) -> timedelta:
        """How much more time a seat has."""
        more = (e.by for e in self.extensions if e.seat in (None, seat))
        return sum(more, timedelta())


class Still(NamedTuple):
    """A time in which the clock does not run."""

    begin: datetime
    end: datetime


def clock_state(entries: Iterable[Entry], now: datetime) -> Clock:
    """How the clock stands at a moment."""
    entries = [entry for entry in entries if entry.at <= now]
    last = max((e.number for e in entries if e.kind == ORDERS), default=0)
    return Clock(
        next((pause.end for pause in _pauses(entries) if pause.end > now), None),
        tuple(_open_disputes(entries)),
        tuple(extensions(entries, last)),
    )


def extensions(entries: Iterable[Entry], after: int) -> Iterator[Extension]:
    """The extensions given after an entry."""
    for entry in entries:
        if entry.kind == EXTEND and entry.number > after:
            duration, _, seat = entry.text.partition(" ")
            yield Extension(entry.number, read_duration(duration), seat or None)


def stood_still(entries: Iterable[Entry], since: datetime, now: datetime) -> timedelta:
    """How long the clock has not run between two moments: a deadline moves on by this."""
    total, reached = timedelta(), since
    for still in still_times(entries, now):
        begin, end = max(still.begin, reached), min(still.end, now)
        if end > begin:
            total += end - begin
            reached = end
    return total


def still_times(entries: Iterable[Entry], now: datetime) -> list[Still]:
    """When the clock of a game does not run, as far as is known at a moment."""
    entries = [entry for entry in entries if entry.at <= now]
    return sorted((*_pauses(entries), *_stops(entries, now)))


def _pauses(entries: Iterable[Entry]) -> Iterator[Still]:
    """Each pause up to its end: the one it was given, or a resume or another pause before it."""
    pause: Still | None = None
    for entry in entries:
        if entry.kind not in (PAUSE, RESUME):
            continue
        if pause is not None:
            yield Still(pause.begin, min(pause.end, entry.at))
        pause = None
        if entry.kind == PAUSE:
            pause = Still(entry.at, datetime.fromisoformat(entry.text))
    if pause is not None:
        yield pause


def _stops(entries: Iterable[Entry], now: datetime) -> Iterator[Still]:
    """Each dispute from its opening to its ruling."""
    begun: dict[int, datetime] = {}
    for entry in entries:
        if entry.kind == DISPUTE:
            begun[dispute_number(entry)] = entry.at
        elif entry.kind == RULING and dispute_number(entry) in begun:
            yield Still(begun.pop(dispute_number(entry)), entry.at)
    yield from (Still(begin, now) for begin in begun.values())


def _open_disputes(entries: Iterable[Entry]) -> list[int]:
    open_: list[int] = []
    for entry in entries:
        if entry.kind == DISPUTE:
            open_.append(dispute_number(entry))
        elif entry.kind == RULING and dispute_number(entry) in open_:
            open_.remove(dispute_number(entry))
    return open_


def dispute_number(entry: Entry) -> int:
    """The number of the dispute that an entry opens or rules."""
    return int(re.split(r"[ :]", entry.text, maxsplit=1)[0])


def confirmed_at(entries: Iterable[Entry]) -> list[datetime]:
    """When the clock was confirmed last, if ever: nobody has been asked for longer."""
    return [entry.at for entry in entries if entry.kind == CLOCK][-1:]


# -- durations --------------------------------------------------------------------------------


def write_duration(duration: timedelta) -> str:
    """
    >>> write_duration(timedelta(days=2, hours=12)), write_duration(timedelta(minutes=90))
    ('P2DT12H', 'PT1H30M')
    """
    hours, rest = divmod(duration.seconds, 3600)
    minutes, seconds = divmod(rest, 60)
    time = "".join(f"{n}{unit}" for n, unit in ((hours, "H"), (minutes, "M"), (seconds, "S")) if n)
    days = f"{duration.days}D" if duration.days else ""
    return f"P{days}{f'T{time}' if time else ''}"


def read_duration(text: str) -> timedelta:
    """
    >>> read_duration("P2DT12H")
    datetime.timedelta(days=2, seconds=43200)
    """
    match = _DURATION.match(text)
    if match is None:
        raise ValueError(f"{text!r} is no duration such as P2DT12H")
    days, hours, minutes, seconds = (int(group or 0) for group in match.groups())
    return timedelta(days=days, hours=hours, minutes=minutes, seconds=seconds)

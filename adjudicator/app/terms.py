"""The terms of a game: what its players agreed on besides the rules.

How long an answer may take, days on which no clock runs, the grace after a deadline, and whether
press may be anonymous. Everybody's days off are those of his own time zone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from heapq import merge
from itertools import count

from adjudicator.render.language import ENGLISH
from adjudicator.render.letter_parts import Note, Weekday
from adjudicator.render.notes import note_text

from .clock import Still
from .mistakes import NotPossible

DAYS, OFF, GRACE, ANONYMOUS = KEYS = ("days", "off", "grace", "anonymous")
LEAST_DAYS, MOST_DAYS = 0.05, 30
MOST_GRACE = timedelta(days=7)
MOST_DATES = 20
LONGEST_VALUE = 400
FIRST_YEAR, LAST_YEAR = 2000, 2200
WEEK = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_NUMBER = re.compile(r"[0-9]{1,2}(?:[.,][0-9]{1,3})?", re.ASCII)
_SPAN = re.compile(r"([0-9]{1,5})([dhm])", re.ASCII)
_UNITS = {"d": timedelta(days=1), "h": timedelta(hours=1), "m": timedelta(minutes=1)}
_ANSWERS = {"yes": True, "no": False}


class BadTerms(NotPossible):
    """A text that says no terms; its note tells what is possible."""

    def __init__(self, key: str, **values: str | int) -> None:
        self.note = Note(key, values)
        super().__init__(note_text(self.note, ENGLISH, UTC))


@dataclass(frozen=True, slots=True)
class Terms:
    """What was agreed on; everything else is as the host has it."""

    days: float | None = None
    """For each answer; ``None``: as many as the host gives."""
    weekdays: frozenset[int] = frozenset()
    """The days of each week that are off; Monday is 0."""
    dates: frozenset[date] = frozenset()
    """Single days that are off."""
    grace: timedelta = timedelta()
    """After a deadline, before the default is played."""
    anonymous: bool = False
    """Whether press may be anonymous."""

    def time(self, host: timedelta) -> timedelta:
        """How long an answer may take."""
        return host if self.days is None else timedelta(days=self.days)

    def days_off(self, since: datetime, zone: tzinfo) -> Iterator[Still]:
        """Every day off from a moment on, without end, as somebody in a time zone has it."""
        first = since.astimezone(zone).date()
        weekly = (day for day in _days_from(first) if day.weekday() in self.weekdays)
        single = sorted(day for day in self.dates if day >= first)
        for day in merge(weekly, single) if self.weekdays else single:
            yield Still(_midnight(day, zone), _midnight(day + timedelta(1), zone))


def _days_from(first: date) -> Iterator[date]:
    return (first + timedelta(days) for days in count())


def _midnight(day: date, zone: tzinfo) -> datetime:
    """When a day begins, in UTC: two moments of one zone cannot be subtracted over a change."""
    return datetime.combine(day, time(), zone).astimezone(UTC)


# -- reading and writing ----------------------------------------------------------------------


def read_terms(text: str) -> Terms:
    """
    >>> read_terms("grace=12h days=2").days
    2.0
    >>> read_terms("days=soon")
    Traceback (most recent call last):
    adjudicator.app.terms.BadTerms: days=soon is not possible: write a number from 0.05 to 30.
    """
    said: dict[str, str] = {}
    for word in text.split():
        key, _, value = word.partition("=")
        key = key.lower()
        if key not in KEYS:
            raise BadTerms("unknown option", word=key[:40], known=", ".join(KEYS))
        if key in said:
            raise BadTerms("option twice", word=key)
        said[key] = value[:LONGEST_VALUE].lower()
    weekdays, dates = _read_off(said[OFF]) if OFF in said else (frozenset(), frozenset())
    return Terms(
        _read_days(said[DAYS]) if DAYS in said else None,
        weekdays,
        dates,
        _read_grace(said[GRACE]) if GRACE in said else timedelta(),
        _read_anonymous(said[ANONYMOUS]) if ANONYMOUS in said else False,
    )


def write_terms(terms: Terms) -> str:
    """
    >>> write_terms(read_terms("grace=36h off=2026-12-25,sunday,sat anonymous=yes days=2.50"))
    'days=2.5 off=sat,sun,2026-12-25 grace=36h anonymous=yes'
    >>> write_terms(read_terms("grace=0h anonymous=no"))
    ''
    """
    parts = []
    if terms.days is not None:
        parts.append(f"{DAYS}={terms.days:g}")
    if off := [*_weekdays(terms), *(day.isoformat() for day in sorted(terms.dates))]:
        parts.append(f"{OFF}={','.join(off)}")
    if terms.grace:
        parts.append(f"{GRACE}={_write_span(terms.grace)}")
    if terms.anonymous:
        parts.append(f"{ANONYMOUS}=yes")
    return " ".join(parts)


def _weekdays(terms: Terms) -> list[str]:
    return [WEEK[number][:3] for number in sorted(terms.weekdays)]


def _read_days(value: str) -> float:
    days = float(value.replace(",", ".")) if _NUMBER.fullmatch(value) else 0.0
    if not LEAST_DAYS <= days <= MOST_DAYS:
        raise BadTerms("no days", word=value[:40], least=str(LEAST_DAYS), most=MOST_DAYS)
    return days


def _read_off(value: str) -> tuple[frozenset[int], frozenset[date]]:
    weekdays, dates = set[int](), set[date]()
    for word in value.split(","):
        named = [n for n, name in enumerate(WEEK) if len(word) > 2 and name.startswith(word)]
        if named:
            weekdays.add(named[0])
        else:
            dates.add(_read_date(word))
    if len(weekdays) == len(WEEK) or len(dates) > MOST_DATES:
        raise BadTerms("too much off", number=MOST_DATES)
    return frozenset(weekdays), frozenset(dates)


def _read_date(word: str) -> date:
    try:
        day = datetime.strptime(word, "%Y-%m-%d").date()
    except ValueError:
        day = date.min
    if not FIRST_YEAR <= day.year <= LAST_YEAR:
        raise BadTerms("no day off", word=word[:40])
    return day


def _read_grace(value: str) -> timedelta:
    match = _SPAN.fullmatch("0h" if value == "0" else value)
    grace = int(match[1]) * _UNITS[match[2]] if match else None
    if grace is None or grace > MOST_GRACE:
        raise BadTerms("no grace", word=value[:40], most=MOST_GRACE.days)
    return grace


def _write_span(span: timedelta) -> str:
    unit = next(name for name, length in _UNITS.items() if not span % length)
    return f"{span // _UNITS[unit]}{unit}"


def _read_anonymous(value: str) -> bool:
    if value not in _ANSWERS:
        raise BadTerms("not yes or no", option=ANONYMOUS, word=value[:40])
    return _ANSWERS[value]


# -- for letters ------------------------------------------------------------------------------


def agreed(terms: Terms) -> tuple[Note, ...]:
    """What letters say of the terms, as far as they are not as the host has them."""
    notes: list[Note] = []
    if terms.days is not None:
        notes.append(Note("agreed days", {"days": f"{terms.days:g}"}))
    if terms.weekdays:
        notes.append(Note("agreed weekdays", {"days": tuple(map(Weekday, sorted(terms.weekdays)))}))
    if terms.dates:
        notes.append(Note("agreed dates", {"days": tuple(sorted(terms.dates))}))
    if terms.grace:
        hours = f"{terms.grace / timedelta(hours=1):g}"
        notes.append(Note("agreed grace", {"hours": hours}))
    if terms.anonymous:
        notes.append(Note("agreed anonymous"))
    return tuple(notes)

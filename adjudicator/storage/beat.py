"""The clock as the service saw it last, and whether it is in doubt."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, insert, select, update

from .connect import Lock, hold
from .tables import BeatRow

_beat = BeatRow.__table__  # type: ignore[attr-defined]  # made by sqlmodel
_ONLY = 1
"""The number of the one row."""


class Doubt(NamedTuple):
    """The clock went from one time to another, and no person has looked at it since."""

    jumped_from: datetime
    jumped_to: datetime


class Beat(NamedTuple):
    """When the service looked at the clock last; a doubt lasts until it is confirmed."""

    at: datetime
    doubt: Doubt | None = None


def last_beat(db: Connection) -> Beat | None:
    """The newest beat; nobody else writes one before this transaction ends."""
    hold(db, Lock.BEATING)
    row = db.execute(select(_beat)).first()
    if row is None:
        return None
    jumped = row.jumped_from is not None and row.jumped_to is not None
    return Beat(row.at, Doubt(row.jumped_from, row.jumped_to) if jumped else None)


def put_beat(db: Connection, beat: Beat) -> None:
    """Replace the newest beat; two workers may both begin with an empty table."""
    hold(db, Lock.BEATING)
    jumped_from, jumped_to = beat.doubt or (None, None)
    values = {"at": beat.at, "jumped_from": jumped_from, "jumped_to": jumped_to}
    if not db.execute(update(_beat).values(**values)).rowcount:
        db.execute(insert(_beat).values(id=_ONLY, **values))


_DOUBT = select(_beat.c.jumped_from, _beat.c.jumped_to)


def doubt(db: Connection) -> Doubt | None:
    """Why the clock cannot be trusted now, if so."""
    row = db.execute(_DOUBT).first()
    return None if row is None or row.jumped_from is None else Doubt(*row)

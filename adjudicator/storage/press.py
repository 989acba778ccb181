"""Messages of players to each other, and who has had them."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, func, insert, or_, select, update

from .tables import PressRow, SeatRow

_press = PressRow.__table__  # type: ignore[attr-defined]  # made by sqlmodel
_seat = SeatRow.__table__  # type: ignore[attr-defined]  # made by sqlmodel


class StoredPress(NamedTuple):
    """A message. No sender: anonymous. No addressee: to all."""

    sender: str | None
    addressee: str | None
    text: str


_MESSAGE = tuple(_press.c[name] for name in StoredPress._fields)


def add_press(db: Connection, game: int, message: StoredPress, at: datetime) -> int:
    """Keep a message; says its number."""
    values = {"game_id": game, "at": at, **message._asdict()}
    key = db.execute(insert(_press), values).inserted_primary_key
    assert key is not None, "a new row has a key"
    return int(key[0])


def newest_press(db: Connection, game: int) -> int:
    """The number of the newest message of a game, whomever it is for."""
    query = select(func.max(_press.c.id)).where(_press.c.game_id == game)
    return db.scalar(query) or 0


def unheard(db: Connection, game: int, colour: str) -> list[StoredPress]:
    """What others have written to a seat, or to all, and no letter has told it yet."""
    mine = (_seat.c.game_id == game) & (_seat.c.colour == colour)
    heard = select(_seat.c.heard).where(mine).scalar_subquery()
    for_me = or_(_press.c.addressee.is_(None), _press.c.addressee == colour)
    by_others = or_(_press.c.sender.is_(None), _press.c.sender != colour)
    return _read(db, game, (_press.c.id > heard) & for_me & by_others)


def to_all(db: Connection, game: int, heard: int) -> list[StoredPress]:
    """What everybody may read, behind a message."""
    return _read(db, game, (_press.c.id > heard) & _press.c.addressee.is_(None))


def _read(db: Connection, game: int, where: ColumnElement[bool]) -> list[StoredPress]:
    query = select(*_MESSAGE).where(_press.c.game_id == game).where(where).order_by(_press.c.id)
    return [StoredPress(*row) for row in db.execute(query)]


def note_heard(db: Connection, game: int, colour: str) -> None:
    """This seat has been mailed all press for it."""
    where = (_seat.c.game_id == game) & (_seat.c.colour == colour)
    db.execute(update(_seat).where(where).values(heard=newest_press(db, game)))

"""Messages of players to each other, and who has had them."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, func, insert, or_, select, update

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


NEWEST_PRESS = (
    select(func.coalesce(func.max(_press.c.id), 0))
    .where(_press.c.game_id == bindparam("game"))
    .scalar_subquery()
)
"""The number of the newest message of a game, whomever it is for."""

_OF_GAME = select(*_MESSAGE).where(_press.c.game_id == bindparam("game")).order_by(_press.c.id)
_MY_HEARD = select(_seat.c.heard).where(
    _seat.c.game_id == bindparam("game"), _seat.c.colour == bindparam("colour")
)
_UNHEARD = _OF_GAME.where(
    _press.c.id > _MY_HEARD.scalar_subquery(),
    or_(_press.c.addressee.is_(None), _press.c.addressee == bindparam("colour")),
    or_(_press.c.sender.is_(None), _press.c.sender != bindparam("colour")),
)
_TO_ALL = _OF_GAME.where(_press.c.id > bindparam("heard"), _press.c.addressee.is_(None))


def unheard(db: Connection, game: int, colour: str) -> list[StoredPress]:
    """What others have written to a seat, or to all, and no letter has told it yet."""
    return [StoredPress(*row) for row in db.execute(_UNHEARD, {"game": game, "colour": colour})]


def to_all(db: Connection, game: int, heard: int) -> list[StoredPress]:
    """What everybody may read, behind a message."""
    return [StoredPress(*row) for row in db.execute(_TO_ALL, {"game": game, "heard": heard})]


_HEARD = (
    update(_seat)
    .where(_seat.c.game_id == bindparam("game"), _seat.c.colour == bindparam("of"))
    .values(heard=NEWEST_PRESS)
)


def note_heard(db: Connection, game: int, colour: str) -> None:
    """This seat has been mailed all press for it."""
    db.execute(_HEARD, {"game": game, "of": colour})


class Dated(NamedTuple):
    """A message, and when it was sent."""

    at: datetime
    press: StoredPress


def sent_between(
    db: Connection, game: int, after: datetime | None, until: datetime | None
) -> list[Dated]:
    """All press of a game, also to one player, in a stretch of time."""
    query = select(_press.c.at, *_MESSAGE).where(_press.c.game_id == game).order_by(_press.c.id)
    if after is not None:
        query = query.where(_press.c.at > after)
    if until is not None:
        query = query.where(_press.c.at <= until)
    return [Dated(row[0], StoredPress(*row[1:])) for row in db.execute(query)]

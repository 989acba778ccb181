"""The rows of the moderator's desk: looks at hidden things, disputes, and what was said in them."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, insert, select, update

from .log import Unknown
from .tables import AccessRow, DisputeRow, SayingRow

_access = AccessRow.__table__  # type: ignore[attr-defined]  # made by sqlmodel
_dispute = DisputeRow.__table__  # type: ignore[attr-defined]  # made by sqlmodel
_saying = SayingRow.__table__  # type: ignore[attr-defined]  # made by sqlmodel


class Access(NamedTuple):
    """A moderator's look at something hidden."""

    game_id: int
    moderator: str
    what: str
    at: datetime


class Dispute(NamedTuple):
    id: int
    game_id: int
    entry: int
    opened_by: str
    opened_at: datetime
    text: str
    ruled_by: str | None = None
    ruled_at: datetime | None = None
    ruling: str | None = None


class Saying(NamedTuple):
    dispute_id: int
    author: str
    at: datetime
    text: str


def add_access(db: Connection, access: Access) -> None:
    db.execute(insert(_access).values(**access._asdict()))


def accesses(db: Connection, game_id: int) -> list[Access]:
    """All looks at a game, the oldest first."""
    columns = [_access.c[name] for name in Access._fields]
    query = select(*columns).where(_access.c.game_id == game_id).order_by(_access.c.id)
    return [Access(*row) for row in db.execute(query)]


def add_dispute(db: Connection, dispute: Dispute) -> int:
    """Store a new dispute; its number is given by the database."""
    values = dispute._asdict()
    del values["id"]
    key = db.execute(insert(_dispute).values(**values)).inserted_primary_key
    assert key is not None, "a new row has a key"
    return int(key[0])


def get_dispute(db: Connection, number: int) -> Dispute:
    row = db.execute(select(_dispute).where(_dispute.c.id == number)).first()
    if row is None:
        raise Unknown(f"there is no dispute {number}")
    return Dispute(**row._mapping)


def disputes(db: Connection, game_id: int | None = None) -> list[Dispute]:
    """All disputes, or those of one game, the oldest first."""
    query = select(_dispute).order_by(_dispute.c.id)
    if game_id is not None:
        query = query.where(_dispute.c.game_id == game_id)
    return [Dispute(**row._mapping) for row in db.execute(query)]


def close_dispute(db: Connection, number: int, by: str, at: datetime, ruling: str) -> None:
    values = {"ruled_by": by, "ruled_at": at, "ruling": ruling}
    db.execute(update(_dispute).where(_dispute.c.id == number).values(**values))


def add_saying(db: Connection, saying: Saying) -> None:
    db.execute(insert(_saying).values(**saying._asdict()))


def sayings(db: Connection, dispute: int) -> list[Saying]:
    """What was said in a dispute, the oldest first."""
    columns = [_saying.c[name] for name in Saying._fields]
    query = select(*columns).where(_saying.c.dispute_id == dispute).order_by(_saying.c.id)
    return [Saying(*row) for row in db.execute(query)]

"""Snapshots: the newest position of each game beside its log, a cache that may be dropped."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from .tables import SnapshotRow

_snapshot = SnapshotRow.__table__  # type: ignore[attr-defined]  # made by sqlmodel


class Snapshot(NamedTuple):
    """The position after the newest entry, as a cache."""

    number: int
    hash: str
    position: str
    over: bool
    turn: int
    waiting: str
    since: datetime
    asked: str


_SNAPSHOT = select(*(_snapshot.c[name] for name in Snapshot._fields)).where(
    _snapshot.c.game_id == bindparam("id")
)
_RENEW = (
    update(_snapshot)
    .where(_snapshot.c.game_id == bindparam("id"))
    .values({name: bindparam(f"new_{name}") for name in Snapshot._fields})
)


def get_snapshot(db: Connection, game_id: int) -> Snapshot | None:
    """The snapshot of a game; one that cannot be read is as good as none."""
    try:
        row = db.execute(_SNAPSHOT, {"id": game_id}).first()
    except (TypeError, ValueError):
        return None
    return None if row is None else Snapshot(*row)


def put_snapshot(db: Connection, game_id: int, snapshot: Snapshot) -> None:
    values = snapshot._asdict()
    renewed = {f"new_{name}": value for name, value in values.items()}
    if db.execute(_RENEW, {"id": game_id, **renewed}).rowcount == 0:
        db.execute(insert(_snapshot), {"game_id": game_id, **values})


def drop_snapshots(db: Connection) -> int:
    """Throw the cache away; nothing but time is lost."""
    return db.execute(delete(_snapshot)).rowcount

"""All games at a glance: who plays, whom they wait for, since when."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, select

from .tables import GameRow, HeadRow, PlayerRow, SeatRow, SnapshotRow

_game = GameRow.__table__  # type: ignore[attr-defined]  # made by sqlmodel
_head = HeadRow.__table__  # type: ignore[attr-defined]  # made by sqlmodel
_seat = SeatRow.__table__  # type: ignore[attr-defined]  # made by sqlmodel
_player = PlayerRow.__table__  # type: ignore[attr-defined]  # made by sqlmodel
_snapshot = SnapshotRow.__table__  # type: ignore[attr-defined]  # made by sqlmodel


class Listed(NamedTuple):
    """One game, as its snapshot knows it."""

    id: int
    scenario: str
    entries: int
    over: bool
    turn: int
    waiting: str
    since: datetime
    asked: str
    terms: str


_CURRENT = (
    select(
        _game.c.id, _game.c.scenario, _head.c.number, _snapshot.c.over, _snapshot.c.turn,
        _snapshot.c.waiting, _snapshot.c.since, _snapshot.c.asked, _game.c.terms,
    )
    .join(_head, _head.c.game_id == _game.c.id)
    .join(_snapshot, _snapshot.c.game_id == _game.c.id)
    .where(_snapshot.c.hash == _head.c.hash)
    .order_by(_game.c.id)
)  # fmt: skip
_STALE = (
    select(_game.c.id)
    .join(_head, _head.c.game_id == _game.c.id)
    .outerjoin(_snapshot, _snapshot.c.game_id == _game.c.id)
    .where(_snapshot.c.hash.is_distinct_from(_head.c.hash))
    .order_by(_game.c.id)
)
_SEATS = (
    select(_seat.c.game_id, _seat.c.colour, _player.c.name)
    .join(_player, _player.c.id == _seat.c.player_id)
    .order_by(_seat.c.game_id, _seat.c.colour)
)


def listed_games(db: Connection) -> list[Listed]:
    """The games whose snapshots are of their newest positions."""
    return [Listed(*row) for row in db.execute(_CURRENT)]


def without_snapshot(db: Connection) -> list[int]:
    """The other games."""
    return list(db.scalars(_STALE))


def all_seats(db: Connection) -> dict[int, dict[str, str]]:
    """Who sits where, in every game: colour to name."""
    seats: dict[int, dict[str, str]] = {}
    for game_id, colour, name in db.execute(_SEATS):
        seats.setdefault(game_id, {})[colour] = name
    return seats

"""Who watches which game, and how much he knows."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from .log import StoredPlayer
from .press import NEWEST_PRESS
from .tables import ObserverRow, PlayerRow, SeatRow, SnapshotRow

_observer = ObserverRow.__table__  # type: ignore[attr-defined]  # made by sqlmodel
_player = PlayerRow.__table__  # type: ignore[attr-defined]  # made by sqlmodel
_seat = SeatRow.__table__  # type: ignore[attr-defined]  # made by sqlmodel
_snapshot = SnapshotRow.__table__  # type: ignore[attr-defined]  # made by sqlmodel
_PLAYER = tuple(_player.c[name] for name in StoredPlayer._fields)

_SITS_THERE = (
    select(_seat.c.player_id)
    .where(_seat.c.game_id == _observer.c.game_id, _seat.c.player_id == _observer.c.player_id)
    .exists()
)
"""Whoever has got a seat since watches no more."""


class Observer(NamedTuple):
    """Somebody who watches, and how much he knows."""

    told: int
    """Up to this entry our letters have told him everything."""
    seen: int
    """Up to this entry he has seen where the game stands: he may have asked for the board."""
    heard: int
    """The last press that was mailed to him."""
    player: StoredPlayer


_OBSERVERS = (
    select(_observer.c.told, _observer.c.seen, _observer.c.heard, *_PLAYER)
    .join(_player, _player.c.id == _observer.c.player_id)
    .where(_observer.c.game_id == bindparam("game"), ~_SITS_THERE)
    .order_by(_player.c.id)
)


def observers(db: Connection, game: int) -> list[Observer]:
    """Everybody who watches a game."""
    rows = db.execute(_OBSERVERS, {"game": game})
    return [Observer(row[0], row[1], row[2], StoredPlayer(*row[3:])) for row in rows]


def observed_by(db: Connection, player: int) -> list[int]:
    """The games somebody watches."""
    query = (
        select(_observer.c.game_id)
        .where(_observer.c.player_id == player, ~_SITS_THERE)
        .order_by(_observer.c.game_id)
    )
    return list(db.scalars(query))


def begin_observing(db: Connection, game: int, player: int) -> None:
    """Watch a game from now on."""
    stop_observing(db, game, player)
    db.execute(insert(_observer).values(game_id=game, player_id=player))


def stop_observing(db: Connection, game: int, player: int) -> bool:
    """Watch it no more; says whether he did."""
    where = (_observer.c.game_id == game) & (_observer.c.player_id == player)
    return db.execute(delete(_observer).where(where)).rowcount > 0


def note_seen(db: Connection, game: int, player: int, entry: int) -> None:
    """Somebody who watches has been shown the position after an entry."""
    where = (_observer.c.game_id == game) & (_observer.c.player_id == player)
    db.execute(update(_observer).where(where).values(seen=entry))


def note_shown(db: Connection, game: int, player: int, entry: int) -> None:
    """Somebody who watches has been mailed everything up to an entry, and all press to all."""
    where = (_observer.c.game_id == game) & (_observer.c.player_id == player)
    shown = update(_observer).where(where).values(told=entry, heard=NEWEST_PRESS)
    db.execute(shown, {"game": game})


def running_games(db: Connection, most: int) -> list[int]:
    """The newest games that people play and that are not over, at most so many."""
    played = select(_seat.c.game_id).where(_seat.c.game_id == _snapshot.c.game_id).exists()
    query = (
        select(_snapshot.c.game_id)
        .where(~_snapshot.c.over, played)
        .order_by(_snapshot.c.game_id.desc())
        .limit(most)
    )
    return sorted(db.scalars(query))

"""Players on their way to another address: it is theirs when both addresses have said yes."""

from __future__ import annotations

from datetime import datetime
from typing import Literal, NamedTuple

from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from .errors import Taken
from .tables import MoveRow, PlayerRow

_move = MoveRow.__table__  # type: ignore[attr-defined]  # made by sqlmodel
_player = PlayerRow.__table__  # type: ignore[attr-defined]  # made by sqlmodel

Side = Literal["old", "new"]
"""The address somebody leaves, or the one he goes to."""


class Move(NamedTuple):
    """Somebody's wish to have another address, and who has agreed to it."""

    player_id: int
    address: str
    """Where he wants to go; empty if he thinks better of it."""
    asked_at: datetime
    old_agrees: bool = False
    new_agrees: bool = False

    @property
    def agreed(self) -> bool:
        return self.old_agrees and self.new_agrees


_COLUMNS = tuple(_move.c[name] for name in Move._fields)


def put_move(db: Connection, move: Move) -> None:
    """Note what a player wants; it replaces what he wanted before."""
    drop_move(db, move.player_id)
    db.execute(insert(_move).values(**move._asdict()))


def drop_move(db: Connection, player: int) -> None:
    db.execute(delete(_move).where(_move.c.player_id == player))


def move_of(db: Connection, player: int) -> Move | None:
    row = db.execute(select(*_COLUMNS).where(_move.c.player_id == player)).first()
    return None if row is None else Move(*row)


def moves_to(db: Connection, address: str) -> list[Move]:
    """Everybody who wants to have this address."""
    query = select(*_COLUMNS).where(func.lower(_move.c.address) == address.lower())
    return [Move(*row) for row in db.execute(query)]


def agree(db: Connection, move: Move, side: Side) -> Move:
    """One of the two addresses says yes."""
    values = {f"{side}_agrees": True}
    db.execute(update(_move).where(_move.c.player_id == move.player_id).values(**values))
    return move._replace(old_agrees=True) if side == "old" else move._replace(new_agrees=True)


def set_address(db: Connection, player: int, address: str) -> None:
    """Give a player another address; mails that came back do not count at the new one."""
    same = func.lower(_player.c.address) == address.lower()
    if db.execute(select(_player.c.id).where(same, _player.c.id != player)).first():
        raise Taken(f"{address} is the address of another player")
    values = {"address": address, "bounces": 0}
    try:
        with db.begin_nested():
            db.execute(update(_player).where(_player.c.id == player).values(**values))
    except IntegrityError as error:  # somebody was faster
        raise Taken(f"{address} is the address of another player") from error
    drop_move(db, player)

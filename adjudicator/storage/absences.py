"""Times in which players are away."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from .tables import AbsenceRow

_absence = AbsenceRow.__table__  # type: ignore[attr-defined]  # made by sqlmodel


class Absence(NamedTuple):
    """From a moment to a moment; the clocks of this player stand still in between."""

    begin: datetime
    end: datetime


_ABSENCES = (
    select(_absence.c.begin, _absence.c.end)
    .where(_absence.c.player_id == bindparam("player"))
    .order_by(_absence.c.begin, _absence.c.id)
)


def absences(db: Connection, player: int) -> list[Absence]:
    """All absences of a player, those that are over included, the oldest first."""
    return [Absence(*row) for row in db.execute(_ABSENCES, {"player": player})]


def add_absence(db: Connection, player: int, absence: Absence) -> None:
    db.execute(insert(_absence).values(player_id=player, **absence._asdict()))


def cancel_absences(db: Connection, player: int, at: datetime) -> list[Absence]:
    """End the absences that are not over: what has gone by stays. Says which they were."""
    mine = _absence.c.player_id == player
    cancelled = [absence for absence in absences(db, player) if absence.end > at]
    db.execute(delete(_absence).where(mine, _absence.c.begin >= at))
    db.execute(update(_absence).where(mine, _absence.c.end > at).values(end=at))
    return cancelled

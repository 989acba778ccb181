"""How the mail service is doing, gathered from the database and the workers' files."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

from adjudicator.storage import beat
from adjudicator.storage.queues import (
    DeadMail,
    OddMail,
    QueueLengths,
    dead_mails,
    odd_mails,
    queue_lengths,
)

from ..overview import late_waits, overviews
from ..post.heartbeat import doubt_text
from ..store import Store
from .troubles import Trouble, troubles_in

NEWEST = 5
"""How many errors of each kind are named."""
PATIENCE = timedelta(hours=1)
"""Mail that waits longer means that nobody sends it."""


class LateSeat(NamedTuple):
    """Somebody whose time is over."""

    game: int
    who: str
    since: datetime


class Health(NamedTuple):
    """Everything a host wants to know at a glance."""

    queue: QueueLengths
    dead: list[DeadMail]
    odd: list[OddMail]
    late: list[LateSeat]
    troubles: list[Trouble]
    doubt: str | None
    needs: list[str]
    """What only a person can put right."""

    def as_table(self) -> dict[str, Any]:
        """The same for machines."""
        lists: dict[str, Sequence[Any]] = {  # each row is a named tuple
            "dead": self.dead,
            "quarantined": self.odd,
            "late": self.late,
            "troubles": self.troubles,
        }
        return {
            "ok": not self.needs,
            "needs": self.needs,
            "queue": self.queue._asdict(),
            "clock_in_doubt": self.doubt,
            **{name: [row._asdict() for row in rows] for name, rows in lists.items()},
        }


def health(store: Store, folder: Path, longest: timedelta, at: datetime) -> Health:
    """Look at everything."""
    with store.reading() as db:
        queue = queue_lengths(db)
        dead, odd = dead_mails(db, NEWEST), odd_mails(db, NEWEST)
        jump = beat.doubt(db)
    doubt = None if jump is None else doubt_text(jump)
    troubles = troubles_in(folder)
    needs = [
        what
        for what, applies in (
            ("mails were given up (adjudicator queue list)", queue.dead),
            ("mails lie in quarantine (adjudicator quarantine list)", queue.quarantined),
            ("mail waits for long; is the service running?", _is_stuck(queue, at)),
            ("a part of the service is in trouble", troubles),
            ("the clock is in doubt", doubt),
        )
        if applies
    ]
    return Health(queue, dead, odd, _late(store, longest, at), troubles, doubt, needs)


def _is_stuck(queue: QueueLengths, at: datetime) -> bool:
    return queue.oldest is not None and at - queue.oldest > PATIENCE


def _late(store: Store, longest: timedelta, at: datetime) -> list[LateSeat]:
    found = []
    for game in overviews(store):
        for wait in late_waits(store, game, longest, at):
            who = game.players.get(wait.seat, wait.seat.value)
            found.append(LateSeat(game.id, who, wait.since))
    return found

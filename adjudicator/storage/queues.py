"""The queues of mail as a host sees them: how long they are, and what is stuck in them."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, func, select, update

from .errors import StorageError
from .post import CLAIMED, DEAD, DROPPED, IGNORED, NEW, QUARANTINED, QUEUED
from .tables import InboundRow, OutboxRow

_inbound = InboundRow.__table__  # type: ignore[attr-defined]  # made by sqlmodel
_outbox = OutboxRow.__table__  # type: ignore[attr-defined]  # made by sqlmodel

STUCK = (QUARANTINED, NEW)
"""A mail that is to be read again is new until that is done."""


class NoSuchMail(StorageError):
    """There is no mail of that number in the queue."""


class QueueLengths(NamedTuple):
    """How much mail waits, and how much went wrong."""

    queued: int
    claimed: int
    dead: int
    quarantined: int
    oldest: datetime | None = None
    """When the mail that waits longest was written."""


class DeadMail(NamedTuple):
    """A mail that we gave up sending."""

    id: int
    game: int | None
    recipient: str
    queued_at: datetime
    attempts: int
    why: str


class OddMail(NamedTuple):
    """A mail that could not be handled."""

    id: int
    sender: str
    received_at: datetime
    why: str


def queue_lengths(db: Connection) -> QueueLengths:
    by_state = select(_outbox.c.state, func.count()).group_by(_outbox.c.state)
    counts = {state: number for state, number in db.execute(by_state)}
    odd = db.execute(
        select(func.count()).select_from(_inbound).where(_inbound.c.state.in_(STUCK))
    ).scalar_one()
    waiting = _outbox.c.state.in_((QUEUED, CLAIMED))
    oldest = db.execute(
        select(_outbox.c.queued_at).where(waiting).order_by(_outbox.c.queued_at).limit(1)
    ).scalar_one_or_none()
    queued, claimed, dead = (counts.get(state, 0) for state in (QUEUED, CLAIMED, DEAD))
    return QueueLengths(queued, claimed, dead, odd, oldest)


# -- out --------------------------------------------------------------------------------------


def dead_mails(db: Connection, most: int | None = None) -> list[DeadMail]:
    """What was given up, the newest first."""
    found = db.execute(
        select(_outbox).where(_outbox.c.state == DEAD).order_by(_outbox.c.id.desc()).limit(most)
    )
    return [
        DeadMail(row.id, row.game_id, row.recipient, row.queued_at, row.attempts, row.why or "")
        for row in found
    ]


def send_again(db: Connection, mail: int, at: datetime) -> None:
    """Put a mail that was given up back into the queue, as if it had never been tried."""
    values = {"state": QUEUED, "due_at": at, "attempts": 0, "claimed_by": None}
    _change_dead(db, mail, values)


def drop_dead(db: Connection, mail: int) -> None:
    """Never send a mail that was given up. It is kept."""
    _change_dead(db, mail, {"state": DROPPED})


def _change_dead(db: Connection, mail: int, values: dict[str, object]) -> None:
    meant = (_outbox.c.id == mail) & (_outbox.c.state == DEAD)
    if db.execute(update(_outbox).where(meant).values(**values)).rowcount == 0:
        raise NoSuchMail(f"no mail {mail} was given up; see: adjudicator queue list")


# -- in ---------------------------------------------------------------------------------------


def odd_mails(db: Connection, most: int | None = None) -> list[OddMail]:
    """What lies in quarantine, the newest first."""
    columns = (_inbound.c[name] for name in OddMail._fields)
    found = db.execute(
        select(*columns)
        .where(_inbound.c.state.in_(STUCK))
        .order_by(_inbound.c.id.desc())
        .limit(most)
    )
    return [OddMail(row.id, row.sender, row.received_at, row.why or "") for row in found]


def odd_bytes(db: Connection, mail: int) -> bytes:
    """A mail in quarantine, to the byte."""
    raw = db.execute(
        select(_inbound.c.raw).where(_inbound.c.id == mail, _inbound.c.state.in_(STUCK))
    ).scalar_one_or_none()
    if raw is None:
        raise NoSuchMail(f"no mail {mail} is in quarantine; see: adjudicator quarantine list")
    return bytes(raw)


def take_again(db: Connection, mail: int) -> bytes:
    """Let a mail out of quarantine, so that it can be taken in as if it came now; its bytes."""
    raw = odd_bytes(db, mail)
    db.execute(update(_inbound).where(_inbound.c.id == mail).values(state=NEW))
    return raw


def drop_odd(db: Connection, mail: int, who: str) -> None:
    """Leave a mail in quarantine unread for ever. It is kept."""
    odd_bytes(db, mail)
    values = {"state": IGNORED, "why": f"dropped by {who}"}
    db.execute(update(_inbound).where(_inbound.c.id == mail).values(**values))

"""Mail in the database: what came in, what is owed, and who has been told how much.

A mail is taken in, judged and answered in one transaction; answers leave later, from the outbox.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import Connection, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from .tables import InboundRow, OutboxRow

_inbound = InboundRow.__table__  # type: ignore[attr-defined]  # made by sqlmodel
_outbox = OutboxRow.__table__  # type: ignore[attr-defined]  # made by sqlmodel

QUEUED, CLAIMED, SENT, DEAD = "queued", "claimed", "sent", "dead"
NEW, HANDLED, IGNORED, QUARANTINED = "new", "handled", "ignored", "quarantined"
MOST_ATTEMPTS = 12
CLAIM_MINUTES = 10
"""A claimed mail whose sender died is sent by somebody else after this time."""


class Owed(NamedTuple):
    """A mail to be sent."""

    id: int
    message_id: str
    recipient: str
    raw: bytes
    attempts: int


# -- in ---------------------------------------------------------------------------------------


def take_in(db: Connection, identity: str, raw: bytes, at: datetime) -> int | None:
    """Keep a mail to the byte; ``None`` if it was taken in before."""
    values = {"message_id": identity, "raw": raw, "received_at": at, "state": NEW}
    found = db.execute(select(_inbound.c.id).where(_inbound.c.message_id == identity)).first()
    if found is not None:
        return None
    result = db.execute(insert(_inbound).values(**values))
    key = result.inserted_primary_key
    assert key is not None, "a new row has a key"
    return int(key[0])


def settle_inbound(db: Connection, inbound: int, state: str, why: str | None = None) -> None:
    """Note what became of a mail."""
    db.execute(update(_inbound).where(_inbound.c.id == inbound).values(state=state, why=why))


def newest_mail(db: Connection) -> datetime | None:
    """When the newest mail came in."""
    query = select(_inbound.c.received_at).order_by(_inbound.c.id.desc()).limit(1)
    row = db.execute(query).first()
    return None if row is None else row.received_at


# -- out --------------------------------------------------------------------------------------


def owe(
    db: Connection, message_id: str, recipient: str, raw: bytes, at: datetime, game: int | None
) -> bool:
    """Put a mail into the outbox; the same mail is owed only once."""
    found = db.execute(select(_outbox.c.id).where(_outbox.c.message_id == message_id)).first()
    if found is not None:
        return False
    try:
        db.execute(
            insert(_outbox).values(
                message_id=message_id,
                recipient=recipient,
                raw=raw,
                queued_at=at,
                due_at=at,
                game_id=game,
                attempts=0,
                state=QUEUED,
            )
        )
    except IntegrityError:
        return False
    return True


def is_owed(db: Connection, message_id: str) -> bool:
    """Whether a mail was ever put into the outbox."""
    query = select(_outbox.c.id).where(_outbox.c.message_id == message_id)
    return db.execute(query).first() is not None


def claim(db: Connection, at: datetime, most: int = 10) -> list[Owed]:
    """Take mails that are due, so that no other worker sends them meanwhile."""
    due = (
        select(_outbox.c.id)
        .where(_outbox.c.state.in_((QUEUED, CLAIMED)), _outbox.c.due_at <= at)
        .order_by(_outbox.c.due_at, _outbox.c.id)
        .limit(most)
        .with_for_update(skip_locked=True)
    )
    ids = [row.id for row in db.execute(due)]
    if not ids:
        return []
    until = at + timedelta(minutes=CLAIM_MINUTES)
    db.execute(
        update(_outbox)
        .where(_outbox.c.id.in_(ids))
        .values(state=CLAIMED, due_at=until, attempts=_outbox.c.attempts + 1)
    )
    columns = [_outbox.c[name] for name in Owed._fields]
    found = db.execute(select(*columns).where(_outbox.c.id.in_(ids)).order_by(_outbox.c.id))
    return [Owed(*row) for row in found]


def note_sent(db: Connection, owed: int) -> None:
    db.execute(update(_outbox).where(_outbox.c.id == owed).values(state=SENT, why=None))


def note_failed(db: Connection, owed: Owed, at: datetime, why: str, permanent: bool) -> bool:
    """Try again later, or give up; says whether the mail is given up."""
    dead = permanent or owed.attempts >= MOST_ATTEMPTS
    later = at + pause_before(owed.attempts, owed.message_id)
    values = {"state": DEAD if dead else QUEUED, "due_at": later, "why": why}
    db.execute(update(_outbox).where(_outbox.c.id == owed.id).values(**values))
    return dead


def pause_before(attempts: int, message_id: str) -> timedelta:
    """Longer after each failure, and not all at the same moment.

    >>> pause_before(1, "<a@b>") < pause_before(4, "<a@b>") <= timedelta(hours=8)
    True
    """
    seconds: float = min(30 * 4 ** (attempts - 1), 6 * 3600)
    jitter = sum(message_id.encode()) % 31 / 100
    return timedelta(seconds=seconds * (1 + jitter))


class QueueLengths(NamedTuple):
    """How much mail waits, and how much went wrong."""

    queued: int
    dead: int
    quarantined: int


def queue_lengths(db: Connection) -> QueueLengths:
    counts = {
        state: number
        for state, number in db.execute(
            select(_outbox.c.state, func.count()).group_by(_outbox.c.state)
        )
    }
    odd = db.execute(
        select(func.count()).select_from(_inbound).where(_inbound.c.state == QUARANTINED)
    ).scalar_one()
    return QueueLengths(counts.get(QUEUED, 0) + counts.get(CLAIMED, 0), counts.get(DEAD, 0), odd)

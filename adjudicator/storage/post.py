"""Mail in the database: what came in, what is owed, and who has been told how much.

A mail is taken in, judged and answered in one transaction; answers leave later, from the outbox.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, func, or_, select, update

from .new_rows import insert_new, new_row
from .tables import InboundRow, OutboxRow

_inbound = InboundRow.__table__  # type: ignore[attr-defined]  # made by sqlmodel
_outbox = OutboxRow.__table__  # type: ignore[attr-defined]  # made by sqlmodel

QUEUED, CLAIMED, SENT, DEAD, DROPPED = "queued", "claimed", "sent", "dead", "dropped"
NEW, HANDLED, IGNORED, QUARANTINED = "new", "handled", "ignored", "quarantined"
MOST_ATTEMPTS = 12
CLAIM_MINUTES = 10
"""A claimed mail whose sender died is sent by another worker after this time."""


class Owed(NamedTuple):
    """A mail to be sent."""

    id: int
    message_id: str
    recipient: str
    raw: bytes
    attempts: int
    outline: str | None = None
    """What the mail is to say, if it is not written yet; it has no bytes then."""


_TAKE_IN = new_row(_inbound, _inbound.c.message_id)
_OWE = new_row(_outbox, _outbox.c.message_id)
_SAME = (
    select(_inbound.c.id, _inbound.c.state)
    .where(_inbound.c.message_id == bindparam("identity"))
    .with_for_update()
)


# -- in ---------------------------------------------------------------------------------------


def take_in(
    db: Connection, identity: str, raw: bytes, at: datetime, sender: str = ""
) -> int | None:
    """Keep a mail to the byte; ``None`` if it was taken in before.

    A mail that a host has let out of quarantine is new again, and taken in once more.
    """
    values = {"message_id": identity, "raw": raw, "received_at": at, "state": NEW, "sender": sender}
    new = insert_new(db, _TAKE_IN, values)
    if new is not None:
        return new
    found = db.execute(_SAME, {"identity": identity}).one()
    return int(found.id) if found.state == NEW else None


_SETTLE = (
    update(_inbound)
    .where(_inbound.c.id == bindparam("inbound"))
    .values(state=bindparam("became"), why=bindparam("because"))
)


def settle_inbound(db: Connection, inbound: int, state: str, why: str | None = None) -> None:
    """Note what became of a mail."""
    db.execute(_SETTLE, {"inbound": inbound, "became": state, "because": why})


_EARLIER = (
    select(_inbound.c.received_at)
    .where(
        _inbound.c.sender == bindparam("sender"),
        _inbound.c.id != bindparam("inbound"),
        or_(
            _inbound.c.why.is_(None),
            _inbound.c.why.not_in(bindparam("not_counted", expanding=True)),
        ),
    )
    .order_by(_inbound.c.received_at.desc())
    .limit(bindparam("most"))
)


def earlier_mails(
    db: Connection, sender: str, inbound: int, not_counted: Sequence[str], most: int
) -> list[datetime]:
    """When the newest mails of a sender came, without this one and those that are not counted."""
    values = {
        "sender": sender, "inbound": inbound, "not_counted": list(not_counted), "most": most,
    }  # fmt: skip
    return list(db.scalars(_EARLIER, values))


def quarantined_since(db: Connection, since: datetime) -> int:
    """How many mails were put aside since then."""
    where = (_inbound.c.state == QUARANTINED) & (_inbound.c.received_at > since)
    return int(db.execute(select(func.count()).select_from(_inbound).where(where)).scalar_one())


def newest_mail(db: Connection) -> datetime | None:
    """When the newest mail came in."""
    query = select(_inbound.c.received_at).order_by(_inbound.c.id.desc()).limit(1)
    row = db.execute(query).first()
    return None if row is None else row.received_at


# -- out --------------------------------------------------------------------------------------


def owe(
    db: Connection,
    message_id: str,
    recipient: str,
    raw: bytes,
    at: datetime,
    game: int | None,
    outline: str | None = None,
) -> bool:
    """Put a mail into the outbox, or the outline of one; the same mail is owed only once."""
    values = {
        "message_id": message_id,
        "recipient": recipient,
        "raw": raw,
        "queued_at": at,
        "due_at": at,
        "game_id": game,
        "attempts": 0,
        "state": QUEUED,
        "outline": outline,
    }
    return insert_new(db, _OWE, values) is not None


def recipient_of(db: Connection, owed: int) -> str | None:
    """Whom a mail of ours went to."""
    row = db.execute(select(_outbox.c.recipient).where(_outbox.c.id == owed)).first()
    return None if row is None else row.recipient


_OWED = select(_outbox.c.id).where(_outbox.c.message_id == bindparam("message_id"))


def is_owed(db: Connection, message_id: str) -> bool:
    """Whether a mail was ever put into the outbox."""
    return db.execute(_OWED, {"message_id": message_id}).first() is not None


def claim(db: Connection, at: datetime, worker: str, most: int = 10) -> list[Owed]:
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
        .values(state=CLAIMED, due_at=until, claimed_by=worker, attempts=_outbox.c.attempts + 1)
    )
    columns = [_outbox.c[name] for name in Owed._fields]
    found = db.execute(select(*columns).where(_outbox.c.id.in_(ids)).order_by(_outbox.c.id))
    return [Owed(*row) for row in found]


def release(db: Connection, worker: str, at: datetime) -> int:
    """Make all mails due that a worker claimed and did not send, because it ends or has died."""
    mine = (_outbox.c.state == CLAIMED) & (_outbox.c.claimed_by == worker)
    values = {"state": QUEUED, "due_at": at, "claimed_by": None}
    return int(db.execute(update(_outbox).where(mine).values(**values)).rowcount)


def note_sent(db: Connection, owed: int, raw: bytes) -> None:
    """The mail is with the next server, whoever claimed it meanwhile. What it said is kept."""
    values = {"state": SENT, "why": None, "raw": raw, "outline": None}
    db.execute(update(_outbox).where(_outbox.c.id == owed).values(**values))


def note_failed(db: Connection, owed: Owed, at: datetime, why: str, permanent: bool) -> bool:
    """Try again later, or give up; says whether the mail is given up."""
    dead = permanent or owed.attempts >= MOST_ATTEMPTS
    later = at + pause_before(owed.attempts, owed.message_id)
    values = {"state": DEAD if dead else QUEUED, "due_at": later, "claimed_by": None, "why": why}
    claimed = (_outbox.c.id == owed.id) & (_outbox.c.state == CLAIMED)
    db.execute(update(_outbox).where(claimed).values(**values))
    return dead


def pause_before(attempts: int, message_id: str) -> timedelta:
    """Longer after each failure, and not all at the same moment.

    >>> pause_before(1, "<a@b>") < pause_before(4, "<a@b>") <= timedelta(hours=8)
    True
    """
    seconds: float = min(30 * 4 ** (attempts - 1), 6 * 3600)
    jitter = sum(message_id.encode()) % 31 / 100
    return timedelta(seconds=seconds * (1 + jitter))

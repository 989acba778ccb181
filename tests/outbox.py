"""The outbox as its mails would leave, whether they are written already or only promised."""

from __future__ import annotations

import email
import email.policy
from email.message import EmailMessage
from functools import lru_cache
from weakref import WeakKeyDictionary

from sqlalchemy import select

from adjudicator.app.letters.scribe import write_out
from adjudicator.app.store import Store
from adjudicator.storage.post import Owed
from adjudicator.storage.tables import OutboxRow

_outbox = OutboxRow.__table__  # type: ignore[attr-defined]  # made by sqlmodel
_COLUMNS = tuple(_outbox.c[name] for name in Owed._fields)


def owed_mails(store: Store, after: int = 0) -> list[Owed]:
    """What was ever queued after a mail, as the outbox keeps it, the oldest first."""
    later = select(*_COLUMNS).where(_outbox.c.id > after).order_by(_outbox.c.id)
    with store.reading() as db:
        return [Owed(*row) for row in db.execute(later)]


_written: WeakKeyDictionary[Store, dict[int, Owed]] = WeakKeyDictionary()


def written_mails(store: Store) -> list[Owed]:
    """The same with the bytes of every mail; each is written once, as soon as it is seen."""
    known = _written.setdefault(store, {})
    for owed in owed_mails(store, max(known, default=0)):
        known[owed.id] = write_out(store, owed)
    return list(known.values())


@lru_cache(maxsize=1024)
def read(raw: bytes) -> EmailMessage:
    """A mail to look at and not to change: whoever reads the same bytes later gets it too."""
    return email.message_from_bytes(raw, policy=email.policy.default)

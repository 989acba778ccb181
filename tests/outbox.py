"""The outbox as its mails would leave, whether they are written already or only promised."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from sqlalchemy import select

from adjudicator.app.scribe import write_out
from adjudicator.app.store import Store
from adjudicator.storage.post import Owed
from adjudicator.storage.tables import OutboxRow

_outbox = OutboxRow.__table__  # type: ignore[attr-defined]  # made by sqlmodel
_COLUMNS = tuple(_outbox.c[name] for name in Owed._fields)


def owed_mails(store: Store) -> list[Owed]:
    """Everything that was ever queued, as the outbox keeps it, the oldest first."""
    with store.reading() as db:
        return [Owed(*row) for row in db.execute(select(*_COLUMNS).order_by(_outbox.c.id))]


_written: WeakKeyDictionary[Store, dict[int, Owed]] = WeakKeyDictionary()


def written_mails(store: Store) -> list[Owed]:
    """The same with the bytes of every mail; each is written once, as soon as it is seen."""
    known = _written.setdefault(store, {})
    for owed in owed_mails(store):
        if owed.id not in known:
            known[owed.id] = write_out(store, owed)
    return list(known.values())

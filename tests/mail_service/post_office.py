"""A post office on a database of its own, with a clock that stands still, and people who write."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from email.utils import parseaddr
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import select

from adjudicator.app.letters.writer import Sender
from adjudicator.app.post.office import Office
from adjudicator.app.store import Store
from adjudicator.mail.address import Signer
from adjudicator.notation.position import write_state
from adjudicator.storage import log
from adjudicator.storage.tables import InboundRow
from tests.databases import new_database
from tests.outbox import read, written_mails

MAILBOX = "referee@example.org"
ANNA, BEN = "anna@example.net", "ben@example.net"
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
SIGNER = Signer(MAILBOX, b"a key that only the tests have")

_inbound = InboundRow.__table__  # type: ignore[attr-defined]  # made by sqlmodel


class Sent(NamedTuple):
    """A mail of ours, as it was queued."""

    to: str
    raw: bytes

    @property
    def mail(self) -> EmailMessage:
        return read(self.raw)

    @property
    def subject(self) -> str:
        return str(self.mail["Subject"])

    @property
    def reply_to(self) -> str:
        return reply_address(self.mail)

    @property
    def text(self) -> str:
        return text_of(self.mail)

    def says(self, *parts: str) -> None:
        """Fail if the text misses one of these, however its lines are broken."""
        said = " ".join(self.text.split())
        for part in parts:
            assert " ".join(part.split()) in said, f"{part!r} is not in:\n{self.text}"


def text_of(mail: EmailMessage) -> str:
    body = mail.get_body(("plain",))
    assert body is not None, "each of our mails has a text"
    return str(body.get_content())


def reply_address(mail: EmailMessage) -> str:
    return parseaddr(str(mail["Reply-To"]))[1]


def written(
    sender: str, to: str, body: str, number: object = 1, subject: str = "Dungeon Twister"
) -> bytes:
    """A mail of a person; another number makes another mail."""
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = sender, to, subject
    digest = hashlib.sha256(f"{sender}/{number}".encode()).hexdigest()[:16]
    mail["Message-ID"] = f"<{digest}@{sender.partition('@')[2]}>"
    mail.set_content(body)
    return mail.as_bytes()


class PostOffice:
    """The office, a clock that goes on one minute with each mail, and what was queued."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.office = Office(store, Sender(SIGNER, pictures=False))
        self.mails = 0
        self.began = NOON

    @property
    def at(self) -> datetime:
        return self.began + timedelta(minutes=self.mails)

    def receive(self, raw: bytes, envelope_from: str | None = None) -> str:
        self.mails += 1
        return self.office.receive(raw, envelope_from, self.at)

    def write(
        self, sender: str, body: str, to: str = MAILBOX, subject: str = "Dungeon Twister"
    ) -> list[Sent]:
        """Somebody writes; the mails that this led to."""
        before = len(self.sent())
        result = self.receive(written(sender, to, body, self.mails, subject))
        assert result == "handled", result
        return self.sent()[before:]

    def sent(self) -> list[Sent]:
        """Everything that was ever queued, the oldest first."""
        return [Sent(mail.recipient, mail.raw) for mail in written_mails(self.store)]

    def last(self, to: str) -> Sent:
        """The newest mail to somebody that asks for an answer: its reply address is signed."""
        newest_first = reversed(self.sent())
        return next(sent for sent in newest_first if sent.to == to and "+" in sent.reply_to)

    def answer(self, sender: str, body: str) -> list[Sent]:
        """Somebody answers the last mail he got."""
        asked = self.last(sender)
        return self.write(sender, body, asked.reply_to, f"Re: {asked.subject}")

    def register(self, address: str, name: str) -> None:
        """Somebody registers and says yes to the question whether it was he."""
        self.write(address, f"REGISTER {name}")
        self.answer(address, "yes")

    def position(self, game: int = 1) -> str:
        """Everything that is true in a game, secrets included, and how long its log is."""
        with self.store.transaction() as db:
            here = self.store.position(db, game)
        return f"{here.head.number} {here.head.hash} {write_state(here.state)}"

    def games(self) -> list[int]:
        with self.store.reading() as db:
            return log.game_ids(db)

    def fates(self) -> list[str]:
        """What became of each mail that was taken in."""
        with self.store.reading() as db:
            return [row.state for row in db.execute(select(_inbound).order_by(_inbound.c.id))]


@contextmanager
def opened(folder: Path) -> Iterator[PostOffice]:
    """A post office with a new database in a folder."""
    store = Store.open(new_database(folder / "games.db"))
    try:
        yield PostOffice(store)
    finally:
        store.close()

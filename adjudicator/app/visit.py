"""One mail being handled: who wrote it, to which game, and what its lines have led to."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from sqlalchemy import Connection

from adjudicator.mail.address import ReplyTo
from adjudicator.mail.inbound import Letter
from adjudicator.mail.outbound import can_repeat
from adjudicator.render import letter_kinds as k
from adjudicator.storage.log import StoredPlayer

from .letters import Sender, Thread, Writer
from .store import Store


@dataclass
class Visit:
    """A mail of a known or unknown person, inside one transaction."""

    store: Store
    db: Connection
    sender: Sender
    at: datetime
    inbound: int
    letter: Letter
    player: StoredPlayer | None
    reply: ReplyTo | None
    """The seat and the position the mail answers, if its address says so."""
    lines: list[k.LineRead] = field(default_factory=list)
    """What became of each line, for the receipt."""

    @property
    def writer(self) -> Writer:
        return Writer(self.store, self.db, self.sender, self.at)

    @property
    def thread(self) -> Thread:
        """The mail and those before it, as far as their ids can be repeated."""
        ids = tuple(filter(can_repeat, self.letter.in_reply_to))
        own = self.letter.message_id
        return Thread(own if can_repeat(own) else None, ids)

    @property
    def stranger(self) -> StoredPlayer:
        """Somebody we do not know, to be answered all the same."""
        return StoredPlayer(0, self.letter.sender, self.letter.sender, "en", self.at)

    @property
    def person(self) -> StoredPlayer:
        return self.player or self.stranger

    def ask_back(self, letter: k.Letter, address: str, about: str) -> None:
        """Answer with a letter whose reply goes to a signed address and says what it is about."""
        key = f"answer/{self.letter.identity}/{type(letter).__name__}"
        self.writer.send(self.person, letter, key, address, self.thread, about=about)

    def answer(self, letter: k.Letter, reply: ReplyTo | None = None) -> None:
        """Answer this mail; a mail has one answer of each kind."""
        key = f"answer/{self.letter.identity}/{type(letter).__name__}"
        self.writer.send(self.person, letter, key, reply, self.thread)

    def done(self, text: str, key: str, **values: str | int) -> None:
        """A command was carried out."""
        self.lines.append(k.LineRead(text, k.Fate.DONE, note=k.Note(key, values)))

    def refused(self, text: str, key: str, **values: str | int) -> None:
        """A command was not carried out."""
        self.lines.append(k.LineRead(text, k.Fate.REFUSED, note=k.Note(key, values)))

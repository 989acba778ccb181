"""One mail being handled: who wrote it, to which game, and what its lines have led to."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import datetime

from sqlalchemy import Connection

from adjudicator.engine.ids import Colour
from adjudicator.engine.seen import Role, Viewer
from adjudicator.engine.view import view
from adjudicator.mail.address import ReplyTo
from adjudicator.mail.inbound import Letter
from adjudicator.mail.outbound import can_repeat
from adjudicator.render import letter_kinds as k
from adjudicator.storage import observers, seats
from adjudicator.storage.log import StoredPlayer

from ..letters.outline import Outline
from ..letters.writer import Sender, Thread, Writer
from ..store import Position, Store
from .waiting import why_not_begun

LONGEST_NUMBER = 9
"""No game has a number with more digits."""

_SUBJECT = re.compile(rf"\[DT ([0-9]{{1,{LONGEST_NUMBER}}})\]")


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
    orders: list[str] = field(default_factory=list)
    """The lines that no command has taken."""
    help_wanted: list[str] = field(default_factory=list)
    """The help pages asked for; an empty word asks for the list of them."""
    commands: int = 0
    """How many commands were carried out or refused."""
    answered: bool = False
    """Whether standing orders in the mail have answered at once what its writer was asked."""

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

    # -- the game it is about -----------------------------------------------------------------

    def game_named(self, words: list[str]) -> int | None:
        """The game a command is about: its number, or the one the mail answers."""
        for word in words:
            digits = word.lstrip("#Gg")
            if digits.isdecimal() and len(digits) <= LONGEST_NUMBER:
                return int(digits)
        return self.reply.game if self.reply else self.observed

    @property
    def newest_seen(self) -> ReplyTo | None:
        """Where orders in an answer to our answer belong: to the newest position he was shown."""
        if self.reply is None:
            return None
        sitting = seats.seated(self.db, self.reply.game)
        told = [seat.told for seat in sitting if seat.colour.startswith(self.reply.seat)]
        return self.reply._replace(entry=max(self.reply.entry, *told))

    @property
    def observed(self) -> int | None:
        """The game whose letter to those who watch this mail answers: its subject says so."""
        found = _SUBJECT.search(self.letter.subject)
        if self.reply is not None or found is None:
            return None
        game = int(found[1])
        return game if self.standpoint(game) is Role.OBSERVER else None

    def without_seat(self) -> k.Note:
        """Why orders that come from no seat cannot be played."""
        if self.observed is not None:
            return k.Note("observers give no orders", {"game": self.observed})
        return k.Note("no seat" if self.player else "not registered")

    def standpoint(self, game: int) -> Viewer | None:
        """As whom the writer may look at a game: his seat, somebody who watches, or nobody."""
        if self.player is None:
            return None
        for seat in seats.seated(self.db, game):
            if seat.player.id == self.player.id:
                return Colour(seat.colour)
        watching = game in observers.observed_by(self.db, self.player.id)
        return Role.OBSERVER if watching else None

    def looking_at(self, words: list[str], text: str) -> tuple[Position, Viewer] | None:
        """The game a command wants to look at, and as whom; a refusal if he may not."""
        if self.player is None:
            self.refused(text, "not registered")
            return None
        number = self.game_named(words)
        if number is None:
            self.refused(text, "which game", example=f"{text.split()[0].upper()} 3")
            return None
        viewer = self.standpoint(number)
        if viewer is None:
            waits = why_not_begun(self.db, number, self.player)
            self.refuse(text, waits or k.Note("not yours", {"game": number}))
            return None
        return self.store.position(self.db, number), viewer

    # -- answers ------------------------------------------------------------------------------

    def answer(self, letter: k.Letter, reply: ReplyTo | None = None) -> None:
        """Answer this mail; a mail has one answer of each kind, and about each game."""
        key = self._key(type(letter), getattr(letter, "table", None))
        self.writer.send(self.person, letter, key, reply, self.thread)

    def promise_receipt(self, outline: Outline, reply: ReplyTo) -> None:
        """The same with a receipt that is written when it leaves."""
        key = self._key(k.Receipt, outline.table)
        self.writer.promise(self.person, outline, key, reply, self.thread)

    def _key(self, kind: type, table: k.Table | None) -> str:
        about = f"/{table.game}" if table else ""
        return f"answer/{self.letter.identity}/{kind.__name__}{about}"

    def show(self, letter: k.Letter, here: Position, viewer: Viewer) -> None:
        """Answer with a look at a game; only a seat can answer that with orders."""
        game, entry = here.game.id, here.head.number
        if isinstance(viewer, Colour):
            self.answer(letter, ReplyTo(game, viewer.letter, entry))
        else:
            self.answer(letter)
            observers.note_seen(self.db, game, self.person.id, entry)

    def show_board(self, here: Position, viewer: Viewer) -> None:
        """Answer with the position, as the writer may see it."""
        writer = self.writer
        situation = (
            writer.situation(here, viewer)
            if isinstance(viewer, Colour)
            else k.Situation(view(here.state, viewer))
        )
        self.show(k.Board(writer.table(here.game.id, viewer), situation), here, viewer)

    def done(self, text: str, key: str, **values: str | int) -> None:
        """A command was carried out."""
        self.lines.append(k.LineRead(text, k.Fate.DONE, note=k.Note(key, values)))

    def refused(self, text: str, key: str, **values: str | int) -> None:
        """A command was not carried out."""
        self.refuse(text, k.Note(key, values))

    def refuse(self, text: str, note: k.Note) -> None:
        """The same with a note that is there already."""
        self.lines.append(k.LineRead(text, k.Fate.REFUSED, note=note))

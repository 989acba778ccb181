"""Writing letters: what each person is owed, put into the outbox inside the transaction."""

from __future__ import annotations

import hashlib
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import Connection

from adjudicator.engine.ids import Colour
from adjudicator.engine.seen import Fact, Viewer
from adjudicator.engine.state import State
from adjudicator.mail.address import ReplyTo, Signer, secret_word, write_reply
from adjudicator.mail.outbound import Attachment, Draft, can_write_to
from adjudicator.notation.names import COLOURS
from adjudicator.render import letter_kinds as k
from adjudicator.storage import post, seats
from adjudicator.storage.log import StoredPlayer
from adjudicator.storage.seats import Seated

from ..automatic.standing_setup import in_force
from ..due import due
from ..proof.openings import looks_told, lying_seals, opened_seals, sealed_since
from ..store import Position, Store
from ..terms import agreed, read_terms
from .messages import press_for
from .outline import Aside, Cover, Outline, Promise, write_promise
from .scribe import situation_of, told_of, write_mail
from .since import since, state_at


class Sender(NamedTuple):
    """Who writes our mails."""

    signer: Signer
    name: str = "Dungeon Twister referee"
    pictures: bool = True
    days: float = 3.0
    """How long somebody may take for an answer."""

    @property
    def longest(self) -> timedelta:
        return timedelta(days=self.days)


class Thread(NamedTuple):
    """The mail a letter answers."""

    message_id: str | None = None
    references: tuple[str, ...] = ()


class Writer:
    """Puts letters into the outbox of one transaction."""

    def __init__(self, store: Store, db: Connection, sender: Sender, at: datetime) -> None:
        self.store = store
        self.db = db
        self.sender = sender
        self.at = at
        self._sitting: dict[int, list[Seated]] = {}

    # -- sending ------------------------------------------------------------------------------

    def send(
        self,
        to: StoredPlayer,
        letter: k.Letter,
        key: str,
        reply: ReplyTo | str | None = None,
        answers: Thread | None = None,
        attachments: tuple[Attachment, ...] = (),
        about: str = "",
    ) -> None:
        """Owe somebody a letter, written at once. The same key is never owed twice."""
        cover = self._cover(to, key, reply, answers, about)
        if cover is None:
            return
        if isinstance(reply, ReplyTo) and shows_position(letter):
            seats.note_seen(self.db, reply.game, COLOURS[reply.seat].value, reply.entry)
        self._owe(cover, reply, write_mail(cover, letter, attachments))

    def promise(
        self,
        to: StoredPlayer,
        outline: Outline,
        key: str,
        reply: ReplyTo,
        answers: Thread | None = None,
    ) -> None:
        """The same for a letter that is written when it leaves. Note what its reader knows then."""
        cover = self._cover(to, key, reply, answers)
        if cover is not None:
            self._owe(cover, reply, b"", write_promise(Promise(cover, outline)))

    def _owe(
        self, cover: Cover, reply: ReplyTo | str | None, raw: bytes, outline: str | None = None
    ) -> None:
        game, draft = reply.game if isinstance(reply, ReplyTo) else None, cover.draft
        post.owe(self.db, draft.message_id, draft.recipient, raw, self.at, game, outline)

    def _cover(
        self,
        to: StoredPlayer,
        key: str,
        reply: ReplyTo | str | None = None,
        answers: Thread | None = None,
        about: str = "",
    ) -> Cover | None:
        """Everything but what a letter says; ``None`` for somebody who cannot be written to."""
        if to.address is None or not can_write_to(to.address):
            return None
        message_id, thread = _message_id(key, self._mailbox), self._thread(reply, answers)
        draft = Draft(
            message_id=message_id,
            date=self.at,
            sender=self._mailbox,
            recipient=to.address,
            subject="",
            text="",
            sender_name=self.sender.name,
            recipient_name=to.name,
            reply_to=self._reply_address(reply),
            in_reply_to=thread.message_id,
            references=thread.references,
            occasion="auto-replied" if thread.message_id else "auto-generated",
            language=to.language,
            boundary=secret_word(message_id, self.sender.signer),
        )
        return Cover(draft, to.zone, self.sender.pictures, about)

    def is_owed(self, key: str) -> bool:
        """Whether the letter with this key was ever written."""
        return post.is_owed(self.db, _message_id(key, self._mailbox))

    def _thread(self, reply: ReplyTo | str | None, answers: Thread | None) -> Thread:
        """All letters about a game to one seat hang on the same first id."""
        answers = answers or Thread()
        if not isinstance(reply, ReplyTo):
            return answers
        first = _message_id(f"game/{reply.game}/{reply.seat}", self._mailbox)
        return answers._replace(references=(first, *answers.references))

    def observers_thread(self, game: int) -> Thread:
        """All letters about a game to one who watches hang on the same first id."""
        return Thread(references=(_message_id(f"game/{game}/observer", self._mailbox),))

    def _reply_address(self, reply: ReplyTo | str | None) -> str:
        if isinstance(reply, ReplyTo):
            return write_reply(reply, self.sender.signer)
        return reply or self.sender.signer.mailbox

    # -- about a game -------------------------------------------------------------------------

    def seated(self, game: int) -> list[Seated]:
        """Everybody at a table, as it is now; the letters of this writer go by it."""
        self._sitting[game] = seats.seated(self.db, game)
        return self._sitting[game]

    def _seated_before(self, game: int) -> list[Seated]:
        """The same as it was looked at last."""
        return self._sitting.get(game) or self.seated(game)

    def table(self, game: int, reader: Viewer) -> k.Table:
        everybody = self._seated_before(game)
        sitters = tuple(k.Sitter(Colour(s.colour), s.player.name) for s in everybody)
        return k.Table(game, reader, sitters)

    def situation(self, here: Position, colour: Colour) -> k.Situation:
        """The position as this seat may see it, with all that is meant for it alone."""
        return situation_of(here.state, colour, self.aside(here, colour))

    def aside(self, here: Position, colour: Colour) -> Aside:
        """What goes with the position of a seat and does not follow from it."""
        sitting = self._seated_before(here.game.id)
        asked = due(self.db, here, colour, self.sender.longest, self.at, sitting)
        return Aside(
            asked.at if asked else None,
            asked.default_at if asked and asked.default_at > asked.at else None,
            in_force(seats.standing_lines(self.db, here.game.id, colour.value), here.state),
            press_for(self.db, here.game.id, colour),
            lying_seals(self.db, here),
        )

    def deadline(self, here: Position, colour: Colour) -> datetime | None:
        """When this seat must have answered, if it is asked something."""
        found = due(self.db, here, colour, self.sender.longest, self.at)
        return found.at if found else None

    def told_since(self, here: Position, reader: Viewer, entry: int) -> tuple[Fact, ...]:
        """What has happened since an entry, as this reader may be told."""
        return told_of(since(self.store, self.db, here.game, entry, here.head.number), reader)

    def questions_at(self, here: Position, colour: Colour, entry: int) -> frozenset[int]:
        """The numbers of what this seat was asked after an entry and had not answered then."""
        state = state_at(self.store, self.db, here.game, entry, here.head.number)
        return open_questions(state, colour)

    def tell_seats(self, here: Position, except_for: Colour | None = None) -> None:
        """Mail everybody who is asked something new or whose offer of a draw is declined, or all
        of them when the game is over."""
        over = here.state.result is not None
        for seat in self.seated(here.game.id):
            if Colour(seat.colour) != except_for and (
                over or self._asks_anew(here, seat) or self._offer_declined(here, seat)
            ):
                self.tell_seat(here, seat)

    def _offer_declined(self, here: Position, seat: Seated) -> bool:
        """Whether a seat offered a draw, and its last letter left open what becomes of it."""
        colour = Colour(seat.colour)
        if here.state.offer == colour or seat.told >= here.head.number:
            return False
        before = state_at(self.store, self.db, here.game, seat.told, here.head.number)
        return before.offer == colour

    def _asks_anew(self, here: Position, seat: Seated) -> bool:
        """Whether a seat is asked something that no letter has asked it yet, or against a card
        that no letter to it has committed to."""
        asked = open_questions(here.state, Colour(seat.colour))
        if not asked or not self._has_opened(here, seat):
            return bool(asked)
        if seat.told >= here.head.number:
            return False
        colour = Colour(seat.colour)
        return not asked <= self.questions_at(here, colour, seat.told) or sealed_since(
            self.db, here, colour, seat.told
        )

    def _has_opened(self, here: Position, seat: Seated) -> bool:
        """Whether a seat has had its first letter, perhaps before there was any entry."""
        first = _message_id(_position_key(here.game.id, seat.colour, 0), self._mailbox)
        return seat.told > 0 or post.is_owed(self.db, first)

    @property
    def _mailbox(self) -> str:
        return self.sender.signer.mailbox

    def tell_seat(self, here: Position, seat: Seated) -> None:
        """The letter of every day, or the last one."""
        colour = Colour(seat.colour)
        table, aside = self.table(here.game.id, colour), self.aside(here, colour)
        key = _position_key(here.game.id, seat.colour, here.head.number)
        reply = ReplyTo(here.game.id, colour.letter, here.head.number)
        if here.state.result is not None:
            told = self.told_since(here, colour, seat.told)
            situation = situation_of(here.state, colour, aside)
            last, record = self.ending(here, table, situation, told)
            self.send(seat.player, last, key, reply, attachments=(record,))
        elif not self._has_opened(here, seat):
            situation = situation_of(here.state, colour, aside)
            letter = k.Opened(table, situation, here.game.rules_version, self._agreed(here))
            self.send(seat.player, letter, key, reply)
        else:
            outline = Outline(table, here.head.number, seat.told, aside)
            self.promise(seat.player, outline, key, reply)
        seats.note_told(self.db, here.game.id, seat.colour, here.head.number)

    def _agreed(self, here: Position) -> tuple[k.Note, ...]:
        """The terms of a game, and how the players came by their colours."""
        terms = agreed(read_terms(here.game.terms))
        drawn = here.state.rules.seats_drawn and seats.was_proposed(self.db, here.game.id)
        return (*terms, k.Note("colours were drawn")) if drawn else terms

    def ending(
        self, here: Position, table: k.Table, situation: k.Situation, told: tuple[Fact, ...]
    ) -> tuple[k.Ended, Attachment]:
        """The last letter and the record that goes with it."""
        text = self.store.record_in(self.db, here.game)
        name = f"game-{here.game.id}.dt"
        seals, looks = opened_seals(self.db, here), looks_told(self.db, here.game.id)
        letter = k.Ended(table, situation, told, seals, name, looks)
        return letter, Attachment(name, "text/plain", text.encode())


def shows_position(letter: k.Letter) -> bool:
    """Whether its reader learns from a letter where a game stands or what has happened in it."""
    return isinstance(letter, k.History) or getattr(letter, "situation", None) is not None


def open_questions(state: State, colour: Colour) -> frozenset[int]:
    """The numbers of what a seat is asked and has not answered."""
    return frozenset(r.number for r in state.pending if r.who == colour and not r.sealed)


def _position_key(game: int, colour: str, entry: int) -> str:
    return f"position/{game}/{colour}/{entry}"


def _message_id(key: str, mailbox: str) -> str:
    """An id that follows from what the letter is: a repeated attempt writes the same letter."""
    digest = hashlib.sha256(f"{mailbox}:{key}".encode()).hexdigest()[:24]
    return f"<{digest}@{mailbox.partition('@')[2]}>"

"""Writing letters: what each person is owed, put into the outbox inside the transaction."""

from __future__ import annotations

import hashlib
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import Connection

from adjudicator.engine.ids import Colour
from adjudicator.engine.state import State
from adjudicator.engine.telling import Fact, tell
from adjudicator.engine.view import Viewer, view
from adjudicator.mail.address import ReplyTo, Signer, write_reply
from adjudicator.mail.outbound import Attachment, Draft, Picture, can_write_to, compose
from adjudicator.mail.quotes import write_mark
from adjudicator.render import letter_kinds as k
from adjudicator.render.language import language
from adjudicator.render.letter import ABOVE, write_letter
from adjudicator.storage import post, seats
from adjudicator.storage.log import StoredPlayer
from adjudicator.storage.seats import Seated

from .again import play_again
from .due import due
from .messages import press_for
from .openings import looks_told, lying_seals, opened_seals, sealed_since
from .players import zone_of
from .since import since, state_at
from .store import Position, Store
from .suggestions import suggestions
from .terms import agreed, read_terms


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
        """Owe somebody a letter. The same key is never owed twice."""
        if to.address is None or not can_write_to(to.address):
            return
        pictured = self.sender.pictures
        say = language(to.language)
        written = write_letter(letter, say, zone_of(to), pictured, write_mark(say(ABOVE)))
        mailbox = self._mailbox
        message_id = _message_id(key, mailbox)
        thread = self._thread(reply, answers or Thread())
        pictures: tuple[Picture, ...] = ()
        if written.picture_svg is not None:
            drawing = written.picture_svg.encode()
            pictures = (Picture("board", drawing, written.picture_alt, "svg"),)
        draft = Draft(
            message_id=message_id,
            date=self.at,
            sender=mailbox,
            recipient=to.address,
            subject=f"{written.subject}: {about}" if about else written.subject,
            text=written.text,
            html=written.html,
            sender_name=self.sender.name,
            recipient_name=to.name,
            reply_to=self._reply_address(reply),
            in_reply_to=thread.message_id,
            references=thread.references,
            pictures=pictures,
            attachments=attachments,
            occasion="auto-replied" if thread.message_id else "auto-generated",
            language=to.language,
        )
        game = reply.game if isinstance(reply, ReplyTo) else None
        post.owe(self.db, message_id, to.address, compose(draft), self.at, game)

    def is_owed(self, key: str) -> bool:
        """Whether the letter with this key was ever written."""
        return post.is_owed(self.db, _message_id(key, self._mailbox))

    def _thread(self, reply: ReplyTo | str | None, answers: Thread) -> Thread:
        """All letters about a game to one seat hang on the same first id."""
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

    def table(self, game: int, reader: Viewer) -> k.Table:
        everybody = seats.seated(self.db, game)
        sitters = tuple(k.Sitter(Colour(s.colour), s.player.name) for s in everybody)
        return k.Table(game, reader, sitters)

    def situation(self, here: Position, colour: Colour) -> k.Situation:
        """The position as this seat may see it, with all that is meant for it alone."""
        lines = seats.standing_lines(self.db, here.game.id, colour.value)
        ready = suggestions(here.state, colour)
        asked = due(self.db, here, colour, self.sender.longest, self.at)
        return k.Situation(
            view(here.state, colour),
            asked.at if asked else None,
            ready.lines,
            ready.afterwards,
            grace=asked.default_at if asked and asked.default_at > asked.at else None,
            standing=lines,
            press=press_for(self.db, here.game.id, colour),
            seals=lying_seals(self.db, here),
        )

    def deadline(self, here: Position, colour: Colour) -> datetime | None:
        """When this seat must have answered, if it is asked something."""
        found = due(self.db, here, colour, self.sender.longest, self.at)
        return found.at if found else None

    def told_since(self, here: Position, reader: Viewer, entry: int) -> tuple[Fact, ...]:
        """What has happened since an entry, as this reader may be told."""
        facts: list[Fact] = []
        state, line = since(self.store, self.db, here.game, entry)
        for placed in line:
            for taken in play_again(state, placed.by, placed.orders).taken:
                facts.extend(tell(taken.before, taken.played.events, reader))
                state = taken.played.state
        return tuple(facts)

    def questions_at(self, here: Position, colour: Colour, entry: int) -> frozenset[int]:
        """The numbers of what this seat was asked after an entry and had not answered then."""
        state = state_at(self.store, self.db, here.game, entry)
        return open_questions(state, colour)

    def tell_seats(self, here: Position, except_for: Colour | None = None) -> None:
        """Mail everybody who is asked something new, or all of them when the game is over."""
        over = here.state.result is not None
        for seat in seats.seated(self.db, here.game.id):
            colour = Colour(seat.colour)
            if colour != except_for and (over or self._asks_anew(here, seat)):
                self.tell_seat(here, seat)

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
        table = self.table(here.game.id, colour)
        told = self.told_since(here, colour, seat.told)
        situation = self.situation(here, colour)
        key = _position_key(here.game.id, seat.colour, here.head.number)
        reply = ReplyTo(here.game.id, colour.letter, here.head.number)
        if here.state.result is not None:
            last, record = self.ending(here, table, situation, told)
            self.send(seat.player, last, key, reply, attachments=(record,))
        elif not self._has_opened(here, seat):
            letter = k.Opened(table, situation, here.game.rules_version, self._agreed(here))
            self.send(seat.player, letter, key, reply)
        else:
            self.send(seat.player, k.Position(table, situation, told), key, reply)
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


def open_questions(state: State, colour: Colour) -> frozenset[int]:
    """The numbers of what a seat is asked and has not answered."""
    return frozenset(r.number for r in state.pending if r.who == colour and not r.sealed)


def _position_key(game: int, colour: str, entry: int) -> str:
    return f"position/{game}/{colour}/{entry}"


def _message_id(key: str, mailbox: str) -> str:
    """An id that follows from what the letter is: a repeated attempt writes the same letter."""
    digest = hashlib.sha256(f"{mailbox}:{key}".encode()).hexdigest()[:24]
    return f"<{digest}@{mailbox.partition('@')[2]}>"

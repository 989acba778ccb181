"""Writing letters: what each person is owed, put into the outbox inside the transaction."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime, timedelta, tzinfo
from typing import NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from sqlalchemy import Connection

from adjudicator.engine.ids import Colour
from adjudicator.engine.state import State
from adjudicator.engine.telling import Fact, tell
from adjudicator.engine.view import view
from adjudicator.mail.address import ReplyTo, Signer, write_reply
from adjudicator.mail.outbound import Attachment, Draft, Picture, can_write_to, compose
from adjudicator.render import letter_kinds as k
from adjudicator.render.language import language
from adjudicator.render.letter import write_letter
from adjudicator.render.png import write_png
from adjudicator.storage import log, post, seats
from adjudicator.storage.log import StoredPlayer
from adjudicator.storage.seats import Seated

from .again import play_again
from .due import due
from .line import effective
from .store import Position, Store, first_state
from .suggestions import suggestions


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
        written = write_letter(letter, language(to.language), zone_of(to))
        mailbox = self._mailbox
        message_id = _message_id(key, mailbox)
        thread = self._thread(reply, answers or Thread())
        pictures: tuple[Picture, ...] = ()
        if self.sender.pictures and written.picture_svg is not None:
            png = write_png(written.picture_svg)
            pictures = (Picture("board", png, written.picture_alt),)
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

    def _reply_address(self, reply: ReplyTo | str | None) -> str:
        if isinstance(reply, ReplyTo):
            return write_reply(reply, self.sender.signer)
        return reply or self.sender.signer.mailbox

    # -- about a game -------------------------------------------------------------------------

    def table(self, game: int, colour: Colour) -> k.Table:
        everybody = seats.seated(self.db, game)
        sitters = tuple(k.Sitter(Colour(s.colour), s.player.name) for s in everybody)
        return k.Table(game, colour, sitters)

    def situation(self, here: Position, colour: Colour) -> k.Situation:
        """The position as this seat may see it, with his deadline and his standing orders."""
        lines = seats.standing_lines(self.db, here.game.id, colour.value)
        ready = suggestions(here.state, colour)
        return k.Situation(
            view(here.state, colour),
            self.deadline(here, colour),
            ready.lines,
            ready.afterwards,
            standing=lines,
        )

    def deadline(self, here: Position, colour: Colour) -> datetime | None:
        """When this seat must have answered, if it is asked something."""
        found = due(self.db, here, colour, self.sender.longest, self.at)
        return found.at if found else None

    def told_since(self, here: Position, colour: Colour, entry: int) -> tuple[Fact, ...]:
        """What has happened since an entry, as this seat may be told."""
        facts: list[Fact] = []
        state = first_state(here.game)
        for placed in effective(log.entries(self.db, here.game.id)):
            for taken in play_again(state, placed.by, placed.orders).taken:
                if placed.entry > entry:
                    facts.extend(tell(taken.before, taken.played.events, colour))
                state = taken.played.state
        return tuple(facts)

    def questions_at(self, here: Position, colour: Colour, entry: int) -> frozenset[int]:
        """The numbers of what this seat was asked after an entry and had not answered then."""
        state = first_state(here.game)
        for placed in effective(log.entries(self.db, here.game.id)):
            if placed.entry <= entry:
                state = play_again(state, placed.by, placed.orders).state
        return open_questions(state, colour)

    def tell_seats(self, here: Position, except_for: Colour | None = None) -> None:
        """Mail everybody who is asked something new, or all of them when the game is over."""
        over = here.state.result is not None
        for seat in seats.seated(self.db, here.game.id):
            colour = Colour(seat.colour)
            if colour != except_for and (over or self._asks_anew(here, seat)):
                self.tell_seat(here, seat)

    def _asks_anew(self, here: Position, seat: Seated) -> bool:
        """Whether a seat is asked something that no letter has asked it yet."""
        asked = open_questions(here.state, Colour(seat.colour))
        if not asked or not self._has_opened(here, seat):
            return bool(asked)
        if seat.told >= here.head.number:
            return False
        return not asked <= self.questions_at(here, Colour(seat.colour), seat.told)

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
            text = self.store.record_in(self.db, here.game)
            name = f"game-{here.game.id}.dt"
            letter: k.Letter = k.Ended(table, situation, told, record=name)
            record = (Attachment(name, "text/plain", text.encode()),)
            self.send(seat.player, letter, key, reply, attachments=record)
        elif not self._has_opened(here, seat):
            letter = k.Opened(table, situation, here.game.rules_version)
            self.send(seat.player, letter, key, reply)
        else:
            self.send(seat.player, k.Position(table, situation, told), key, reply)
        seats.note_told(self.db, here.game.id, seat.colour, here.head.number)


def open_questions(state: State, colour: Colour) -> frozenset[int]:
    """The numbers of what a seat is asked and has not answered."""
    return frozenset(r.number for r in state.pending if r.who == colour and not r.sealed)


def _position_key(game: int, colour: str, entry: int) -> str:
    return f"position/{game}/{colour}/{entry}"


def _message_id(key: str, mailbox: str) -> str:
    """An id that follows from what the letter is: a repeated attempt writes the same letter."""
    digest = hashlib.sha256(f"{mailbox}:{key}".encode()).hexdigest()[:24]
    return f"<{digest}@{mailbox.partition('@')[2]}>"


def zone_of(player: StoredPlayer) -> tzinfo:
    try:
        return ZoneInfo(player.zone)
    except (ZoneInfoNotFoundError, ValueError):
        return UTC

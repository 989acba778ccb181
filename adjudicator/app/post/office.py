"""The post office: one transaction takes a mail in, carries it out and queues the answers.

Raw bytes are kept before anything is parsed. A mail that comes twice counts once. Whatever goes
wrong with a mail, it is kept in quarantine and its writer is told; nothing of it is played.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import Connection

from adjudicator.mail.address import BadAddress, Confirm, ReplyTo, read_address
from adjudicator.mail.authenticity import Authentic, FindTxt, check_dkim
from adjudicator.mail.guard import (
    DEFAULT_RATES,
    NOT_COUNTED,
    STRANGER_RATE,
    Case,
    Course,
    Rate,
    over_by,
    rule_on,
    wait_for,
)
from adjudicator.mail.inbound import Letter, Unfit, digest, read_mail
from adjudicator.render import letter_kinds as k
from adjudicator.storage import post, seats
from adjudicator.storage.errors import DatabaseTrouble
from adjudicator.storage.post import Owed

from ..letters.notices import bounced_to, note_bounce, note_undeliverable, tell_of_quarantine
from ..letters.writer import Sender, Writer
from ..store import Store, now
from .commands import address, carry_out, register
from .mail_orders import play_orders, tell_of_answers
from .visit import Visit

LOG = logging.getLogger("adjudicator.office")

_EXPLAINED = {"oversized": "too large", "encrypted": "encrypted", "too long": "too long"}
"""The notes about mails that were not read; all others are not readable."""

CONFIRMED: dict[str, Callable[[Visit, Confirm], None]] = {
    register.KIND: register.confirm_registration,
    address.LEAVE: address.confirm_move,
    address.ARRIVE: address.confirm_move,
}
"""What an answer to a signed question leads to."""


class Received(NamedTuple):
    """A mail as it was handed to us."""

    raw: bytes
    letter: Letter | Unfit
    envelope_from: str | None
    envelope_to: str | None
    at: datetime

    @property
    def identity(self) -> str:
        return self.letter.identity or digest(self.raw)


class Office:
    """Handles mails for one database."""

    def __init__(
        self,
        store: Store,
        sender: Sender,
        *,
        require_proof: bool = False,
        moderators: tuple[str, ...] = (),
        rates: tuple[Rate, ...] = DEFAULT_RATES,
        auth_server: str | None = None,
        find_txt: FindTxt | None = None,
    ) -> None:
        """`auth_server` is the host's own mail server, whose Authentication-Results are believed;
        `find_txt` asks the DNS for DKIM keys, if proof is required and that server says nothing.
        """
        self.store = store
        self.sender = sender
        self.require_proof = require_proof
        self.moderators = moderators
        self.rates = rates
        self.auth_server = auth_server
        self.find_txt = find_txt

    def receive(
        self,
        raw: bytes,
        envelope_from: str | None = None,
        at: datetime | None = None,
        envelope_to: str | None = None,
    ) -> str:
        """Handle one mail, wholly or not at all; says what became of it."""
        mail = Received(raw, self._read(raw), envelope_from, envelope_to, at or now())
        try:
            with self.store.transaction() as db:
                inbound = self._take_in(db, mail)
                return "seen before" if inbound is None else self._handle(db, inbound, mail)
        except DatabaseTrouble:
            raise  # not the mail's fault: it is offered again
        except Exception as error:  # a bug of ours must not lose a mail or stop the others
            LOG.exception("a mail could not be handled")
            return self._quarantine(mail, type(error).__name__)

    def give_up(self, db: Connection, owed: Owed, why: str, at: datetime) -> None:
        """A mail of ours will not be sent any more: mark whom it was for, tell the moderators."""
        note_undeliverable(self._writer(db, at), owed, why, self.moderators)

    # -- at the door ----------------------------------------------------------------------------

    def _read(self, raw: bytes) -> Letter | Unfit:
        """The mail, and whether it is proven; the DNS is asked only if it matters."""
        own = (self.sender.signer.mailbox,)
        letter = read_mail(raw, own, auth_server=self.auth_server)
        if isinstance(letter, Unfit) or not self.require_proof:
            return letter
        if letter.oversized or letter.authentic is not Authentic.UNKNOWN:
            return letter
        return replace(letter, authentic=check_dkim(raw, letter.sender, self.find_txt))

    def _take_in(self, db: Connection, mail: Received) -> int | None:
        return post.take_in(db, mail.identity, mail.raw, mail.at, self._counted_as(mail.letter))

    def _counted_as(self, letter: Letter | Unfit) -> str:
        """Whose mails are counted together: those of one address, for each seat by itself.

        Who knows only somebody's address can therefore write so much in his name that his plain
        mails are not read any more, but never his answers to positions.
        """
        if isinstance(letter, Unfit):
            return ""
        for recipient in letter.recipients:
            meant = read_address(recipient.address, self.sender.signer)
            if isinstance(meant, ReplyTo):
                return f"{letter.sender.lower()} {meant.game}-{meant.seat}"
        return letter.sender.lower()

    def _earlier(self, db: Connection, inbound: int, mail: Received) -> list[float]:
        """When the same sender wrote before, as far back as the rates look."""
        most = max((rate.mails for rate in self.rates), default=0) + 1
        who = self._counted_as(mail.letter)
        found = post.earlier_mails(
            db, who, inbound, NOT_COUNTED, max(most, STRANGER_RATE.mails + 1)
        )
        return [time.timestamp() for time in found]

    def _handle(self, db: Connection, inbound: int, mail: Received) -> str:
        if isinstance(mail.letter, Unfit):
            return self._put_aside(db, inbound, mail.letter, mail.at)
        visit = self._visit(db, inbound, mail.letter, mail.at)
        rates = self.rates if visit.player else (*self.rates, STRANGER_RATE)
        times, moment = self._earlier(db, inbound, mail), mail.at.timestamp()
        too_many = over_by(times, moment, rates)
        ruling = rule_on(Case(mail.letter, mail.envelope_from, too_many, self.require_proof))
        match ruling.course:
            case Course.SILENT:
                result = f"ignored: {ruling.rule}"
            case Course.BOUNCE:
                result = self._note_bounce(visit, mail)
            case Course.EXPLAIN if ruling.rule == "too many mails":
                wait = timedelta(seconds=wait_for([*times, moment], moment, rates))
                self._explain(visit, k.Note("too many", {"moment": mail.at + wait}))
                result = f"explained: {ruling.rule}"
            case Course.EXPLAIN:
                self._explain(visit, k.Note(_EXPLAINED.get(ruling.rule, "not readable")))
                result = f"explained: {ruling.rule}"
            case Course.HANDLE:
                self._carry_out(visit)
                post.settle_inbound(db, inbound, post.HANDLED)
                return "handled"
        post.settle_inbound(db, inbound, post.IGNORED, ruling.rule)
        return result

    def _explain(self, visit: Visit, note: k.Note) -> None:
        visit.answer(k.NotRead(visit.letter.subject, note))

    def _writer(self, db: Connection, at: datetime) -> Writer:
        return Writer(self.store, db, self.sender, at)

    def _visit(self, db: Connection, inbound: int, letter: Letter, at: datetime) -> Visit:
        player = seats.player_at(db, letter.sender)
        return Visit(self.store, db, self.sender, at, inbound, letter, player, None)

    def _note_bounce(self, visit: Visit, mail: Received) -> str:
        """Mark whose mail came back, if that is proven; nobody is answered."""
        bounce = visit.letter.bounce
        if bounce is None or not bounce.told:
            return "bounce noted"
        player = bounced_to(visit.writer, mail.raw, visit.letter, mail.envelope_to)
        if player is None:
            return "bounce not proven"
        permanent = bool(bounce.permanent)
        note_bounce(
            visit.writer, player, visit.letter.subject, self.moderators, permanent=permanent
        )
        return "bounce noted"

    # -- what it says ---------------------------------------------------------------------------

    def _carry_out(self, visit: Visit) -> None:
        """Read the address, then the lines: commands first, what is left are orders."""
        if visit.player is not None and visit.player.bounces:
            seats.set_bounces(visit.db, visit.player.id, 0)  # he writes, so he is there
        for recipient in visit.letter.recipients:
            meant = read_address(recipient.address, self.sender.signer)
            if isinstance(meant, Confirm) and meant.kind in CONFIRMED:
                CONFIRMED[meant.kind](visit, meant)
                return
            if isinstance(meant, ReplyTo):
                if not _holds_seat(visit, meant):
                    self._explain(visit, k.Note("wrong token"))
                    return
                visit.reply = meant
            elif isinstance(meant, BadAddress) and meant.reason in ("forged", "malformed"):
                self._explain(visit, k.Note("wrong token"))
                return
        orders = carry_out(visit)
        if visit.reply is not None and orders:
            play_orders(visit, visit.reply, orders)
        elif visit.reply is not None and visit.answered:
            tell_of_answers(visit, visit.reply)
        elif not visit.commands:
            self._explain(visit, visit.without_seat() if orders else k.Note("no orders"))
        else:
            _send_receipt(visit, orders)

    # -- what goes wrong ------------------------------------------------------------------------

    def _put_aside(self, db: Connection, inbound: int, letter: Unfit, at: datetime) -> str:
        """A mail without a sender is no mail; one that broke our reader is for the moderators."""
        if not letter.broken:
            post.settle_inbound(db, inbound, post.IGNORED, "unfit")
            return "ignored: unfit"
        post.settle_inbound(db, inbound, post.QUARANTINED, letter.reason)
        tell_of_quarantine(self._writer(db, at), inbound, letter, letter.reason, self.moderators)
        return f"quarantined: {letter.reason}"

    def _quarantine(self, mail: Received, why: str) -> str:
        """Keep a mail that broke something, tell its writer and the moderators."""
        with self.store.transaction() as db:
            inbound = self._take_in(db, mail)
            if inbound is None:
                return "seen before"
            post.settle_inbound(db, inbound, post.QUARANTINED, why)
            self._report(db, inbound, mail, why)
        return f"quarantined: {why}"

    def _report(self, db: Connection, inbound: int, mail: Received, why: str) -> None:
        """Tell of a mail in quarantine; if that fails too, the mail is kept at least."""
        try:
            with db.begin_nested():
                writer = self._writer(db, mail.at)
                tell_of_quarantine(writer, inbound, mail.letter, why, self.moderators)
                if isinstance(mail.letter, Letter) and not mail.letter.auto_reply:
                    visit = self._visit(db, inbound, mail.letter, mail.at)
                    self._explain(visit, k.Note("put aside"))
        except Exception:
            LOG.exception("nobody could be told of a mail in quarantine")


def _send_receipt(visit: Visit, orders: str) -> None:
    """What became of the commands of a mail, and of orders that came from no seat beside them."""
    if orders:
        first, *more = orders.splitlines()
        text = f"{first} ..." if more else first
        visit.lines.append(k.LineRead(text, k.Fate.REFUSED, note=visit.without_seat()))
    if visit.lines:
        receipt = k.Receipt(None, tuple(visit.lines), digest=visit.letter.identity[:16])
        visit.answer(receipt, visit.newest_seen)


def _holds_seat(visit: Visit, reply: ReplyTo) -> bool:
    """The token says which seat may answer; the sender must be who sits there."""
    return visit.player is not None and any(
        seat.colour.startswith(reply.seat) and seat.player.id == visit.player.id
        for seat in seats.seated(visit.db, reply.game)
    )

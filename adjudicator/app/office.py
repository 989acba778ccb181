"""The post office: one transaction takes a mail in, carries it out and queues the answers.

Raw bytes are kept before anything is parsed. A mail that comes twice counts once. Whatever goes
wrong with a mail, it is kept in quarantine and its writer is told; nothing of it is played.
"""

from __future__ import annotations

import logging
from datetime import datetime

from sqlalchemy import Connection

from adjudicator.mail.address import BadAddress, Confirm, ReplyTo, read_address
from adjudicator.mail.guard import Case, Course, rule_on
from adjudicator.mail.inbound import Letter, Unfit, digest, read_mail
from adjudicator.render import letter_kinds as k
from adjudicator.storage import post, seats

from .commands import carry_out
from .commands.register import confirm_registration
from .letters import Sender
from .mail_orders import play_orders
from .store import Store, now
from .visit import Visit

LOG = logging.getLogger("adjudicator.office")

_EXPLAINED = {
    "too many mails": "too many",
    "oversized": "too large",
    "encrypted": "encrypted",
}


class Office:
    """Handles mails for one database."""

    def __init__(self, store: Store, sender: Sender) -> None:
        self.store = store
        self.sender = sender

    def receive(
        self, raw: bytes, envelope_from: str | None = None, at: datetime | None = None
    ) -> str:
        """Handle one mail, wholly or not at all; says what became of it."""
        at = at or now()
        own = (self.sender.signer.mailbox,)
        letter = read_mail(raw, own)
        identity = letter.identity or digest(raw)
        try:
            with self.store.transaction() as db:
                inbound = post.take_in(db, identity, raw, at)
                if inbound is None:
                    return "seen before"
                return self._handle(db, inbound, letter, envelope_from, at)
        except Exception as error:  # a bug of ours must not lose a mail or stop the others
            LOG.exception("a mail could not be handled")
            return self._quarantine(identity, raw, letter, type(error).__name__, at)

    def _handle(
        self,
        db: Connection,
        inbound: int,
        letter: Letter | Unfit,
        envelope_from: str | None,
        at: datetime,
    ) -> str:
        ruling = rule_on(Case(letter, envelope_from))
        if isinstance(letter, Unfit) or ruling.course is Course.SILENT:
            post.settle_inbound(db, inbound, post.IGNORED, ruling.rule)
            return f"ignored: {ruling.rule}"
        if ruling.course is Course.BOUNCE:
            for address in letter.bounce.permanent if letter.bounce else ():
                seats.count_bounce(db, address)
            post.settle_inbound(db, inbound, post.IGNORED, "bounce")
            return "bounce noted"
        visit = self._visit(db, inbound, letter, at)
        if ruling.course is Course.EXPLAIN:
            key = _EXPLAINED.get(ruling.rule, "not readable")
            visit.answer(k.NotRead(letter.subject, k.Note(key)))
            post.settle_inbound(db, inbound, post.IGNORED, ruling.rule)
            return f"explained: {ruling.rule}"
        self._carry_out(visit)
        post.settle_inbound(db, inbound, post.HANDLED)
        return "handled"

    def _visit(self, db: Connection, inbound: int, letter: Letter, at: datetime) -> Visit:
        player = seats.player_at(db, letter.sender)
        return Visit(self.store, db, self.sender, at, inbound, letter, player, None)

    def _carry_out(self, visit: Visit) -> None:
        """Read the address, then the lines: commands first, what is left are orders."""
        for recipient in visit.letter.recipients:
            meant = read_address(recipient.address, self.sender.signer)
            if isinstance(meant, Confirm):
                confirm_registration(visit, meant)
                return
            if isinstance(meant, ReplyTo):
                if not _holds_seat(visit, meant):
                    visit.answer(k.NotRead(visit.letter.subject, k.Note("wrong token")))
                    return
                visit.reply = meant
            elif isinstance(meant, BadAddress) and meant.reason in ("forged", "malformed"):
                visit.answer(k.NotRead(visit.letter.subject, k.Note("wrong token")))
                return
        orders = carry_out(visit)
        if visit.reply is not None and orders:
            play_orders(visit, visit.reply, orders)
        elif orders and not visit.lines:
            key = "no orders" if visit.player else "not registered"
            visit.answer(k.NotRead(visit.letter.subject, k.Note(key)))
        elif visit.lines:
            visit.answer(k.Receipt(None, tuple(visit.lines), digest=visit.letter.identity[:16]))

    def _quarantine(
        self, identity: str, raw: bytes, letter: Letter | Unfit, why: str, at: datetime
    ) -> str:
        """Keep a mail that broke something, and tell its writer that somebody will look at it."""
        with self.store.transaction() as db:
            inbound = post.take_in(db, identity, raw, at)
            if inbound is None:
                return "seen before"
            post.settle_inbound(db, inbound, post.QUARANTINED, why)
            if isinstance(letter, Letter) and not letter.auto_reply:
                self._apologise(self._visit(db, inbound, letter, at))
        return f"quarantined: {why}"

    def _apologise(self, visit: Visit) -> None:
        """Tell the writer of a mail in quarantine; if that fails too, the mail is kept at least."""
        try:
            visit.answer(k.NotRead(visit.letter.subject, k.Note("not readable")))
        except Exception:
            LOG.exception("the writer of a mail in quarantine could not be told")


def _holds_seat(visit: Visit, reply: ReplyTo) -> bool:
    """The token says which seat may answer; the sender must be who sits there."""
    return visit.player is not None and any(
        seat.colour.startswith(reply.seat) and seat.player.id == visit.player.id
        for seat in seats.seated(visit.db, reply.game)
    )

"""Orders by mail: judged, played, and answered with a receipt line by line."""

from __future__ import annotations

from adjudicator.engine.decisions import EndTurn
from adjudicator.engine.ids import Colour
from adjudicator.engine.refusals import Refusal
from adjudicator.engine.telling import Fact
from adjudicator.mail.address import ReplyTo
from adjudicator.notation.names import COLOURS
from adjudicator.notation.orders import Unreadable
from adjudicator.render import letter_kinds as k
from adjudicator.storage import log, seats
from adjudicator.storage.log import Entry

from .automatic import play_automatic
from .games import Judged, Verdict
from .hints import instead_of
from .letters import open_questions
from .line import LINE_KINDS, REWIND
from .observing import tell_observers
from .resigning import refused_lines, resigns_among_others
from .standing import orders_are_done
from .store import Position
from .visit import Visit

ACCEPTED = " (ok)"
"""Behind the name of an author: he has accepted the default."""


def play_orders(visit: Visit, reply: ReplyTo, text: str) -> None:
    """Carry out a plain answer: orders for the position the mail was about."""
    colour = COLOURS[reply.seat]
    here = visit.store.position(visit.db, reply.game)
    if here.head.number != reply.entry and not _still_asked(visit, here, colour, reply.entry):
        _say_stale(visit, here, colour, reply, text)
        return
    if resigns_among_others(text, others=len(visit.lines)):
        _send_receipt(visit, here, colour, refused_lines(text))
        return
    if text.strip().lower() in ("ok", "okay"):
        judged = _accept_default(visit, here, colour)
    else:
        author = visit.person.name
        judged = visit.store.submit_in(
            visit.db, here, colour, text, author, visit.at, visit.inbound
        )
    notes: tuple[k.Note, ...] = ()
    if judged.accepted:
        done = colour if orders_are_done(judged) else None
        played = play_automatic(visit.store, visit.db, reply.game, visit.at, done)
        if any(one.by == colour and isinstance(one.decision, EndTurn) for one in played):
            notes = (k.Note("turn ended"),)
    _answer(visit, colour, judged, notes)


def _still_asked(visit: Visit, here: Position, colour: Colour, entry: int) -> bool:
    """Whether others have only answered their own questions since: nobody must wait for them.

    Both line up at the same time; the second one answers a position that is one entry old.
    """
    since = [e for e in log.entries(visit.db, here.game.id) if e.number > entry]
    if any(_overtakes(e, colour, entry) for e in since):
        return False
    asked = open_questions(here.state, colour)
    return bool(asked) and asked == visit.writer.questions_at(here, colour, entry)


def _overtakes(later: Entry, colour: Colour, entry: int) -> bool:
    """Whether a later entry makes the letter after an earlier one useless to this seat.

    What others took back or disputed since leaves the letter as it is.
    """
    if later.kind == REWIND:
        return int(later.text) < entry
    return later.kind in LINE_KINDS or (later.kind, later.seat) == (log.ORDERS, colour.letter)


def _accept_default(visit: Visit, here: Position, colour: Colour) -> Judged:
    """``ok``: what would happen at the deadline happens now."""
    mine = [r for r in here.state.pending if r.who == colour and not r.sealed]
    text = f"TIMEOUT {mine[0].number}" if mine else "TIMEOUT 0"
    return visit.store.submit_in(
        visit.db, here, None, text, f"{visit.person.name}{ACCEPTED}", visit.at, visit.inbound
    )


def _say_stale(visit: Visit, here: Position, colour: Colour, reply: ReplyTo, text: str) -> None:
    """The answer to an older position is not played; the writer learns what has happened since."""
    writer = visit.writer
    told = writer.told_since(here, colour, reply.entry)
    letter = k.Stale(
        writer.table(reply.game, colour),
        tuple(line for line in text.splitlines() if line.strip()),
        told,
        writer.situation(here, colour),
    )
    visit.answer(letter, ReplyTo(reply.game, reply.seat, here.head.number))


def _answer(visit: Visit, colour: Colour, judged: Judged, notes: tuple[k.Note, ...]) -> None:
    """The receipt, and the position letters of everybody who is asked now."""
    writer = visit.writer
    assert visit.reply is not None, "orders come from a seat"
    here = visit.store.position(visit.db, visit.reply.game)
    told: tuple[Fact, ...] = ()
    if judged.accepted:
        seat = next(s for s in seats.seated(visit.db, here.game.id) if s.colour == colour.value)
        told = writer.told_since(here, colour, seat.told)
    read = tuple(read_line_of(v, judged, colour) for v in judged.verdicts)
    _send_receipt(visit, here, colour, read, told, notes)
    if here.state.result is None:
        if judged.accepted:
            seats.note_told(visit.db, here.game.id, colour.value, here.head.number)
        writer.tell_seats(here, except_for=colour)
    else:
        writer.tell_seats(here)
    tell_observers(writer, here)


def _send_receipt(
    visit: Visit,
    here: Position,
    colour: Colour,
    lines: tuple[k.LineRead, ...],
    told: tuple[Fact, ...] = (),
    notes: tuple[k.Note, ...] = (),
) -> None:
    writer = visit.writer
    receipt = k.Receipt(
        writer.table(here.game.id, colour),
        (*visit.lines, *lines),
        told,
        writer.situation(here, colour),
        notes,
        digest=visit.letter.identity[:16],
    )
    visit.answer(receipt, ReplyTo(here.game.id, colour.letter, here.head.number))


def read_line_of(
    verdict: Verdict, judged: Judged, colour: Colour, preview: bool = False
) -> k.LineRead:
    """One order and what became of it."""
    text, refusal = verdict.order.text, verdict.refusal
    if isinstance(refusal, Unreadable):
        return k.LineRead(
            text, k.Fate.UNREADABLE, why=refusal.why, column=refusal.column,
            meant=refusal.hint or "", instead=tuple(instead_of(verdict, colour)),
        )  # fmt: skip
    if isinstance(refusal, Refusal):
        instead = tuple(instead_of(verdict, colour))
        return k.LineRead(text, k.Fate.REFUSED, why=refusal.why, rule=refusal.rule, instead=instead)
    if verdict.played is None:
        fate = k.Fate.HELD_BACK if judged.accepted else k.Fate.NOT_LOOKED_AT
        return k.LineRead(text, fate)
    fate = k.Fate.PLAYED if judged.accepted and not preview else k.Fate.LEGAL
    return k.LineRead(text, fate, understood=verdict.played)

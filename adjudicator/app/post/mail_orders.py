"""Orders by mail: judged, played, and answered with a receipt line by line."""

from __future__ import annotations

from adjudicator.engine.decisions import EndTurn, TimeOut
from adjudicator.engine.ids import Colour
from adjudicator.engine.refusals import Refusal
from adjudicator.mail.address import ReplyTo
from adjudicator.notation.names import COLOURS
from adjudicator.notation.orders import Unreadable
from adjudicator.render import letter_kinds as k
from adjudicator.storage import seats

from ..automatic.play import play_automatic
from ..automatic.standing import orders_are_done
from ..games import Judged, Verdict
from ..hints import instead_of
from ..letters.observing import tell_observers
from ..letters.outline import Answered, Outline
from ..letters.since import told_again
from ..letters.writer import Writer
from ..store import Position
from .resigning import refused_lines, resigns_among_others
from .staleness import is_stale
from .visit import Visit

OK = "OK"
"""What accepts the default."""
ACCEPTED = " (ok)"
"""Behind the name of an author: he has accepted the default."""


def play_orders(visit: Visit, reply: ReplyTo, text: str) -> None:
    """Carry out a plain answer: orders for the position the mail was about."""
    colour = COLOURS[reply.seat]
    here = visit.store.position(visit.db, reply.game)
    if is_stale(visit.writer, here, colour, reply.entry, text):
        _say_stale(visit, here, colour, reply, text)
        return
    if resigns_among_others(text, others=len(visit.lines)):
        _promise_receipt(visit, visit.writer, here, colour, refused_lines(text))
        return
    if text.strip(" .!\n").lower() in ("ok", "okay"):
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
    _answer(visit, reply, judged, notes)


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
    told = told_again(writer.told_since(here, colour, reply.entry), here.state.rules.options.memory)
    letter = k.Stale(
        writer.table(reply.game, colour),
        tuple(line for line in text.splitlines() if line.strip()),
        told,
        writer.situation(here, colour),
    )
    visit.answer(letter, ReplyTo(reply.game, reply.seat, here.head.number))


def tell_of_answers(visit: Visit, reply: ReplyTo) -> None:
    """The letters after standing orders that were used at once: the same as after orders."""
    _tell(visit, reply, (), (), played=True)


def _answer(visit: Visit, reply: ReplyTo, judged: Judged, notes: tuple[k.Note, ...]) -> None:
    colour = COLOURS[reply.seat]
    read = tuple(read_line_of(v, judged, colour) for v in judged.verdicts)
    _tell(visit, reply, read, notes, played=judged.accepted)


def _tell(
    visit: Visit,
    reply: ReplyTo,
    read: tuple[k.LineRead, ...],
    notes: tuple[k.Note, ...],
    *,
    played: bool,
) -> None:
    """The receipt, and the position letters of everybody who is asked now."""
    writer, colour = visit.writer, COLOURS[reply.seat]
    here = visit.store.position(visit.db, reply.game)
    since: int | None = None
    if played:
        seat = next(s for s in writer.seated(here.game.id) if s.colour == colour.value)
        since = seat.told
    _promise_receipt(visit, writer, here, colour, read, since, notes)
    if here.state.result is None:
        if played:
            seats.note_told(visit.db, here.game.id, colour.value, here.head.number)
        writer.tell_seats(here, except_for=colour)
    else:
        writer.tell_seats(here)
    tell_observers(writer, here)


def _promise_receipt(
    visit: Visit,
    writer: Writer,
    here: Position,
    colour: Colour,
    lines: tuple[k.LineRead, ...],
    since: int | None = None,
    notes: tuple[k.Note, ...] = (),
) -> None:
    """What became of each line, and what has happened since an entry, if anything was played."""
    entry = here.head.number
    outline = Outline(
        writer.table(here.game.id, colour),
        entry,
        entry if since is None else since,
        writer.aside(here, colour),
        Answered((*visit.lines, *lines), notes, visit.letter.identity[:16]),
    )
    visit.promise_receipt(outline, ReplyTo(here.game.id, colour.letter, entry))
    if since is None:
        seats.note_seen(visit.db, here.game.id, colour.value, entry)


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
    if isinstance(verdict.decision, TimeOut):
        return k.LineRead(OK, fate)  # his own word, not ours for it
    return k.LineRead(text, fate, understood=verdict.played)

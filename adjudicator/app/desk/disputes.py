"""Disputes: numbered, with what everybody said and saw, ended by a ruling that stays.

While one is open the clock of its game stands still. Opening and ruling are entries of the log.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from sqlalchemy import Connection

from adjudicator.engine.ids import Colour
from adjudicator.engine.seen import Role, View, Viewer
from adjudicator.engine.telling import tell
from adjudicator.engine.view import view
from adjudicator.render.report import report
from adjudicator.storage import desk as rows
from adjudicator.storage import log
from adjudicator.storage.desk import Dispute, Saying
from adjudicator.storage.log import Entry

from ..clock import DISPUTE
from ..letters.writer import Writer
from ..line import AMEND, RULING
from ..mistakes import NotPossible, one_line
from ..store import Store
from .herald import Herald, tell_dispute
from .history import History, Message, read_history
from .looks import note_access
from .moderation import MODERATOR, Desk, Warrant, desk
from .ruling_case import Heading, Setting, sendable, write_case


class Seen(NamedTuple):
    """What one viewer was told of the disputed entry, and the board as he saw it then."""

    viewer: Viewer
    told: tuple[str, ...]
    view: View


class Docket(NamedTuple):
    """Everything that belongs to a dispute."""

    dispute: Dispute
    entry: Entry
    sayings: tuple[Saying, ...]
    seen: tuple[Seen, ...]


def open_dispute(
    store: Store, game_id: int, number: int, text: str, seat: Colour | None, warrant: Warrant
) -> Dispute:
    """Open a dispute about an entry and stop the clock. ``seat`` none: a moderator opens it."""
    with desk(store, game_id, warrant) as d:
        return open_at(d, number, text, seat)


def open_at(d: Desk, number: int, text: str, seat: Colour | None) -> Dispute:
    """The same for a game that is in hand already."""
    said, game_id = one_line("what the dispute is about", text), d.here.game.id
    d.history().check(number)
    who = _author(d.db, d.here.state.rules.seats, game_id, seat, d.warrant)
    dispute = Dispute(0, game_id, number, who, d.warrant.at, said)
    dispute = dispute._replace(id=rows.add_dispute(d.db, dispute))
    by = MODERATOR if seat is None else seat.letter
    d.note(DISPUTE, f"{dispute.id} {number}: {said}", by, who)
    return dispute


def joins(d: Desk, seat: Colour, entry: int | None) -> Dispute | None:
    """The open dispute to which words of a seat belong: its own one, else the one about the entry
    it means, else the newest. Who means another entry than all of them opens a new one."""
    who = _author(d.db, d.here.state.rules.seats, d.here.game.id, seat, d.warrant)
    found = open_disputes(d.db, d.here.game.id)
    own = [dispute for dispute in found if dispute.opened_by == who]
    fitting = [dispute for dispute in found if entry in (None, dispute.entry)]
    return next(iter(own or fitting[-1:]), None)


def say_more(d: Desk, text: str, seat: Colour, dispute: Dispute) -> Saying:
    """Add to an open dispute."""
    who = _author(d.db, d.here.state.rules.seats, d.here.game.id, seat, d.warrant)
    return _add(d.db, Saying(dispute.id, who, d.warrant.at, text))


def open_disputes(db: Connection, game_id: int) -> list[Dispute]:
    """The disputes of a game that are not ruled yet."""
    return [dispute for dispute in rows.disputes(db, game_id) if dispute.ruled_by is None]


def _add(db: Connection, saying: Saying) -> Saying:
    saying = saying._replace(text=one_line("what you have to say", saying.text))
    rows.add_saying(db, saying)
    return saying


def tell_saying(writer: Writer, saying: Saying, seat: Colour | None, herald: Herald | None) -> None:
    """Everybody learns what was added to a dispute."""
    dispute = rows.get_dispute(writer.db, saying.dispute_id)
    further = len(rows.sayings(writer.db, dispute.id))
    by = Role.MODERATOR if seat is None else seat
    tell_dispute(writer, dispute, by, saying.text, further, herald)


def _author(
    db: Connection, seats: tuple[Colour, ...], game_id: int, seat: Colour | None, warrant: Warrant
) -> str:
    """Who speaks: a player by his seat and name, or a moderator."""
    if seat is None:
        return f"moderator {warrant.moderator}"
    if seat not in seats:
        raise NotPossible(f"{seat} does not play in game {game_id}")
    name = log.seats(db, game_id).get(seat.value)
    return f"{seat.value} ({name})" if name else seat.value


def say(store: Store, number: int, text: str, seat: Colour | None, warrant: Warrant) -> Saying:
    """Add what somebody has to say."""
    with _open(store, number) as (db, dispute, seats):
        who = _author(db, seats, dispute.game_id, seat, warrant)
        saying = _add(db, Saying(number, who, warrant.at, text))
        herald = warrant.herald
        if herald is not None:
            herald.acted = True
        if herald is not None and herald.sender is not None:
            tell_saying(Writer(store, db, herald.sender, warrant.at), saying, seat, herald)
        return saying


@contextmanager
def _open(store: Store, number: int) -> Iterator[tuple[Connection, Dispute, tuple[Colour, ...]]]:
    """A dispute that is not ruled yet."""
    with store.transaction() as db:
        dispute = rows.get_dispute(db, number)
        here = store.position(db, dispute.game_id)
        _check_open(dispute)
        yield db, dispute, here.state.rules.seats


def _check_open(dispute: Dispute) -> None:
    if dispute.ruled_by is not None:
        raise NotPossible(f"dispute {dispute.id} is closed: {dispute.ruled_by} has ruled it")


def rule(store: Store, number: int, text: str, warrant: Warrant) -> Dispute:
    """End a dispute with a ruling; the clock runs again."""
    ruling = one_line("a ruling", text)
    with store.transaction() as db:
        game_id = rows.get_dispute(db, number).game_id
    with desk(store, game_id, warrant) as d:
        dispute = rows.get_dispute(d.db, number)
        _check_open(dispute)
        rows.close_dispute(d.db, number, d.warrant.moderator, warrant.at, ruling)
        d.note(RULING, f"{number}: {ruling}")
        return rows.get_dispute(d.db, number)


def disputes(store: Store, game_id: int | None = None) -> list[Dispute]:
    """All disputes, or those of one game."""
    with store.transaction() as db:
        if game_id is not None:
            log.get_game(db, game_id)
        return rows.disputes(db, game_id)


def show(store: Store, number: int, warrant: Warrant) -> Docket:
    """A dispute with everything said, and what each player saw after the disputed entry."""
    dispute, sayings = _read(store, number)
    history = read_history(store, dispute.game_id)
    seen = tuple(_seen(history, dispute.entry, seat) for seat in history.first.rules.seats)
    note_access(store, dispute.game_id, f"show dispute {number}", warrant)
    return Docket(dispute, history.entry(dispute.entry), sayings, seen)


def _read(store: Store, number: int) -> tuple[Dispute, tuple[Saying, ...]]:
    with store.transaction() as db:
        return rows.get_dispute(db, number), tuple(rows.sayings(db, number))


def _seen(history: History, number: int, viewer: Viewer) -> Seen:
    after = history.after(number)
    return Seen(viewer, tuple(_told(history, number, viewer)), view(after, viewer))


def _told(history: History, number: int, viewer: Viewer) -> list[str]:
    if history.entry(number).kind not in (log.ORDERS, AMEND):
        return []
    again = history.message(number).again
    names = {token: again.before.name(token) for token in again.before.pieces}
    return report(tell(again.before, again.events, viewer), names)


class Export(NamedTuple):
    """How a ruling is to be written: under which rule and title, and with which orders."""

    rule: str | None = None
    title: str | None = None
    message: Message | None = None
    """Other orders than those of the entry, for instance the refused ones."""


def export(store: Store, number: int, wanted: Export, warrant: Warrant) -> str:
    """The ruling as a case that holds. It shows the whole position, hidden things included."""
    dispute, _ = _read(store, number)
    if dispute.ruling is None or dispute.ruled_at is None:
        raise NotPossible(f"dispute {number} is not ruled yet; only a ruling becomes a case")
    history = read_history(store, dispute.game_id)
    setting = _setting(history, dispute.entry, wanted.message)
    heading = Heading(
        wanted.rule,
        one_line("a title", wanted.title or dispute.ruling),
        (
            f"dispute {number}, game {dispute.game_id}, entry {dispute.entry}: {dispute.text}",
            f"ruled by {dispute.ruled_by} on {dispute.ruled_at:%Y-%m-%d}: {dispute.ruling}",
        ),
    )
    text = write_case(setting, heading)
    note_access(store, dispute.game_id, f"export dispute {number}", warrant)
    return text


def _setting(history: History, number: int, message: Message | None) -> Setting:
    """The disputed message where it was judged; or other orders in its place."""
    if message is not None:
        return Setting(history.before(number), message.by, (message.text,))
    judged = history.message(number)
    return Setting(judged.again.before, judged.by, tuple(sendable(judged.again)))

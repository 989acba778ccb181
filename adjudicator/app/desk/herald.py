"""Letters about what moderators do: everybody at the table learns what, by whom and why, and so do
those who watch.

They are put into the outbox by the transaction that writes the act into the log.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from itertools import zip_longest
from typing import NamedTuple

from sqlalchemy import Connection

from adjudicator.engine.ids import Colour
from adjudicator.engine.seen import Fact, Role
from adjudicator.engine.view import view
from adjudicator.mail.address import ReplyTo
from adjudicator.mail.outbound import can_write_to
from adjudicator.notation.names import COLOURS
from adjudicator.render import letter_kinds as k
from adjudicator.storage import log, observers, seats
from adjudicator.storage.desk import Dispute, get_dispute
from adjudicator.storage.log import ORDERS, Entry, StoredPlayer
from adjudicator.storage.observers import Observer
from adjudicator.storage.seats import Seated

from ..automatic.play import play_automatic
from ..clock import DISPUTE, EXTEND, PAUSE, RESUME, clock_state, dispute_number
from ..letters.observing import tell_observers
from ..letters.since import told_again
from ..letters.writer import Sender, Writer
from ..line import (
    AMEND,
    COMMENT,
    LINE_KINDS,
    RESTORE,
    REWIND,
    RULING,
    effective,
    read_amendment,
    seat_of,
)
from ..store import Position, Store

REPLACE = "replace"
NOBODY = "nobody"
"""Who had a seat that was never taken."""


class Herald:
    """Tells the players of a moderator's acts, if there is mail, and remembers whom."""

    def __init__(self, sender: Sender | None) -> None:
        self.sender = sender
        self.acted = False
        """Whether there was anything to tell."""
        self.told: list[str] = []

    def reaches(self, player: StoredPlayer) -> None:
        if player.address is not None and can_write_to(player.address):
            self.told.append(player.name)


class Act(NamedTuple):
    """What a moderator has done: the newest entry of a log, and all of them."""

    entry: Entry
    entries: list[Entry]


def proclaim(store: Store, db: Connection, herald: Herald, before: Position, at: datetime) -> None:
    """Tell everybody of the act that follows a position, if there is one."""
    game = before.game.id
    entries = log.entries(db, game)
    if len(entries) == before.head.number:
        return
    herald.acted = True
    if herald.sender is None:
        return
    act = Act(entries[-1], entries)
    writer = Writer(store, db, herald.sender, at)
    if act.entry.kind == DISPUTE:
        dispute = get_dispute(db, dispute_number(act.entry))
        speaker = COLOURS.get(act.entry.seat, Role.MODERATOR)
        tell_dispute(writer, dispute, speaker, dispute.text, herald=herald)
        return
    if clock_state(entries, at).running:
        play_automatic(store, db, game, at)
    _tell_act(writer, herald, act, store.position(db, game))


# -- disputes ---------------------------------------------------------------------------------


def tell_dispute(
    writer: Writer,
    dispute: Dispute,
    by: Colour | Role,
    text: str,
    further: int | None = None,
    herald: Herald | None = None,
) -> None:
    """Everybody learns what is said in a dispute; what is asked of them stays as it is.

    ``further`` numbers what is said after the opening.
    """
    here = writer.store.position(writer.db, dispute.game_id)
    key = f"dispute/{dispute.id}" if further is None else f"dispute/{dispute.id}/{further}"
    for seat in seats.seated(writer.db, dispute.game_id):
        colour = Colour(seat.colour)
        table = writer.table(dispute.game_id, colour)
        more = further is not None
        letter = k.DisputeOpened(table, dispute.id, by, text, dispute.entry, more)
        reply = ReplyTo(dispute.game_id, colour.letter, here.head.number)
        writer.send(seat.player, letter, f"{key}/{seat.colour}", reply)
        if herald is not None:
            herald.reaches(seat.player)
    if further is None:
        _tell_observers_of(writer, dispute, by, herald)


def _tell_observers_of(
    writer: Writer, dispute: Dispute, by: Colour | Role, herald: Herald | None
) -> None:
    """Those who watch learn that there is a dispute, but not what the players say in it: that may
    be something only they know."""
    game = dispute.game_id
    letter = k.DisputeOpened(writer.table(game, Role.OBSERVER), dispute.id, by, "", dispute.entry)
    for observer in observers.observers(writer.db, game):
        key = f"dispute/{dispute.id}/observer/{observer.player.id}"
        writer.send(observer.player, letter, key, answers=writer.observers_thread(game))
        if herald is not None:
            herald.reaches(observer.player)


# -- rulings and interventions ----------------------------------------------------------------


def _tell_act(writer: Writer, herald: Herald, act: Act, here: Position) -> None:
    did = tuple(_did(writer, act, here))
    since = _changed_since(act)
    for seat in seats.seated(writer.db, here.game.id):
        _tell_seat(writer, act, here, seat, did, since)
        herald.reaches(seat.player)
    if act.entry.kind == REPLACE and (old := _replaced_player(writer.db, act)):
        writer.send(old, _public(writer, act, here, did), f"replaced/{_named(act, here)}")
        herald.reaches(old)
    if here.state.result is not None and act.entry.kind not in _REMARKS:
        writer.tell_seats(here)
    for observer in observers.observers(writer.db, here.game.id):
        _tell_observer(writer, act, here, observer, did, since)
        herald.reaches(observer.player)
    tell_observers(writer, here)


_REMARKS = (COMMENT, RULING, REPLACE)
"""What moderators may still do when a game is over: nobody needs his last letter again."""


def _tell_seat(
    writer: Writer,
    act: Act,
    here: Position,
    seat: Seated,
    did: tuple[k.Note, ...],
    since: int | None,
) -> None:
    """One letter, which also asks for whatever the seat is asked now."""
    colour = Colour(seat.colour)
    newcomer = act.entry.kind == REPLACE and seat_of(act.entry.text[0]) == colour
    told_up_to = seat.told if since is None else min(seat.told, since)
    told = () if newcomer else writer.told_since(here, colour, told_up_to)
    if act.entry.kind == RESTORE:
        told = told_again(told, here.state.rules.options.memory)
    letter = k.Ruling(
        writer.table(here.game.id, colour),
        act.entry.author,
        _words(act.entry),
        writer.situation(here, colour),
        dispute_number(act.entry) if act.entry.kind == RULING else None,
        told,
        did,
        newcomer,
    )
    key = f"ruling/{here.game.id}/{seat.colour}/{act.entry.number}"
    writer.send(seat.player, letter, key, ReplyTo(here.game.id, colour.letter, here.head.number))
    seats.note_told(writer.db, here.game.id, seat.colour, here.head.number)


def _words(entry: Entry) -> str:
    """What the moderator said himself: the ruling, the remark, or the reason."""
    if entry.kind == RULING:
        return entry.text.partition(": ")[2]
    if entry.kind == COMMENT:
        return entry.text.removeprefix(f" note by {entry.author}: ")
    return entry.reason or ""


def _changed_since(act: Act) -> int | None:
    """The last entry before the first message that counts now and did not, or not so, before."""
    if act.entry.kind not in LINE_KINDS:
        return None
    old, new = effective(act.entries[:-1]), effective(act.entries)
    for one, other in zip_longest(old, new):
        if other is None:
            return None
        if one is None or (one.entry, one.orders) != (other.entry, other.orders):
            return other.entry - 1
    return None


# -- another player ---------------------------------------------------------------------------


def replacement(seat: Colour, old: str, new: str) -> str:
    """How the log says that a seat has another player."""
    return f"{seat.letter}: {old} -> {new}"


def replaced_names(text: str) -> tuple[str, str]:
    """
    >>> replaced_names(replacement(Colour.BLUE, "Anna", "Ben"))
    ('Anna', 'Ben')
    """
    old, _, new = text.partition(": ")[2].partition(" -> ")
    return old, new


def _replaced_player(db: Connection, act: Act) -> StoredPlayer | None:
    old = replaced_names(act.entry.text)[0]
    return next((player for player in log.players(db) if player.name == old), None)


# -- those who watch --------------------------------------------------------------------------


def _tell_observer(
    writer: Writer,
    act: Act,
    here: Position,
    observer: Observer,
    did: tuple[k.Note, ...],
    since: int | None,
) -> None:
    """What everybody may know of an act. A game that is over has a last letter besides, which tells
    what has happened."""
    game, player, over = here.game.id, observer.player, here.state.result is not None
    told_up_to = observer.told if since is None else min(observer.told, since)
    told = () if over else writer.told_since(here, Role.OBSERVER, told_up_to)
    letter = _public(writer, act, here, did, told)
    key = f"ruling/{_named(act, here)}/observer/{player.id}"
    writer.send(player, letter, key, answers=writer.observers_thread(game))
    if not over:
        observers.note_shown(writer.db, game, player.id, here.head.number)


def _public(
    writer: Writer,
    act: Act,
    here: Position,
    did: tuple[k.Note, ...],
    told: tuple[Fact, ...] = (),
) -> k.Ruling:
    """The letter to somebody without a seat, perhaps because he has just lost his."""
    return k.Ruling(
        writer.table(here.game.id, Role.OBSERVER),
        act.entry.author,
        _words(act.entry),
        k.Situation(view(here.state, Role.OBSERVER)),
        dispute_number(act.entry) if act.entry.kind == RULING else None,
        told,
        did,
    )


def _named(act: Act, here: Position) -> str:
    """What stands for an act in the keys of the letters about it."""
    return f"{here.game.id}/{act.entry.number}"


# -- what was done ----------------------------------------------------------------------------


def _did(writer: Writer, act: Act, here: Position) -> Sequence[k.Note]:
    """What was done, in words that give away no secret: orders are told as facts, or not."""
    entry = act.entry
    if entry.kind == EXTEND:
        return _more_time(writer, entry, here)
    if entry.kind == ORDERS:
        return _played(entry, here)
    return _DONE[entry.kind](entry) if entry.kind in _DONE else ()


def _more_time(writer: Writer, entry: Entry, here: Position) -> list[k.Note]:
    """Up to when each seat that got more time may think."""
    seat = entry.text.partition(" ")[2]
    asked = [COLOURS[seat]] if seat else list(here.state.rules.seats)
    due = {colour: writer.deadline(here, colour) for colour in asked}
    return [k.Note("more time", {"who": who, "moment": at}) for who, at in due.items() if at]


def _played(entry: Entry, here: Position) -> list[k.Note]:
    """A Combat card laid by default is told like a chosen one (BASE-HIDDEN-05)."""
    late = {f"TIMEOUT {r.number}": r.who for r in here.state.pending if r.late_card}
    who = seat_of(entry.seat) or late.get(entry.text)
    return [k.Note("played for", {"who": who}) if who else k.Note("played as referee")]


def _rewound(entry: Entry) -> list[k.Note]:
    number = int(entry.text)
    return [k.Note("rewound", {"number": number}) if number else k.Note("dealt anew")]


def _amended(entry: Entry) -> list[k.Note]:
    change = read_amendment(entry.text)
    notes = [k.Note("amended", {"number": change.entry})]
    if change.dropped:
        notes.append(k.Note("dropped", {"numbers": ", ".join(map(str, change.dropped))}))
    return notes


def _replaced(entry: Entry) -> list[k.Note]:
    old, new = replaced_names(entry.text)
    return [k.Note("replaced", {"who": COLOURS[entry.text[0]], "old": old, "new": new})]


_DONE: Mapping[str, Callable[[Entry], Sequence[k.Note]]] = {
    REWIND: _rewound,
    RESTORE: lambda entry: [k.Note("restored", {"number": int(entry.text)})],
    AMEND: _amended,
    PAUSE: lambda entry: [k.Note("paused", {"moment": datetime.fromisoformat(entry.text)})],
    RESUME: lambda _: [k.Note("resumed")],
    REPLACE: _replaced,
}

"""What a moderator may do to a stored game. Nothing is deleted: each act is an entry of the log.

An entry says who did it, when and why. Its digest is that of the line of play after it, so that an
intervention which changes no position repeats the digest before it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import Connection

from adjudicator.engine.ids import Colour
from adjudicator.engine.state import State
from adjudicator.storage import log, seats
from adjudicator.storage.log import Entry, Head, NewEntry

from ..automatic.play import HOUSE
from ..clock import EXTEND, PAUSE, RESUME, clock_state, write_duration
from ..games import Judged
from ..line import AMEND, COMMENT, RESTORE, REWIND, read_amendment
from ..mistakes import NotPossible, one_line
from ..store import Position, Store, now
from .amend import Plan, plan
from .herald import NOBODY, REPLACE, Herald, proclaim, replacement
from .history import History

MODERATOR = "mod"
LONGEST_PAUSE = timedelta(days=366)
SHORTEST_PREFIX = 6
_PREFIX = re.compile(rf"[0-9a-f]{{{SHORTEST_PREFIX},64}}")


class Warrant(NamedTuple):
    """Who intervenes, when, why, and in which position he means to."""

    moderator: str
    at: datetime
    reason: str | None = None
    meant: str | None = None
    """The newest entry, by its number or the beginning of its hash; ``None``: whichever it is."""
    herald: Herald | None = None
    """Who tells the players; ``None``: nobody."""


def warrant_now(moderator: str) -> Warrant:
    return Warrant(moderator, now())


class Change(NamedTuple):
    """An intervention carried out."""

    entry: int
    before: State
    after: State


class Desk(NamedTuple):
    """A game under a moderator's hands, locked until the transaction ends."""

    store: Store
    db: Connection
    here: Position
    warrant: Warrant

    def history(self) -> History:
        return History(self.here.game, log.entries(self.db, self.here.game.id))

    def note(self, kind: str, text: str, seat: str = MODERATOR, author: str | None = None) -> int:
        """Add an entry that leaves the position as it is."""
        entry = self._entry(kind, text, self.here.head.digest)
        entry = entry._replace(seat=seat, author=author or entry.author)
        return self.store.append(self.db, self.here, entry, self.here.state).head.number

    def change(self, kind: str, text: str, after: State, digest: str) -> Change:
        """Add an entry that leads to another position."""
        entry = self._entry(kind, text, digest)
        there = self.store.append(self.db, self.here, entry, after)
        return Change(there.head.number, self.here.state, after)

    def _entry(self, kind: str, text: str, digest: str) -> NewEntry:
        warrant, version = self.warrant, self.here.game.rules_version
        return NewEntry(
            kind, MODERATOR, text, warrant.moderator, warrant.at, version, digest,
            reason=warrant.reason,
        )  # fmt: skip


@contextmanager
def desk(store: Store, game_id: int, warrant: Warrant) -> Iterator[Desk]:
    """Take a game in hand: one transaction, and only if it is where the moderator thinks it is.

    The same transaction owes the players their letters about what was done.
    """
    who = one_line("the moderator's name", warrant.moderator)
    warrant = warrant._replace(moderator=who)
    with store.transaction() as db:
        here = store.position(db, game_id)
        check_meant(game_id, here.head, warrant.meant)
        yield Desk(store, db, here, warrant)
        if warrant.herald is not None:
            proclaim(store, db, warrant.herald, here, warrant.at)


def check_meant(game_id: int, head: Head, meant: str | None) -> None:
    """Refuse if the game has moved on since the moderator looked at it."""
    if meant is None:
        return
    word = meant.strip().lower()
    is_number = word.isascii() and word.isdigit()
    is_prefix = _PREFIX.fullmatch(word) is not None
    if not is_number and not is_prefix:
        raise NotPossible(
            f"{meant!r} names no position; write the number of the newest entry, or at least the"
            f" first {SHORTEST_PREFIX} signs of its hash"
        )
    if (is_number and word.lstrip("0") == str(head.number).lstrip("0")) or (
        is_prefix and head.hash.startswith(word)
    ):
        return
    raise NotPossible(
        f"game {game_id} has moved on: its newest entry is {head.number} (hash"
        f" {head.hash[:8]}), not {meant}; look at it again"
    )


def with_reason(warrant: Warrant) -> Warrant:
    """A warrant for something that needs a reason."""
    return warrant._replace(reason=one_line("a reason", warrant.reason or ""))


# -- the line of play -------------------------------------------------------------------------


def rewind(store: Store, game_id: int, number: int, warrant: Warrant) -> Change:
    """Let only the messages up to an entry count; 0: the game stands as it was dealt."""
    with desk(store, game_id, with_reason(warrant)) as d:
        history = d.history()
        history.check(number, lowest=0)
        line = history.line(history.newest)
        if not any(placed.entry > number for placed in line):
            raise NotPossible(f"nothing that counts was played after entry {number}")
        reached = [r for r in history.reached(history.newest) if r.placed.entry <= number]
        state = reached[-1].state if reached else history.first
        digest = reached[-1].digest if reached else d.here.game.commitment
        return d.change(REWIND, str(number), state, digest)


def restore(store: Store, game_id: int, number: int, warrant: Warrant) -> Change:
    """Let exactly those messages count that counted when an entry was the newest.

    So a rewind or an amendment is taken back.
    """
    with desk(store, game_id, with_reason(warrant)) as d:
        history = d.history()
        history.check(number, lowest=0)
        if history.line(number) == history.line(history.newest):
            raise NotPossible(f"what counted after entry {number} counts now")
        reached = history.reached(number)
        state = reached[-1].state if reached else history.first
        digest = reached[-1].digest if reached else d.here.game.commitment
        return d.change(RESTORE, str(number), state, digest)


def amend(store: Store, game_id: int, number: int, orders: str, warrant: Warrant) -> Plan:
    """Put other orders in the place of a message and play the rest of the game again."""
    with desk(store, game_id, with_reason(warrant)) as d:
        planned = plan(d.history(), number, orders)
        d.change(AMEND, planned.amendment.text(), planned.after, planned.digest)
        return planned


# -- decisions --------------------------------------------------------------------------------


def play_for(
    store: Store, game_id: int, by: Colour | None, orders: str, warrant: Warrant
) -> Judged:
    """Play a message in the place of a player (or as the referee); a refused one changes nothing.

    The entry is an ordinary one, but its author is the moderator, and it has a reason.
    """
    with desk(store, game_id, with_reason(warrant)) as d:
        who, at, reason = d.warrant.moderator, d.warrant.at, d.warrant.reason
        return store.submit_in(d.db, d.here, by, orders, who, at, reason=reason)


def declare(store: Store, game_id: int, result: str, warrant: Warrant) -> Judged:
    """End the game with a result: the letters of the winners, or ``draw``."""
    return play_for(store, game_id, None, f"RESULT {result}", warrant)


# -- the clock --------------------------------------------------------------------------------


def extend(store: Store, game_id: int, by: timedelta, seat: Colour | None, warrant: Warrant) -> int:
    """Give more time to one seat, or to all who are asked now."""
    if not timedelta() < by <= LONGEST_PAUSE:
        raise NotPossible(
            f"an extension is longer than nothing and at most {LONGEST_PAUSE.days} days"
        )
    with desk(store, game_id, with_reason(warrant)) as d:
        _check_going_on(d)
        if seat is not None:
            _check_plays(d, seat)
        text = write_duration(by)
        return d.note(EXTEND, text if seat is None else f"{text} {seat.letter}")


def pause(store: Store, game_id: int, until: datetime, warrant: Warrant) -> int:
    """Stop the clock up to a time. A pause always ends by itself."""
    if not timedelta() < until - warrant.at <= LONGEST_PAUSE:
        raise NotPossible(
            f"a pause ends in the future, after at most {LONGEST_PAUSE.days} days; {until} does not"
        )
    with desk(store, game_id, with_reason(warrant)) as d:
        _check_going_on(d)
        return d.note(PAUSE, until.isoformat(timespec="seconds"))


def resume(store: Store, game_id: int, warrant: Warrant) -> int:
    """End a pause before its time."""
    with desk(store, game_id, with_reason(warrant)) as d:
        clock = clock_state(d.history().entries, warrant.at)
        if clock.paused_until is None:
            frozen = ", ".join(map(str, clock.disputes))
            also = f"; it waits for the ruling of dispute {frozen}" if frozen else ""
            raise NotPossible(f"game {game_id} is not paused{also}")
        return d.note(RESUME, warrant.at.isoformat(timespec="seconds"))


def _check_plays(d: Desk, seat: Colour) -> None:
    if seat not in d.here.state.rules.seats:
        raise NotPossible(f"{seat} does not play in game {d.here.game.id}")


def _check_going_on(d: Desk) -> None:
    if d.here.state.result is not None:
        raise NotPossible(f"game {d.here.game.id} is over; its clock does not run")


# -- people and remarks -----------------------------------------------------------------------


def replace(store: Store, game_id: int, seat: Colour, player: str, warrant: Warrant) -> int:
    """Another player takes a seat. The log keeps who had it before.

    What the old player ordered to stand was his alone; it goes with him.
    """
    with desk(store, game_id, with_reason(warrant)) as d:
        _check_plays(d, seat)
        new = log.find_player(d.db, player)
        old = log.seats(d.db, game_id).get(seat.value, NOBODY)
        if old == new.name:
            raise NotPossible(f"{new.name} has this seat already")
        if new.name in log.seats(d.db, game_id).values() and new.name != HOUSE:
            raise NotPossible(f"{new.name} plays the other side of game {game_id}")
        log.seat_player(d.db, game_id, seat.value, new.id)
        seats.put_standing(d.db, game_id, seat.value, ())
        return d.note(REPLACE, replacement(seat, old, new.name))


def remark(store: Store, game_id: int, text: str, warrant: Warrant) -> int:
    """A remark for everybody; it stands in the record as a comment."""
    said = one_line("a remark", text)
    with desk(store, game_id, warrant) as d:
        return d.note(COMMENT, f" note by {d.warrant.moderator}: {said}")


# -- what was done ----------------------------------------------------------------------------


def public_words(entry: Entry, over: bool) -> str:
    """What everybody may read of an intervention; orders may be secret until the game is over."""
    if over or entry.kind not in (AMEND, log.ORDERS):
        return entry.text
    if entry.kind == log.ORDERS:
        return f"played for {entry.seat}"
    try:
        change = read_amendment(entry.text)
    except (ValueError, IndexError):
        return "(cannot be read)"
    dropped = f"; dropped {' '.join(map(str, change.dropped))}" if change.dropped else ""
    return f"entry {change.entry}{dropped}"

"""The effective line of play: what the log of a game amounts to after its interventions.

Nothing in a log is ever deleted. A rewind or an amendment is an entry like any other; which of the
messages count is computed from all of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from adjudicator.engine.ids import Colour
from adjudicator.engine.play import Played, play
from adjudicator.engine.refusals import Refusal
from adjudicator.engine.state import State
from adjudicator.notation.names import COLOURS
from adjudicator.notation.orders import Unreadable, read_order
from adjudicator.notation.position import write_state
from adjudicator.notation.record import REFEREE, Message, RecordFault, chain
from adjudicator.storage.log import ORDERS, Entry, NewEntry

REWIND, AMEND, RESTORE, COMMENT = "rewind", "amend", "restore", "comment"
RULING = "ruling"
LINE_KINDS = (REWIND, AMEND, RESTORE)
"""Interventions that change which messages count."""
CLOCK = "clock"
"""The clock of the service was in doubt, and a person has confirmed it."""
FULL_TIME = (*LINE_KINDS, CLOCK)
"""After these everybody who is asked has his full time again."""
_DROPPED = "dropped "


class Placed(NamedTuple):
    """A message that counts, and the entry it came with."""

    entry: int
    by: Colour | None
    orders: tuple[str, ...]
    comments: tuple[str, ...] = ()


class Amendment(NamedTuple):
    """Other orders for an entry, and the later entries that no longer fit."""

    entry: int
    orders: tuple[str, ...]
    dropped: tuple[int, ...] = ()
    reread: tuple[tuple[int, tuple[str, ...]], ...] = ()
    """Later entries that mean the same, but are written differently in the new position."""

    def text(self) -> str:
        """
        >>> Amendment(5, ("A3", "END"), (7, 9), ((8, ("TIMEOUT 13",)),)).text()
        '5: A3; END | 8: TIMEOUT 13 | dropped 7 9'
        """
        written = [f"{n}: {'; '.join(orders)}" for n, orders in self.changes().items()]
        if self.dropped:
            written.append(_DROPPED + " ".join(map(str, self.dropped)))
        return " | ".join(written)

    def changes(self) -> dict[int, tuple[str, ...]]:
        """The orders that stand in the place of others, by entry."""
        return {self.entry: self.orders, **dict(self.reread)}


def read_amendment(text: str) -> Amendment:
    """
    >>> read_amendment("5: A3; END | 8: TIMEOUT 13 | dropped 7 9").dropped
    (7, 9)
    """
    changes: list[tuple[int, tuple[str, ...]]] = []
    dropped: tuple[int, ...] = ()
    for part in text.split(" | "):
        if part.startswith(_DROPPED):
            dropped = tuple(int(number) for number in part.removeprefix(_DROPPED).split())
        else:
            number, _, orders = part.partition(": ")
            changes.append((int(number), tuple(orders.split("; "))))
    return Amendment(*changes[0], dropped, tuple(changes[1:]))


def seat_of(text: str) -> Colour | None:
    """The seat an entry belongs to; the referee's is none."""
    return None if text == REFEREE else COLOURS[text]


def effective(entries: Iterable[Entry]) -> tuple[Placed, ...]:
    """The messages that count."""
    line: list[Placed] = []
    comments: tuple[str, ...] = ()
    seen: list[Entry] = []
    for entry in entries:
        seen.append(entry)
        if (comment := comment_of(entry)) is not None:
            comments = (*comments, comment)
        if entry.kind == ORDERS:
            orders = tuple(entry.text.split("; "))
            line.append(Placed(entry.number, seat_of(entry.seat), orders, comments))
            comments = ()
        elif entry.kind in LINE_KINDS:
            line = _changed(line, entry, seen[:-1])
    return tuple(line)


def _changed(line: list[Placed], entry: Entry, before: list[Entry]) -> list[Placed]:
    """The line after an intervention. Raises ``RecordFault`` for one this program never wrote."""
    try:
        if entry.kind == AMEND:
            return list(amended(line, read_amendment(entry.text)))
        number = int(entry.text)
    except (ValueError, IndexError) as error:
        why = f"entry {entry.number}: {entry.kind} {entry.text!r} cannot be read"
        raise RecordFault(entry.number, why) from error
    if entry.kind == REWIND:
        return [placed for placed in line if placed.entry <= number]
    return list(effective(e for e in before if e.number <= number))


def is_retraction(entry: Entry | NewEntry) -> bool:
    """A player has taken back his own orders: his clock goes on as if he had not sent them."""
    return entry.kind == REWIND and entry.seat in COLOURS


def comment_of(entry: Entry) -> str | None:
    """What a record says of an entry that is no message: remarks, rulings, changes of the line."""
    if entry.kind == COMMENT:
        return entry.text
    if entry.kind == RULING or entry.kind in LINE_KINDS:
        reason = f" ({entry.reason})" if entry.reason else ""
        return f" {entry.kind} by {entry.author}: {entry.text}{reason}"
    return None


def amended(line: Iterable[Placed], change: Amendment) -> Iterable[Placed]:
    """The line with an amendment carried out."""
    changes = change.changes()
    for placed in line:
        if placed.entry not in change.dropped:
            yield placed._replace(orders=changes.get(placed.entry, placed.orders))


class Failure(NamedTuple):
    """A message that cannot be played any more, and why."""

    placed: Placed
    order: str
    refusal: Refusal | Unreadable

    def text(self) -> str:
        return f"entry {self.placed.entry}: {self.order!r} is not legal: {self.refusal.why}"


def play_message(state: State, placed: Placed) -> State | Failure:
    """A message of the log again: all of it, or the reason why not."""
    for order in placed.orders:
        decision = read_order(order, state, placed.by)
        if isinstance(decision, Refusal | Unreadable):
            return Failure(placed, order, decision)
        played = play(state, placed.by, decision)
        if not isinstance(played, Played):
            return Failure(placed, order, played)
        state = played.state
    return state


class Reached(NamedTuple):
    """The position after a message of the line, and its digest."""

    placed: Placed
    state: State
    digest: str

    def message(self) -> Message:
        placed = self.placed
        return Message(placed.by, placed.orders, self.digest, placed.comments)


def play_line(
    state: State, digest: str, line: Iterable[Placed]
) -> tuple[tuple[Reached, ...], Failure | None]:
    """Play a line as far as it is legal."""
    reached: list[Reached] = []
    for placed in line:
        result = play_message(state, placed)
        if isinstance(result, Failure):
            return tuple(reached), result
        state = result
        digest = chain(digest, placed.by, placed.orders, write_state(state))
        reached.append(Reached(placed, state, digest))
    return tuple(reached), None

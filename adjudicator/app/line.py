"""The effective line of play: what the log of a game amounts to after its interventions.

Nothing in a log is ever deleted. A rewind or an amendment is an entry like any other; which of the
messages count is computed from all of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from adjudicator.engine.ids import Colour
from adjudicator.engine.play import Played, play
from adjudicator.engine.refusals import Refusal
from adjudicator.engine.state import State
from adjudicator.notation.names import COLOURS
from adjudicator.notation.orders import Unreadable, read_order
from adjudicator.notation.position import write_state
from adjudicator.notation.record import REFEREE, Message, chain
from adjudicator.storage.log import ORDERS, Entry

REWIND, AMEND, COMMENT = "rewind", "amend", "comment"
_AMEND = re.compile(r"(\d+): (.*?)(?: \| dropped ([\d ]+))?$")


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
    dropped: tuple[int, ...]

    def text(self) -> str:
        """
        >>> Amendment(5, ("A3", "END"), (7, 9)).text()
        '5: A3; END | dropped 7 9'
        """
        dropped = f" | dropped {' '.join(map(str, self.dropped))}" if self.dropped else ""
        return f"{self.entry}: {'; '.join(self.orders)}{dropped}"


def read_amendment(text: str) -> Amendment:
    match = _AMEND.match(text)
    assert match is not None, "amendments are written by this program"
    dropped = tuple(int(number) for number in (match.group(3) or "").split())
    return Amendment(int(match.group(1)), tuple(match.group(2).split("; ")), dropped)


def seat_of(text: str) -> Colour | None:
    """The seat an entry belongs to; the referee's is none."""
    return None if text == REFEREE else COLOURS[text]


def effective(entries: Iterable[Entry]) -> tuple[Placed, ...]:
    """The messages that count."""
    line: list[Placed] = []
    comments: tuple[str, ...] = ()
    for entry in entries:
        if entry.kind == ORDERS:
            orders = tuple(entry.text.split("; "))
            line.append(Placed(entry.number, seat_of(entry.seat), orders, comments))
            comments = ()
        elif entry.kind == COMMENT:
            comments = (*comments, entry.text)
        elif entry.kind == REWIND:
            line = [placed for placed in line if placed.entry <= int(entry.text)]
        elif entry.kind == AMEND:
            line = list(amended(line, read_amendment(entry.text)))
    return tuple(line)


def amended(line: Iterable[Placed], change: Amendment) -> Iterable[Placed]:
    """The line with an amendment carried out."""
    for placed in line:
        if placed.entry == change.entry:
            yield placed._replace(orders=change.orders)
        elif placed.entry not in change.dropped:
            yield placed


class Failure(NamedTuple):
    """A message that cannot be played any more, and why."""

    placed: Placed
    order: str
    refusal: Refusal | Unreadable


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

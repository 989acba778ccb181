"""A message of the log played again, order by order.

Records may hold messages that go on behind a halt; they are legal, though nobody could send one.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from adjudicator.engine.events import Event
from adjudicator.engine.ids import Colour
from adjudicator.engine.play import Played, play
from adjudicator.engine.refusals import Refusal
from adjudicator.engine.state import State
from adjudicator.notation.orders import Unreadable, read_order, write_order

from .games import HALTS


class Taken(NamedTuple):
    """One order that was played: its canonical text, where, and what it led to."""

    order: str
    before: State
    played: Played

    @property
    def halts(self) -> bool:
        return any(isinstance(event, HALTS) for event in self.played.events)


class Again(NamedTuple):
    """A message as far as it is legal, and the order that is not."""

    before: State
    taken: tuple[Taken, ...]
    order: str | None = None
    refusal: Refusal | Unreadable | None = None

    @property
    def state(self) -> State:
        return self.taken[-1].played.state if self.taken else self.before

    @property
    def orders(self) -> tuple[str, ...]:
        return tuple(taken.order for taken in self.taken)

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(event for taken in self.taken for event in taken.played.events)

    @property
    def halts(self) -> tuple[int, ...]:
        """Behind which orders, but for the last, something came to light or somebody decides."""
        return tuple(i for i, taken in enumerate(self.taken[:-1]) if taken.halts)


def play_again(before: State, by: Colour | None, orders: Iterable[str]) -> Again:
    """Play the orders of a message, not stopping at halts."""
    state, done = before, list[Taken]()
    for order in orders:
        decision = read_order(order, state, by)
        if isinstance(decision, Refusal | Unreadable):
            return Again(before, tuple(done), order, decision)
        played = play(state, by, decision)
        if isinstance(played, Refusal):
            return Again(before, tuple(done), order, played)
        done.append(Taken(write_order(state, by, decision), state, played))
        state = played.state
    return Again(before, tuple(done))

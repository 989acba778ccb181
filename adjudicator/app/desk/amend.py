"""Amending the past: other orders for one message, and what becomes of those that followed it.

Each later message that is still legal is kept; the others are dropped, each with the reason. The
numbers of requests may differ in the new line, so a time-out follows the question it was about.
"""

from __future__ import annotations

from typing import NamedTuple

from adjudicator.engine.decisions import Decision, TimeOut
from adjudicator.engine.ids import Colour
from adjudicator.engine.play import Played, play
from adjudicator.engine.refusals import Refusal
from adjudicator.engine.state import State
from adjudicator.notation.orders import Unreadable, read_order, split_orders, write_order
from adjudicator.notation.position import write_state
from adjudicator.notation.record import chain

from ..again import Again, play_again
from ..games import Judged, judge
from ..line import Amendment, Placed
from ..mistakes import NotPossible
from .history import History


class Broken(NamedTuple):
    """A later message that cannot be kept, and why."""

    placed: Placed
    why: str


class Plan(NamedTuple):
    """An amendment worked out to the end of the game."""

    amendment: Amendment
    by: Colour | None
    instead_of: tuple[str, ...]
    kept: tuple[int, ...]
    broken: tuple[Broken, ...]
    before: State
    """The newest position as it is."""
    after: State
    """The newest position as it would be."""
    digest: str


def plan(history: History, number: int, orders: str) -> Plan:
    """What an amendment would lead to; nothing is changed."""
    line = history.line(history.newest)
    index = _index(history, line, number)
    reached = history.reached(history.newest)
    befores = [history.first, *(r.state for r in reached)]
    target = line[index]
    amended = _amended(befores[index], target, orders)
    digest = reached[index - 1].digest if index else history.game.commitment
    course = _Course(amended.state, _chained(digest, target, amended.orders, amended.state))
    for placed, then in zip(line[index + 1 :], befores[index + 1 :], strict=False):
        course.carry(placed, then)
    change = Amendment(
        number, amended.orders, tuple(b.placed.entry for b in course.broken), tuple(course.reread)
    )
    return Plan(
        change, target.by, target.orders, tuple(course.kept), tuple(course.broken),
        befores[-1], course.state, course.digest,
    )  # fmt: skip


def _index(history: History, line: tuple[Placed, ...], number: int) -> int:
    history.check(number)
    for index, placed in enumerate(line):
        if placed.entry == number:
            return index
    standing = history.standing(number)
    raise NotPossible(f"entry {number} is no message that can be amended: it {_is(standing)}")


def _is(standing: str) -> str:
    return standing if standing.startswith("does") else f"is {standing}, no message of the game"


def _amended(before: State, target: Placed, orders: str) -> _New:
    """The new orders, judged where the old ones were. They must be legal, and change something."""
    judged = judge(before, target.by, orders)
    if not judged.verdicts:
        raise NotPossible("there are no orders to put in the place of the old ones")
    new, why = _New(judged.orders, judged.state), why_not(judged)
    if judged.accepted and play_again(before, target.by, target.orders).halts:
        again = play_again(before, target.by, (order.text for order in split_orders(orders)))
        new, why = _New(again.orders, again.state), _refused(again)
    if why is not None:
        raise NotPossible(f"the new orders cannot be played: {why}")
    if new.orders == target.orders:
        raise NotPossible(f"entry {target.entry} says exactly this already")
    return new


class _New(NamedTuple):
    """The new orders in canonical form, and the position they lead to."""

    orders: tuple[str, ...]
    state: State


def why_not(judged: Judged) -> str | None:
    """Why a message is not played as a whole, in words."""
    for verdict in judged.verdicts:
        if verdict.refusal is not None:
            return f"{verdict.order.text!r}: {refusal_words(verdict.refusal)}"
        if verdict.held_back:
            return f"{verdict.order.text!r} stands behind a halt and belongs in a later message"
    return None


def refusal_words(refusal: Refusal | Unreadable) -> str:
    if isinstance(refusal, Refusal):
        return f"{refusal.why} ({refusal.rule})"
    return f"not understood, column {refusal.column}: {refusal.why}"


def _chained(digest: str, placed: Placed, orders: tuple[str, ...], state: State) -> str:
    return chain(digest, placed.by, orders, write_state(state))


class _Course:
    """The new line as it grows, message by message."""

    def __init__(self, state: State, digest: str) -> None:
        self.state = state
        self.digest = digest
        self.kept: list[int] = []
        self.broken: list[Broken] = []
        self.reread: list[tuple[int, tuple[str, ...]]] = []

    def carry(self, placed: Placed, then: State) -> None:
        """Keep a message if it still can be played as a whole; ``then`` is where it was judged."""
        orders = placed.orders if placed.by is not None else _followed(placed, then, self.state)
        if orders is None:
            why = "nobody is asked any more what this deadline was for"
            self.broken.append(Broken(placed, why))
            return
        once, now = (
            play_again(then, placed.by, placed.orders),
            play_again(self.state, placed.by, orders),
        )
        why_broken = _why_broken(once, now)
        if why_broken is not None:
            self.broken.append(Broken(placed, why_broken))
            return
        self.kept.append(placed.entry)
        if now.orders != placed.orders:
            self.reread.append((placed.entry, now.orders))
        self.state = now.state
        self.digest = _chained(self.digest, placed, now.orders, now.state)


def _refused(again: Again) -> str | None:
    return None if again.refusal is None else f"{again.order!r}: {refusal_words(again.refusal)}"


def _why_broken(once: Again, now: Again) -> str | None:
    """Why a message that was played once cannot be played now."""
    why = _refused(now)
    if why is not None:
        return why
    for index in now.halts:
        if index not in once.halts:
            behind = now.orders[index + 1]
            return f"{behind!r} was sent without knowing what {now.orders[index]!r} leads to now"
    return None


def _followed(placed: Placed, then: State, now: State) -> tuple[str, ...] | None:
    """A message of the referee in which each time-out has the number its question has now."""
    orders: list[str] = []
    for order in placed.orders:
        decision = read_order(order, then, None)
        assert not isinstance(decision, Refusal | Unreadable), "it was played once"
        new: Decision | None = decision
        if isinstance(decision, TimeOut):
            new = _same_question(then, now, decision)
        if new is None:
            return None
        orders.append(write_order(now, None, new))
        then, now = _next(then, decision), _next(now, new)
    return tuple(orders)


def _same_question(then: State, now: State, deadline: TimeOut) -> TimeOut | None:
    """The deadline of the same question to the same player in the same turn."""
    meant = next(r for r in then.pending if r.number == deadline.request)
    found = now.request(meant.who, meant.ask)
    if found is None or then.turn.number != now.turn.number:
        return None
    return TimeOut(found.number)


def _next(state: State, decision: Decision) -> State:
    played = play(state, None, decision)
    return played.state if isinstance(played, Played) else state

"""What a moderator may look at. Whatever shows hidden things of a running game is written down.

The players are told at the end of the game who has looked, when, and at what.
"""

from __future__ import annotations

from typing import NamedTuple

from adjudicator.engine.events import Event
from adjudicator.engine.ids import Colour
from adjudicator.engine.state import State
from adjudicator.storage import desk as rows
from adjudicator.storage import log
from adjudicator.storage.desk import Access
from adjudicator.storage.log import ORDERS, Entry
from adjudicator.storage.press import Dated, sent_between

from ..games import Judged, judge
from ..line import seat_of
from ..mistakes import NotPossible, one_line
from ..store import Store
from .amend import Plan, plan
from .history import History, Message, read_history
from .moderation import Warrant, desk
from .why import Explained, explain, explain_again


class Inspection(NamedTuple):
    """One entry with everything around it."""

    entry: Entry
    standing: str
    before: State
    after: State
    events: tuple[Event, ...]
    press: tuple[Dated, ...] = ()
    """What the players wrote to each other since the entry before; the newest: up to now."""


class Attempt(NamedTuple):
    """Messages played in a copy, as far as they are legal."""

    before: State
    tried: tuple[tuple[Colour | None, Judged], ...]
    after: State

    @property
    def accepted(self) -> bool:
        return all(judged.accepted for _, judged in self.tried)


class Told(NamedTuple):
    """An explanation, and the set whose rules it names."""

    by: Colour | None
    set_name: str
    orders: tuple[Explained, ...]


def note_access(store: Store, game_id: int, what: str, warrant: Warrant) -> None:
    """Write a look down, unless the game is over and nothing of it is hidden any more."""
    who = one_line("the moderator's name", warrant.moderator)
    with store.transaction() as db:
        if store.position(db, game_id).state.result is None:
            rows.add_access(db, Access(game_id, who, what, warrant.at))


def accesses(store: Store, game_id: int) -> list[Access]:
    """Who has looked at what, the oldest look first; for the players once the game is over."""
    with store.transaction() as db:
        log.get_game(db, game_id)
        return rows.accesses(db, game_id)


def inspect(store: Store, game_id: int, number: int | None, warrant: Warrant) -> Inspection:
    """An entry (the newest if none is named), and the positions before and after it."""
    history = read_history(store, game_id)
    number = history.newest if number is None else number
    entry = history.entry(number)
    found = Inspection(
        entry,
        history.standing(number),
        history.before(number),
        history.after(number),
        _events(history, entry),
        _press(store, history, number),
    )
    note_access(store, game_id, f"inspect entry {number}", warrant)
    return found


def _press(store: Store, history: History, number: int) -> tuple[Dated, ...]:
    after = history.entry(number - 1).at if number > 1 else None
    until = history.entry(number).at if number < history.newest else None
    with store.reading() as db:
        return tuple(sent_between(db, history.game.id, after, until))


def _events(history: History, entry: Entry) -> tuple[Event, ...]:
    if entry.kind != ORDERS:
        return ()
    return history.message(entry.number).again.events


def why(store: Store, game_id: int, number: int, warrant: Warrant) -> Told:
    """For each order of an entry what it led to, and by which rules."""
    history = read_history(store, game_id)
    message = history.message(number)
    told = explain_again(message.again)
    note_access(store, game_id, f"why entry {number}", warrant)
    return Told(message.by, history.game.set_name, told)


def why_orders(
    store: Store, game_id: int, number: int | None, message: Message, warrant: Warrant
) -> Told:
    """Why orders would be played or refused, now or in the place of an entry."""
    history = read_history(store, game_id)
    state = _state(history, number, after=False)
    _check_seat(state, message.by)
    told = explain(state, message.by, message.text)
    if not told:
        raise NotPossible("there are no orders to explain")
    where = "now" if number is None else f"before entry {number}"
    note_access(store, game_id, f"why orders {where}", warrant)
    return Told(message.by, history.game.set_name, told)


def _state(history: History, number: int | None, after: bool) -> State:
    if number is None:
        return history.after(history.newest)
    history.check(number, lowest=0 if after else 1)
    return history.after(number) if after else history.before(number)


def _check_seat(state: State, by: Colour | None) -> None:
    if by is not None and by not in state.rules.seats:
        seats = ", ".join(state.rules.seats)
        raise NotPossible(f"{by} does not play in this game; its seats are {seats}")


def seat_at(history: History, number: int) -> Colour | None:
    """Whose message an entry is."""
    entry = history.entry(number)
    if entry.kind != ORDERS:
        raise NotPossible(f"entry {number} is no message; say with --as who sends the orders")
    return seat_of(entry.seat)


def what_if(
    store: Store,
    game_id: int,
    number: int,
    messages: tuple[Message, ...],
    warrant: Warrant,
    after: bool = False,
) -> Attempt:
    """Play other messages in a copy, from the position before or after an entry."""
    history = read_history(store, game_id)
    state = before = _state(history, number, after)
    tried: list[tuple[Colour | None, Judged]] = []
    for message in messages:
        _check_seat(state, message.by)
        judged = judge(state, message.by, message.text)
        if not judged.verdicts:
            raise NotPossible("there are no orders to try")
        tried.append((message.by, judged))
        state = judged.state
        if not judged.accepted:
            break
    side = "after" if after else "before"
    note_access(store, game_id, f"what-if {side} entry {number}", warrant)
    return Attempt(before, tuple(tried), state)


def plan_amendment(store: Store, game_id: int, number: int, orders: str, warrant: Warrant) -> Plan:
    """What an amendment would lead to; nothing is changed but the list of looks."""
    with desk(store, game_id, warrant) as d:
        history = d.history()
        planned = plan(history, number, orders)
    note_access(store, game_id, f"plan to amend entry {number}", warrant)
    return planned

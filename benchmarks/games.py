"""The games that are measured: played by the referee himself, always the same for a seed."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import count, groupby, islice
from typing import NamedTuple

from adjudicator.app.games import Game, extend, new_game, replay
from adjudicator.app.house.selfplay import Style, next_turn
from adjudicator.engine.ids import Colour
from adjudicator.engine.play import Played, play
from adjudicator.engine.requests import Ask
from adjudicator.engine.ruleset import Options
from adjudicator.engine.state import State
from adjudicator.notation.orders import write_order
from adjudicator.notation.record import Record

LONGEST = 2500
"""Decisions after which a game is given up."""

Watch = Callable[[State, Played], object]
"""Looks at every step of a game."""


class _Entry(NamedTuple):
    by: Colour | None
    order: str
    after: State


def play_out(seed: str, style: Style, longest: int = LONGEST, watch: Watch | None = None) -> Game:
    """One standard game of the base set with its record."""
    chance = random.Random(seed)
    game = new_game("base", "standard", Options(), seed)
    state, entries = game.state, list[_Entry]()
    while state.result is None and len(entries) < longest:
        turn = next_turn(state, chance, style)
        order = write_order(state, turn.by, turn.decision)
        played = play(state, turn.by, turn.decision)
        assert isinstance(played, Played), f"an option was refused: {order}: {played}"
        if watch is not None:
            watch(state, played)
        state = played.state
        entries.append(_Entry(turn.by, order, state))
    for by, message in groupby(entries, key=lambda entry: entry.by):
        orders = list(message)
        game = extend(game, by, tuple(entry.order for entry in orders), orders[-1].after)
    return game


def finished_games(name: str, style: Style, number: int) -> Iterator[Game]:
    """So many games that were played to their end."""
    played = (play_out(f"{name}-{index}", style) for index in count())
    return islice((game for game in played if game.state.result is not None), number)


def begun_games(name: str, style: Style, number: int, longest: int) -> Iterator[Game]:
    """So many games broken off after some decisions, when it must go fast."""
    return (play_out(f"{name}-{index}", style, longest) for index in range(number))


def decisions(record: Record) -> int:
    return sum(1 for _ in record.orders)


class ActionState(NamedTuple):
    """A position in which somebody is asked for an action."""

    state: State
    by: Colour


def action_states(record: Record) -> Iterator[ActionState]:
    """Every such position of a game, replayed anew."""
    for turn in replay(record):
        for request in turn.before.pending:
            if request.ask is Ask.ACT:
                yield ActionState(turn.before, request.who)

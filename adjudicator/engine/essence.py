"""What makes up a position, so that two can be compared."""

from __future__ import annotations

from collections.abc import Hashable

from .space import Space
from .state import CombatUnderWay, State, Turn
from .sums import total


def essence(state: State) -> Hashable:
    """All that makes up a position, comparable: two states are the same if their essence is.

    The order in which tokens lie on a square or in which cards were laid does not count; both
    positions are taken to be of one game, so the rules are left aside.
    """
    unordered: dict[str, Hashable] = {
        "rules": None,
        "space": _of_space(state.space),
        "pieces": frozenset(state.pieces.values()),
        "at": frozenset((cell, frozenset(tokens)) for cell, tokens in state.at.items()),
        "players": tuple(state.players.values()),
        "turn": _of_turn(state.turn),
        "pending": frozenset(state.pending),
        "chosen": frozenset(state.chosen.items()),
    }
    if isinstance(state.under_way, CombatUnderWay):
        unordered["under_way"] = _of_combat(state.under_way)
    return tuple({**state._asdict(), **unordered}.values())


def _of_space(space: Space) -> Hashable:
    return space.placements, frozenset(space.doors.items())


def _of_turn(turn: Turn) -> Hashable:
    return tuple({**turn._asdict(), "purses": frozenset(turn.purses.items())}.values())


def _of_combat(combat: CombatUnderWay) -> Hashable:
    return (
        combat.initiator,
        combat.target,
        frozenset((colour, frozenset(side)) for colour, side in combat.fighters.items()),
        frozenset((colour, total(parts)) for colour, parts in combat.parts.items()),
        frozenset(combat.cards.items()),
        frozenset(combat.afar),
        combat.forced,
    )

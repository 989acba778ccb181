"""How far it is on a board: for each square about how many steps a kind of character needs.

What bars the way is no end of it but a price: somebody may break it, jump or turn the room. Nothing
is known of a face-down room, so it is hoped for. No set, character or object is named here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from adjudicator.engine.abilities import Kind
from adjudicator.engine.actions.reveal import accessible
from adjudicator.engine.geometry import OPEN
from adjudicator.engine.ids import OUTSIDE, Cell, Colour, Side, Slot, Square
from adjudicator.engine.layout import LineRule
from adjudicator.engine.ruleset import Ruleset
from adjudicator.engine.space import Layer, Space
from adjudicator.engine.state import Piece, State
from adjudicator.engine.tiles import Tile
from adjudicator.engine.walk import Walk

from .distances import distances

DETOUR = 20.0
"""How many steps a wall or a closed portcullis costs somebody who cannot deal with it."""
PIT = 7.0
"""How many steps an obstacle on the ground costs: a Jump card, or the way round it."""
UNSEEN = 3.0
"""How many steps revealing a room costs."""
PATIENCE = 30
"""The turn from which on nobody waits any more for a room to be turned."""
LONG_WAY = 60.0
"""How many steps a barred way costs from then on: the long way round is taken instead."""

OPENS: Mapping[str, str] = {"thru": "wall", "open": "portcullis", "break": "portcullis"}
"""Verbs that make a way, and the border they deal with; it costs one action, no detour."""


class Profile(NamedTuple):
    """What bars somebody's way, and for how many steps."""

    grounds: tuple[tuple[str, float], ...]
    borders: tuple[tuple[str, float], ...]


class Board:
    """One board as it lies, with everything measured on it so far."""

    def __init__(self, rules: Ruleset, space: Space, detour: float) -> None:
        self.rules = rules
        self.space = space
        self.detour = detour
        self._profiles: dict[tuple[Kind, Kind | None], Profile] = {}
        self._exits: dict[Colour, tuple[int, ...]] = {}
        self._ways: dict[tuple[tuple[int, ...], Profile], list[float]] = {}
        self._access: dict[tuple[Cell, Colour], tuple[Slot, ...]] = {}
        self._arcs: list[list[tuple[int, str]]] | None = None

    def actions_to_exit(self, state: State, who: Piece, cell: Cell) -> float:
        """About how many action points it takes him from a square out of the labyrinth."""
        return self.steps_to_exit(state, who, self.space.square_of[cell]) / who.kind.speed

    def steps_to_exit(self, state: State, who: Piece, square: int) -> float:
        exits = self._exits.get(who.colour)
        if exits is None:
            exits = self._exits[who.colour] = tuple(exit_squares(self.space, who.colour))
        return self._steps(state, who, square, exits)

    def actions_to(self, state: State, who: Piece, goal: Cell) -> float:
        """About how many action points it takes him to come to a square."""
        here, there = self.space.square_of[who.cell], self.space.square_of[goal]
        return self._steps(state, who, here, (there,)) / who.kind.speed

    def _steps(self, state: State, who: Piece, square: int, goals: tuple[int, ...]) -> float:
        load = state.load(who.token)
        kinds = (who.kind, load.kind if load is not None else None)
        profile = self._profiles.get(kinds)
        if profile is None:
            profile = self._profiles[kinds] = _profile(state, who, load)
        ways = self._ways.get((goals, profile))
        if ways is None:
            ways = self._ways[goals, profile] = self._measure(goals, profile)
        return ways[square]

    def access(self, state: State, who: Piece) -> tuple[Slot, ...]:
        """The face-down rooms he could reveal from where he stands."""
        key = (who.cell, who.colour)
        slots = self._access.get(key)
        if slots is None:
            slots = self._access[key] = tuple(accessible(state, who))
        return slots

    def _measure(self, goals: tuple[int, ...], profile: Profile) -> list[float]:
        """From the goals backwards over the whole grid."""
        if self._arcs is None:
            self._arcs = [list(_arcs(self.space, s)) for s in range(len(self.space.cell_at))]
        arcs, grounds, borders = self._arcs, dict(profile.grounds), dict(profile.borders)
        entering = [1 + grounds.get(self._ground(s), 0.0) for s in range(len(arcs))]

        def steps(square: int) -> Iterator[tuple[int, float]]:
            here = entering[square]
            for beyond, border in arcs[square]:
                yield beyond, here + borders.get(border, self.detour) if border else here

        return distances(len(arcs), goals, steps)

    def _ground(self, square: int) -> str:
        cell = self.space.cell_at[square]
        return "" if cell == OUTSIDE else self.space.ground(Cell(cell))


def exit_squares(space: Space, colour: Colour) -> Iterator[int]:
    """Where this player's characters leave the labyrinth."""
    for square, cell in enumerate(space.cell_at):
        line = space.line(Cell(cell)) if cell != OUTSIDE else None
        if line is not None and line.rule(colour) is LineRule.EXIT:
            yield square


@lru_cache(maxsize=64)
def hunts(rules: Ruleset, colour: Colour) -> bool:
    """Whether this player can win only by killing: nobody of his wins anything by leaving."""
    leaves = any(line.rule(colour) is LineRule.EXIT for line in rules.layout.lines)
    return not (leaves and any(escape_worth(rules, rules.kinds[c]) for c in rules.teams[colour]))


def escape_worth(rules: Ruleset, kind: Kind) -> int:
    """The points for this character or object when it leaves the labyrinth."""
    return kind.escape_points + (rules.goal.for_escape(kind.code) if kind.character else 0)


def hindrance(state: State, who: Piece, tile: Tile) -> float:
    """The action points that everything in the way in a room would cost somebody, added up."""
    profile = _profile(state, who, None)
    grounds, borders = dict(profile.grounds), dict(profile.borders)
    steps = sum(grounds.get(ground, 0.0) for ground in tile.ground)
    steps += sum(borders.get(edge, DETOUR) for edge in tile.edges if edge != OPEN)
    return steps / who.kind.speed


def board(state: State) -> Board:
    """The measured board. Boards that lie alike are measured once."""
    detour = DETOUR if state.turn.number < PATIENCE else LONG_WAY
    return _measured(_Lie(state.rules, state.space, detour))


class _Lie:
    """How a board lies: equal to any other that lies the same way."""

    __slots__ = ("detour", "key", "rules", "space")

    def __init__(self, rules: Ruleset, space: Space, detour: float) -> None:
        self.rules = rules
        self.space = space
        self.detour = detour
        self.key = (space.geometry, space.placements, frozenset(space.doors.items()), detour)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Lie) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)


@lru_cache(maxsize=256)
def _measured(lie: _Lie) -> Board:
    return Board(lie.rules, lie.space, lie.detour)


def _profile(state: State, who: Piece, load: Piece | None) -> Profile:
    """What his abilities and what he carries make of the board."""
    rules = state.rules
    walk = Walk(state, who, who.cell, None, False, {})
    spans = load.kind.lies_on if load is not None and not rules.rope_anchors else None
    grounds = tuple(
        (name, PIT)
        for name, ground in rules.grounds.items()
        if not ground.stand
        and not (spans is not None and spans(name))
        and not any(ability.as_mover(walk, name) for ability in who.kind.answers["as_mover"])
    )
    verbs = {*who.kind.verbs, *(load.kind.verbs if load is not None else ())}
    borders = [(OPENS[verb], float(who.kind.speed)) for verb in sorted(verbs) if verb in OPENS]
    borders += [
        (name, 0.0)
        for name, border in rules.borders.items()
        if who.kind.gait not in border.blocks[border.initial]
    ]
    return Profile(grounds, (*borders, ("unseen", UNSEEN)))


def _arcs(space: Space, square: int) -> Iterator[tuple[int, str]]:
    """The neighbours of a square and what lies between: nothing, a border, or an unseen rim."""
    steps = space.geometry.layout.steps
    here = space.cell(Square(square))
    for side in Side:
        beyond = steps[side][square]
        if beyond < 0:
            continue
        there = space.cell(Square(beyond))
        if here == OUTSIDE and there == OUTSIDE:
            yield beyond, ""
        elif here != OUTSIDE and there != OUTSIDE:
            if there in space.open_to(here):
                yield beyond, ""
            elif space.half_between(here, there) is not None:
                yield beyond, _border(space, here, side) or "edge"
        else:
            known, towards = (here, side) if there == OUTSIDE else (there, side.opposite)
            yield beyond, _border(space, known, towards) or "unseen"


def _border(space: Space, cell: Cell, side: Side) -> str:
    """What stops a walker there; of two borders the one that lets less pass."""

    def stopped(layer: Layer) -> frozenset[str]:
        return space.geometry.borders[layer.kind].blocks[layer.state]

    layers = space.layers(space.half_towards(cell, side))
    barring = [layer for layer in layers if "walk" in stopped(layer)]
    return max(barring, key=lambda layer: len(stopped(layer))).kind if barring else ""

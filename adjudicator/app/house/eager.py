"""Plays to win, roughly: reveals rooms, hunts the wounded, carries treasure, runs for the exit.

Only for self-play: it makes games end as people's games do. It looks at the whole position, so it
must never advise a player. It names no character, object or set.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import exp

from adjudicator.engine import decisions as d
from adjudicator.engine.combat import fighters, side_parts
from adjudicator.engine.ids import OUTSIDE, Cell, Colour, Side, Square
from adjudicator.engine.layout import LineRule
from adjudicator.engine.options import Group
from adjudicator.engine.play import Played, play
from adjudicator.engine.requests import Ask, Request
from adjudicator.engine.ruleset import Ruleset
from adjudicator.engine.space import Space
from adjudicator.engine.state import CombatUnderWay, Piece, State, Status
from adjudicator.engine.sums import total

from .distances import distances
from .ways import exit_squares, hunts

ESCAPE = 8.0
KILL = 7.0
WOUND = 3.0
STEP = 0.8
"""What one square nearer to the exit is worth."""
DETOUR = 10.0
"""How many steps a wall or a closed portcullis is taken to cost."""
EXPECTED_CARD = 2
"""What the enemy's Combat card is taken to be."""


def prefer(
    state: State, request: Request, groups: Sequence[Group], chance: random.Random
) -> d.Decision:
    """A decision that looks good, chosen by weight so that no two games are alike."""
    match request.ask:
        case Ask.ACT:
            return _action(state, request.who, groups, chance)
        case Ask.ACTION_CARD:
            cards = list(groups[0])
            return chance.choice([cards[-1], cards[-1], *cards])
        case Ask.COMBAT_CARD:
            return _card(state, request.who, chance)
        case Ask.PUT:
            sample = [chance.choice(groups[0]) for _ in range(8)]
            return max(sample, key=lambda put: _placement(state, request.who, put))
        case _:
            return chance.choice(chance.choice(groups))


def _action(state: State, by: Colour, groups: Sequence[Group], chance: random.Random) -> d.Decision:
    found = [
        (decision, value)
        for group in groups
        for decision, value in _valued(state, by, group)
        if value > -4
    ]
    weights = [exp(2 * min(value, 12)) for _, value in found]
    return chance.choices([decision for decision, _ in found], weights)[0]


def _valued(state: State, by: Colour, group: Group) -> Iterator[tuple[d.Decision, float]]:
    """The decisions of a group with what each seems worth."""
    for decision in group:
        match decision:
            case d.Move(actor, path):
                value = _arrival(state, state.pieces[actor], path) - 1
            case d.Jump(actor, start, _, landing):
                steps = (d.Step(start), d.Step(landing))
                value = _arrival(state, state.pieces[actor], steps) - 0.5
            case d.Attack():
                value = _attack(state, decision)
            case d.Reveal():
                value = 3.0
            case d.Rotate():
                value = _tried(state, by, decision) + 3 * _seeks_gears(state)
            case d.Use():
                value = _tried(state, by, decision)
            case _:
                value = 0.5
        yield decision, value


# -- where it is good to be -------------------------------------------------------------------


@lru_cache(maxsize=64)
def _ways(rules: Ruleset, space: Space, goals: tuple[int, ...]) -> tuple[float, ...]:
    """For each square about how many steps it is to one of these; what bars the way is a detour."""
    layout = space.geometry.layout

    def steps(square: int) -> Iterator[tuple[int, float]]:
        for direction in Side:
            beyond = layout.steps[direction][square]
            if beyond >= 0:
                yield beyond, _step_cost(rules, space, square, beyond, direction)

    return tuple(distances(layout.width * layout.height, goals, steps))


@lru_cache(maxsize=64)
def _exits(space: Space, colour: Colour) -> tuple[int, ...]:
    return tuple(exit_squares(space, colour))


@lru_cache(maxsize=64)
def _gears(rules: Ruleset, space: Space) -> tuple[int, ...]:
    return tuple(
        square
        for square, cell in enumerate(space.cell_at)
        if cell != OUTSIDE and rules.grounds[space.ground(Cell(cell))].gear
    )


def _prey(state: State, colour: Colour) -> tuple[int, ...]:
    """Where the enemies stand whose death brings points."""
    return tuple(
        state.space.square_of[piece.cell]
        for piece in state.pieces.values()
        if piece.colour != colour
        and piece.kind.character
        and piece.status is Status.ON_BOARD
        and state.rules.goal.for_death(piece.kind.code)
    )


def _step_cost(rules: Ruleset, space: Space, square: int, beyond: int, direction: Side) -> float:
    """From one square to the next; nothing is known of a face-down room, so it is hoped for."""
    here, there = space.cell(Square(square)), space.cell(Square(beyond))
    if here == OUTSIDE and there == OUTSIDE:
        return 1
    if here != OUTSIDE and there != OUTSIDE:
        obstacle = 0 if rules.grounds[space.ground(here)].stand else DETOUR / 2
        return obstacle + (1 if there in space.open_to(here) else DETOUR)
    known, side = (here, direction) if there == OUTSIDE else (there, direction.opposite)
    return DETOUR if space.blocking(space.half_towards(known, side), "walk") else 1


def _distance(state: State, goal: Colour | None, cell: Cell) -> float:
    """To that colour's exit, or its prey if only killing wins; to a gear if no colour is named."""
    if goal is None:
        goals = _gears(state.rules, state.space)
    elif hunts(state.rules, goal):
        goals = _prey(state, goal)
    else:
        goals = _exits(state.space, goal)
    return _ways(state.rules, state.space, goals)[state.space.square_of[cell]]


def _seeks_gears(state: State) -> bool:
    """Now and then somebody turns the rooms instead of running; else the way stays barred."""
    return state.turn.number % 6 >= 4


def _arrival(state: State, who: Piece, path: Sequence[d.Step]) -> float:
    """What it is worth to walk this path."""
    start, end = path[0].cell, path[-1].cell
    line = state.space.line(end)
    load = _load_after(state, who, path)
    loaded = load.kind.escape_points if load is not None else 0
    if line is not None and line.rule(who.colour) is LineRule.EXIT:
        leaves = ESCAPE if state.rules.goal.for_escape(who.kind.code) else -1.0
        return leaves + 3 * who.kind.escape_points + 3 * loaded
    goal = None if _seeks_gears(state) else who.colour
    left = _distance(state, goal, end)
    value = STEP * (_distance(state, goal, start) - left) + 6 / (3 + left)
    before = state.load(who.token)
    value += 4 * (loaded - (before.kind.escape_points if before is not None else 0))
    value -= 0.3 * sum(step.leave is not None or step.take is not None for step in path)
    return value + _near_prey(state, who, end) - _near_prey(state, who, start)


def _load_after(state: State, who: Piece, path: Sequence[d.Step]) -> Piece | None:
    load = state.load(who.token)
    for step in path:
        if step.take is not None:
            load = state.pieces[step.take]
        elif step.leave is not None:
            load = None
    if load is None:
        load = next((p for p in state.on(path[-1].cell) if p.token != who.token), None)
    return load


def _near_prey(state: State, who: Piece, cell: Cell) -> float:
    """Wounded enemies draw everybody near, strong living ones keep the weak away."""
    value = 0.0
    for beyond in state.space.open_to(cell, "reach"):
        for piece in state.on(beyond):
            if piece.kind.character and piece.colour != who.colour and piece.carrier is None:
                strength = 0 if piece.wounded else piece.kind.combat
                value = max(value, 0.6 * (who.kind.combat - strength))
    return value


def _placement(state: State, by: Colour, put: d.Decision) -> float:
    """Own characters near their exit, the enemy's far from his."""
    assert isinstance(put, d.Put), "placing is answered by a placement"
    value = 0.0
    for token, cell in put.places:
        piece = state.pieces[token]
        sign = 1 if piece.colour == by else -1
        if piece.kind.character:
            value -= sign * _distance(state, piece.colour, cell)
        else:
            value -= _distance(state, by, cell) * 0.3
    return value


# -- fighting ---------------------------------------------------------------------------------


def _attack(state: State, attack: d.Attack) -> float:
    actor, target = state.pieces[attack.actor], state.pieces[attack.target]
    sides, afar = fighters(state, actor.token, target.token, attack.helpers)
    own = total(side_parts(state, sides[actor.colour], attacking=True, afar=afar))
    enemy = total(side_parts(state, sides[target.colour], attacking=False))
    strength = own + max(state.players[actor.colour].combat) - enemy - EXPECTED_CARD
    gain = KILL if target.wounded and state.rules.goal.for_death(target.kind.code) else WOUND
    return gain * min(strength, 4) / 4 if strength > 0 else -3.0


def _card(state: State, by: Colour, chance: random.Random) -> d.Decision:
    """The lowest card that should win; none wasted on a lost combat."""
    combat = state.under_way
    assert isinstance(combat, CombatUnderWay), "cards belong to a combat"
    own = total(combat.parts[by])
    enemy = max(total(parts) for colour, parts in combat.parts.items() if colour != by)
    wanted = enemy - own + EXPECTED_CARD + chance.choice((-1, 0, 0, 1, 2))
    if combat.forced is not None:
        wanted = enemy - own + combat.cards[combat.forced] + 1
    hand = sorted(state.players[by].combat)
    return d.LayCard(next((card for card in hand if card >= wanted), hand[0]))


# -- trying out -------------------------------------------------------------------------------


def _tried(state: State, by: Colour, decision: d.Decision) -> float:
    """How much better the position looks afterwards."""
    played = play(state, by, decision)
    if not isinstance(played, Played):
        return -9.0
    return _outlook(played.state, by) - _outlook(state, by) - 1.0


def _outlook(state: State, by: Colour) -> float:
    value = 0.0
    for colour, player in state.players.items():
        sign = 1 if colour == by else -1
        value += sign * KILL * player.score
        value += sign * 1.5 * sum(state.turn.purses.get(p.token, 0) for p in state.of(colour))
    for piece in state.pieces.values():
        if piece.status is not Status.ON_BOARD or not piece.kind.character:
            continue
        sign = 1 if piece.colour == by else -1
        value -= sign * WOUND * piece.wounded
        if not piece.wounded:
            value -= sign * STEP * 0.5 * _distance(state, piece.colour, piece.cell)
    return value

"""How good a position looks for one player, in points. For the practice opponent only.

It is asked of imagined positions (``app/imagine.py``), never of the true one.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

from adjudicator.engine.abilities import Kind
from adjudicator.engine.combat import fighters, side_parts, weapon_of
from adjudicator.engine.ids import Cell, Colour, Token
from adjudicator.engine.ruleset import Ruleset
from adjudicator.engine.state import INERT, Piece, State, Status
from adjudicator.engine.sums import total

from .ways import Board, board, escape_worth, hunts


class Weights(NamedTuple):
    """What the parts of an outlook are worth; one point of the game is one."""

    scored: float = 1.2
    won: float = 6.0
    over: float = 50.0
    """A game won at once: nothing else counts any more."""
    nearness: float = 0.9
    """A character at the very exit, for each point he would bring."""
    fading: float = 0.86
    """What is left of that for each action point he is away from it."""
    living: float = 0.05
    strength: float = 0.02
    wounded: float = 0.3
    """How much of his nearness a wounded keeps."""
    mortal: float = 0.25
    """The danger of losing a wounded, in points."""
    hunted: float = 0.3
    """More of it if an enemy stands beside him."""
    pressed: float = 0.06
    """For each point of strength that an enemy in contact is ahead."""
    close: float = 4.0
    """From how many action points on somebody is near his exit."""
    shadow: int = 3
    """How many squares from him an enemy must stand to be in his way."""
    barred: float = 0.15
    tool: float = 0.1
    arm: float = 0.06
    wanted: float = 0.2
    """How much a thing worth points draws somebody near."""
    pull: float = 0.6
    """What is left of that for each action point he is away."""
    access: float = 0.12
    """Standing where a room can be revealed."""
    gear: float = 0.03
    own_points: float = 0.12
    """An action point in somebody's own purse."""
    vanguard: float = 0.25
    """What it counts, in points, that somebody goes ahead of those whose escape brings points."""
    chase: float = 0.4
    """A hunter beside his prey, for each point it would bring."""
    aimed: float = 0.03
    """The same as ``pressed`` for somebody who can hit from afar."""
    worthless: float = 0.3
    """How much the death of somebody matters who brings no point."""
    few: float = 4.0
    """To how many points a point at once is taken to belong; in shorter games it weighs more."""


W = Weights()
CLEAR = 3
"""The lead in strength with which a combat is as good as won."""


def outlook(state: State, me: Colour, w: Weights = W) -> float:
    """What the position is worth to this player."""
    if state.result is not None and state.rules.goal.at_once:
        winners = state.result.winners
        return w.over * ((me in winners) - bool(set(winners) - {me}))
    ground = board(state)
    value = 0.0
    loose: list[Piece] = []
    walkers: list[Piece] = []
    for piece in state.pieces.values():
        if piece.status is not Status.ON_BOARD:
            continue
        sign = 1 if piece.colour == me else -1
        if not piece.kind.character:
            if piece.carrier is None:
                loose.append(piece)
            continue
        value += sign * _character(state, ground, piece, w)
        if not piece.wounded:
            walkers.append(piece)
    value += _attraction(state, loose, walkers, me, w) - _barred(state, ground, walkers, me, w)
    value += sum(
        (1 if state.pieces[token].colour == me else -1) * w.own_points * left
        for token, left in state.turn.purses.items()
    )
    return value + _standing(state, me, w) + _contacts(state, walkers, me, w)


def _standing(state: State, me: Colour, w: Weights) -> float:
    """The points so far, and the game itself."""
    own = state.players[me].score
    best = max(player.score for colour, player in state.players.items() if colour != me)
    value = w.scored * _weight(state.rules, w) * (own - best)
    if max(own, best) >= state.rules.options.target:
        value += w.won * ((own > best) - (own < best))
    return value


def _character(state: State, ground: Board, who: Piece, w: Weights) -> float:
    """What a character on the board is worth to his owner."""
    load = state.load(who.token)
    points = 0
    value = w.living + w.strength * who.kind.combat
    if load is not None and not load.kind.character and not who.wounded:
        points += load.kind.escape_points
        value += usefulness(load.kind, w)
    near = _nearness(state, ground, who, points, w)
    if who.wounded:
        mortal = w.mortal * _stake(state.rules, who.kind.code, w)
        return value + w.wounded * near - mortal * (0.4 if who.carrier else 1.0)
    if ground.access(state, who):
        value += w.access
    if state.rules.grounds[state.space.ground(who.cell)].gear:
        value += w.gear
    return value + near


def _nearness(state: State, ground: Board, who: Piece, loaded: int, w: Weights) -> float:
    """What it is worth that he is near his exit or, if killing alone wins, near his prey."""
    if hunts(state.rules, who.colour):
        return 0.0 if who.wounded else _chase(state, ground, who, w)
    points = (escape_worth(state.rules, who.kind) or w.vanguard) + loaded
    away = ground.actions_to_exit(state, who, who.cell)
    return w.nearness * points * _weight(state.rules, w) * math.pow(w.fading, away)


def _chase(state: State, ground: Board, who: Piece, w: Weights) -> float:
    """How near the best prey is: one who brings points, rather a wounded than a strong one."""
    return max(
        (
            w.chase
            * _stake(state.rules, prey.kind.code, w)
            * (1.0 if prey.wounded else 0.7 - 0.05 * prey.kind.combat)
            * math.pow(w.fading, ground.actions_to(state, who, prey.cell))
            for prey in state.pieces.values()
            if prey.colour != who.colour
            and prey.kind.character
            and prey.status is Status.ON_BOARD
            and state.rules.goal.for_death(prey.kind.code)
        ),
        default=0.0,
    )


@lru_cache(maxsize=256)
def _stake(rules: Ruleset, code: str, w: Weights) -> float:
    """How much the death of a character matters to this game."""
    return max(w.worthless, rules.goal.for_death(code) * _weight(rules, w))


def _weight(rules: Ruleset, w: Weights) -> float:
    """How much one point means: the more, the fewer decide the game at once."""
    return max(1.0, w.few / rules.options.target) if rules.goal.at_once else 1.0


def _barred(state: State, ground: Board, walkers: list[Piece], me: Colour, w: Weights) -> float:
    """Somebody near his exit loses much of that if an enemy stands in his way."""
    value = 0.0
    for who in walkers:
        away = ground.actions_to_exit(state, who, who.cell)
        if away > w.close:
            continue
        near = w.nearness * escape_worth(state.rules, who.kind) * math.pow(w.fading, away)
        steps = away * who.kind.speed
        if any(
            other.colour != who.colour
            and apart(state, who.cell, other.cell) <= w.shadow
            and ground.actions_to_exit(state, who, other.cell) * who.kind.speed < steps
            for other in walkers
        ):
            value += near * (w.barred if who.colour == me else -w.barred)
    return value


def usefulness(thing: Kind, w: Weights = W) -> float:
    """What it is worth to carry an object, apart from the points it may bring."""
    if thing.verbs:
        return w.tool
    return w.arm if thing.answers["strength"] or thing.weapon else 0.0


def _attraction(
    state: State, loose: list[Piece], walkers: list[Piece], me: Colour, w: Weights
) -> float:
    """Things lying about are half of those who could fetch them."""
    value = 0.0
    for thing in loose:
        worth = w.wanted * thing.kind.escape_points + 0.5 * usefulness(thing.kind, w)
        if worth:
            mine = his = 99.0
            for who in walkers:
                away = apart(state, who.cell, thing.cell) / who.kind.speed
                if who.colour == me:
                    mine = min(mine, away)
                else:
                    his = min(his, away)
            value += worth * (math.pow(w.pull, mine) - math.pow(w.pull, his))
    return value


def apart(state: State, one: Cell, two: Cell) -> int:
    """Rows and columns between two squares."""
    width = state.rules.layout.width
    a, b = state.space.square_of[one], state.space.square_of[two]
    return abs(a % width - b % width) + abs(a // width - b // width)


def _contacts(state: State, walkers: list[Piece], me: Colour, w: Weights) -> float:
    """Who stands beside an enemy: the stronger side presses, and a wounded is in danger."""
    value = 0.0
    done: set[frozenset[Token]] = set()
    for who in walkers:
        if INERT in who.marks:
            continue
        sign = 1 if who.colour == me else -1
        for cell in state.space.open_to(who.cell, "reach"):
            for token in state.at.get(cell, ()):
                other = state.pieces[token]
                if not other.kind.character or other.colour == who.colour or other.carrier:
                    continue
                if other.wounded:
                    value += sign * w.hunted * _stake(state.rules, other.kind.code, w)
                elif (pair := frozenset((who.token, token))) not in done:
                    done.add(pair)
                    value += sign * w.pressed * _pressure(state, who, other, w)
        value += sign * w.aimed * _aim(state, who, w)
    return value


def _pressure(state: State, who: Piece, other: Piece, w: Weights) -> float:
    """By how much one presses the other: what the other has to fear, less what he has to fear."""
    lead = _lead(state, who, other)
    fears, dares = _stake(state.rules, other.kind.code, w), _stake(state.rules, who.kind.code, w)
    return ((CLEAR + lead) * fears - (CLEAR - lead) * dares) / 2


def _aim(state: State, who: Piece, w: Weights) -> float:
    """By how much he is ahead of the best target he can hit from afar."""
    weapon = weapon_of(state, who.token)
    if weapon is None:
        return 0.0
    leads = (
        (_lead(state, who, target) + 3 * target.wounded) * _stake(state.rules, target.kind.code, w)
        for target in weapon.targets(state, who)
        if target.colour != who.colour and weapon.refusal(state, who, target) is None
    )
    return max(0.0, max(leads, default=0.0))


def _lead(state: State, who: Piece, other: Piece) -> int:
    """By how much one side in contact is stronger; more than a clear lead counts no more."""
    sides, afar = fighters(state, who.token, other.token, ())
    own = total(side_parts(state, sides[who.colour], attacking=True, afar=afar))
    enemy = total(side_parts(state, sides[other.colour], attacking=False))
    return max(-CLEAR, min(CLEAR, own - enemy))

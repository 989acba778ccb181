"""Positions of real games and decisions of every kind, for property tests.

Games are played once for each process from fixed seeds, and a strategy draws one of their
positions. ``SOAK=40`` in the environment plays that many games and multiplies the examples.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from adjudicator.app.house.selfplay import (
    BASE_TABLES,
    EAGER,
    PRISON_TABLES,
    RANDOM,
    Style,
    Table,
    next_turn,
)
from adjudicator.engine import decisions as d
from adjudicator.engine.actions.reveal import accessible
from adjudicator.engine.actions.use import verbs_of
from adjudicator.engine.combat import weapon_of
from adjudicator.engine.events import Event
from adjudicator.engine.handling import Handled, handle
from adjudicator.engine.ids import OUTSIDE, Cell, Colour, Side, Square, Token
from adjudicator.engine.options import Group, options
from adjudicator.engine.play import Played, play
from adjudicator.engine.requests import Request
from adjudicator.engine.start import start
from adjudicator.engine.state import Piece, State, Status
from adjudicator.engine.walk import Walk, entry, go, set_out
from adjudicator.notation.position import read_state
from adjudicator.sets.load import load_ruleset

SOAK = int(os.environ.get("SOAK", "0"))
BASE_GAMES = SOAK or 10
MELEE = 2 * BASE_GAMES
"""The first half of the games before this one are of the base set, the others of Prison."""
GAMES = MELEE + 4
"""The last ones begin in the thick of it."""
LONGEST = 240
"""Decisions after which a game is left; by then everything has happened in it."""


def examples(number: int) -> Callable[[Any], Any]:
    """Settings of a property: always the same examples, unless this is a soak."""
    return settings(
        max_examples=number * max(1, SOAK),
        deadline=None,
        derandomize=not SOAK,
        suppress_health_check=list(HealthCheck),
    )


# -- games ------------------------------------------------------------------------------------


class Turn(NamedTuple):
    """One decision of a game: the position before it, what was decided, and what came of it."""

    before: State
    by: Colour | None
    decision: d.Decision
    events: tuple[Event, ...]
    after: State


def _fierce(
    state: State, request: Request, groups: Sequence[Group], chance: random.Random
) -> d.Decision:
    """Rather something done to somebody than anything else."""
    blows = [group for group in groups if group.kind in ("attack", "use")]
    return chance.choice(chance.choice(blows if blows and chance.random() < 0.7 else groups))


FIERCE = Style("fierce", _fierce)


@cache
def game(number: int) -> tuple[Turn, ...]:
    """A game played by itself: two eager ones to one random one, tables by turns."""
    style = RANDOM if number % 3 == 2 else EAGER
    if number >= MELEE:
        return tuple(_turns(melee(number), random.Random(number), FIERCE))
    table = _table(number)
    rules = load_ruleset(table.set_name, table.scenario, table.options)
    state = start(rules, f"game-{number}").state
    return tuple(_turns(state, random.Random(number), style))


def _turns(state: State, chance: random.Random, style: Style) -> Iterator[Turn]:
    for _ in range(LONGEST):
        if state.result is not None:
            return
        by, decision = next_turn(state, chance, style)
        played = play(state, by, decision)
        assert isinstance(played, Played), f"an option was refused: {played}"
        yield Turn(state, by, decision, played.events, played.state)
        state = played.state


def _table(number: int) -> Table:
    """Every other game of the base set is the standard one."""
    if number >= BASE_GAMES:
        return PRISON_TABLES[(number - BASE_GAMES) % len(PRISON_TABLES)]
    others = BASE_TABLES[1:]
    return BASE_TABLES[0] if number % 2 == 0 else others[number // 2 % len(others)]


WIZARD, WAND = "WI", "fw"
"""Nobody else can use it."""


def melee(number: int) -> State:
    """All of Prison in the four rooms in the middle, everybody with something in his hands."""
    chance = random.Random(f"melee-{number}")
    rules = load_ruleset("prison", "5")
    slots = chance.sample(list(rules.layout.place_by_slot), len(rules.tiles))
    rooms = " ".join(
        f"{slot}={tile.name}:{90 * chance.randrange(4)}"
        for slot, tile in zip(slots, rules.tiles, strict=True)
    )
    board = f"board prison 5 / option target=7 memory=own / rooms {rooms} / flag shown"
    turn = f"turn {chance.choice('by')} ap 5 number 9"
    empty = read_state(f"{board} / {turn}")
    squares = [
        name
        for square, name in enumerate(rules.layout.square_names)
        if 6 <= square // rules.layout.width <= 15 and _floor(empty, square)
    ]
    put = []
    for colour in rules.seats:
        team = rules.teams[colour]
        things = [code for code in team if not rules.is_character(code) and code != WAND]
        for code in (code for code in team if rules.is_character(code)):
            thing = WAND if code == WIZARD else _taken(things, chance) if things else ""
            thing = f"+{thing}" if thing else ""
            put.append(f"{colour.letter}{code}{thing}@{_taken(squares, chance)}")
    return read_state(f"{board} / put {' '.join(put)} / {turn}")


def _floor(state: State, square: int) -> bool:
    return state.space.ground(state.space.cell(Square(square))) == "floor"


def _taken(some: list[str], chance: random.Random) -> str:
    return some.pop(chance.randrange(len(some)))


def games() -> tuple[tuple[Turn, ...], ...]:
    return tuple(game(number) for number in range(GAMES))


def turns() -> st.SearchStrategy[Turn]:
    """Any decision of any game; every other one is an action, where most of the rules are."""
    return chances().map(_pick)


def _pick(chance: random.Random) -> Turn:
    played = game(chance.randrange(GAMES))
    actions = [turn for turn in played if isinstance(turn.decision, d.Action | d.EndTurn)]
    return chance.choice(actions if actions and chance.random() < 0.5 else played)


def states() -> st.SearchStrategy[State]:
    """Any position of any game that still goes on."""
    return turns().map(lambda turn: turn.before)


def chances() -> st.SearchStrategy[random.Random]:
    return st.integers(0, 2**32).map(random.Random)


# -- decisions --------------------------------------------------------------------------------


class Asked(NamedTuple):
    """Somebody who is asked, and one legal answer."""

    by: Colour
    group: Group
    decision: d.Decision


def some_options(state: State, chance: random.Random, most: int = 4) -> Iterator[Asked]:
    """Some legal decisions of every group of everybody who is asked."""
    for by in dict.fromkeys(request.who for request in state.pending):
        for group in options(state, by):
            for index in {chance.randrange(len(group)) for _ in range(most)}:
                yield Asked(by, group, group[index])


def any_decision(state: State, by: Colour, chance: random.Random) -> d.Decision:
    """A decision of any kind by anybody, rather often a legal one."""
    kinds = [_move, _walk, _walk, _walk, _jump, _attack, _rotate, _use, _use, _reveal, _other]
    return chance.choice(kinds)(state, by, chance)


def _actor(
    state: State,
    by: Colour,
    chance: random.Random,
    fits: Callable[[Piece], bool] = lambda piece: True,
) -> Piece:
    """Mostly somebody who can act, and for whom there is something of this kind to do."""
    able = [piece for piece in state.of(by) if piece.can_act]
    fitting = [piece for piece in able if fits(piece)]
    if fitting and chance.random() < 0.9:
        return chance.choice(fitting)
    return chance.choice(able if able and chance.random() < 0.7 else list(state.pieces.values()))


def _pits_near(state: State, cell: Cell) -> list[Cell]:
    grounds, space = state.rules.grounds, state.space
    return [beyond for beyond in space.open_to(cell) if grounds[space.ground(beyond)].obstacle]


def _tokens_near(state: State, cell: Cell) -> list[Piece]:
    return [piece for beyond in state.space.open_to(cell) for piece in state.on(beyond)]


def _cells(state: State) -> list[Cell]:
    return [Cell(cell) for cell in state.space.cell_at if cell != OUTSIDE]


def _near(state: State, cell: Cell, chance: random.Random) -> Cell:
    """Mostly a neighbour nothing parts from it."""
    draw = chance.random()
    near = list(state.space.open_to(cell))
    if draw < 0.5 and (busy := [beyond for beyond in near if beyond in state.at]):
        return chance.choice(busy)
    if draw >= 0.95:
        near = [beyond for _, beyond in state.space.touching(cell)]
    return chance.choice(near if near and draw < 0.98 else _cells(state))


def _on_board(state: State, piece: Piece, chance: random.Random) -> Cell:
    return piece.cell if piece.status is Status.ON_BOARD else chance.choice(_cells(state))


def _purse(chance: random.Random) -> d.Purse | None:
    return chance.choice((None, None, None, d.Purse.CARD, d.Purse.OWN))


def _move(state: State, by: Colour, chance: random.Random) -> d.Decision:
    actor = _actor(state, by, chance)
    cell = _on_board(state, actor, chance)
    held = load.token if (load := state.load(actor.token)) else None
    lying: dict[Cell, list[Token]] = {}
    path = []
    for left in reversed(range(chance.randint(1, max(1, actor.kind.speed)) + 1)):
        here = lying.setdefault(
            cell, [t for t in state.at.get(cell, ()) if t not in (actor.token, held)]
        )
        leave = take = None
        if left and chance.random() < 0.4:
            leave = held if chance.random() < 0.6 else None
            things = [t for t in here if not state.pieces[t].living]
            take = chance.choice(things) if things and chance.random() < 0.7 else None
            lying[cell] = [t for t in here if t != take] + ([leave] if leave else [])
            held = take or (None if leave else held)
        path.append(d.Step(cell, leave, take))
        cell = _near(state, cell, chance)
    return d.Move(actor.token, tuple(path), _purse(chance))


def _walk(state: State, by: Colour, chance: random.Random) -> d.Decision:
    """A movement whose every step is possible; where it ends is left to chance."""
    loaded = chance.random() < 0.5
    actor = _actor(
        state, by, chance, lambda piece: not loaded or state.load(piece.token) is not None
    )
    if not actor.can_act:
        return _move(state, by, chance)
    walk, path = set_out(state, actor), [d.Step(actor.cell)]
    longest = actor.kind.speed + (chance.random() < 0.1)
    for _ in range(chance.randint(1, longest)):
        if chance.random() < 0.6 and (choices := list(_handlings(walk))):
            step, walk = chance.choice(choices)
            path[-1] = step
        beyond = state.space.open_to(walk.cell, actor.kind.gait)
        ways = [(to, entry(walk, to)) for to in beyond]
        possible = [(to, entered) for to, entered in ways if entered.passage]
        if not possible:
            break
        to, entered = chance.choice(possible)
        walk = go(walk, to, entered)
        path.append(d.Step(to))
    return d.Move(actor.token, tuple(path), _purse(chance))


def _handlings(walk: Walk) -> Iterator[tuple[d.Step, Walk]]:
    """Everything that may be left and taken where a movement has come to."""
    for leave in {None, walk.load}:
        for take in (None, *walk.content(walk.cell)):
            handled = handle(walk, leave, take)
            if (leave or take) and isinstance(handled, Handled):
                yield d.Step(walk.cell, leave, take), handled.walk


def _jump(state: State, by: Colour, chance: random.Random) -> d.Decision:
    actor = _actor(state, by, chance, lambda piece: bool(_pits_near(state, piece.cell)))
    start = _on_board(state, actor, chance)
    load = state.load(actor.token)
    over = chance.choice(_pits_near(state, start) or [_near(state, start, chance)])
    leave = load.token if load and chance.random() < 0.5 else None
    return d.Jump(actor.token, start, over, _near(state, over, chance), leave, _purse(chance))


def _attack(state: State, by: Colour, chance: random.Random) -> d.Decision:
    actor = _actor(
        state,
        by,
        chance,
        lambda piece: any(
            near.colour != by for near in (*_tokens_near(state, piece.cell), *_aims(state, piece))
        ),
    )
    near = [piece.token for piece in _tokens_near(state, _on_board(state, actor, chance))]
    near += [piece.token for piece in _aims(state, actor)]
    target = chance.choice(near or list(state.pieces))
    card = chance.choice((None, None, 0, 2, 6))
    return d.Attack(actor.token, target, card, _purse(chance), _helpers(state, by, target, chance))


def _aims(state: State, actor: Piece) -> Iterable[Piece]:
    """Whom somebody could try to hit with what he carries."""
    weapon = weapon_of(state, actor.token) if actor.can_act else None
    return weapon.targets(state, actor) if weapon is not None else ()


def _helpers(state: State, by: Colour, target: Token, chance: random.Random) -> tuple[Token, ...]:
    """Mostly nobody, sometimes those who can aim at the target, now and then anybody."""
    if chance.random() < 0.6:
        return ()
    able = [p.token for p in state.of(by) if state.pieces[target] in _aims(state, p)]
    if chance.random() < 0.1:
        able.append(chance.choice(list(state.pieces)))
    return tuple(chance.sample(able, chance.randint(0, len(able))))


def _rotate(state: State, by: Colour, chance: random.Random) -> d.Decision:
    grounds, space = state.rules.grounds, state.space
    actor = _actor(state, by, chance, lambda piece: grounds[space.ground(piece.cell)].gear)
    slots = list(state.rules.layout.place_by_slot)
    tile = space.tile(actor.cell) if actor.cell != OUTSIDE else None
    if tile is not None and (placement := space.placements[tile]) is not None:
        slots = [placement.slot, chance.choice(slots)]
    sense = chance.choice((None, None, 1, -1))
    return d.Rotate(actor.token, chance.choice(slots), 1, sense, _purse(chance))


def _reveal(state: State, by: Colour, chance: random.Random) -> d.Decision:
    actor = _actor(state, by, chance, lambda piece: any(accessible(state, piece)))
    slots = list(state.rules.layout.place_by_slot)
    if actor.cell != OUTSIDE and chance.random() < 0.7:
        slots = list(accessible(state, actor)) or slots
    return d.Reveal(actor.token, chance.choice(slots), _purse(chance))


def _use(state: State, by: Colour, chance: random.Random) -> d.Decision:
    actor = _actor(state, by, chance, lambda piece: bool(verbs_of(state, piece)))
    if chance.random() < 0.2:
        actor = chance.choice([p for p in state.of(by) if p.kind.character])
    verbs = list(verbs_of(state, actor).values())
    if not verbs or chance.random() < 0.1:
        verbs = [verb for kind in state.rules.kinds.values() for verb in kind.verbs.values()]
    verb = chance.choice(verbs)
    cell = _on_board(state, actor, chance)
    target: Token | tuple[Cell, Cell] | Side | None = None
    if verb.takes == "piece":
        near = [t for beyond in state.space.open_to(cell) for t in state.at.get(beyond, ())]
        target = chance.choice(near or list(state.pieces))
    elif verb.takes == "border":
        touching = [
            beyond for half, beyond in state.space.touching(cell) if state.space.layers(half)
        ]
        pair = (cell, chance.choice(touching or _cells(state)))
        target = pair if chance.random() < 0.5 else pair[::-1]
    elif verb.takes == "direction":
        target = chance.choice(list(Side))
    return d.Use(actor.token, verb.name, target, _purse(chance))


def _other(state: State, by: Colour, chance: random.Random) -> d.Decision:
    """What is not an action: set-up, cards, placing, the end."""
    own = [piece.token for piece in state.of(by)]
    tokens = chance.choice([request.tokens for request in state.pending])
    slots = list(state.rules.layout.place_by_slot)
    number = state.rules.line_up_of(by)
    return chance.choice(
        (
            d.Hide(chance.choice(own), chance.choice(slots)),
            d.LineUp(
                tuple(zip(chance.sample(own, number), _dots(state, by, chance), strict=False))
            ),
            d.LeaveOut(tuple(chance.sample(own, chance.randint(1, 4)))),
            d.PlayActionCard(chance.randint(1, 6)),
            d.LayCard(chance.randint(0, 7)),
            d.NameCard(chance.choice((None, *range(8)))),
            d.Put(tuple((token, chance.choice(_cells(state))) for token in tokens)),
            d.EndTurn(),
            d.AnswerDraw(chance.random() < 0.5),
            d.AnswerClaim(chance.random() < 0.5),
        )
    )


def _dots(state: State, by: Colour, chance: random.Random) -> list[Cell]:
    geometry = state.space.geometry
    cells = [c for name in geometry.line_cells for c in geometry.line_cells[name]]
    dots = [
        c for c in cells if geometry.line_cells[geometry.line_of[c].name].index(c) in (1, 3, 6, 8)
    ]
    own = [c for c in dots if geometry.line_of[c].rule(by).value == "home"]
    return chance.sample(own if chance.random() < 0.8 else cells, state.rules.line_up)

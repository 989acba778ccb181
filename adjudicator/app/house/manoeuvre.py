"""How the house spends a turn: which card, which action, where found tokens are put.

Every option is tried out in the imagined position, and the one with the best outlook is taken.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

from adjudicator.engine import decisions as d
from adjudicator.engine.actions.combat import attackable
from adjudicator.engine.actions.finish import leaders
from adjudicator.engine.actions.reveal import free_sites
from adjudicator.engine.actions.rotate import turnable
from adjudicator.engine.actions.use import verbs_of
from adjudicator.engine.ids import Cell, Colour, Side, Token
from adjudicator.engine.state import Piece, RevealUnderWay, State, Status
from adjudicator.engine.walk import ground_of

from .clash import judged
from .outlook import W, outlook
from .thought import Thought, tried
from .ways import PATIENCE, board

IDLE = 0.02
"""What an action point is worth that is not spent on anything better."""
HOPE = 0.25
"""What it is worth to see a face-down room, whatever lies in it."""
MOST_FOR_ONE = 3
"""The most points one step can bring, with everything that scores."""
RESTLESS = 0.004
"""How much chance each later turn adds to what an option seems worth, in points."""


class Stand(NamedTuple):
    """Somebody on a square, with what he carries."""

    actor: Token
    cell: Cell
    load: Token | None


def action_card(thought: Thought) -> d.Decision:
    """The lowest card with which somebody gets out; without such a one the highest."""
    cards = sorted(thought.groups[0], key=_points)
    state = thought.state
    ground = board(state)
    needed = min(
        (
            ground.actions_to_exit(state, piece, piece.cell)
            for piece in state.of(thought.me)
            if piece.status is Status.ON_BOARD and piece.living
        ),
        default=99.0,
    )
    enough = [
        card for card in cards if isinstance(card, d.PlayActionCard) and card.points >= needed
    ]
    return enough[0] if enough else cards[-1]


def _points(card: d.Decision) -> int:
    assert isinstance(card, d.PlayActionCard), "a group holds decisions of one kind"
    return card.points


def act(thought: Thought) -> d.Decision:
    """Whatever leads to the best outlook; the turn ends only when nothing is any good.

    The longer a game has lasted, the more restless the house becomes, so that none stands still.
    """
    winning = _winning(thought)
    if winning is not None:
        return winning
    restless = RESTLESS * max(0, thought.state.turn.number - PATIENCE)
    best, best_value = None, -99.0
    for decision, value in _valued(thought):
        value += thought.chance.uniform(0, restless) if restless else 0.0
        if value > best_value:
            best, best_value = decision, value
    assert best is not None, "a turn can always be ended"
    return best


def _winning(thought: Thought) -> d.Decision | None:
    """A step out of the labyrinth that reaches the target, if the points are the best then."""
    state, me = thought.state, thought.me
    if state.players[me].score < state.rules.options.target - MOST_FOR_ONE or state.end_triggered:
        return None
    for decision in (decision for group in thought.groups for decision in group):
        if isinstance(decision, d.Move | d.Jump):
            after = tried(state, me, decision)
            if after is not None and after.end_triggered and leaders(after) == (me,):
                return decision
    return None


def _valued(thought: Thought) -> Iterator[tuple[d.Decision, float]]:
    """Every option with how much better the outlook is afterwards, or could become."""
    state, me = thought.state, thought.me
    now = outlook(state, me)
    geared: dict[Cell, float] = {}
    striking: dict[Stand, float] = {}
    for group in thought.groups:
        for decision in group:
            match decision:
                case d.EndTurn():
                    yield decision, 0.0
                case d.Attack():
                    yield decision, _attack(thought, decision, now) - IDLE
                case d.Reveal():
                    yield decision, _reveal(thought, decision) - IDLE
                case d.Rotate():
                    yield decision, turning(state, me, decision)
                case _:
                    after = tried(state, me, decision)
                    if after is None:
                        continue
                    value = outlook(after, me) - now - IDLE
                    if isinstance(decision, d.Move):
                        value += max(
                            _from_gear(thought, decision, after, geared),
                            _next_blow(thought, decision, after, striking),
                        )
                    yield decision, value


def _from_gear(thought: Thought, move: d.Move, after: State, known: dict[Cell, float]) -> float:
    """What turning a room would bring to somebody who has come to a gear."""
    cell, me = move.path[-1].cell, thought.me
    if not ground_of(after, cell).gear or after.turn.active != me or cell == move.path[0].cell:
        return 0.0
    if cell not in known:
        actor = after.pieces[move.actor]
        turns = (d.Rotate(actor.token, slot) for slot in turnable(after, actor))
        known[cell] = max((turning(after, me, turn) for turn in turns), default=0.0)
    return max(0.0, 0.9 * known[cell])


def turning(state: State, me: Colour, turn: d.Rotate) -> float:
    """What turning a room brings; the first quarter may pay only with the second or third."""
    now, best = outlook(state, me), -99.0
    for quarter in range(1, 4):
        after = tried(state, me, turn)
        if after is None:
            break
        best = max(best, outlook(after, me) - now - quarter * IDLE)
        if after.turn.active != me or after.result is not None:
            break
        state = after
    return best


def _next_blow(thought: Thought, move: d.Move, after: State, known: dict[Stand, float]) -> float:
    """What somebody could do to an enemy from where he has come to."""
    actor, me = after.pieces[move.actor], thought.me
    if after.turn.active != me or not actor.can_act or actor.cell == move.path[0].cell:
        return 0.0
    load = after.load(actor.token)
    stand = Stand(actor.token, actor.cell, load.token if load is not None else None)
    if stand not in known:
        here = outlook(after, me)
        known[stand] = max(
            (_blow(after, me, blow, here) for blow in _blows(after, actor)), default=0.0
        )
    return max(0.0, 0.9 * (known[stand] - IDLE))


def _blows(state: State, actor: Piece) -> Iterator[d.Attack | d.Use]:
    """Attacks, and whatever he can do in one of the four directions."""
    for target in attackable(state, actor):
        yield d.Attack(actor.token, target.token)
    for name, verb in verbs_of(state, actor).items():
        if verb.takes == "direction":
            yield from (d.Use(actor.token, name, side) for side in Side)


def _blow(state: State, me: Colour, blow: d.Attack | d.Use, here: float) -> float:
    after = tried(state, me, blow)
    if after is None:
        return 0.0
    return (
        judged(after, me, here).value if isinstance(blow, d.Attack) else outlook(after, me) - here
    )


def _reveal(thought: Thought, reveal: d.Reveal) -> float:
    """Own characters come into play where it suits, the enemy's where it does not."""
    state, me = thought.state, thought.me
    place = state.rules.layout.place_by_slot[reveal.slot]
    ground = board(state)
    middle = state.rules.layout.square(place.x + place.width // 2, place.y + place.height // 2)
    value = HOPE
    for piece in thought.hidden(reveal.slot):
        if not piece.kind.character:
            continue
        steps = ground.steps_to_exit(state, piece, middle)
        steps += -2 if piece.colour == me else 3
        near = (
            W.nearness
            * (1 + piece.kind.escape_points)
            * math.pow(W.fading, steps / piece.kind.speed)
        )
        value += (1.0 if piece.colour == me else -0.1) * (near + W.living)
    return value


def put(thought: Thought) -> d.Decision:
    """Token by token on the square that looks best, own characters first."""
    state, me = thought.state, thought.me
    reveal = state.under_way
    assert isinstance(reveal, RevealUnderWay), "placing belongs to a reveal"
    first = thought.groups[0][0]
    assert isinstance(first, d.Put), "a group holds decisions of one kind"
    sites = free_sites(state, reveal.slot)
    tokens = [token for token, _ in first.places]
    places: dict[Token, Cell] = {}
    for token in sorted(tokens, key=lambda t: _placing_order(state.pieces[t], me)):
        boards = [(placed(state, token, cell), cell) for cell in sites]
        state, cell = max(boards, key=lambda pair: outlook(pair[0], me))
        sites.remove(cell)
        places[token] = cell
    return d.Put(tuple((token, places[token]) for token in tokens))


def _placing_order(piece: Piece, me: Colour) -> tuple[bool, bool]:
    return (not piece.kind.character, piece.colour != me)


def placed(state: State, token: Token, cell: Cell) -> State:
    """The position with a found token on a square."""
    piece = state.pieces[token]._replace(status=Status.ON_BOARD, cell=cell)
    return state._replace(pieces={**state.pieces, token: piece}, at={**state.at, cell: (token,)})


def _attack(thought: Thought, attack: d.Attack, now: float) -> float:
    fought = tried(thought.state, thought.me, attack)
    if fought is None:
        return -99.0
    return judged(fought, thought.me, now).value

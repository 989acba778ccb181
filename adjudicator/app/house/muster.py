"""How the house makes ready: whom and what it takes along, who stands where, what lies where.

No set, character or object is named here.
"""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.engine import decisions as d
from adjudicator.engine.abilities import Kind
from adjudicator.engine.actions.choose import character_pool, choice_of, object_pool
from adjudicator.engine.ids import Colour, Slot
from adjudicator.engine.state import State, Status

from .outlook import usefulness
from .thought import Thought
from .ways import board, hindrance

SKILL = 0.5
"""What an ability is worth when a team is chosen, in points of strength."""
WHIM = 0.05
"""By what share a liking differs from one game to the next."""


def _worth(kind: Kind) -> float:
    """How useful somebody is from the first turn on: strong, then quick."""
    return kind.combat + kind.speed / 2


# -- mixed games: whom, what and which rooms --------------------------------------------------


def team(thought: Thought) -> d.Decision:
    """The most able characters, the things they can use best, the rooms that hinder them least."""
    rules, me, choice = thought.state.rules, thought.me, choice_of(thought.state)
    characters = _best(thought, character_pool(rules, me), (), choice.characters)
    objects = _best(thought, object_pool(rules, me), characters, choice.objects)
    each = choice.pairs // len(rules.seats)
    pairs = _best(thought, rules.pairs, characters, 2 * each)
    return d.ChooseTeam((*characters, *objects), pairs[:each], pairs[each:])


def pick(thought: Thought) -> d.Decision:
    """The same, one by one; until characters are picked, everybody might be one of them."""
    offered = tuple(pick.what for pick in thought.groups[0] if isinstance(pick, d.Pick))
    everybody = character_pool(thought.state.rules, thought.me)
    picked = tuple(code for code in everybody if code in thought.state.picked)
    return d.Pick(_best(thought, offered, picked or everybody, 1)[0])


def _best(
    thought: Thought, offered: Sequence[str], characters: Sequence[str], number: int
) -> tuple[str, ...]:
    """The best of what is offered, in order; likings differ a little from game to game."""
    likings = [
        thought.chance.uniform(1 - WHIM, 1 + WHIM) * liking(thought, what, characters)
        for what in offered
    ]
    order = sorted(range(len(offered)), key=lambda index: -likings[index])
    return tuple(offered[index] for index in order[:number])


def liking(thought: Thought, what: str, characters: Sequence[str]) -> float:
    """How good it would be to play these characters with this one, this thing, these rooms."""
    kind = thought.state.rules.kinds.get(what)
    if kind is None:
        return -sum(_hindered(thought, what, code) for code in characters)
    if kind.character:
        return _worth(kind) + kind.escape_points + SKILL * len(kind.abilities)
    return _service(kind, [thought.state.rules.kinds[code] for code in characters])


def _hindered(thought: Thought, pair: str, code: str) -> float:
    """The action points that everything in the way in a pair of rooms would cost somebody."""
    state = thought.state
    who = next(piece for piece in state.of(thought.me) if piece.kind.code == code)
    return sum(hindrance(state, who, t) for t in state.rules.tiles if t.pair == pair)


def _service(thing: Kind, team: Sequence[Kind]) -> float:
    """What an object does for a team: the points it brings, else what somebody can do with it."""
    if thing.verbs and not any(
        verb.needs in ("", *who.tags) for verb in thing.verbs.values() for who in team
    ):
        return 0.0
    return thing.escape_points + usefulness(thing)


# -- set-up -----------------------------------------------------------------------------------


def leave_out(thought: Thought) -> d.Decision:
    def kept(decision: d.Decision) -> float:
        assert isinstance(decision, d.LeaveOut), "a group holds decisions of one kind"
        return -sum(_worth(thought.state.pieces[token].kind) for token in decision.tokens)

    return max(thought.groups[0], key=kept)


def line_up(thought: Thought) -> d.Decision:
    """The strong and the quick, a little different each time, mixed over the dots."""
    state, chance = thought.state, thought.chance
    first = thought.groups[0][0]
    assert isinstance(first, d.LineUp), "a group holds decisions of one kind"
    own = [
        piece
        for piece in state.of(thought.me)
        if piece.kind.character and piece.status in (Status.UNPLACED, Status.LINED_UP)
    ]
    liking = {piece.token: _worth(piece.kind) + chance.uniform(0, 1.2) for piece in own}
    team = sorted(liking, key=lambda token: -liking[token])[: len(first.team)]
    chance.shuffle(team)
    some = chance.choice(thought.groups[0])
    assert isinstance(some, d.LineUp), "a group holds decisions of one kind"
    dots = sorted(cell for _, cell in some.team)
    return d.LineUp(tuple(zip(team, dots, strict=True)))


def hide(thought: Thought) -> d.Decision:
    """Each token about where it will be wanted: points far ahead, fighters in the middle."""

    def fits(decision: d.Decision) -> float:
        assert isinstance(decision, d.Hide), "a group holds decisions of one kind"
        kind = thought.state.pieces[decision.token].kind
        miss = abs(_depth(thought.state, thought.me, decision.slot) - _wanted_depth(kind))
        return thought.chance.uniform(0, 0.15) - miss

    return max(thought.groups[0], key=fits)


def _depth(state: State, me: Colour, slot: Slot) -> float:
    """How far ahead a room lies: 0 at the own line, 1 at the exit."""
    place = state.rules.layout.place_by_slot[slot]
    ground = board(state)
    anybody = next(piece for piece in state.of(me) if piece.kind.character)
    middle = state.rules.layout.square(place.x + place.width // 2, place.y + place.height // 2)
    height = max(state.rules.layout.height, state.rules.layout.width)
    return 1 - ground.steps_to_exit(state, anybody, middle) / height


def _wanted_depth(kind: Kind) -> float:
    if not kind.character:
        return 0.9 if kind.escape_points else 0.55
    return 0.6 if kind.escape_points or kind.speed > 3 else 0.4

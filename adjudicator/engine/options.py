"""Everything a player may decide now: for bots, hints and exhaustive counts.

Options come in groups, each a sequence of decisions of one kind and, where somebody acts, of one
character. Movements are listed by what they lead to, not by every path; several quarters of a
rotation by single quarters; an attack without a sealed card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain, combinations, permutations
from math import comb, perm
from typing import TypeVar, overload

from . import decisions as d
from .actions.choose import character_pool, choice_of, object_pool, stage
from .actions.combat import attackable, helpers
from .actions.naming import nameable
from .actions.reveal import accessible, free_sites
from .actions.rotate import turnable
from .actions.setup import dots, left_out_number, open_slots, unplaced
from .actions.turn import playable_cards
from .actions.use import verbs_of
from .ids import Cell, Colour, Token
from .play import check
from .requests import Ask, Request
from .ruleset import Choice, Ruleset
from .search import movements
from .state import Piece, RevealUnderWay, State, Status
from .walk import ground_of

T = TypeVar("T")


class Group(Sequence[d.Decision]):
    """Legal decisions of one kind; made only when looked at."""

    def __init__(
        self, kind: str, actor: Token | None, count: int, make: Callable[[int], d.Decision]
    ) -> None:
        self.kind = kind
        self.actor = actor
        self._count = count
        self._make = make

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> d.Decision: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[d.Decision]: ...
    def __getitem__(self, index: int | slice) -> d.Decision | Sequence[d.Decision]:
        if isinstance(index, slice):
            return [self._make(i) for i in range(*index.indices(self._count))]
        if not -self._count <= index < self._count:
            raise IndexError(index)
        return self._make(index % self._count)


def _listed(kind: str, actor: Token | None, decisions: Iterable[d.Decision]) -> Group:
    items = list(decisions)
    return Group(kind, actor, len(items), items.__getitem__)


def options(state: State, by: Colour) -> tuple[Group, ...]:
    """Every decision a player is asked for and may make now. Resigning and draws are left aside."""
    groups: list[Group] = []
    for request in state.pending:
        if request.who == by and not request.final:
            groups.extend(_ANSWERS[request.ask](state, request))
    return tuple(group for group in groups if len(group))


# -- set-up -----------------------------------------------------------------------------------


def _team(state: State, request: Request) -> Iterator[Group]:
    characters, objects, pairs = _choices(state.rules, choice_of(state), request.who)

    def make(index: int) -> d.Decision:
        index, who = divmod(index, len(characters))
        rooms, what = divmod(index, len(objects))
        wanted, reserve = pairs[rooms]
        return d.ChooseTeam((*characters[who], *objects[what]), wanted, reserve)

    yield Group("team", None, len(characters) * len(objects) * len(pairs), make)


Codes = tuple[str, ...]


@lru_cache(maxsize=8)
def _choices(
    rules: Ruleset, choice: Choice, colour: Colour
) -> tuple[list[Codes], list[Codes], list[tuple[Codes, Codes]]]:
    """All choices of characters, of objects, and of pairs with a reserve in order."""
    each = choice.pairs // len(rules.seats)
    pairs = [
        (wanted, reserve)
        for wanted in combinations(rules.pairs, each)
        for reserve in permutations([p for p in rules.pairs if p not in wanted], each)
    ]
    characters = combinations(character_pool(rules, colour), choice.characters)
    objects = dict.fromkeys(combinations(object_pool(rules, colour), choice.objects))
    return list(characters), list(objects), pairs


def _pick(state: State, request: Request) -> Iterator[Group]:
    now = stage(state)
    assert now is not None, "nobody is asked to pick when all is picked"
    yield _listed("pick", None, map(d.Pick, now.offered))


def _leave_out(state: State, request: Request) -> Iterator[Group]:
    own = [p.token for p in unplaced(state, request.who) if p.kind.character]
    number = left_out_number(state, request.who)
    choices = list(combinations(own, number))
    yield Group("out", None, comb(len(own), number), lambda i: d.LeaveOut(choices[i]))


def _line_up(state: State, request: Request) -> Iterator[Group]:
    own = [
        p.token
        for p in state.of(request.who)
        if p.kind.character and p.status in (Status.UNPLACED, Status.LINED_UP)
    ]
    wanted = state.rules.line_up_of(request.who)
    places = list(combinations(dots(state, request.who), wanted))

    def make(index: int) -> d.Decision:
        order, place = divmod(index, len(places))
        return d.LineUp(tuple(zip(_arrangement(own, wanted, order), places[place], strict=True)))

    yield Group("line", None, perm(len(own), wanted) * len(places), make)


def _hide(state: State, request: Request) -> Iterator[Group]:
    hidden = unplaced(state, request.who)
    hides = (d.Hide(piece.token, slot) for piece in hidden for slot in open_slots(state, piece))
    yield _listed("set", None, hides)


# -- turns ------------------------------------------------------------------------------------


def _action_card(state: State, request: Request) -> Iterator[Group]:
    yield _listed("action", None, map(d.PlayActionCard, playable_cards(state, request.who)))


def _act(state: State, request: Request) -> Iterator[Group]:
    for actor in state.of(request.who):
        if actor.status is Status.ON_BOARD and actor.kind.character:
            yield from _actions(state, actor)
    yield _listed("end", None, [d.EndTurn()])


def _actions(state: State, actor: Piece) -> Iterator[Group]:
    token = actor.token
    yield _paid(state, actor, "use", _uses(state, actor))
    own = state.turn.purses.get(token, 0)
    if not actor.can_act or state.turn.pool + own < 1:
        return
    yield _paid(state, actor, "move", (d.Move(token, path) for path in movements(state, actor)))
    yield _paid(state, actor, "jump", _jumps(state, actor))
    yield _paid(state, actor, "attack", _attacks(state, actor))
    yield _paid(
        state, actor, "reveal", (d.Reveal(token, slot) for slot in accessible(state, actor))
    )
    yield _paid(state, actor, "rotate", _rotations(state, actor))


def _paid(state: State, actor: Piece, kind: str, actions: Iterable[d.Action]) -> Group:
    """If both purses could pay, paying from the card is a decision of its own (BASE-OBJECT-13)."""
    if state.turn.purses.get(actor.token, 0) and state.turn.pool and actor.can_act:
        found = list(actions)
        actions = chain(found, (replace(action, purse=d.Purse.CARD) for action in found))
    return _listed(kind, actor.token, actions)


def _uses(state: State, actor: Piece) -> Iterator[d.Use]:
    for verb in verbs_of(state, actor).values():
        if actor.wounded and not verb.while_wounded:
            continue
        for target in verb.targets(state, actor):
            use = d.Use(actor.token, verb.name, target)
            if check(state, actor.colour, use) is None:
                yield use


def _rotations(state: State, actor: Piece) -> Iterator[d.Rotate]:
    senses: tuple[int | None, ...] = (1, -1) if actor.kind.chooses_sense else (None,)
    for slot in turnable(state, actor):
        for sense in senses:
            yield d.Rotate(actor.token, slot, sense=sense)


def _attacks(state: State, actor: Piece) -> Iterator[d.Attack]:
    """Every target, with everybody who could help and without him."""
    for target in attackable(state, actor):
        able = [piece.token for piece in helpers(state, actor, target)]
        for number in range(len(able) + 1):
            for joined in combinations(able, number):
                yield d.Attack(actor.token, target.token, helpers=joined)


def _jumps(state: State, actor: Piece) -> Iterator[d.Jump]:
    space, load = state.space, state.load(actor.token)
    leaves: list[Token | None] = [None] if load is None else [None, load.token]
    for over in space.open_to(actor.cell):
        if not ground_of(state, over).obstacle:
            continue
        for landing in space.open_to(over):
            for leave in leaves:
                jump = d.Jump(actor.token, actor.cell, over, landing, leave)
                if check(state, actor.colour, jump) is None:
                    yield jump


# -- answers ----------------------------------------------------------------------------------


def _put(state: State, request: Request) -> Iterator[Group]:
    reveal = state.under_way
    assert isinstance(reveal, RevealUnderWay), "placing belongs to a reveal"
    sites: list[Cell] = free_sites(state, reveal.slot)
    tokens = request.tokens

    def make(index: int) -> d.Decision:
        return d.Put(tuple(zip(tokens, _arrangement(sites, len(tokens), index), strict=True)))

    yield Group("put", None, perm(len(sites), len(tokens)), make)


def _name_card(state: State, request: Request) -> Iterator[Group]:
    yield _listed("mind", None, [d.NameCard(None), *map(d.NameCard, nameable(state))])


def _card(state: State, request: Request) -> Iterator[Group]:
    cards = dict.fromkeys(state.players[request.who].combat)
    yield _listed("card", None, map(d.LayCard, cards))


def _draw(state: State, request: Request) -> Iterator[Group]:
    yield _listed("draw", None, [d.AnswerDraw(True), d.AnswerDraw(False)])


def _claim(state: State, request: Request) -> Iterator[Group]:
    yield _listed("claim", None, [d.AnswerClaim(True), d.AnswerClaim(False)])


_ANSWERS: dict[Ask, Callable[[State, Request], Iterator[Group]]] = {
    Ask.TEAM: _team,
    Ask.PICK: _pick,
    Ask.LEAVE_OUT: _leave_out,
    Ask.LINE_UP: _line_up,
    Ask.HIDE: _hide,
    Ask.ACTION_CARD: _action_card,
    Ask.ACT: _act,
    Ask.PUT: _put,
    Ask.NAME_CARD: _name_card,
    Ask.COMBAT_CARD: _card,
    Ask.DRAW: _draw,
    Ask.CLAIM: _claim,
}


def _arrangement(items: Sequence[T], length: int, index: int) -> list[T]:
    """The arrangement with this number among all orderings of some of the items."""
    pool, chosen = list(items), []
    for _ in range(length):
        index, place = divmod(index, len(pool))
        chosen.append(pool.pop(place))
    return chosen

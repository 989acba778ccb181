"""What a refused player could write instead: a few legal orders near to what he meant.

Everything comes from ``options`` of the same player, so a hint tells nothing that he may not know.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise

from adjudicator.engine import decisions as d
from adjudicator.engine.actions.reveal import free_sites
from adjudicator.engine.actions.setup import dots
from adjudicator.engine.ids import Cell, Colour, Token
from adjudicator.engine.options import Group, options
from adjudicator.engine.play import Played, check, play
from adjudicator.engine.requests import Ask
from adjudicator.engine.search import movements
from adjudicator.engine.state import RevealUnderWay, State, Status
from adjudicator.notation.names import find_code, with_codes
from adjudicator.notation.orders import read_order, write_order

from .games import Verdict

MOST = 3


def alternatives(
    state: State, by: Colour | None, decision: d.Decision | None, text: str = ""
) -> list[str]:
    """Up to three legal orders, the nearest to what was meant first, to be copied.

    Where no decision could be read, the words themselves may name a character and a square.
    """
    if state.result is not None:
        return []
    if by is None:
        return _legal(state, by, (d.TimeOut(r.number) for r in state.pending if not r.sealed))
    groups = options(state, by)
    near = _near(state, by, decision, groups) if decision else _named(state, by, text, groups)
    found = _legal(state, by, near)
    if isinstance(decision, d.Move) and (legs := _two_legs(state, by, decision)):
        found.insert(0, legs)
    return (found or _legal(state, by, (group[0] for group in groups)))[:MOST]


def instead_of(verdict: Verdict, by: Colour | None) -> list[str]:
    """Lines to copy in the place of an order that was refused."""
    if verdict.state is None:
        return []
    return alternatives(verdict.state, by, verdict.decision, verdict.order.text)


def short_order(state: State, by: Colour | None, decision: d.Decision) -> str:
    """The shortest text that means this decision: a movement by its goal, if that is enough,
    else by the squares where something is left or taken.
    """
    if isinstance(decision, d.Move):
        named = tuple(step for step in decision.path[:-1] if step.leave or step.take)
        text = write_order(state, by, replace(decision, path=(*named, decision.path[-1])))
        if read_order(text, state, by) == decision:
            return text
    return write_order(state, by, decision)


def _legal(state: State, by: Colour | None, candidates: Iterable[d.Decision]) -> list[str]:
    found: dict[str, None] = {}
    for candidate in candidates:
        if check(state, by, candidate) is None:
            found[short_order(state, by, candidate)] = None
        if len(found) == MOST:
            break
    return list(found)


def _near(
    state: State, by: Colour, meant: d.Decision, groups: tuple[Group, ...]
) -> Iterator[d.Decision]:
    """Candidates, the nearest first."""
    match meant:
        case d.LineUp():
            yield from _near_line_up(state, by, meant)
        case d.Put():
            yield from _near_put(state, by, meant)
        case d.Hide(token, slot):
            hides = [h for h in _members(groups, "set") if isinstance(h, d.Hide)]
            yield from sorted(hides, key=lambda h: (h.token != token) + (h.slot != slot))
        case d.PlayActionCard(points):
            cards = [c for c in _members(groups, "action") if isinstance(c, d.PlayActionCard)]
            yield from sorted(cards, key=lambda c: abs(c.points - points))
        case d.LayCard(card):
            laid = [c for c in _members(groups, "card") if isinstance(c, d.LayCard)]
            yield from sorted(laid, key=lambda c: abs(c.card - card))
        case d.NameCard():
            yield from _members(groups, "mind")
        case d.Reveal() | d.Rotate() | d.Move() | d.Jump() | d.Attack() | d.Use():
            yield from _near_actions(state, meant, groups)


def _named(state: State, by: Colour, text: str, groups: tuple[Group, ...]) -> Iterator[d.Decision]:
    """Actions of the character a text begins with; movements towards the square it ends with."""
    words = with_codes(state.rules, text).split() or [""]
    actor = Token(f"{by.letter}{find_code(state.rules, words[0])}")
    actions = [a for group in groups if group.actor == actor for a in group]
    square = state.rules.layout.square_by_name.get(re.split(r"[-|@]", words[-1].lower())[-1])
    if square is None:
        yield from (group[0] for group in groups if group.actor == actor)
        return
    moves = [move for move in actions if isinstance(move, d.Move) and not _handles(move)]
    yield from sorted(moves, key=lambda move: _squares_apart(state, square, _goal(move)))


def _handles(action: d.Action) -> bool:
    """Whether a movement leaves or takes something, or leads nowhere."""
    if not isinstance(action, d.Move):
        return False
    path = action.path
    return path[0].cell == path[-1].cell or any(step.leave or step.take for step in path)


def _members(groups: tuple[Group, ...], kind: str) -> Iterator[d.Decision]:
    return (decision for group in groups if group.kind == kind for decision in group)


# -- actions ----------------------------------------------------------------------------------


def _near_actions(state: State, meant: d.Action, groups: tuple[Group, ...]) -> list[d.Action]:
    """Those that differ least: in what is done, by whom, and on what; then by distance."""
    actions = [a for group in groups if group.actor for a in group if isinstance(a, d.Action)]
    near = [(_difference(state, meant, action), action) for action in actions]
    return [action for rank, action in sorted(near, key=lambda pair: pair[0]) if rank[0] < 3]


def _difference(state: State, meant: d.Action, action: d.Action) -> tuple[int, bool, int, int]:
    other_actor = action.actor != meant.actor
    if not other_actor and _clears_the_way(state, meant, action):
        return (0, False, 0, 0)
    differences = (_verb(action) != _verb(meant)) + other_actor + (_aim(action) != _aim(meant))
    length = len(action.path) if isinstance(action, d.Move) else 0
    distance = _distance(state, meant, action) + 50 * _handles(action)
    return (differences, other_actor, distance, length)


def _clears_the_way(state: State, meant: d.Action, action: d.Action) -> bool:
    """Opening a border on the meant path, or attacking who stands on it."""
    if not isinstance(meant, d.Move):
        return False
    cells = [step.cell for step in meant.path]
    if isinstance(action, d.Attack):
        return state.pieces[action.target].cell in cells
    target = action.target if isinstance(action, d.Use) else None
    if not isinstance(target, tuple):
        return False
    return any(set(pair) == set(target) for pair in pairwise(cells))


def _verb(action: d.Action) -> str:
    return action.verb if isinstance(action, d.Use) else type(action).__name__


def _aim(action: d.Action) -> object:
    """What an action is done to."""
    match action:
        case d.Reveal(_, slot) | d.Rotate(_, slot):
            return slot
        case d.Move(_, path):
            return path[-1].cell
        case d.Jump(_, _, _, landing):
            return landing
        case d.Attack(_, target):
            return target
        case d.Use(_, _, target):
            return frozenset(target) if isinstance(target, tuple) else target


def _distance(state: State, meant: d.Action, action: d.Action) -> int:
    if isinstance(meant, d.Move | d.Jump) and isinstance(action, d.Move | d.Jump):
        return _squares_apart(state, state.space.square_of[_goal(meant)], _goal(action))
    return 0


def _goal(move: d.Move | d.Jump) -> Cell:
    return move.path[-1].cell if isinstance(move, d.Move) else move.landing


def _squares_apart(state: State, square: int, cell: Cell) -> int:
    """Rows and columns between a square and a cell."""
    width = state.rules.layout.width
    (y1, x1), (y2, x2) = divmod(square, width), divmod(state.space.square_of[cell], width)
    return abs(x1 - x2) + abs(y1 - y2)


def _two_legs(state: State, by: Colour, meant: d.Move) -> str | None:
    """The way to a goal in two movements, if one is not enough: ``WA c6; WA c8``."""
    actor = state.pieces.get(meant.actor)
    if actor is None or actor.colour != by or not actor.can_act:
        return None
    if any(path[-1].cell == _goal(meant) for path in movements(state, actor)):
        return None
    for first in _plain_moves(state, meant.actor):
        halfway = play(state, by, first)
        if not isinstance(halfway, Played) or not halfway.state.pieces[meant.actor].can_act:
            continue
        for second in _plain_moves(halfway.state, meant.actor):
            if second.path[-1].cell == _goal(meant) and check(halfway.state, by, second) is None:
                legs = (short_order(state, by, first), short_order(halfway.state, by, second))
                return "; ".join(legs)
    return None


def _plain_moves(state: State, token: Token) -> Iterator[d.Move]:
    for path in movements(state, state.pieces[token]):
        if not _handles(move := d.Move(token, path)):
            yield move


# -- set-up and placing -----------------------------------------------------------------------


def _near_line_up(state: State, by: Colour, meant: d.LineUp) -> Iterator[d.LineUp]:
    if state.request(by, Ask.LINE_UP) is None:
        return
    own = [
        piece.token
        for piece in state.of(by)
        if piece.kind.character and piece.status in (Status.UNPLACED, Status.LINED_UP)
    ]
    wanted = [token for token, _ in meant.team if token in own]
    team = list(dict.fromkeys([*wanted, *own]))[: state.rules.line_up_of(by)]
    yield d.LineUp(_arranged(team, meant.team, list(dots(state, by))))


def _near_put(state: State, by: Colour, meant: d.Put) -> Iterator[d.Put]:
    request, reveal = state.request(by, Ask.PUT), state.under_way
    if request is not None and isinstance(reveal, RevealUnderWay):
        sites = list(free_sites(state, reveal.slot))
        yield d.Put(_arranged(list(request.tokens), meant.places, sites))


def _arranged(
    tokens: list[Token], meant: tuple[tuple[Token, Cell], ...], cells: list[Cell]
) -> tuple[tuple[Token, Cell], ...]:
    """Each token where it was meant to be, if that can be; the others on what is left."""
    places: dict[Token, Cell] = {}
    for token, cell in meant:
        if token in tokens and token not in places and cell in cells:
            places[token] = cell
            cells.remove(cell)
    for token in tokens:
        if token not in places and cells:
            places[token] = cells.pop(0)
    return tuple((token, places[token]) for token in tokens if token in places)

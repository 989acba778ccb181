"""Walking: entering squares, handling loads on the way, and where a movement may end.

A ``Walk`` is a movement as far as it has come. It is a value, so that checking an order and
searching for every possible movement use the same steps. What the mover has left and taken on his
way is kept beside the untouched position.

A gear and the own line are ground like floor (BASE-MOVE-13, -15, PRISON-CARRY-17). He may handle
loads on every square he leaves, as often as he likes, of either colour (BASE-CARRY-10, -22).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from .abilities import Passage
from .ids import Cell, Token
from .layout import LineRule
from .refusals import Refusal, refuse
from .ruleset import Ground
from .state import LAID, Piece, State


class Entry(NamedTuple):
    """How a square may be entered, and whether only the mover's load makes it possible."""

    passage: Passage
    by_load: bool


_BLOCKED = Entry(Passage.BLOCK, False)
_FREE = Entry(Passage.STOP, False)
_NO_CHANGE: Mapping[Cell, tuple[Token, ...]] = {}


class Walk(NamedTuple):
    """A movement under way."""

    state: State
    who: Piece
    cell: Cell
    load: Token | None
    laid: bool
    """The load holds him where he is; it cannot help him into the next square (BASE-OBJECT-09)."""
    changed: Mapping[Cell, tuple[Token, ...]]
    """What lies on the squares whose content differs from the position, without the mover."""

    def content(self, cell: Cell) -> tuple[Token, ...]:
        """The tokens on a square, without the mover and his load."""
        found = self.changed.get(cell)
        return self.state.at.get(cell, ()) if found is None else found


def set_out(state: State, who: Piece) -> Walk:
    """The beginning of a movement."""
    load = state.load(who.token)
    mine = (who.token,) if load is None else (who.token, load.token)
    here = state.at[who.cell]
    rest = tuple(token for token in here if token not in mine) if len(here) > len(mine) else ()
    walk = Walk(state, who, who.cell, load.token if load else None, False, {who.cell: rest})
    if load is not None and not ground_of(state, who.cell).stand:
        laid = LAID in load.marks or own_passage(walk, who.cell) is not Passage.STOP
        return walk._replace(laid=laid)
    return walk


def ground_of(state: State, cell: Cell) -> Ground:
    return state.rules.grounds[state.space.geometry.ground[cell]]


def own_passage(walk: Walk, cell: Cell) -> Passage:
    """How far the mover's own abilities carry him into a square."""
    ground = walk.state.space.geometry.ground[cell]
    best = Passage.BLOCK
    for ability in walk.who.kind.answers["as_mover"]:
        best = max(best, ability.as_mover(walk, ground) or Passage.BLOCK)
    return best


def bridged(walk: Walk, cell: Cell) -> Passage:
    """How far those on a square help the mover into it: a lying rope, a friend on the pit."""
    ground = walk.state.space.geometry.ground[cell]
    best = Passage.BLOCK
    for token in walk.content(cell):
        piece = walk.state.pieces[token]
        if piece.wounded:
            continue  # BASE-WOUND-08: abilities of the wounded are off
        for ability in piece.kind.answers["as_occupant"]:
            best = max(best, ability.as_occupant(walk, cell, ground, piece) or Passage.BLOCK)
    return best


def carried_passage(walk: Walk, cell: Cell) -> Passage:
    """How far the mover's load carries him into a square."""
    if walk.load is None or (walk.laid and anchors_needed(walk.state, cell)):
        return Passage.BLOCK  # a rope that needs no anchors is carried on (PRISON-OBJECT-08)
    ground = walk.state.space.geometry.ground[cell]
    best = Passage.BLOCK
    for ability in walk.state.pieces[walk.load].kind.answers["as_load"]:
        best = max(best, ability.as_load(walk, cell, ground) or Passage.BLOCK)
    return best


def anchors(walk: Walk, cell: Cell) -> int:
    """At how many squares next to an obstacle a rope could be fastened."""
    return sum(
        ground_of(walk.state, beyond).stand or bridged(walk, beyond) is not Passage.BLOCK
        for beyond in walk.state.space.open_to(cell)
    )


def anchors_needed(state: State, cell: Cell) -> int:
    """At how many squares a rope over this obstacle must be fastened (BASE-OBJECT-06)."""
    return state.rules.rope_anchors


def enemy_in_the_way(walk: Walk, cell: Cell) -> Piece | None:
    """The living enemy whom the mover cannot pass (BASE-MOVE-06, BASE-ABILITY-14).

    Some are so large that small ones slip past them (PRISON-ABILITY-13).
    """
    if walk.who.kind.flies_over_enemies:
        return None
    enemy = living_enemy(walk, cell)
    if enemy is not None and walk.who.kind.combat <= enemy.kind.lets_pass:
        return None
    return enemy


def living_enemy(walk: Walk, cell: Cell) -> Piece | None:
    pieces = walk.state.pieces
    for token in walk.content(cell):
        piece = pieces[token]
        if piece.kind.character and not piece.wounded and piece.colour != walk.who.colour:
            return piece
    return None


def entry(walk: Walk, to: Cell) -> Entry:
    """How the mover may enter a square next to him that no border parts from his."""
    state = walk.state
    if walk.content(to) and enemy_in_the_way(walk, to) is not None:
        return _BLOCKED
    geometry = state.space.geometry
    line = geometry.line_of.get(to)
    if line is not None and line.rule(walk.who.colour) is LineRule.CLOSED:
        return _BLOCKED
    if state.rules.grounds[geometry.ground[to]].stand:
        return _FREE
    unaided = max(own_passage(walk, to), bridged(walk, to))
    if unaided is Passage.STOP:
        return _FREE
    carried = carried_passage(walk, to)
    return Entry(max(unaided, carried), unaided is Passage.BLOCK and carried is not Passage.BLOCK)


def go(walk: Walk, to: Cell, entered: Entry) -> Walk:
    """The movement one square further."""
    return Walk(walk.state, walk.who, to, walk.load, entered.by_load, walk.changed)


def is_exit(state: State, who: Piece, cell: Cell) -> bool:
    """Whether coming onto this square means leaving the labyrinth (BASE-EXIT-01)."""
    line = state.space.geometry.line_of.get(cell)
    return line is not None and line.rule(who.colour) is LineRule.EXIT


# -- ending -----------------------------------------------------------------------------------


def end_refusal(walk: Walk, entered: Entry) -> Refusal | None:
    """Why the mover may not end where he is (BASE-MOVE-08, -14)."""
    state, here, who = walk.state, walk.state.square(walk.cell), walk.who
    rest = walk.content(walk.cell)
    for token in rest:
        piece = state.pieces[token]
        if piece.living:
            friend = piece.colour == who.colour
            rule = "BASE-MOVE-05" if friend else "BASE-MOVE-06"
            if not friend and who.kind.flies_over_enemies:
                rule = "BASE-ABILITY-15"
            return refuse(rule, f"the {state.name(token)} stands on {here}; nobody may stop there")
        if piece.kind.character and piece.colour != who.colour:
            return refuse("BASE-MOVE-09", f"the wounded {state.name(token)} lies on {here}")
    if entered.passage is not Passage.STOP:
        rule = "BASE-ABILITY-15" if own_passage(walk, walk.cell) else "BASE-MOVE-10"
        return refuse(
            rule,
            f"the {state.name(who.token)} may cross the {state.space.ground(walk.cell)} {here}"
            " but not stop on it",
        )
    if len(rest) + (walk.load is not None) > 1:
        return refuse("BASE-TURN-12", _too_many(walk, rest))
    return None


def _too_many(walk: Walk, rest: tuple[Token, ...]) -> str:
    state = walk.state
    tokens = [walk.who.token, *([walk.load] if walk.load else []), *rest]
    names = ", ".join(state.name(token) for token in tokens)
    return f"{len(tokens)} tokens would share {state.square(walk.cell)} ({names}); two may"


def may_end(walk: Walk, entered: Entry) -> bool:
    """The same question without words, for the search."""
    if entered.passage is not Passage.STOP:
        return False
    rest = walk.content(walk.cell)
    if not rest:
        return True
    if len(rest) + (walk.load is not None) > 1:
        return False
    piece = walk.state.pieces[rest[0]]
    return not piece.kind.character or (piece.wounded and piece.colour == walk.who.colour)


def blocked_refusal(walk: Walk, to: Cell) -> Refusal:
    """Why a step is impossible, in words."""
    state, who, space = walk.state, walk.who, walk.state.space
    here, there = state.square(walk.cell), state.square(to)
    half = space.half_between(walk.cell, to)
    if half is None:
        return refuse("BASE-MOVE-04", f"{there} is not next to {here}")
    layer = space.blocking(half, who.kind.gait)
    if layer is not None:
        border = space.geometry.borders[layer.kind]
        state_of = "" if len(border.blocks) == 1 else f"{layer.state} "
        return refuse(
            border.rules["walk"], f"there is a {state_of}{border.name} between {here} and {there}"
        )
    enemy = enemy_in_the_way(walk, to)
    if enemy is not None:
        rule = "BASE-EXIT-04" if is_exit(state, who, to) else "BASE-MOVE-06"
        return refuse(rule, f"the {state.name(enemy.token)} bars {there}")
    line = space.line(to)
    if line is not None and line.rule(who.colour) is LineRule.CLOSED:
        return refuse("BASE-EXIT-02", f"{there} is on a line that is closed to {who.colour}")
    return _obstacle_refusal(walk, to)


def _obstacle_refusal(walk: Walk, to: Cell) -> Refusal:
    state = walk.state
    ground, there = state.space.ground(to), state.square(to)
    helps = walk.load is not None and bool(state.pieces[walk.load].kind.answers["as_load"])
    if helps and walk.laid:
        return refuse(
            "BASE-OBJECT-09",
            f"one rope does not carry over two obstacles in a row: leave it on"
            f" {state.square(walk.cell)} or go another way than {there}",
        )
    if helps:
        return refuse(
            "BASE-OBJECT-08",
            f"the rope finds {anchors(walk, to)} of the {anchors_needed(state, to)} squares it"
            f" needs to be fastened next to the {ground} {there}",
        )
    return refuse(
        "BASE-MOVE-10", f"{there} is a {ground}; the {state.name(walk.who.token)} cannot enter it"
    )


def landing_refusal(walk: Walk, to: Cell) -> Refusal | None:
    """Why nobody may land there by a jump or through a wall (BASE-JUMP-04, BASE-ABILITY-17).

    Such an arrival needs a square valid to end on, a starting line included (BASE-EXIT-03).
    """
    refusal = _landing(walk, to)
    if refusal is not None and is_exit(walk.state, walk.who, to):
        return refuse("BASE-EXIT-03", refusal.why)
    return refusal


def _landing(walk: Walk, to: Cell) -> Refusal | None:
    state = walk.state
    for token in walk.content(to):
        piece = state.pieces[token]
        if piece.living:
            return refuse("BASE-JUMP-04", f"the {state.name(token)} stands on {state.square(to)}")
    entered = entry(walk, to)
    if entered.passage is Passage.BLOCK:
        return _obstacle_refusal(walk, to)
    return end_refusal(walk._replace(cell=to), entered)

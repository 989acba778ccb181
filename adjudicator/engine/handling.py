"""Handling loads on the way: what may be left and taken, and what must hold for the rest."""

from __future__ import annotations

from typing import NamedTuple

from .abilities import Passage
from .ids import Token
from .refusals import Refusal, refuse
from .state import Piece, State
from .walk import Walk, anchors, ground_of, living_enemy, own_passage


class Handled(NamedTuple):
    """A movement after something was left or taken, and who died of it."""

    walk: Walk
    fallen: Token | None


def handle(walk: Walk, leave: Token | None, take: Token | None) -> Handled | Refusal:
    """Leave and take on the square the mover stands on, as he goes on (BASE-CARRY-02, -03).

    From and to friends and the wounded of either colour alike (BASE-CARRY-07, -08); a rescuer takes
    the wounded and leaves the rope (BASE-WOUND-15).
    """
    refusal = _may_leave(walk, leave) or _may_take(walk, leave, take)
    if refusal:
        return refusal
    rest = tuple(token for token in walk.content(walk.cell) if token != take)
    if leave is not None:
        rest = (*rest, leave)
    stack = _Stack.of(walk.state, rest)
    refusal = _stack_refusal(walk, stack) or _ground_refusal(walk, stack, leave, take)
    if refusal:
        return refusal
    fallen = _unsupported_wounded(walk, stack)
    if fallen is not None:
        rest = tuple(token for token in rest if token != fallen.token)
    load = take if take is not None else (None if leave is not None else walk.load)
    laid = walk.laid
    if take is not None:
        laid = not ground_of(walk.state, walk.cell).stand
    elif leave is not None:
        laid = False
    changed = {**walk.changed, walk.cell: rest}
    after = Walk(walk.state, walk.who, walk.cell, load, laid, changed)
    return Handled(after, fallen.token if fallen else None)


class _Stack(NamedTuple):
    """The tokens of one square by their nature."""

    living: tuple[Piece, ...]
    wounded: tuple[Piece, ...]
    things: tuple[Piece, ...]

    @classmethod
    def of(cls, state: State, tokens: tuple[Token, ...]) -> _Stack:
        pieces = [state.pieces[token] for token in tokens]
        return cls(
            tuple(p for p in pieces if p.kind.character and not p.wounded),
            tuple(p for p in pieces if p.kind.character and p.wounded),
            tuple(p for p in pieces if not p.kind.character),
        )

    def __len__(self) -> int:
        return len(self.living) + len(self.wounded) + len(self.things)


def _may_leave(walk: Walk, leave: Token | None) -> Refusal | None:
    if leave is None:
        return None
    state = walk.state
    if leave != walk.load:
        return refuse(
            "BASE-CARRY-03",
            f"the {state.name(walk.who.token)} does not carry the {state.name(leave)}",
        )
    return None


def _may_take(walk: Walk, leave: Token | None, take: Token | None) -> Refusal | None:
    state, here = walk.state, walk.state.square(walk.cell)
    if leave is None and take is None:
        return None
    enemy = living_enemy(walk, walk.cell)
    if enemy is not None:
        return refuse(
            "BASE-CARRY-15", f"nothing can be taken or left where the {state.name(enemy.token)} is"
        )
    if take is None:
        return None
    if take not in walk.content(walk.cell):
        return refuse("BASE-CARRY-02", f"the {state.name(take)} is not on {here}")
    thing = state.pieces[take]
    if thing.living:
        return refuse("BASE-CARRY-12", f"the {state.name(take)} is not wounded; he walks himself")
    if thing.kind.character and thing.colour != walk.who.colour:
        return refuse(
            "BASE-CARRY-13", f"the {state.name(take)} is an enemy; only friends are carried"
        )
    if walk.load is not None and leave is None:
        if thing.kind.character or state.pieces[walk.load].kind.character:
            rule = "BASE-CARRY-23" if len(walk.content(walk.cell)) > 1 else "BASE-CARRY-01"
        else:
            rule = "BASE-CARRY-01"
        return refuse(
            rule,
            f"the {state.name(walk.who.token)} already carries the {state.name(walk.load)}"
            " and nobody carries two things",
        )
    return None


def _stack_refusal(walk: Walk, stack: _Stack) -> Refusal | None:
    """What stays behind must be legal without the mover (BASE-CARRY-05, BASE-TURN-12)."""
    here = walk.state.square(walk.cell)
    if len(stack.things) > 1:
        rule = "BASE-CARRY-09" if stack.living else "BASE-CARRY-05"
        return refuse(rule, f"two objects cannot lie on {here}")
    if len(stack.wounded) > 1:
        return refuse("BASE-CARRY-16", f"two wounded cannot lie on {here}")
    if len(stack) > 2:
        rule = "BASE-CARRY-09" if stack.living else "BASE-TURN-12"
        return refuse(rule, f"three tokens would be left on {here}")
    return None


def _ground_refusal(
    walk: Walk, stack: _Stack, leave: Token | None, take: Token | None
) -> Refusal | None:
    """What stays behind on an obstacle must be held there (BASE-TERRAIN-05)."""
    state = walk.state
    if ground_of(state, walk.cell).stand:
        return None
    ground, here = state.space.ground(walk.cell), state.square(walk.cell)
    holding = any(thing.kind.lies_on(ground) for thing in stack.things)
    for living in stack.living:
        stands = _stands_by_himself(walk, living)
        if not stands and not holding:
            return refuse(
                "BASE-OBJECT-11",
                f"the {state.name(living.token)} on {here} would lose the rope that holds him",
            )
        if stands:
            return None  # whatever she has in her hands is held
    if leave is not None:
        left = state.pieces[leave]
        if not left.kind.lies_on(ground):
            return refuse(
                "BASE-CARRY-06", f"the {state.name(leave)} cannot be left on the {ground} {here}"
            )
        needed = state.rules.rope_anchors
        if not walk.laid and anchors(walk, walk.cell) < needed:
            return refuse(
                "BASE-OBJECT-06",
                f"the rope needs {needed} squares next to the {ground} {here} that hold it;"
                f" there is {anchors(walk, walk.cell)}",
            )
    if take is not None and not holding:
        for wounded in stack.wounded:
            if wounded.colour == walk.who.colour:
                return refuse(
                    "BASE-WOUND-17",
                    f"the {state.name(wounded.token)} hangs on that rope; he would fall",
                )
    return None


def _stands_by_himself(walk: Walk, living: Piece) -> bool:
    """Whether a character needs no help to stand where he is."""
    own = walk._replace(who=living, load=None, cell=living.cell)
    return own_passage(own, living.cell) is Passage.STOP


def _unsupported_wounded(walk: Walk, stack: _Stack) -> Piece | None:
    """An enemy wounded who hangs on a rope that has just been taken away (BASE-WOUND-16)."""
    state = walk.state
    if ground_of(state, walk.cell).stand or not stack.wounded or stack.living:
        return None
    ground = state.space.ground(walk.cell)
    held = any(thing.kind.lies_on(ground) for thing in stack.things)
    return None if held else stack.wounded[0]

"""Handling loads on the way: what may be left and taken, and what must hold for the rest."""

from __future__ import annotations

from typing import NamedTuple

from .footing import are_held, is_spanned, stands_unaided
from .ids import Token
from .refusals import Refusal, refuse
from .state import Piece, State
from .walk import Walk, anchors, anchors_needed, ground_of, living_enemy


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
    state, cell = walk.state, walk.cell
    if ground_of(state, cell).stand:
        return None
    if any(stands_unaided(state, living, cell) for living in stack.living):
        return None  # whatever she has in her hands is held
    spanned = is_spanned(state, cell, stack.things)
    if stack.living and not spanned:
        return refuse(
            "BASE-OBJECT-11",
            f"the {state.name(stack.living[0].token)} on {state.square(cell)} would lose the rope"
            " that holds him",
        )
    refusal = None if leave is None else _laying_refusal(walk, leave)
    if refusal is None and take is not None and not spanned:
        return _hanging_refusal(walk, stack)
    return refusal


def _laying_refusal(walk: Walk, leave: Token) -> Refusal | None:
    """Why this cannot be left on an obstacle: it does not span it, or is fastened nowhere."""
    state, cell = walk.state, walk.cell
    ground, here = state.space.ground(cell), state.square(cell)
    if not state.pieces[leave].kind.lies_on(ground):
        return refuse(
            "BASE-CARRY-06", f"the {state.name(leave)} cannot be left on the {ground} {here}"
        )
    needed, found = anchors_needed(state, cell), anchors(walk, cell)
    if walk.laid or found >= needed:
        return None
    return refuse(
        "BASE-OBJECT-06",
        f"the rope needs {needed} squares next to the {ground} {here} that hold it;"
        f" there is {found}",
    )


def _hanging_refusal(walk: Walk, stack: _Stack) -> Refusal | None:
    """Why a rope cannot be taken away from under a friend."""
    for wounded in stack.wounded:
        if wounded.colour == walk.who.colour:
            return refuse(
                "BASE-WOUND-17",
                f"the {walk.state.name(wounded.token)} hangs on that rope; he would fall",
            )
    return None


def _unsupported_wounded(walk: Walk, stack: _Stack) -> Piece | None:
    """An enemy wounded who hangs on a rope that has just been taken away (BASE-WOUND-16)."""
    if not stack.wounded or stack.living:
        return None
    lying = (*stack.wounded, *stack.things)
    return None if are_held(walk.state, walk.cell, lying) else stack.wounded[0]

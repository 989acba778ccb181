"""Who dies, and what becomes of what he held (BASE-WOUND, BASE-CARRY-19)."""

from __future__ import annotations

from ..course import Course
from ..events import Eliminated, ThingGone
from ..footing import are_held
from ..ids import Token
from .finish import credit, score


def die(course: Course, token: Token, cause: str, rule: str) -> None:
    """A character is eliminated and somebody scores (BASE-VP-01)."""
    colour = credit(course.state, token)
    course.happen(Eliminated(token, cause), rule)
    points = course.state.rules.goal.for_death(course.state.pieces[token].kind.code)
    score(course, colour, points, token, "eliminated", "BASE-VP-01")


def kill(course: Course, token: Token, cause: str, rule: str) -> None:
    """Eliminate a character; what he held stays, unless it falls (BASE-CARRY-19)."""
    load = course.state.load(token)
    cell = course.state.pieces[token].cell
    die(course, token, cause, rule)
    if load is not None and not are_held(course.state, cell, [load]):
        ground = course.state.space.ground(cell)
        course.happen(ThingGone(load.token, f"fell into the {ground}"), "BASE-CARRY-19")


def drop_if_unsupported(course: Course, token: Token) -> None:
    """A character wounded on a pit without a rope dies there (BASE-WOUND-13, -14)."""
    state = course.state
    cell = state.pieces[token].cell
    if not are_held(state, cell, state.on(cell)):
        kill(course, token, f"fell into the {state.space.ground(cell)}", "BASE-WOUND-13")

"""Movements and jumps (BASE-MOVE, BASE-CARRY, BASE-JUMP, BASE-EXIT).

Loads change hands nowhere else (BASE-CARRY-18). Every square of a path costs one, however often it
is entered (BASE-MOVE-18, -21), and a shorter path than the speed allows is fine (BASE-MOVE-02).
"""

from __future__ import annotations

from ..course import Course
from ..decisions import Jump, Move, Step
from ..events import (
    Escaped,
    JumpCardUsed,
    Jumped,
    Left,
    Moved,
    Rescued,
    ThingGone,
    TookUp,
)
from ..handling import Handled, handle
from ..ids import Cell, Colour, Token
from ..refusals import Refusal, refuse
from ..state import State
from ..walk import (
    Entry,
    Walk,
    blocked_refusal,
    end_refusal,
    entry,
    go,
    ground_of,
    is_exit,
    landing_refusal,
    set_out,
)
from .common import check_action, pay
from .death import die
from .finish import note_target, score
from .turn import go_on


def check_move(state: State, by: Colour, decision: Move) -> Refusal | None:
    refusal = check_action(state, by, decision, wounded_rule="BASE-MOVE-20")
    if refusal:
        return refusal
    actor = state.pieces[decision.actor]
    path = decision.path
    if path[0].cell != actor.cell:
        return refuse(
            "BASE-MOVE-04",
            f"the {state.name(actor.token)} stands on {state.square(actor.cell)},"
            f" not on {state.square(path[0].cell)}",
        )
    steps = len(path) - 1
    if steps < 1:
        return refuse("BASE-MOVE-19", "a movement has at least one step")
    if steps > actor.kind.speed:
        return refuse(
            "BASE-MOVE-01",
            f"that is {steps} squares; the {state.name(actor.token)} moves up to"
            f" {actor.kind.speed}",
        )
    return _check_path(set_out(state, actor), path)


def _check_path(walk: Walk, path: tuple[Step, ...]) -> Refusal | None:
    open_to, gait = walk.state.space.open_to, walk.who.kind.gait
    entered = None
    for index in range(len(path) - 1):
        step, to = path[index], path[index + 1].cell
        if step.leave is not None or step.take is not None:
            handled = handle(walk, step.leave, step.take)
            if isinstance(handled, Refusal):
                return handled
            walk = handled.walk
        if to not in open_to(walk.cell, gait):
            return blocked_refusal(walk, to)
        entered = entry(walk, to)
        if not entered.passage:
            return blocked_refusal(walk, to)
        walk = go(walk, to, entered)
        if index < len(path) - 2 and is_exit(walk.state, walk.who, to):
            return refuse(
                "BASE-EXIT-01",
                f"on {walk.state.square(to)} he leaves the labyrinth; the movement ends there",
            )
    assert entered is not None, "a path has at least one step"
    return _check_end(walk, entered, path[-1])


def _check_end(walk: Walk, entered: Entry, last: Step) -> Refusal | None:
    state = walk.state
    leaving = is_exit(state, walk.who, walk.cell)
    if leaving and (last.leave or last.take):
        return refuse("BASE-CARRY-20", "nothing is taken or left on the line one leaves by")
    if last.leave is not None:
        return refuse("BASE-CARRY-04", "nobody puts his load down and stays on it")
    if leaving:
        return None
    refusal = end_refusal(walk, entered)
    if refusal is None and last.take is not None and last.take not in walk.content(walk.cell):
        return refuse(
            "BASE-CARRY-02", f"the {state.name(last.take)} is not on {state.square(walk.cell)}"
        )
    return refusal


def resolve_move(course: Course, by: Colour, decision: Move) -> None:
    pay(course, decision.actor, decision.purse, 1)
    walked = [decision.path[0].cell]
    for index, step in enumerate(decision.path[:-1]):
        if step.leave is not None or step.take is not None:
            if len(walked) > 1:
                course.happen(Moved(decision.actor, tuple(walked)), "BASE-MOVE-01")
                walked = [step.cell]
            _hand_over(course, decision.actor, step)
        walked.append(decision.path[index + 1].cell)
    course.happen(Moved(decision.actor, tuple(walked)), "BASE-MOVE-01")
    arrive(course, decision.actor)
    after_action(course)


def _hand_over(course: Course, actor: Token, step: Step) -> None:
    """What is left and taken on one square, and who falls because of it."""
    before = course.state
    handled = handle(set_out(before, before.pieces[actor]), step.leave, step.take)
    assert isinstance(handled, Handled), "a checked movement handles its loads legally"
    giver = before.pieces[step.take].carrier if step.take else None
    rest = [before.pieces[t] for t in handled.walk.content(step.cell) if t != step.leave]
    holder = next((piece.token for piece in rest if piece.kind.character), None)
    if step.leave is not None:
        course.happen(Left(actor, step.leave, holder), "BASE-CARRY-03")
    if step.take is not None:
        course.happen(TookUp(actor, step.take, giver), "BASE-CARRY-02")
    if handled.fallen is not None:
        die(course, handled.fallen, "fell when the rope was taken", "BASE-WOUND-16")


def arrive(course: Course, actor: Token) -> None:
    """End of a movement: leave the labyrinth, or carry what lies here (BASE-CARRY-04)."""
    state = course.state
    piece = state.pieces[actor]
    if is_exit(state, piece, piece.cell):
        _escape(course, actor)
        return
    if state.load(actor) is None:
        for other in state.on(piece.cell):
            if other.token != actor:
                course.happen(TookUp(actor, other.token, other.carrier), "BASE-CARRY-04")


def _escape(course: Course, actor: Token) -> None:
    """Points for him and for a treasure; his load leaves too (BASE-EXIT-01, -05 to -07, -09)."""
    state = course.state
    piece = state.pieces[actor]
    load = state.load(actor)
    if load is not None and load.kind.character:
        course.happen(Rescued(load.token), "BASE-EXIT-05")
    elif load is not None:
        course.happen(ThingGone(load.token, "carried out"), "BASE-EXIT-06")
    course.happen(Escaped(actor), "BASE-EXIT-01")
    points = state.rules.goal.for_escape(piece.kind.code) + piece.kind.escape_points
    score(course, piece.colour, points, actor, "escaped", "BASE-VP-02")
    if load is not None and not load.kind.character and load.kind.escape_points:
        points = load.kind.escape_points
        score(course, piece.colour, points, load.token, "carried out", "BASE-VP-03")


def after_action(course: Course) -> None:
    """After an action: its points count now (BASE-VP-04), and the next one may be asked for."""
    note_target(course)
    go_on(course)


# -- jumps ------------------------------------------------------------------------------------


def check_jump(state: State, by: Colour, decision: Jump) -> Refusal | None:
    """A Jump card carries over one obstacle, out of the labyrinth too (BASE-JUMP-01, -09)."""
    refusal = check_action(state, by, decision, wounded_rule="BASE-JUMP-06")
    if refusal:
        return refusal
    if state.players[by].jumps < 1:
        return refuse("BASE-JUMP-08", "you have no Jump card left")
    actor = state.pieces[decision.actor]
    if decision.start != actor.cell:
        return refuse(
            "BASE-MOVE-04", f"the {state.name(actor.token)} stands on {state.square(actor.cell)}"
        )
    walk = set_out(state, actor)
    if decision.leave is not None:
        handled = handle(walk, decision.leave, None)
        if isinstance(handled, Refusal):
            return handled
        walk = handled.walk
    return _check_flight(walk, decision.over) or _check_landing(
        walk, decision.over, decision.landing
    )


def _check_flight(walk: Walk, over: Cell) -> Refusal | None:
    state = walk.state
    if not ground_of(state, over).obstacle:
        return refuse("BASE-JUMP-02", f"{state.square(over)} is nothing to jump over")
    if over not in state.space.open_to(walk.cell):
        return _barrier(state, walk.cell, over)
    for piece in state.on(over):
        if piece.kind.character:
            return refuse(
                "BASE-JUMP-03", f"the {state.name(piece.token)} is on {state.square(over)}"
            )
    return None


def _check_landing(walk: Walk, over: Cell, landing: Cell) -> Refusal | None:
    state = walk.state
    if landing == walk.cell:
        return refuse("BASE-JUMP-02", "a jump ends on another side of the pit than it began")
    if landing not in state.space.open_to(over):
        return _barrier(state, over, landing)
    return landing_refusal(walk, landing)


def _barrier(state: State, here: Cell, there: Cell) -> Refusal:
    half = state.space.half_between(here, there)
    if half is None:
        return refuse("BASE-JUMP-02", f"{state.square(there)} is not next to {state.square(here)}")
    layer = state.space.blocking(half, "walk")
    name = state.space.geometry.borders[layer.kind].name if layer else "border"
    return refuse(
        "BASE-JUMP-05", f"a {name} is between {state.square(here)} and {state.square(there)}"
    )


def resolve_jump(course: Course, by: Colour, decision: Jump) -> None:
    pay(course, decision.actor, decision.purse, 1)
    course.happen(JumpCardUsed(by), "BASE-JUMP-08")
    if decision.leave is not None:
        _hand_over(course, decision.actor, Step(decision.start, decision.leave, None))
    course.happen(
        Jumped(decision.actor, (decision.start, decision.over, decision.landing)), "BASE-JUMP-01"
    )
    arrive(course, decision.actor)
    after_action(course)

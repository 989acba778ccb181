"""The door of the engine: a position and a decision give events and a new position, or a refusal.

``check`` refuses or permits, ``resolve`` says what happens, ``apply`` changes the position;
``play`` joins the three. Nothing here reads a clock, a file or chance.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from . import decisions as d
from .actions import (
    choose,
    claim,
    combat,
    finish,
    move,
    naming,
    reveal,
    rotate,
    setup,
    timeout,
    turn,
    use,
)
from .course import Course, Played
from .ids import Colour
from .not_now import why_not_now
from .refusals import Refusal, refuse, renamed
from .requests import Ask
from .state import State

__all__ = ["PROCEDURES", "REFEREE", "Played", "Procedure", "check", "play"]

Check = Callable[[State, Colour, Any], Refusal | None]  # each takes its own kind of decision
Resolve = Callable[[Course, Colour, Any], None]

REFEREE = None
"""The sender of time-outs and declared results."""


class Procedure(NamedTuple):
    """How one kind of decision is judged: the request it answers, its check, what it does."""

    answers: Ask | None
    check: Check
    resolve: Resolve


PROCEDURES: dict[type, Procedure] = {
    d.ChooseTeam: Procedure(Ask.TEAM, choose.check_team, choose.resolve_team),
    d.Pick: Procedure(Ask.PICK, choose.check_pick, choose.resolve_pick),
    d.LeaveOut: Procedure(Ask.LEAVE_OUT, setup.check_leave_out, setup.resolve_leave_out),
    d.LineUp: Procedure(Ask.LINE_UP, setup.check_line_up, setup.resolve_line_up),
    d.Hide: Procedure(Ask.HIDE, setup.check_hide, setup.resolve_hide),
    d.PlayActionCard: Procedure(Ask.ACTION_CARD, turn.check_action_card, turn.resolve_action_card),
    d.EndTurn: Procedure(Ask.ACT, turn.check_end_turn, turn.resolve_end_turn),
    d.Reveal: Procedure(Ask.ACT, reveal.check_reveal, reveal.resolve_reveal),
    d.Put: Procedure(Ask.PUT, reveal.check_put, reveal.resolve_put),
    d.Rotate: Procedure(Ask.ACT, rotate.check_rotate, rotate.resolve_rotate),
    d.Move: Procedure(Ask.ACT, move.check_move, move.resolve_move),
    d.Jump: Procedure(Ask.ACT, move.check_jump, move.resolve_jump),
    d.Attack: Procedure(Ask.ACT, combat.check_attack, combat.resolve_attack),
    d.NameCard: Procedure(Ask.NAME_CARD, naming.check_name_card, naming.resolve_name_card),
    d.LayCard: Procedure(Ask.COMBAT_CARD, combat.check_lay_card, combat.resolve_lay_card),
    d.Use: Procedure(Ask.ACT, use.check_use, use.resolve_use),
    d.Resign: Procedure(None, finish.check_resign, finish.resolve_resign),
    d.OfferDraw: Procedure(None, finish.check_offer_draw, finish.resolve_offer_draw),
    d.AnswerDraw: Procedure(Ask.DRAW, finish.check_answer_draw, finish.resolve_answer_draw),
    d.Claim: Procedure(Ask.ACT, claim.check_claim, claim.resolve_claim),
    d.AnswerClaim: Procedure(Ask.CLAIM, claim.check_answer_claim, claim.resolve_answer_claim),
}


class Ruling(NamedTuple):
    """How a decision of the referee is judged."""

    check: Callable[[State, Any], Refusal | None]
    resolve: Callable[[Course, Any], None]


RULINGS: dict[type, Ruling] = {
    d.TimeOut: Ruling(timeout.check_time_out, timeout.resolve_time_out),
    d.Declare: Ruling(finish.check_declare, finish.resolve_declare),
}


def check(state: State, by: Colour | None, decision: d.Decision) -> Refusal | None:
    """Why this decision is refused; ``None`` is the permission."""
    refusal = _check(state, by, decision)
    return refusal and renamed(refusal, state.rules.called)


def _check(state: State, by: Colour | None, decision: d.Decision) -> Refusal | None:
    if state.result is not None:
        return refuse("BASE-END-06", "the game is over")
    ruling = RULINGS.get(type(decision))
    if ruling is not None:
        if by is not REFEREE:
            return refuse("BASE-OPTION-02", "only the referee notes deadlines and declares results")
        return ruling.check(state, decision)
    if by is REFEREE or by not in state.players:
        return refuse("BASE-SETUP-01", "only a player of this game decides that")
    procedure = PROCEDURES[type(decision)]
    if procedure.answers is not None:
        request = state.request(by, procedure.answers)
        if request is None:
            return why_not_now(state, by, procedure.answers)
        if request.final:
            return refuse("BASE-OPTION-04", "the deadline has passed and the default stands")
    return procedure.check(state, by, decision)


def play(state: State, by: Colour | None, decision: d.Decision) -> Played | Refusal:
    """Judge a decision and, if it is legal, let it happen."""
    refusal = check(state, by, decision)
    if refusal is not None:
        return refusal
    course = Course(state)
    if by is REFEREE:
        RULINGS[type(decision)].resolve(course, decision)
    else:
        PROCEDURES[type(decision)].resolve(course, by, decision)
    return course.played()

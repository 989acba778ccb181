"""The door of the engine: a position and a decision give events and a new position, or a refusal.

``check`` refuses or permits, ``resolve`` says what happens, ``apply`` changes the position;
``play`` joins the three. Nothing here reads a clock, a file or chance.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from . import decisions as d
from .actions import choose, combat, finish, move, reveal, rotate, setup, timeout, turn, use
from .combat import announcer
from .course import Course, Played
from .ids import Colour
from .refusals import Refusal, refuse, renamed
from .requests import CHOOSING, Ask
from .state import CombatUnderWay, RevealUnderWay, State, Status

__all__ = ["PROCEDURES", "REFEREE", "Played", "Procedure", "check", "not_asked", "play"]

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
    d.NameCard: Procedure(Ask.NAME_CARD, combat.check_name_card, combat.resolve_name_card),
    d.LayCard: Procedure(Ask.COMBAT_CARD, combat.check_lay_card, combat.resolve_lay_card),
    d.Use: Procedure(Ask.ACT, use.check_use, use.resolve_use),
    d.Resign: Procedure(None, finish.check_resign, finish.resolve_resign),
    d.OfferDraw: Procedure(None, finish.check_offer_draw, finish.resolve_offer_draw),
    d.AnswerDraw: Procedure(Ask.DRAW, finish.check_answer_draw, finish.resolve_answer_draw),
}


def check(state: State, by: Colour | None, decision: d.Decision) -> Refusal | None:
    """Why this decision is refused; ``None`` is the permission."""
    refusal = _check(state, by, decision)
    return refusal and renamed(refusal, state.rules.called)


def _check(state: State, by: Colour | None, decision: d.Decision) -> Refusal | None:
    if state.result is not None:
        return refuse("BASE-END-06", "the game is over")
    if isinstance(decision, d.TimeOut | d.Declare):
        if by is not REFEREE:
            return refuse("BASE-OPTION-02", "only the referee notes deadlines and declares results")
        if isinstance(decision, d.Declare):
            return finish.check_declare(state, decision)
        return timeout.check_time_out(state, decision)
    if by is REFEREE or by not in state.players:
        return refuse("BASE-SETUP-01", "only a player of this game decides that")
    procedure = PROCEDURES[type(decision)]
    if procedure.answers is not None:
        request = state.request(by, procedure.answers)
        if request is None:
            return _not_asked(state, by, procedure.answers)
        if request.final:
            return refuse("BASE-OPTION-04", "the deadline has passed and the default stands")
    return procedure.check(state, by, decision)


def play(state: State, by: Colour | None, decision: d.Decision) -> Played | Refusal:
    """Judge a decision and, if it is legal, let it happen."""
    refusal = check(state, by, decision)
    if refusal is not None:
        return refusal
    course = Course(state)
    if isinstance(decision, d.TimeOut):
        timeout.resolve_time_out(course, decision)
    elif isinstance(decision, d.Declare):
        finish.resolve_declare(course, decision)
    else:
        assert by is not None, "check refuses decisions without a player"
        PROCEDURES[type(decision)].resolve(course, by, decision)
    return course.played()


def not_asked(state: State, by: Colour, wanted: Ask) -> Refusal:
    """Why this is not the moment for such a decision."""
    return renamed(_not_asked(state, by, wanted), state.rules.called)


def _not_asked(state: State, by: Colour, wanted: Ask) -> Refusal:
    if state.result is not None:
        return refuse("BASE-END-06", "the game is over")
    if wanted in CHOOSING or any(request.ask in CHOOSING for request in state.pending):
        return _during_choice(state, wanted)
    awaited = state.request(by, Ask.ACTION_CARD)
    if wanted is Ask.ACT and awaited is not None:
        return refuse("BASE-TURN-01", "first play an Action card")
    if wanted is Ask.ACTION_CARD and state.turn.active == by:
        return refuse("BASE-TURN-03", "one Action card is played in a turn, at its beginning")
    if isinstance(state.under_way, CombatUnderWay):
        return _during_combat(state, state.under_way, by, wanted)
    if isinstance(state.under_way, RevealUnderWay):
        return _during_reveal(state.under_way, wanted)
    lining_up = [request.who for request in state.pending if request.ask is Ask.LINE_UP]
    has_lined_up = any(piece.status is Status.LINED_UP for piece in state.of(by))
    if wanted is Ask.LINE_UP and lining_up and not has_lined_up:
        return refuse("PRISON-SCENARIO-08", f"{lining_up[0]} lines up first")
    if wanted is Ask.HIDE and state.turn.active == by:
        return refuse("BASE-SETUP-07", "the set-up is over; nothing is hidden any more")
    early = {
        Ask.LINE_UP: ("BASE-SETUP-16", "the starting teams can no longer be changed"),
        Ask.HIDE: ("BASE-SETUP-07", "it is not your placement"),
        Ask.LEAVE_OUT: ("BASE-OPTION-06", "there is no character for you to leave out now"),
        Ask.PUT: ("BASE-REVEAL-11", "there is nothing for you to place now"),
        Ask.NAME_CARD: ("PRISON-ABILITY-26", "there is no combat in which you could name a card"),
        Ask.COMBAT_CARD: ("BASE-COMBAT-03", "no combat waits for a card of yours"),
        Ask.DRAW: ("BASE-END-05", "nobody has offered you a draw"),
    }
    if wanted in early and not (wanted is Ask.HIDE and state.lines_shown):
        return refuse(*early[wanted])
    if state.turn.active is None:
        return refuse("BASE-TURN-01", "the game has not begun; the set-up is not finished")
    return refuse("BASE-TURN-02", f"it is {state.turn.active}'s turn")


def _during_choice(state: State, wanted: Ask) -> Refusal:
    """Why this is no moment to choose, or why nothing else is possible before."""
    choice = state.rules.choice
    if wanted is Ask.DRAW:
        return refuse("BASE-END-05", "nobody has offered you a draw")
    if choice is None:
        return refuse("NATURE-SETUP-03", "in this game the teams are given, not chosen")
    if not any(request.ask in CHOOSING for request in state.pending):
        return refuse("NATURE-SETUP-03", "the teams are complete and can no longer be changed")
    if wanted is Ask.PICK and not choice.secret:
        return refuse("NATURE-SETUP-07", "the other player picks now")
    if wanted in CHOOSING:
        how = "handed in whole and in secret: TEAM" if choice.secret else "picked in turn: PICK"
        return refuse("NATURE-SETUP-03", f"in this game teams are {how}")
    return refuse("NATURE-SETUP-03", "first the teams are chosen")


def _during_combat(state: State, combat: CombatUnderWay, by: Colour, wanted: Ask) -> Refusal:
    if wanted is Ask.NAME_CARD:
        return _no_naming(combat, state)
    for request in state.pending:
        if request.ask is Ask.NAME_CARD:
            return refuse("PRISON-ABILITY-30", f"first {request.who} may name a card")
    if wanted is Ask.COMBAT_CARD and combat.forced == by:
        return refuse("PRISON-ABILITY-26", "your card in this combat was named by your opponent")
    if wanted is Ask.COMBAT_CARD:
        return refuse("BASE-COMBAT-12", "you have no part in this combat")
    if by == state.turn.active:
        return refuse("BASE-COMBAT-17", "the declared combat is fought first: lay a card")
    return refuse("BASE-TURN-02", "a combat is being fought: lay a card")


def _no_naming(combat: CombatUnderWay, state: State) -> Refusal:
    """Why nobody, or not this player, may name a card now."""
    if announcer(state, combat.fighters, combat.afar) is not None:
        return refuse("PRISON-ABILITY-30", "it is not for you to name a card now")
    fighters = [state.pieces[token] for side in combat.fighters.values() for token in side]
    if len(fighters) == 2 and all(p.kind.announces and not p.wounded for p in fighters):
        return refuse("PRISON-ABILITY-29", "two Telepaths: neither of them names a card")
    if not any(p.kind.announces and not p.wounded for p in fighters):
        return refuse("PRISON-ABILITY-26", "nobody in this combat can name a card")
    return refuse("PRISON-ABILITY-28", "cards are named one against one, at close quarters")


def _during_reveal(reveal: RevealUnderWay, wanted: Ask) -> Refusal:
    if wanted is not Ask.PUT:
        return refuse("BASE-REVEAL-11", f"first the tokens found in {reveal.slot} are placed")
    if reveal.passed_on:
        return refuse("BASE-OPTION-03", "the right to place has passed to the other player")
    return refuse("BASE-REVEAL-09", "it is the other player's part to place now")

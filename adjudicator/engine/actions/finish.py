"""Points and the end of the game (BASE-VP, BASE-END)."""

from __future__ import annotations

from ..course import Course
from ..decisions import AnswerDraw, Declare, OfferDraw, Resign
from ..events import DrawDeclined, DrawOffered, Ended, EndTriggered, Resigned, Scored
from ..ids import Colour, Token
from ..refusals import Refusal, refuse
from ..requests import Ask
from ..state import State, Status
from ..sums import Point


def credit(state: State, victim: Token) -> Colour:
    """Who scores a death, whatever the cause: the opponent of the victim's owner (BASE-VP-01,
    PRISON-VP-03).
    """
    return state.others(state.pieces[victim].colour)[0]


def score(course: Course, colour: Colour, value: int, token: Token, reason: str, rule: str) -> None:
    if value:
        course.happen(Scored(colour, Point(value, token, reason)), rule)


def note_target(course: Course) -> None:
    """After an action: has anybody reached the target? (BASE-END-01)

    In some scenarios that is the end at once (PRISON-END-04, -05).
    """
    _trigger(course)
    state, goal = course.state, course.state.rules.goal
    if not goal.at_once or state.result is not None:
        return
    if state.end_triggered:
        course.happen(Ended(leaders(state), "the target was reached"), "PRISON-END-04")
    elif goal.prize is not None and _is_gone(state, goal.prize):
        course.happen(Ended((), "nobody can win any more"), "PRISON-SCENARIO-11")


def _trigger(course: Course) -> None:
    state = course.state
    if state.end_triggered:
        return
    for player in state.players.values():
        if player.score >= state.rules.options.target:
            course.happen(EndTriggered(player.colour), "BASE-END-01")
            return


def _is_gone(state: State, code: str) -> bool:
    """Whether every character of this kind has left the game."""
    left = (Status.ESCAPED, Status.RESCUED, Status.ELIMINATED)
    return all(p.status in left for p in state.pieces.values() if p.kind.code == code)


def end_test(course: Course) -> None:
    """At the end of a turn: is the game over? (BASE-END-02 to -05)"""
    note_target(course)
    state = course.state
    if state.result is not None:
        return
    if state.end_triggered:
        course.happen(Ended(leaders(state), "the target was reached"), "BASE-END-02")
    elif not any(can_ever_act(state, colour) for colour in state.rules.seats):
        why = "nobody on the board can ever act again"
        course.happen(Ended(count_up(state), why), "BASE-END-05")


def count_up(state: State) -> tuple[Colour, ...]:
    """Who wins when nobody can reach the goal: nobody, where it is all that counts, else the higher
    score (BASE-END-05, PRISON-END-06)."""
    return () if state.rules.goal.at_once else leaders(state)


def leaders(state: State) -> tuple[Colour, ...]:
    """Who wins on points; nobody on equal points (BASE-END-03, -04)."""
    best = max(player.score for player in state.players.values())
    top = tuple(p.colour for p in state.players.values() if p.score == best)
    return top if len(top) == 1 else ()


def can_ever_act(state: State, colour: Colour) -> bool:
    """Whether a player has anybody on the board who acts or may recover by himself."""
    return any(
        piece.status is Status.ON_BOARD
        and piece.kind.character
        and (not piece.wounded or any(verb.while_wounded for verb in piece.kind.verbs.values()))
        for piece in state.of(colour)
    )


def check_resign(state: State, by: Colour, decision: Resign) -> Refusal | None:
    return None


def resolve_resign(course: Course, by: Colour, decision: Resign) -> None:
    course.happen(Resigned(by), "BASE-END-05")
    course.happen(Ended(course.state.others(by), f"{by} resigned"), "BASE-END-05")


def check_offer_draw(state: State, by: Colour, decision: OfferDraw) -> Refusal | None:
    if state.offer == by:
        return refuse("BASE-END-05", "your offer of a draw is still open")
    if any(request.ask is Ask.CLAIM for request in state.pending):
        return refuse("PRISON-END-06", "first the claim is answered: AGREE or CONTEST")
    if state.offer is not None:
        return refuse("BASE-END-05", f"{state.offer} has offered a draw; answer ACCEPT or DECLINE")
    return None


def resolve_offer_draw(course: Course, by: Colour, decision: OfferDraw) -> None:
    course.happen(DrawOffered(by), "BASE-END-05")
    for other in course.state.others(by):
        course.ask(Ask.DRAW, other)


def check_answer_draw(state: State, by: Colour, decision: AnswerDraw) -> Refusal | None:
    return None


def resolve_answer_draw(course: Course, by: Colour, decision: AnswerDraw) -> None:
    if decision.accept:
        course.happen(Ended((), "the players agreed on a draw"), "BASE-END-05")
    else:
        course.happen(DrawDeclined(by), "BASE-END-05")


def check_declare(state: State, decision: Declare) -> Refusal | None:
    if any(colour not in state.rules.seats for colour in decision.winners):
        return refuse("BASE-SETUP-01", "only players of this game can win it")
    return None


def resolve_declare(course: Course, decision: Declare) -> None:
    course.happen(Ended(decision.winners, "the referee declared the result"), "BASE-END-06")

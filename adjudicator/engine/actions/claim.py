"""The claim that nobody can reach the goal any more (PRISON-END-06).

Whoever acts may make it, once a turn; nothing else is decided until the other one has answered.
"""

from __future__ import annotations

from ..course import Course
from ..decisions import AnswerClaim, Claim
from ..events import ClaimContested, Claimed, Ended
from ..ids import Colour
from ..refusals import Refusal, refuse
from ..requests import Ask
from ..state import State
from .finish import count_up
from .turn import go_on


def check_claim(state: State, by: Colour, decision: Claim) -> Refusal | None:
    if not state.rules.claims:
        return refuse("BASE-END-05", "in this game only both together end it early: offer a DRAW")
    if state.turn.contested:
        return refuse("PRISON-END-06", "your claim was contested; it can be made again next turn")
    if state.offer is not None:
        return refuse("PRISON-END-06", "first the offer of a draw is answered")
    return None


def resolve_claim(course: Course, by: Colour, decision: Claim) -> None:
    course.close(Ask.ACT)
    course.happen(Claimed(by), "PRISON-END-06")
    for other in course.state.others(by):
        course.ask(Ask.CLAIM, other)


def check_answer_claim(state: State, by: Colour, decision: AnswerClaim) -> Refusal | None:
    return None


def resolve_answer_claim(course: Course, by: Colour, decision: AnswerClaim) -> None:
    """If nobody contests it the game is counted as if nobody could act any more."""
    course.close_for(by, Ask.CLAIM)
    if not decision.agree:
        course.close(Ask.CLAIM)
        course.happen(ClaimContested(by), "PRISON-END-06")
        go_on(course)
    elif not any(request.ask is Ask.CLAIM for request in course.state.pending):
        why = "nobody contested that the goal is out of reach"
        course.happen(Ended(count_up(course.state), why), "PRISON-END-06")

"""What happens when a deadline passes: the default of every request (BASE-OPTION-02 to -04)."""

from __future__ import annotations

from typing import assert_never

from ..course import Course
from ..decisions import AnswerClaim, NameCard, PlayActionCard, TimeOut
from ..events import CardLaid, DrawDeclined, TimedOut
from ..refusals import Refusal, refuse
from ..requests import TERMS, Ask, Request
from ..state import State
from .choose import draw_pick, draw_team, resolve_pick, resolve_team
from .claim import resolve_answer_claim
from .combat import turn_cards
from .naming import resolve_name_card
from .reveal import late_placement
from .setup import (
    draw_hide,
    draw_leave_out,
    draw_line_up,
    resolve_hide,
    resolve_leave_out,
    resolve_line_up,
)
from .turn import end_turn, playable_cards, resolve_action_card


def check_time_out(state: State, decision: TimeOut) -> Refusal | None:
    for request in state.pending:
        if request.number == decision.request:
            if request.sealed:
                return refuse("BASE-OPTION-04", f"request {decision.request} has been answered")
            return None
    return refuse("BASE-OPTION-04", f"there is no open request {decision.request}")


def resolve_time_out(course: Course, decision: TimeOut) -> None:
    request = next(r for r in course.state.pending if r.number == decision.request)
    course.happen(TimedOut(request), TERMS[request.ask].late)
    _default(course, request)


def _default(course: Course, request: Request) -> None:
    state, who = course.state, request.who
    match request.ask:
        case Ask.TEAM:
            resolve_team(course, who, draw_team(state, who))
        case Ask.PICK:
            resolve_pick(course, who, draw_pick(state))
        case Ask.LEAVE_OUT:
            resolve_leave_out(course, who, draw_leave_out(state, who))
        case Ask.LINE_UP:
            resolve_line_up(course, who, draw_line_up(state, who))
        case Ask.HIDE:
            resolve_hide(course, who, draw_hide(state, who))
        case Ask.ACTION_CARD:
            lowest = min(playable_cards(state, who))
            resolve_action_card(course, who, PlayActionCard(lowest))
            end_turn(course)
        case Ask.ACT:
            end_turn(course)
        case Ask.PUT:
            late_placement(course, request)
        case Ask.NAME_CARD:
            resolve_name_card(course, who, NameCard(None))
        case Ask.COMBAT_CARD:
            course.happen(CardLaid(who, 0), "BASE-OPTION-04")
            turn_cards(course)
        case Ask.DRAW:
            course.happen(DrawDeclined(who), "BASE-END-05")
        case Ask.CLAIM:
            resolve_answer_claim(course, who, AnswerClaim(True))
        case _:
            assert_never(request.ask)

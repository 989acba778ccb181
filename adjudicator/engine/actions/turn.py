"""The three phases of a turn: Action card, actions, taking cards back (BASE-TURN)."""

from __future__ import annotations

from ..course import Course
from ..decisions import EndTurn, PlayActionCard
from ..events import (
    ActionCardPlayed,
    CardsTakenBack,
    DrawDeclined,
    PointsLost,
    TurnBegan,
    TurnEnded,
)
from ..ids import Colour
from ..refusals import Refusal, refuse
from ..requests import Ask
from ..state import State
from .finish import end_test


def begin_turn(course: Course, colour: Colour) -> None:
    course.happen(TurnBegan(colour, course.state.turn.number + 1), "BASE-TURN-01")
    course.ask(Ask.ACTION_CARD, colour)


def ceiling(state: State) -> int:
    """The highest Action card that may be played now (BASE-TURN-04 to -06)."""
    return state.turn.highest + 1 if state.turn.highest else state.rules.first_card


def playable_cards(state: State, colour: Colour) -> list[int]:
    """The Action cards a player may play now."""
    hand = state.players[colour].actions
    if state.turn.highest == 0:
        return [card for card in hand if card == state.rules.first_card]
    return [card for card in hand if card <= ceiling(state)]


def check_action_card(state: State, by: Colour, decision: PlayActionCard) -> Refusal | None:
    hand = state.players[by].actions
    points = decision.points
    if points not in state.rules.action_cards:
        cards = " ".join(f"A{card}" for card in state.rules.action_cards)
        return refuse("BASE-TURN-03", f"there is no Action card {points}; the cards are {cards}")
    if points not in hand:
        held = " ".join(f"A{card}" for card in hand)
        return refuse("BASE-TURN-03", f"the {points} is not in your hand; you hold {held}")
    if state.turn.highest == 0 and points != state.rules.first_card:
        return refuse("BASE-TURN-04", f"the first card of the game is the {state.rules.first_card}")
    if points > ceiling(state):
        rule = (
            "BASE-TURN-05" if ceiling(state) < max(state.rules.action_cards) - 1 else "BASE-TURN-06"
        )
        return refuse(
            rule,
            f"the highest card so far is {state.turn.highest}, so at most a {ceiling(state)}"
            " may be played",
        )
    return None


def resolve_action_card(course: Course, by: Colour, decision: PlayActionCard) -> None:
    course.close(Ask.ACTION_CARD)
    course.happen(ActionCardPlayed(by, decision.points), "BASE-TURN-03")
    course.ask(Ask.ACT, by)


def check_end_turn(state: State, by: Colour, decision: EndTurn) -> Refusal | None:
    return None


def resolve_end_turn(course: Course, by: Colour, decision: EndTurn) -> None:
    end_turn(course)


def go_on(course: Course) -> None:
    """After an action is over: ask for the next one, or end the turn (BASE-TURN-19)."""
    state = course.state
    active = state.turn.active
    if state.result is not None or active is None:
        return
    if state.turn.overdue or not can_pay_anything(state):
        end_turn(course)
    elif state.request(active, Ask.ACT) is None:
        course.ask(Ask.ACT, active)


def can_pay_anything(state: State) -> bool:
    """Whether any action point is left that somebody could use."""
    return state.turn.pool > 0 or any(
        left > 0 and state.pieces[token].can_act for token, left in state.turn.purses.items()
    )


def _let_offer_lapse(course: Course, active: Colour) -> None:
    """An offer of a draw lapses at the end of the asked player's next turn (BASE-END-05)."""
    state = course.state
    if state.offer not in (None, active) and state.turn.number > state.offered_in:
        course.happen(DrawDeclined(active), "BASE-END-05")


def end_turn(course: Course) -> None:
    """Phase 3 and the change of the active player (BASE-TURN-09, -16).

    Nobody is passed over, not even a player without anybody left to act (BASE-TURN-22).
    """
    state = course.state
    active = state.turn.active
    assert active is not None, "a turn that ends has an active player"
    course.close(Ask.ACT, Ask.ACTION_CARD)
    lost = state.turn.pool + sum(state.turn.purses.values())
    if lost:
        course.happen(PointsLost(lost), "BASE-TURN-09")
    if not course.state.players[active].actions:
        course.happen(CardsTakenBack(active), "BASE-TURN-16")
    course.happen(TurnEnded(active), "BASE-TURN-19")
    _let_offer_lapse(course, active)
    end_test(course)
    if course.state.result is None:
        begin_turn(course, course.state.next_seat(active))

"""What holds for every action: who may act, and which action points pay for it.

Action points are spent one action at a time, in any order, by anybody who may act (BASE-TURN-08,
-10); loads make no difference to who may act (BASE-COMBAT-15, BASE-ROTATE-10). A resolved action
stands: there is no decision that takes one back (BASE-TURN-14, BASE-ROTATE-07).
"""

from __future__ import annotations

from ..course import Course
from ..decisions import Action, Purse
from ..events import PointsSpent
from ..ids import Colour, Token
from ..refusals import Refusal, refuse
from ..state import INERT, Piece, State, Status

_WHERE = {
    Status.ESCAPED: ("BASE-EXIT-08", "has left the labyrinth"),
    Status.RESCUED: ("BASE-EXIT-05", "was carried out of the labyrinth"),
    Status.ELIMINATED: ("BASE-WOUND-05", "is out of the game"),
    Status.LEFT_OUT: ("BASE-OPTION-06", "was left out of the game"),
}


def check_actor(state: State, by: Colour, token: Token, wounded_rule: str | None) -> Refusal | None:
    """Whether a player may let this character act at all (BASE-TURN-02, -20, -21).

    Without a rule that keeps the wounded from it they may do it, too.
    """
    piece = state.pieces.get(token)
    if piece is None:
        return refuse("BASE-TURN-21", f"there is no {token} in this game")
    if piece.colour != by:
        return refuse("BASE-TURN-02", f"the {state.name(token)} is not yours to command")
    if not piece.kind.character:
        return refuse("BASE-TURN-21", f"the {state.name(token)} is no character")
    if piece.status is not Status.ON_BOARD:
        rule, where = _WHERE.get(piece.status, ("BASE-TURN-21", "is not on the board"))
        return refuse(rule, f"the {state.name(token)} {where}")
    if piece.wounded and wounded_rule is not None:
        return refuse(wounded_rule, f"the {state.name(token)} is wounded and can do nothing")
    if INERT in piece.marks:
        return refuse(
            "BASE-TURN-20", f"the {state.name(token)} recovered this turn and rests until it ends"
        )
    return None


def check_price(state: State, actor: Piece, purse: Purse | None, price: int) -> Refusal | None:
    """Whether the action points are there (BASE-TURN-07, BASE-OBJECT-13)."""
    own = state.turn.purses.get(actor.token, 0) if actor.can_act else 0
    pool = state.turn.pool
    available = {Purse.CARD: pool, Purse.OWN: own, None: own + pool}[purse]
    if price <= available:
        return None
    if purse is Purse.OWN or (pool == 0 and state.turn.purses and purse is None):
        return refuse(
            "BASE-OBJECT-13",
            f"this costs {price} AP; the {state.name(actor.token)} has {own} of his own"
            f" and the card has {pool} left",
        )
    return refuse("BASE-TURN-07", f"this costs {price} AP and only {available} are left")


def pay(course: Course, actor: Token, purse: Purse | None, price: int) -> None:
    """Spend action points: the actor's own first, unless the order says otherwise."""
    own = course.state.turn.purses.get(actor, 0) if purse is not Purse.CARD else 0
    if not course.state.pieces[actor].can_act:
        own = 0
    from_own = min(own, price)
    if from_own:
        course.happen(PointsSpent(actor, Purse.OWN, from_own), "BASE-OBJECT-13")
    if price > from_own:
        course.happen(PointsSpent(actor, Purse.CARD, price - from_own), "BASE-TURN-10")


def check_action(
    state: State, by: Colour, action: Action, price: int = 1, wounded_rule: str = "BASE-WOUND-03"
) -> Refusal | None:
    """The tests every ordinary action has to pass first."""
    return check_actor(state, by, action.actor, wounded_rule) or check_price(
        state, state.pieces[action.actor], action.purse, price
    )

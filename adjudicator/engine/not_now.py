"""Why this is not the moment for a decision: nobody asked this player for such a thing."""

from __future__ import annotations

from .actions import naming
from .ids import Colour
from .refusals import Refusal, refuse, renamed
from .requests import CHOOSING, Ask
from .state import CombatUnderWay, RevealUnderWay, State, Status


def not_asked(state: State, by: Colour, wanted: Ask) -> Refusal:
    """Why a player may not decide such a thing now, in the words of the set that is played."""
    return renamed(why_not_now(state, by, wanted), state.rules.called)


def why_not_now(state: State, by: Colour, wanted: Ask) -> Refusal:
    if state.result is not None:
        return refuse("BASE-END-06", "the game is over")
    claimed = any(request.ask is Ask.CLAIM for request in state.pending)
    if wanted is Ask.CLAIM or (claimed and wanted is not Ask.DRAW):
        return _about_claim(wanted, claimed)
    if wanted in CHOOSING or any(request.ask in CHOOSING for request in state.pending):
        return _during_choice(state, wanted)
    if wanted is Ask.ACT and state.request(by, Ask.ACTION_CARD) is not None:
        return refuse("BASE-TURN-01", "first play an Action card")
    if wanted is Ask.ACTION_CARD and state.turn.active == by:
        return refuse("BASE-TURN-03", "one Action card is played in a turn, at its beginning")
    if isinstance(state.under_way, CombatUnderWay):
        return _during_combat(state, state.under_way, by, wanted)
    if isinstance(state.under_way, RevealUnderWay):
        return _during_reveal(state.under_way, wanted)
    return _early_or_late(state, by, wanted) or _not_your_turn(state)


def _early_or_late(state: State, by: Colour, wanted: Ask) -> Refusal | None:
    """Why something that has a moment of its own is not possible outside of it."""
    match wanted:
        case Ask.LINE_UP:
            return _line_up(state, by)
        case Ask.HIDE if state.turn.active == by:
            return refuse("BASE-SETUP-07", "the set-up is over; nothing is hidden any more")
        case Ask.HIDE if not state.lines_shown:
            return refuse("BASE-SETUP-07", "it is not your placement")
        case Ask.LEAVE_OUT:
            return refuse("BASE-OPTION-06", "there is no character for you to leave out now")
        case Ask.PUT:
            return refuse("BASE-REVEAL-11", "there is nothing for you to place now")
        case Ask.NAME_CARD:
            return naming.no_combat()
        case Ask.COMBAT_CARD:
            return refuse("BASE-COMBAT-03", "no combat waits for a card of yours")
        case Ask.DRAW:
            return _no_offer()
    return None


def _line_up(state: State, by: Colour) -> Refusal:
    first = next((r.who for r in state.pending if r.ask is Ask.LINE_UP), None)
    has_lined_up = any(piece.status is Status.LINED_UP for piece in state.of(by))
    if first is not None and not has_lined_up:
        return refuse("PRISON-SCENARIO-08", f"{first} lines up first")
    return refuse("BASE-SETUP-16", "the starting teams can no longer be changed")


def _not_your_turn(state: State) -> Refusal:
    if state.turn.active is None:
        return refuse("BASE-TURN-01", "the game has not begun; the set-up is not finished")
    return refuse("BASE-TURN-02", f"it is {state.turn.active}'s turn")


def _no_offer() -> Refusal:
    return refuse("BASE-END-05", "nobody has offered you a draw")


def _about_claim(wanted: Ask, claimed: bool) -> Refusal:
    """Nothing goes on before a claim is answered, and not by whoever made it."""
    if wanted is not Ask.CLAIM:
        return refuse("PRISON-END-06", "first the claim is answered: AGREE or CONTEST")
    if claimed:
        return refuse("PRISON-END-06", "nobody answers his own claim")
    return refuse("BASE-END-05", "nobody has made a claim that you could answer")


def _during_choice(state: State, wanted: Ask) -> Refusal:
    """Why this is no moment to choose, or why nothing else is possible before."""
    choice = state.rules.choice
    if wanted is Ask.DRAW:
        return _no_offer()
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
        return naming.not_yours(state, combat)
    waiting = naming.comes_first(state)
    if waiting is not None:
        return waiting
    if wanted is Ask.COMBAT_CARD:
        return naming.already_named(combat, by) or _no_part()
    if by == state.turn.active:
        return refuse("BASE-COMBAT-17", "the declared combat is fought first: lay a card")
    return refuse("BASE-TURN-02", "a combat is being fought: lay a card")


def _no_part() -> Refusal:
    return refuse("BASE-COMBAT-12", "you have no part in this combat")


def _during_reveal(reveal: RevealUnderWay, wanted: Ask) -> Refusal:
    if wanted is not Ask.PUT:
        return refuse("BASE-REVEAL-11", f"first the tokens found in {reveal.slot} are placed")
    if reveal.passed_on:
        return refuse("BASE-OPTION-03", "the right to place has passed to the other player")
    return refuse("BASE-REVEAL-09", "it is the other player's part to place now")

"""Declaring a combat, sealing cards and carrying out the result (BASE-COMBAT, BASE-WOUND)."""

from __future__ import annotations

from ..combat import participants, side_parts, total
from ..course import Course
from ..decisions import Attack, LayCard
from ..events import CardLaid, CardsTurned, CombatDeclared, ThingGone, Wounded
from ..ids import Colour, Token
from ..refusals import Refusal, refuse
from ..requests import Ask
from ..state import FRESH, CombatUnderWay, Piece, State, Status
from ..walk import ground_of
from .common import check_action, pay
from .move import after_action, die


def attackable(state: State, actor: Piece) -> list[Piece]:
    """The enemies whom a character may attack now (BASE-COMBAT-01, -09, BASE-GROUP-12)."""
    found = []
    for beyond in state.space.open_to(actor.cell, "reach"):
        for piece in state.on(beyond):
            if piece.kind.character and _target_refusal(state, actor, piece) is None:
                found.append(piece)
    return found


def _target_refusal(state: State, actor: Piece, target: Piece) -> Refusal | None:
    name = state.name(target.token)
    if not target.kind.character:
        return refuse("BASE-COMBAT-01", f"the {name} is no character")
    if target.colour == actor.colour:
        return refuse("BASE-COMBAT-16", f"the {name} is your own")
    if target.status is not Status.ON_BOARD:
        return refuse("BASE-COMBAT-01", f"the {name} is not on the board")
    if target.carrier is not None:
        return refuse(
            "BASE-CARRY-14",
            f"the {name} is carried; attack the {state.name(target.carrier)} instead",
        )
    if target.cell not in state.space.open_to(actor.cell, "reach"):
        return _out_of_reach(state, actor, target)
    if FRESH in target.marks:
        return refuse("BASE-COMBAT-09", f"the {name} was wounded this turn")
    return None


def _out_of_reach(state: State, actor: Piece, target: Piece) -> Refusal:
    here, there = state.square(actor.cell), state.square(target.cell)
    half = state.space.half_between(actor.cell, target.cell)
    if half is None:
        return refuse("BASE-COMBAT-01", f"{there} is not next to {here}")
    layer = state.space.blocking(half, "reach")
    kind = state.space.geometry.borders[layer.kind].name if layer else "border"
    return refuse("BASE-COMBAT-02", f"a {kind} is between {here} and {there}")


def check_attack(state: State, by: Colour, decision: Attack) -> Refusal | None:
    refusal = check_action(state, by, decision, wounded_rule="BASE-WOUND-07")
    if refusal:
        return refusal
    target = state.pieces.get(decision.target)
    if target is None:
        return refuse("BASE-COMBAT-01", f"there is no {decision.target} in this game")
    refusal = _target_refusal(state, state.pieces[decision.actor], target)
    if refusal is None and decision.card is not None:
        return _card_refusal(state, by, decision.card)
    return refusal


def resolve_attack(course: Course, by: Colour, decision: Attack) -> None:
    """Announce the fighters and the sums, then ask for the cards (BASE-COMBAT-03, -17)."""
    pay(course, decision.actor, decision.purse, 1)
    state = course.state
    initiator, target = state.pieces[decision.actor], state.pieces[decision.target]
    fighters = participants(state, initiator, target)
    parts = tuple(
        (colour, side_parts(state, tokens, attacking=colour == by))
        for colour, tokens in fighters.items()
    )
    course.close(Ask.ACT)
    course.happen(
        CombatDeclared(
            decision.actor, decision.target, by, target.colour, tuple(fighters.items()), parts
        ),
        "BASE-GROUP-02",
    )
    for colour in fighters:
        course.ask(Ask.COMBAT_CARD, colour)
    if decision.card is not None:
        course.happen(CardLaid(by, decision.card), "BASE-COMBAT-03")


def check_lay_card(state: State, by: Colour, decision: LayCard) -> Refusal | None:
    return _card_refusal(state, by, decision.card)


def _card_refusal(state: State, by: Colour, card: int) -> Refusal | None:
    hand = state.players[by].combat
    if card in hand:
        return None
    held = " ".join(f"+{value}" for value in hand)
    if card in state.rules.options.removed.get(by, ()):
        return refuse("BASE-OPTION-07", f"the +{card} was taken out of your hand; you hold {held}")
    return refuse("BASE-SETUP-05", f"the +{card} is not in your hand; you hold {held}")


def resolve_lay_card(course: Course, by: Colour, decision: LayCard) -> None:
    course.happen(CardLaid(by, decision.card), "BASE-COMBAT-03")
    turn_cards(course)


def turn_cards(course: Course) -> None:
    """When all cards are in, show them and carry out the result (BASE-COMBAT-05, -06).

    Points may go to the player who is not active (BASE-VP-05); nobody moves (BASE-COMBAT-14).
    """
    combat = course.state.under_way
    assert isinstance(combat, CombatUnderWay), "cards belong to a combat"
    if set(combat.cards) != set(combat.fighters):
        return
    totals = {colour: total(combat.parts[colour]) + card for colour, card in combat.cards.items()}
    best = max(totals.values())
    winners = [colour for colour, value in totals.items() if value == best]
    winner = winners[0] if len(winners) == 1 else None
    course.happen(
        CardsTurned(tuple(combat.cards.items()), tuple(totals.items()), winner),
        "BASE-COMBAT-05" if winner else "BASE-COMBAT-06",
    )
    if winner is not None:
        losers = [t for colour, side in combat.fighters.items() if colour != winner for t in side]
        defeat(course, losers)
    after_action(course)


def defeat(course: Course, losers: list[Token]) -> None:
    """All effects of a lost combat at once (BASE-GROUP-05, -11).

    The beaten stay where they are with what they held, wounded (BASE-WOUND-01, -02); the side of a
    wounded may win as well (BASE-WOUND-06).
    """
    for token in losers:
        load = course.state.load(token)
        if load is not None and load.kind.character:
            die(course, load.token, "fell with his carrier", "BASE-CARRY-14")
        if course.state.pieces[token].wounded:
            kill(course, token, "lost a combat while wounded", "BASE-WOUND-05")
        else:
            course.happen(Wounded(token), "BASE-WOUND-01")
            drop_if_unsupported(course, token)


def kill(course: Course, token: Token, cause: str, rule: str) -> None:
    """Eliminate a character; what he held stays, unless it falls (BASE-CARRY-19)."""
    load = course.state.load(token)
    cell = course.state.pieces[token].cell
    die(course, token, cause, rule)
    if load is None:
        return
    ground = course.state.space.ground(cell)
    if not ground_of(course.state, cell).stand and not load.kind.lies_on(ground):
        course.happen(ThingGone(load.token, f"fell into the {ground}"), "BASE-CARRY-19")


def drop_if_unsupported(course: Course, token: Token) -> None:
    """A character wounded on a pit without a rope dies there (BASE-WOUND-13, -14)."""
    state = course.state
    piece = state.pieces[token]
    if ground_of(state, piece.cell).stand:
        return
    ground = state.space.ground(piece.cell)
    if not any(other.kind.lies_on(ground) for other in state.on(piece.cell)):
        kill(course, token, f"fell into the {ground}", "BASE-WOUND-13")

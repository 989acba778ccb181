"""Declaring a combat, sealing cards and carrying out the result (BASE-COMBAT, BASE-WOUND)."""

from __future__ import annotations

from collections.abc import Iterator

from ..combat import fighters, participants, side_parts, weapon_of
from ..course import Course
from ..decisions import Attack, LayCard
from ..events import CardLaid, CardsTurned, CombatDeclared, Wounded
from ..ids import Colour, Token
from ..refusals import Refusal, refuse
from ..requests import Ask
from ..state import FRESH, CombatUnderWay, Piece, State, Status
from ..sums import total
from .common import check_action, check_actor, pay
from .death import die, drop_if_unsupported, kill
from .move import after_action
from .naming import announcer, too_early


def attackable(state: State, actor: Piece) -> list[Piece]:
    """The enemies whom a character may attack now (BASE-COMBAT-01, -09, BASE-GROUP-12).

    With a bow also from a line and onto one, the wounded too, as often as he can pay, but nobody
    who was wounded this turn (PRISON-RANGED-10, -13 to -15).
    """
    if not state.rules.combat_cards:
        return []
    found = []
    for beyond in state.space.open_to(actor.cell, "reach"):
        for piece in state.on(beyond):
            if piece.kind.character and _target_refusal(state, actor, piece) is None:
                found.append(piece)
    weapon = weapon_of(state, actor.token)
    if weapon is not None:
        found += [
            piece
            for piece in weapon.targets(state, actor)
            if piece not in found and _target_refusal(state, actor, piece) is None
        ]
    return found


def helpers(state: State, initiator: Piece, target: Piece) -> Iterator[Piece]:
    """Who could join an attack from afar (PRISON-GROUP-10, PRISON-RANGED-08)."""
    for piece in state.of(initiator.colour):
        if piece.token != initiator.token and piece.can_act:
            weapon = weapon_of(state, piece.token)
            if weapon is not None and weapon.refusal(state, piece, target) is None:
                yield piece


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
        weapon = weapon_of(state, actor.token)
        if weapon is None:
            return _out_of_reach(state, actor, target)
        refusal = weapon.refusal(state, actor, target)
        if refusal is not None:
            return refusal
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
    if not state.rules.combat_cards:
        return refuse("PRISON-SCENARIO-05", "nobody fights in this scenario")
    refusal = _target_refusal(state, state.pieces[decision.actor], target)
    if refusal is None:
        refusal = _helpers_refusal(state, by, decision, target)
    if refusal is None and decision.card is not None:
        refusal = _card_refusal(state, by, decision.card)
        if refusal is None and card_may_be_named(state, decision):
            return too_early()
    return refusal


def _helpers_refusal(state: State, by: Colour, decision: Attack, target: Piece) -> Refusal | None:
    """Why somebody named cannot join the attack from afar."""
    if len({decision.actor, *decision.helpers}) != len(decision.helpers) + 1:
        return refuse("PRISON-GROUP-10", "each helper is named once, besides the attacker")
    anyway = participants(state, state.pieces[decision.actor], target)[by]
    for token in decision.helpers:
        if token in anyway:
            why = f"the {state.name(token)} takes part in any case and is not named"
            return refuse("PRISON-GROUP-10", why)
        refusal = check_actor(state, by, token, wounded_rule="BASE-WOUND-07")
        if refusal is not None:
            return refusal
        weapon = weapon_of(state, token)
        if weapon is None:
            why = f"the {state.name(token)} carries nothing that reaches so far"
            return refuse("PRISON-GROUP-10", why)
        refusal = weapon.refusal(state, state.pieces[token], target)
        if refusal is not None:
            return refusal
    return None


def card_may_be_named(state: State, decision: Attack) -> bool:
    """Whether this legal attack leads to a combat in which somebody may name a card."""
    sides, afar = fighters(state, decision.actor, decision.target, decision.helpers)
    return announcer(state, sides, afar) is not None


def resolve_attack(course: Course, by: Colour, decision: Attack) -> None:
    """Announce the fighters and the sums, then ask for the cards (BASE-COMBAT-03, -17)."""
    pay(course, decision.actor, decision.purse, 1)
    state = course.state
    defender = state.pieces[decision.target].colour
    sides, afar = fighters(state, decision.actor, decision.target, decision.helpers)
    parts = tuple(
        (colour, side_parts(state, tokens, colour == by, afar)) for colour, tokens in sides.items()
    )
    course.close(Ask.ACT)
    course.happen(
        CombatDeclared(
            decision.actor, decision.target, by, defender, tuple(sides.items()), parts, afar
        ),
        "BASE-GROUP-02",
    )
    may_name = announcer(state, sides, afar)
    if may_name is not None:
        course.ask(Ask.NAME_CARD, may_name)
        return
    for colour in sides:
        course.ask(Ask.COMBAT_CARD, colour)
    if decision.card is not None:
        course.happen(CardLaid(by, decision.card), "BASE-COMBAT-03")


# -- cards ------------------------------------------------------------------------------------


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
        defeat(course, losers, combat.afar)
    after_action(course)


def defeat(course: Course, losers: list[Token], afar: tuple[Token, ...]) -> None:
    """All effects of a lost combat at once (BASE-GROUP-05, -11).

    The beaten stay where they are with what they held, wounded (BASE-WOUND-01, -02), but whom they
    carried dies (PRISON-WOUND-07, PRISON-COMBAT-16); the side of a wounded may win as well
    (BASE-WOUND-06, PRISON-GROUP-09). Whoever fought from afar is not hurt,
    but may lose his weapon (PRISON-RANGED-04, -12, PRISON-OBJECT-14).
    """
    for token in losers:
        weapon = weapon_of(course.state, token) if token in afar else None
        if weapon is not None:
            weapon.lose(course, token)
            continue
        load = course.state.load(token)
        if load is not None and load.kind.character:
            die(course, load.token, "fell with his carrier", "BASE-CARRY-14")
        if course.state.pieces[token].wounded:
            kill(course, token, "lost a combat while wounded", "BASE-WOUND-05")
        else:
            course.happen(Wounded(token), "BASE-WOUND-01")
            drop_if_unsupported(course, token)

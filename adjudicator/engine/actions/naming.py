"""Naming the card an opponent has to play: who may, when, and what comes of it (PRISON-ABILITY-26).

Rules bear the names of the set that brought this into the game; a later set with such a character
says in its own rules what it calls them (``Ruleset.called``).
"""

from __future__ import annotations

from collections.abc import Iterator

from ..combat import Sides, weapon_of
from ..course import Course
from ..decisions import NameCard
from ..events import CardForced, CardNamed, HandShown
from ..ids import Colour, Token
from ..refusals import Refusal, refuse
from ..requests import Ask
from ..state import CombatUnderWay, Piece, State


def announcer(state: State, sides: Sides, afar: tuple[Token, ...]) -> Colour | None:
    """Who may name a card: the only one who can, one against one, at close quarters
    (PRISON-ABILITY-26, -28, -29, PRISON-GROUP-01).
    """
    if not _is_duel(sides) or any(_shoots(state, token) for token in afar):
        return None
    able = tuple(_able(state, sides))
    return able[0].colour if len(able) == 1 else None


def _is_duel(sides: Sides) -> bool:
    return sum(map(len, sides.values())) == 2


def _able(state: State, sides: Sides) -> Iterator[Piece]:
    """The fighters who have the power to name a card and are not wounded."""
    for side in sides.values():
        for token in side:
            piece = state.pieces[token]
            if piece.kind.naming is not None and not piece.wounded:
                yield piece


def _shoots(state: State, token: Token) -> bool:
    weapon = weapon_of(state, token)
    return weapon is not None and weapon.shoots


def nameable(state: State) -> tuple[int, ...]:
    """The cards that may be named: all but the +0."""
    return tuple(sorted({card for card in state.rules.combat_cards if card}))


def check_name_card(state: State, by: Colour, decision: NameCard) -> Refusal | None:
    cards = nameable(state)
    if decision.card is None or decision.card in cards:
        return None
    why = f"name a card from +{cards[0]} to +{cards[-1]}, or none"
    return refuse("PRISON-ABILITY-26", why)


def resolve_name_card(course: Course, by: Colour, decision: NameCard) -> None:
    """Force the card if it is there, else show the hand; then the cards (PRISON-ABILITY-27, -30).

    The card is looked for only now, so that no refusal tells what somebody holds.
    """
    combat = course.state.under_way
    assert isinstance(combat, CombatUnderWay), "a card is named in a combat"
    opponent = next(colour for colour in combat.fighters if colour != by)
    course.close(Ask.NAME_CARD)
    course.happen(CardNamed(by, decision.card), "PRISON-ABILITY-26")
    hand = course.state.players[opponent].combat
    if decision.card is not None and decision.card in hand:
        course.happen(CardForced(opponent, decision.card), "PRISON-ABILITY-26")
        course.ask(Ask.COMBAT_CARD, by)
        return
    if decision.card is not None:
        course.happen(HandShown(opponent, by, hand), "PRISON-ABILITY-27")
    for colour in combat.fighters:
        course.ask(Ask.COMBAT_CARD, colour)


# -- why not now ------------------------------------------------------------------------------


def no_combat() -> Refusal:
    return refuse("PRISON-ABILITY-26", "there is no combat in which you could name a card")


def not_yours(state: State, combat: CombatUnderWay) -> Refusal:
    """Why nobody, or not this player, may name a card now."""
    if announcer(state, combat.fighters, combat.afar) is not None:
        return refuse("PRISON-ABILITY-30", "it is not for you to name a card now")
    able = tuple(_able(state, combat.fighters))
    if not able:
        return refuse("PRISON-ABILITY-26", "nobody in this combat can name a card")
    naming = able[0].kind.naming
    if naming is not None and len(able) == 2 and _is_duel(combat.fighters):
        return naming.annulled
    return refuse("PRISON-ABILITY-28", "cards are named one against one, at close quarters")


def comes_first(state: State) -> Refusal | None:
    """Why nothing else is done in a combat while somebody may name a card."""
    for request in state.pending:
        if request.ask is Ask.NAME_CARD:
            return refuse("PRISON-ABILITY-30", f"first {request.who} may name a card")
    return None


def too_early() -> Refusal:
    """Why no card is sealed with an attack in which somebody may name one."""
    return refuse(
        "PRISON-ABILITY-30", "a card may be named in this combat; lay yours when that is done"
    )


def already_named(combat: CombatUnderWay, by: Colour) -> Refusal | None:
    """Why a player whose card was named lays none."""
    if combat.forced != by:
        return None
    return refuse("PRISON-ABILITY-26", "your card in this combat was named by your opponent")

"""How the events of a combat change the position, and wounds, deaths and recoveries."""

from __future__ import annotations

from . import events as e
from .changes import (
    applies,
    changes_nothing,
    gone,
    sealed,
    with_pieces,
    with_player,
    without_purse,
)
from .requests import Ask
from .state import FRESH, INERT, CombatUnderWay, State, Status


@applies(e.CombatDeclared)
def _combat_declared(state: State, event: e.CombatDeclared) -> State:
    return state._replace(
        under_way=CombatUnderWay(
            event.initiator,
            event.target,
            event.attacker,
            event.defender,
            dict(event.fighters),
            dict(event.parts),
            event.afar,
        )
    )


@applies(e.CardForced)
def _card_forced(state: State, event: e.CardForced) -> State:
    combat = state.under_way
    assert isinstance(combat, CombatUnderWay), "a card is forced only in a combat"
    cards = {**combat.cards, event.colour: event.card}
    return state._replace(under_way=combat._replace(cards=cards, forced=event.colour))


@applies(e.CardLaid)
def _card_laid(state: State, event: e.CardLaid) -> State:
    combat = state.under_way
    assert isinstance(combat, CombatUnderWay), "a card is laid only in a combat"
    cards = {**combat.cards, event.colour: event.card}
    state = state._replace(under_way=combat._replace(cards=cards))
    return sealed(state, event.colour, Ask.COMBAT_CARD)


@applies(e.CardsTurned)
def _cards_turned(state: State, event: e.CardsTurned) -> State:
    """Played cards go on the closed pile, but the +0 returns (BASE-COMBAT-07)."""
    for colour, card in event.cards:
        if card != 0:
            player = state.players[colour]
            hand = list(player.combat)
            hand.remove(card)
            state = with_player(state, player._replace(combat=tuple(hand), used=player.used + 1))
    return state._replace(
        under_way=None, pending=tuple(r for r in state.pending if r.ask is not Ask.COMBAT_CARD)
    )


@applies(e.Wounded)
def _wounded(state: State, event: e.Wounded) -> State:
    piece = state.pieces[event.token]
    return with_pieces(state, piece._replace(wounded=True, marks=(piece.marks - {INERT}) | {FRESH}))


@applies(e.Eliminated)
def _eliminated(state: State, event: e.Eliminated) -> State:
    load = state.load(event.token)
    changed = [gone(state.pieces[event.token], Status.ELIMINATED)]
    if load is not None:
        changed.append(load._replace(carrier=None))
    return without_purse(with_pieces(state, *changed), event.token)


@applies(e.Recovered)
def _recovered(state: State, event: e.Recovered) -> State:
    """The only way a wound ends (BASE-WOUND-11)."""
    piece = state.pieces[event.token]
    return with_pieces(state, piece._replace(wounded=False, marks=piece.marks | {INERT}))


changes_nothing(e.CardNamed, e.HandShown, e.Fired)

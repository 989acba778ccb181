"""How the house fights: what a combat is worth to it, and which cards it plays."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.engine import decisions as d
from adjudicator.engine.ids import Colour
from adjudicator.engine.play import Played, play
from adjudicator.engine.requests import Ask, Request
from adjudicator.engine.state import CombatUnderWay, State
from adjudicator.engine.sums import total

from .duel import Duel, Stakes, fight
from .outlook import outlook
from .thought import Thought


def lay_card(thought: Thought) -> d.Decision:
    """A card by the odds, as often as it pays."""
    duel = judged(thought.state, thought.me, outlook(thought.state, thought.me))
    cards = [card for card, _ in duel.mix]
    weights = [weight for _, weight in duel.mix]
    return d.LayCard(thought.chance.choices(cards, weights)[0])


def name_card(thought: Thought) -> d.Decision:
    """The lowest card the enemy is likely to hold."""
    combat = thought.state.under_way
    assert isinstance(combat, CombatUnderWay), "a card is named in a combat"
    enemy = next(colour for colour in combat.fighters if colour != thought.me)
    likely = [card for card in thought.state.players[enemy].combat if card]
    return d.NameCard(min(likely, default=None))


def judged(state: State, me: Colour, now: float) -> Duel:
    """The combat under way, judged by what winning and losing it would lead to."""
    combat = state.under_way
    assert isinstance(combat, CombatUnderWay), "cards belong to a combat"
    enemy = next(colour for colour in combat.fighters if colour != me)
    win, lose = (outlook(ended(state, colour), me) - now for colour in (me, enemy))
    lead = total(combat.parts[me]) - total(combat.parts[enemy])
    return fight(
        lead, _hand(state, combat, me), _hand(state, combat, enemy), Stakes(win, 0.0, lose)
    )


def _hand(state: State, combat: CombatUnderWay, colour: Colour) -> Sequence[int]:
    """The cards one side may play: one that was named, or the low one that will be."""
    hand = state.players[colour].combat
    if combat.forced == colour:
        return (combat.cards[colour],)
    if any(request.ask is Ask.NAME_CARD and request.who != colour for request in state.pending):
        return (min((card for card in hand if card), default=0),)
    return hand


def ended(state: State, winner: Colour) -> State:
    """The position after the combat under way, if this side wins it."""
    combat = state.under_way
    assert isinstance(combat, CombatUnderWay), "cards belong to a combat"
    state = state._replace(
        under_way=combat._replace(cards={}, forced=None),
        pending=tuple(
            Request(number, Ask.COMBAT_CARD, colour)
            for number, colour in enumerate(combat.fighters, start=1)
        ),
        players={
            colour: player._replace(combat=(99 if colour == winner else 0,))
            for colour, player in state.players.items()
        },
    )
    for colour in combat.fighters:
        played = play(state, colour, d.LayCard(99 if colour == winner else 0))
        assert isinstance(played, Played), f"a card in hand is refused: {played}"
        state = played.state
    return state

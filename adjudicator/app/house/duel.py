"""Two sealed Combat cards as a small game: how good a combat is, and how often to play which card.

Both sides are taken to play well (fictitious play: each answers what the other has done so far),
the other side now and then just any card: so a combat that decides the game is tried even against
the odds. A card that is spent is missed later, so every card has a price; the +0 comes back and
costs nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

PRICES = (0.0, 0.03, 0.06, 0.10, 0.15, 0.22, 0.30)
"""What it is worth to keep a card of each value, in points."""
ROUNDS = 60
SLIP = 0.1
"""How often the other side plays just any card."""


class Stakes(NamedTuple):
    """How good each outcome is, in points."""

    win: float
    tie: float
    lose: float


class Duel(NamedTuple):
    """How good the combat is before the cards are laid, and the weight of each own card."""

    value: float
    mix: tuple[tuple[int, float], ...]


def price(card: int) -> float:
    return PRICES[card] if card < len(PRICES) else PRICES[-1]


def fight(lead: int, own: Sequence[int], other: Sequence[int], stakes: Stakes) -> Duel:
    """The combat of two hands; ``lead`` is the own sum before cards minus the other's.

    >>> nothing_to_win = fight(-7, (0, 3, 6), (0, 1), Stakes(1.0, 0.0, -1.0))
    >>> nothing_to_win.mix[0]
    (0, 1.0)
    >>> fight(7, (0, 3, 6), (0, 1), Stakes(1.0, 0.0, -1.0)).value
    1.0
    """
    rounded = Stakes(*(round(value, 2) for value in stakes))
    return _solve(lead, tuple(sorted(set(own))), tuple(sorted(set(other))), rounded)


@lru_cache(maxsize=4096)
def _solve(lead: int, own: tuple[int, ...], other: tuple[int, ...], stakes: Stakes) -> Duel:
    table = [[_worth(lead + a, b, other, stakes) - price(a) + price(b) for b in other] for a in own]
    mine, his = [0] * len(own), [0] * len(other)
    gains, losses = [0.0] * len(own), [0.0] * len(other)
    for _ in range(ROUNDS):
        best = max(range(len(own)), key=gains.__getitem__)
        mine[best] += 1
        losses = [loss + value for loss, value in zip(losses, table[best], strict=True)]
        worst = min(range(len(other)), key=losses.__getitem__)
        his[worst] += 1
        gains = [gain + row[worst] for gain, row in zip(gains, table, strict=True)]
    value = (max(gains) + min(losses)) / (2 * ROUNDS)
    weights = [count / ROUNDS if count > ROUNDS // 10 else 0.0 for count in mine]
    whole = sum(weights)
    mix = tuple((card, weight / whole) for card, weight in zip(own, weights, strict=True))
    return Duel(round(value, 4), mix)


def _worth(lead: int, card: int, hand: tuple[int, ...], stakes: Stakes) -> float:
    """How good it is that the other side means to play this card, and now and then slips."""
    slips = sum(_outcome(lead - any_card, stakes) for any_card in hand) / len(hand)
    return (1 - SLIP) * _outcome(lead - card, stakes) + SLIP * slips


def _outcome(difference: int, stakes: Stakes) -> float:
    if difference == 0:
        return stakes.tie
    return stakes.win if difference > 0 else stakes.lose

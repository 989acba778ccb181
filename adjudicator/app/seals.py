"""Seals: the commitments to Combat cards that lie face down (BASE-HIDDEN-05).

The mail that asks one side for its card holds the fingerprint of the card the other side has laid.
What is hashed is a salt and the card. The salt follows from the seed of the game and the number of
the message that laid the card, counting every message ever played, also those taken back: so no
salt is used twice, nothing has to be stored, and the seed, which is itself committed to, opens
every seal at the end.

A record can be checked without a database; seals of stored games are in ``stored_seals``.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from adjudicator.engine.events import CardLaid, CardsTurned, CombatDeclared, Event
from adjudicator.engine.ids import Colour
from adjudicator.engine.state import State
from adjudicator.notation.record import Record

from .games import replay

MOST_TAKEN_BACK = 1000
"""A record does not say how many messages were taken back; so many are thought possible."""
CARDS = range(10)


class Seal(NamedTuple):
    """One card laid face down."""

    colour: Colour
    turn: int
    number: int
    """Which message laid it, counting all that were ever played."""
    opened: str
    """What is hashed: salt and card."""
    card: int
    turned: bool = False
    """Whether it was turned up in the end; else it was replaced or taken back."""

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.opened.encode()).hexdigest()


def open_text(seed: str, number: int, colour: Colour, card: int) -> str:
    """Salt and card, as they are hashed.

    >>> text = open_text("example", 27, Colour.YELLOW, 1)
    >>> text[:8], text[64:]
    ('768cb3b6', ' +1')
    """
    label = f"seal/{number}/{colour.letter}"
    salt = hmac.new(seed.encode(), label.encode(), hashlib.sha256).hexdigest()
    return f"{salt} +{card}"


# -- all of a game ----------------------------------------------------------------------------


class Play(NamedTuple):
    """A decision that was played, and the number of its message."""

    number: int
    before: State
    events: tuple[Event, ...]


def seals_of_record(record: Record) -> tuple[Seal, ...]:
    """Every card that was laid in a record, as if no message had been taken back."""
    return tuple(laid(Play(turn.message, turn.before, turn.events) for turn in replay(record)))


def laid(plays: Iterable[Play]) -> Iterator[Seal]:
    """The cards in the order of their combats."""
    combat: list[Seal] = []
    for play in plays:
        for event in play.events:
            match event:
                case CombatDeclared():
                    yield from combat
                    combat = []
                case CardLaid(colour, card):
                    opened = open_text(play.before.seed, play.number, colour, card)
                    turn = play.before.turn.number
                    combat.append(Seal(colour, turn, play.number, opened, card))
                case CardsTurned():
                    combat = _turned_up(combat)
    yield from combat


def _turned_up(combat: list[Seal]) -> list[Seal]:
    """The newest card of each side is the one that counts."""
    newest = {seal.colour: index for index, seal in enumerate(combat)}
    return [seal._replace(turned=newest[seal.colour] == i) for i, seal in enumerate(combat)]


# -- a digest from a mail ---------------------------------------------------------------------


def find_seal(digest: str, seals: Iterable[Seal], record: Record) -> Seal | None:
    """The card that a digest from a mail seals.

    If its message or one before it was taken back, a record does not say in which turn it was laid:
    the turn is 0 then.
    """
    for seal in seals:
        if seal.digest == digest:
            return seal
    return next((s for s in _possible(record) if s.digest == digest), None)


def _possible(record: Record) -> Iterator[Seal]:
    """Every seal that could have been made with the seed of a game."""
    seed = record.tags["Seed"]
    for number in range(1, len(record.messages) + MOST_TAKEN_BACK):
        for colour in Colour:
            for card in CARDS:
                yield Seal(colour, 0, number, open_text(seed, number, colour, card), card)

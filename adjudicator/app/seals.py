"""Seals: the commitments to Combat cards that lie face down (BASE-HIDDEN-05).

The mail that asks one side for its card holds the fingerprint of the card the other side has laid.
What is hashed is a salt and the card. The salt follows from the seed of the game and the number of
the message that laid the card, counting every message ever played, also those taken back: so no
salt is used twice, nothing has to be stored, and the seed, which is itself committed to, opens
every seal at the end.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from adjudicator.engine.events import CardLaid, CardsTurned, CombatDeclared, Event
from adjudicator.engine.ids import Colour
from adjudicator.engine.state import CombatUnderWay, State
from adjudicator.notation.record import Record
from adjudicator.storage.log import ORDERS, Entry

from .again import play_again
from .games import replay
from .line import LINE_KINDS, Placed, effective

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


# -- cards that lie face down now -------------------------------------------------------------


def lying(state: State, entries: Sequence[Entry]) -> tuple[Seal, ...]:
    """The seals of the combat under way."""
    combat = state.under_way
    if not isinstance(combat, CombatUnderWay) or not combat.cards:
        return ()
    laid, numbers = laid_in(state, entries), message_numbers(entries)
    return tuple(
        Seal(
            colour,
            state.turn.number,
            numbers[laid[colour]],
            open_text(state.seed, numbers[laid[colour]], colour, card),
            card,
        )
        for colour, card in combat.cards.items()
    )


def laid_in(state: State, entries: Sequence[Entry]) -> Mapping[Colour, int]:
    """For each card that lies face down the entry that laid it.

    While a combat waits for its cards nobody can attack, so the newest attack began it.
    """
    asked = {f"TIMEOUT {request.number}": request.who for request in state.pending}
    laid: dict[Colour, int] = {}
    for placed in reversed(effective(entries)):
        for order in reversed(placed.orders):
            attacks = " x " in order
            who = placed.by or asked.get(order)
            if who and (order.startswith(("CARD ", "TIMEOUT ")) or (attacks and " +" in order)):
                laid.setdefault(who, placed.entry)
            if attacks:
                return laid
    return laid


def message_numbers(entries: Iterable[Entry]) -> Mapping[int, int]:
    """The number of each message by its entry; what moderators do is not counted."""
    messages = (entry.number for entry in entries if entry.kind == ORDERS)
    return {entry: number for number, entry in enumerate(messages, start=1)}


# -- all of a game ----------------------------------------------------------------------------


class _Play(NamedTuple):
    """A decision that was played, and the number of its message."""

    number: int
    before: State
    events: tuple[Event, ...]


def seals_of_log(first: State, entries: Sequence[Entry]) -> tuple[Seal, ...]:
    """Every card that was ever laid in a stored game, those taken back included."""
    numbers = message_numbers(entries)
    changes = [i for i, entry in enumerate(entries) if entry.kind in LINE_KINDS]
    found: dict[str, Seal] = {}
    for end in (*changes, len(entries)):
        for seal in _laid(_plays(first, effective(entries[:end]), numbers)):
            found[seal.digest] = seal._replace(turned=seal.turned and end == len(entries))
    return tuple(sorted(found.values(), key=lambda seal: (seal.number, seal.colour)))


def seals_of_record(record: Record) -> tuple[Seal, ...]:
    """Every card that was laid in a record, as if no message had been taken back."""
    return tuple(_laid(_Play(turn.message, turn.before, turn.events) for turn in replay(record)))


def _plays(first: State, line: Iterable[Placed], numbers: Mapping[int, int]) -> Iterator[_Play]:
    state = first
    for placed in line:
        again = play_again(state, placed.by, placed.orders)
        for taken in again.taken:
            yield _Play(numbers[placed.entry], taken.before, taken.played.events)
        state = again.state


def _laid(plays: Iterable[_Play]) -> Iterator[Seal]:
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

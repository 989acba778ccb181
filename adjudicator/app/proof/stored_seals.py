"""The seals of stored games: those of the combat under way, and all that were ever made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from adjudicator.engine.ids import Colour
from adjudicator.engine.state import CombatUnderWay, State
from adjudicator.storage.log import ORDERS, Entry

from ..again import play_again
from ..line import LINE_KINDS, Placed, effective
from ..seals import Play, Seal, laid, open_text

# -- cards that lie face down now -------------------------------------------------------------


def lying(state: State, entries: Sequence[Entry]) -> tuple[Seal, ...]:
    """The seals of the combat under way; a card that was named lies open and needs none."""
    combat = state.under_way
    if not isinstance(combat, CombatUnderWay) or not combat.cards:
        return ()
    from_entry, numbers = laid_in(state, entries), message_numbers(entries)
    return tuple(
        Seal(
            colour,
            state.turn.number,
            numbers[from_entry[colour]],
            open_text(state.seed, numbers[from_entry[colour]], colour, card),
            card,
        )
        for colour, card in combat.cards.items()
        if colour != combat.forced
    )


def laid_in(state: State, entries: Sequence[Entry]) -> Mapping[Colour, int]:
    """For each card that lies face down the entry that laid it.

    While a combat waits for its cards nobody can attack, so the newest attack began it.
    """
    asked = {f"TIMEOUT {request.number}": request.who for request in state.pending}
    found: dict[Colour, int] = {}
    for placed in reversed(effective(entries)):
        for order in reversed(placed.orders):
            attacks = " x " in order
            who = placed.by or asked.get(order)
            if who and (order.startswith(("CARD ", "TIMEOUT ")) or (attacks and " +" in order)):
                found.setdefault(who, placed.entry)
            if attacks:
                return found
    return found


def message_numbers(entries: Iterable[Entry]) -> Mapping[int, int]:
    """The number of each message by its entry; what moderators do is not counted."""
    messages = (entry.number for entry in entries if entry.kind == ORDERS)
    return {entry: number for number, entry in enumerate(messages, start=1)}


# -- all of a game ----------------------------------------------------------------------------


def seals_of_log(first: State, entries: Sequence[Entry]) -> tuple[Seal, ...]:
    """Every card that was ever laid in a stored game, those taken back included."""
    numbers = message_numbers(entries)
    changes = [i for i, entry in enumerate(entries) if entry.kind in LINE_KINDS]
    found: dict[str, Seal] = {}
    for end in (*changes, len(entries)):
        for seal in laid(_plays(first, effective(entries[:end]), numbers)):
            found[seal.digest] = seal._replace(turned=seal.turned and end == len(entries))
    return tuple(sorted(found.values(), key=lambda seal: (seal.number, seal.colour)))


def _plays(first: State, line: Iterable[Placed], numbers: Mapping[int, int]) -> Iterator[Play]:
    state = first
    for placed in line:
        again = play_again(state, placed.by, placed.orders)
        for taken in again.taken:
            yield Play(numbers[placed.entry], taken.before, taken.played.events)
        state = again.state

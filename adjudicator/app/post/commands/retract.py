"""RETRACT: take back one's newest orders, as long as nobody has learned anything new from them."""

from __future__ import annotations

from adjudicator.engine.events import Event, RoomTurned, TurnEnded
from adjudicator.engine.ids import Colour, RuleId
from adjudicator.mail.address import ReplyTo
from adjudicator.notation.names import COLOURS
from adjudicator.render import letter_kinds as k
from adjudicator.storage import log, seats
from adjudicator.storage.log import Entry, NewEntry
from adjudicator.storage.observers import Observer, observers
from adjudicator.storage.seats import Seated

from ...again import play_again
from ...automatic.play import AUTOMATIC
from ...desk.history import History
from ...games import HALTS
from ...line import REWIND, Placed
from ...store import Position
from ..mail_orders import ACCEPTED
from ..visit import Visit

TOO_LATE = (*HALTS, TurnEnded)
"""Behind these events somebody knows more, or it is somebody else's turn."""
STANDS = RuleId("BASE-ROTATE-07")
"""A rotation is never taken back, although nobody need have seen it."""


def run(visit: Visit, words: list[str], text: str) -> None:
    if visit.reply is None:
        visit.refused(text, "reply only")
        return
    me = COLOURS[visit.reply.seat]
    here = visit.store.position(visit.db, visit.reply.game)
    history = History(here.game, log.entries(visit.db, here.game.id))
    line = history.line(history.newest)
    mine = _newest_of(line, history.entries, me, visit.person.name)
    if here.state.result is not None:
        visit.refused(text, "over")
    elif not any(_is_mine(placed, history.entries, me, visit.person.name) for placed in line):
        visit.refused(text, "nothing to retract")
    elif obstacle := _obstacle(visit, history, mine, me):
        visit.refuse(text, obstacle)
    else:
        _take_back(visit, here, history, mine, me)
        orders = "; ".join(order for placed in mine for order in placed.orders)
        visit.done(text, "retracted", orders=orders)
        _answer(visit, me)


def _is_mine(placed: Placed, entries: list[Entry], me: Colour, name: str) -> bool:
    """A message of this seat, or a default that its player has accepted."""
    author = entries[placed.entry - 1].author
    return placed.by == me or (placed.by is None and author == f"{name}{ACCEPTED}")


def _newest_of(
    line: tuple[Placed, ...], entries: list[Entry], me: Colour, name: str
) -> tuple[Placed, ...]:
    """The player's newest message and what his standing orders made of it; nothing if others
    have decided something since."""
    for index in range(len(line) - 1, -1, -1):
        if not _is_mine(line[index], entries, me, name):
            return ()
        if not entries[line[index].entry - 1].author.endswith(AUTOMATIC):
            return line[index:]
    return ()


def _obstacle(
    visit: Visit, history: History, mine: tuple[Placed, ...], me: Colour
) -> k.Note | None:
    """Why these messages cannot be taken back: somebody, the sender included, has learned something
    new from them, or a room was turned, and that stands (BASE-ROTATE-07)."""
    known = k.Note("no retract")
    if not mine:
        return known
    game, first = history.game.id, mine[0].entry
    others: list[Seated | Observer] = [
        *(seat for seat in seats.seated(visit.db, game) if seat.colour != me.value),
        *observers(visit.db, game),
    ]
    state, events = history.before(first), list[Event]()
    for placed in mine:
        again = play_again(state, placed.by, placed.orders)
        events.extend(again.events)
        state = again.state
    if any(_knows_of(first, person) for person in others):
        return known
    if any(isinstance(event, TOO_LATE) for event in events):
        return known
    if any(isinstance(event, RoomTurned) for event in events):
        return k.Note("room turned", {"rule": state.rules.rule(STANDS)})
    return None


def _knows_of(entry: int, person: Seated | Observer) -> bool:
    """Whether somebody has learned anything from an entry, or from what came after it."""
    return max(person.told, person.seen) >= entry


def _take_back(
    visit: Visit, here: Position, history: History, mine: tuple[Placed, ...], me: Colour
) -> None:
    """Nothing is deleted: an entry of the player says from where on nothing counts."""
    number = mine[0].entry - 1
    reached = [r for r in history.reached(history.newest) if r.placed.entry <= number]
    state = reached[-1].state if reached else history.first
    digest = reached[-1].digest if reached else here.game.commitment
    entry = NewEntry(
        REWIND, me.letter, str(number), visit.person.name, visit.at,
        here.game.rules_version, digest, "RETRACT", inbound_id=visit.inbound,
    )  # fmt: skip
    visit.store.append(visit.db, here, entry, state)


def _answer(visit: Visit, me: Colour) -> None:
    """The position as it was before, to be answered anew, also by what follows in this mail."""
    assert visit.reply is not None, "only a seat takes something back"
    here = visit.store.position(visit.db, visit.reply.game)
    visit.reply = ReplyTo(here.game.id, me.letter, here.head.number)
    visit.show_board(here, me)
    seats.note_told(visit.db, here.game.id, me.value, here.head.number)

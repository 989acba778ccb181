"""Answers to an older position: which of them are played all the same."""

from __future__ import annotations

from adjudicator.engine.decisions import AnswerDraw, OfferDraw, Resign
from adjudicator.engine.ids import Colour
from adjudicator.engine.requests import Ask
from adjudicator.notation.orders import read_order, split_orders
from adjudicator.storage import log
from adjudicator.storage.log import Entry

from ..letters.writer import Writer, open_questions
from ..line import LINE_KINDS, REWIND
from ..store import Position


def is_stale(writer: Writer, here: Position, colour: Colour, entry: int, text: str) -> bool:
    """Whether orders for the position after an entry mean nothing any more."""
    if entry == here.head.number:
        return False
    return not (
        _still_asked(writer, here, colour, entry)
        or _fits_any_position(writer, here, colour, entry, text)
    )


def _still_asked(writer: Writer, here: Position, colour: Colour, entry: int) -> bool:
    """Whether others have only answered their own questions since: nobody must wait for them.

    Both line up at the same time; the second one answers a position that is one entry old.
    """
    since = [e for e in log.entries(writer.db, here.game.id) if e.number > entry]
    if any(_overtakes(e, colour, entry) for e in since):
        return False
    asked = open_questions(here.state, colour)
    return bool(asked) and asked == writer.questions_at(here, colour, entry)


def _overtakes(later: Entry, colour: Colour, entry: int) -> bool:
    """Whether a later entry makes the letter after an earlier one useless to this seat.

    What others took back or disputed since leaves the letter as it is.
    """
    if later.kind == REWIND:
        return int(later.text) < entry
    return later.kind in LINE_KINDS or (later.kind, later.seat) == (log.ORDERS, colour.letter)


def _fits_any_position(
    writer: Writer, here: Position, colour: Colour, entry: int, text: str
) -> bool:
    """RESIGN and DRAW mean the same in every position of a game that goes on, ACCEPT and DECLINE as
    long as the offer is the one that the letter told of (BASE-END-05)."""
    if here.state.result is not None:
        return False
    orders = [read_order(order.text, here.state, colour) for order in split_orders(text)]
    if any(isinstance(order, AnswerDraw) for order in orders):
        offers = {r.number for r in here.state.pending if r.who == colour and r.ask is Ask.DRAW}
        if not offers or not offers <= writer.questions_at(here, colour, entry):
            return False
    return bool(orders) and all(isinstance(o, Resign | OfferDraw | AnswerDraw) for o in orders)

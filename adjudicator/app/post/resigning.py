"""RESIGN works only in a mail of its own, so that a slip of the pen costs no game (BASE-END-05)."""

from __future__ import annotations

from adjudicator.notation.orders import OrderText, split_orders
from adjudicator.render import letter_kinds as k

RESIGN = "RESIGN"


def resigns(order: OrderText) -> bool:
    return order.text.split()[0].upper() == RESIGN


def resigns_among_others(text: str, others: int) -> bool:
    """Whether a mail resigns and says other things as well.

    >>> resigns_among_others("A3; resign", 0), resigns_among_others("resign", 1)
    (True, True)
    >>> resigns_among_others("RESIGN", 0), resigns_among_others("A3; END", 1)
    (False, False)
    """
    orders = list(split_orders(text))
    return any(map(resigns, orders)) and len(orders) + others > 1


def refused_lines(text: str) -> tuple[k.LineRead, ...]:
    """What the writer of such a mail is told: nothing of it was played."""
    alone = k.Note("resign alone")
    return tuple(
        k.LineRead(order.text, k.Fate.REFUSED, note=alone)
        if resigns(order)
        else k.LineRead(order.text, k.Fate.NOT_LOOKED_AT)
        for order in split_orders(text)
    )

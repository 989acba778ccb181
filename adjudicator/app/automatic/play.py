"""Seats that answer at once: the house, and players who left standing orders."""

from __future__ import annotations

import random
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection

from adjudicator.engine.decisions import Decision
from adjudicator.engine.ids import Colour
from adjudicator.engine.options import options
from adjudicator.engine.state import State
from adjudicator.engine.view import view
from adjudicator.notation.orders import write_order
from adjudicator.notation.standing import change_standing
from adjudicator.storage import seats

from ..house.decide import decide
from ..store import Store
from .standing import answer

HOUSE = "house"
"""The name of the player whose seats the program plays."""

AUTOMATIC = " (automatic)"
"""Behind the name of an author: the program has answered for him."""

MOST_ANSWERS = 500
"""So many automatic decisions in a row: two houses may play a long while against each other."""


class Automatic(NamedTuple):
    """A decision that needed nobody to be asked."""

    by: Colour
    decision: Decision
    text: str


def play_automatic(
    store: Store, db: Connection, game: int, at: datetime, done: Colour | None = None
) -> list[Automatic]:
    """Let everybody who answers at once do so, until a person must decide; says what they did.

    ``done`` is who has just sent all the orders he wanted to give in his turn.
    """
    played: list[Automatic] = []
    for _ in range(MOST_ANSWERS):
        here = store.position(db, game)
        if here.state.result is not None:
            break
        found = _next_answer(db, game, here.state, None if played else done)
        if found is None:
            break
        colour, decision, author = found
        text = write_order(here.state, colour, decision)
        judged = store.submit_in(db, here, colour, text, author, at)
        assert judged.accepted, f"an automatic answer is legal: {text}"
        played.append(Automatic(colour, decision, text))
    return played


def _next_answer(
    db: Connection, game: int, state: State, done: Colour | None
) -> tuple[Colour, Decision, str] | None:
    """The next decision that needs nobody to be asked."""
    sitting = {Colour(seat.colour): seat.player.name for seat in seats.seated(db, game)}
    for request in state.pending:
        if request.sealed:
            continue
        who, name = request.who, sitting.get(request.who, "")
        decision = _automatic_decision(db, game, state, who, name, orders_done=who == done)
        if decision is not None:
            return who, decision, f"{name}{AUTOMATIC}"
    return None


def _automatic_decision(
    db: Connection, game: int, state: State, who: Colour, name: str, *, orders_done: bool
) -> Decision | None:
    if name.casefold() == HOUSE:
        chance = random.Random(f"{game}/{state.asked}")
        return decide(view(state, who), options(state, who), chance)
    lines = seats.standing_lines(db, game, who.value)
    if not lines:
        return None
    standing = change_standing((), "\n".join(lines), state.rules, who).standing
    return answer(view(state, who), options(state, who), standing, orders_done=orders_done)

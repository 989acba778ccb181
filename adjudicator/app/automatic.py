"""Seats that answer at once: the house, and players who left standing orders."""

from __future__ import annotations

import random
from datetime import datetime

from sqlalchemy import Connection

from adjudicator.engine.decisions import Decision
from adjudicator.engine.ids import Colour
from adjudicator.engine.options import options
from adjudicator.engine.state import State
from adjudicator.engine.view import view
from adjudicator.notation.orders import write_order
from adjudicator.notation.standing import change_standing
from adjudicator.storage import seats

from .house import decide
from .standing import answer
from .store import Store

HOUSE = "house"
"""The name of the player whose seats the program plays."""

AUTOMATIC = " (automatic)"
"""Behind the name of an author: the program has answered for him."""

MOST_ANSWERS = 500
"""So many automatic decisions in a row: two houses may play a long while against each other."""


def play_automatic(store: Store, db: Connection, game: int, at: datetime) -> None:
    """Let everybody who answers at once do so, until a person must decide."""
    for _ in range(MOST_ANSWERS):
        here = store.position(db, game)
        if here.state.result is not None:
            return
        found = _next_answer(db, game, here.state)
        if found is None:
            return
        colour, decision, author = found
        text = write_order(here.state, colour, decision)
        judged = store.submit_in(db, here, colour, text, author, at)
        assert judged.accepted, f"an automatic answer is legal: {text}"


def _next_answer(db: Connection, game: int, state: State) -> tuple[Colour, Decision, str] | None:
    """The next decision that needs nobody to be asked."""
    sitting = {Colour(seat.colour): seat.player.name for seat in seats.seated(db, game)}
    for request in state.pending:
        if request.sealed:
            continue
        name = sitting.get(request.who, "")
        decision = _automatic_decision(db, game, state, request.who, name)
        if decision is not None:
            return request.who, decision, f"{name}{AUTOMATIC}"
    return None


def _automatic_decision(
    db: Connection, game: int, state: State, who: Colour, name: str
) -> Decision | None:
    seen, choices = view(state, who), options(state, who)
    if name.casefold() == HOUSE:
        return decide(seen, choices, random.Random(f"{game}/{state.asked}"))
    lines = seats.standing_lines(db, game, who.value)
    if not lines:
        return None
    standing = change_standing((), "\n".join(lines), state.rules, who).standing
    return answer(seen, choices, standing)

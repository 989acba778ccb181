"""Who is held over an obstacle, and who would fall (BASE-TERRAIN-05)."""

from __future__ import annotations

import pytest

from adjudicator.app.cases.case import position
from adjudicator.engine.footing import are_held, is_spanned, stands_unaided
from adjudicator.engine.ids import Token
from adjudicator.engine.state import State


def held(state: State, *tokens: str) -> bool:
    """Whether these pieces would not fall on the second square of the strip."""
    pieces = [state.pieces[Token(token)] for token in tokens]
    return are_held(state, state.space.cell(state.rules.layout.square_by_name["s2"]), pieces)


@pytest.mark.parametrize(
    ("tokens", "stays"),
    [
        (("bWA",), False),
        (("bro",), True),
        (("bWA", "bro"), True),
        (("bsw",), False),
        (("bTH",), True),
        (("bTH", "bsw"), True),
        (("bGO",), False),
        (("bGO", "bro"), True),
        (("bWI",), False),
    ],
)
def test_over_a_pit(tokens: tuple[str, ...], stays: bool) -> None:
    state = position("given  .{bWA+ro} O .{bTH+sw} .{bGO*} .{bWI}")
    assert held(state, *tokens) is stays


def test_everything_stays_on_floor() -> None:
    state = position("given  .{bWA+ro} . .{bTH*}")
    assert held(state, "bWA") and held(state, "bTH") and held(state, "bro")


def test_a_wounded_needs_something_that_bears_him() -> None:
    """BASE-WOUND-08: his own ability is off."""
    state = position("given  . O .{bTH*+ro}")
    pit = state.space.cell(state.rules.layout.square_by_name["s2"])
    thief, rope = state.pieces[Token("bTH")], state.pieces[Token("bro")]
    assert not stands_unaided(state, thief, pit)
    assert is_spanned(state, pit, [thief, rope]) and not is_spanned(state, pit, [thief])

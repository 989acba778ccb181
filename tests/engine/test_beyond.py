"""What lies in a direction, on the other side of a border and in line of sight."""

from __future__ import annotations

from adjudicator.app.cases.case import position
from adjudicator.engine.ids import Cell, Side, Token
from adjudicator.engine.sight import first_in_line
from adjudicator.engine.state import State


def cell(state: State, name: str) -> Cell:
    return state.space.cell(state.rules.layout.square_by_name[name])


def test_beyond_is_the_next_square_whatever_lies_between() -> None:
    state = position("given  .{bWA} | . # .")
    space = state.space
    assert space.beyond(cell(state, "s1"), Side.EAST) == cell(state, "s2")
    assert space.beyond(cell(state, "s3"), Side.WEST) == cell(state, "s2")
    assert space.beyond(cell(state, "s1"), Side.WEST) is None
    assert space.beyond(cell(state, "s2"), Side.NORTH) is None


def test_beside_names_both_sides_of_a_layer_or_one_at_the_rim() -> None:
    state = position("given  .{bWA} # .")
    space, s1, s2 = state.space, cell(state, "s1"), cell(state, "s2")
    between = space.half_towards(s1, Side.EAST)
    assert space.across(between) == s2 and set(space.beside(between)) == {s1, s2}
    assert space.beside(space.half_towards(s1, Side.WEST)) == (s1,)
    assert between in space.halves(s1) and len(space.halves(s1)) == 4


def test_the_first_in_line_is_the_carrier_and_a_wall_ends_the_view() -> None:
    state = position("given  .{bWA} . .{yGO+yTH*} .{yWI} | .{yTR}")
    warrior, wizard = state.pieces[Token("bWA")], state.pieces[Token("yWI")]
    seen = first_in_line(state, warrior, Side.EAST)
    assert seen is not None and seen.token == "yGO"
    assert first_in_line(state, wizard, Side.EAST) is None
    assert first_in_line(state, warrior, Side.NORTH) is None

"""Lines to copy for what Prison brings: shots, helpers, screams, keys; all of them are legal."""

from __future__ import annotations

import pytest

from adjudicator.app.cases.case import position
from adjudicator.app.games import judge
from adjudicator.app.suggestions import suggestions
from adjudicator.engine.ids import Colour
from adjudicator.engine.view import view
from adjudicator.render.text import render_text

BLUE = Colour.BLUE


@pytest.mark.parametrize(
    ("board", "line"),
    [
        (".{bCL+bo} . . .{yME}", "CL x y.ME"),
        (".{bNA} .{yCL} . .{bME+ts}", "NA x y.CL WITH ME"),
        (".{bBA} . .{yME} .", "BA scream e"),
        (".{bNA+ke} # .", "NA open s1|s2"),
        (".{bCO} # .", "CO break s1|s2"),
        (".{bWI+fw} . .{yME}", "WI fire e"),
    ],
)
def test_a_line_for_what_stands_there(board: str, line: str) -> None:
    state = position(f"given  {board}", "prison")
    lines = suggestions(state, BLUE).lines
    assert line in lines and ("END" in lines) == (" x " not in line)
    for text in lines:
        assert judge(state, BLUE, text).accepted, text


@pytest.mark.parametrize(
    ("board", "line"),
    [
        (".{bCL+bo} . . .{yME+ls}", " x "),
        (".{bCL+bo} .{yNA}  .{yME}", "x y.ME"),
        (".{bBA} .{yME} | .", "scream"),
        (".{bNA+ke} | .", "open"),
    ],
)
def test_nothing_that_would_be_refused(board: str, line: str) -> None:
    lines = suggestions(position(f"given  {board}", "prison"), BLUE).lines
    assert not any(line in text for text in lines)


def test_naming_a_card_lists_every_choice() -> None:
    before = position("given  .{bTP} .{yCO}", "prison")
    state = judge(before, BLUE, "TP x CO").state
    expected = ("MIND NO", *(f"MIND +{card}" for card in range(1, 7)))
    assert suggestions(state, BLUE).lines == expected
    assert suggestions(state, Colour.YELLOW).lines == ()


def test_no_attack_where_nobody_fights() -> None:
    peaceful = position("scenario 1\ngiven  .{bME} .{yME}", "prison")
    lines = suggestions(peaceful, BLUE).lines
    assert lines[-1] == "END" and not any(" x " in line for line in lines)
    assert "ME x ME" not in render_text(view(peaceful, BLUE))


def test_no_end_behind_a_reveal() -> None:
    state = position("given  .{bNA} ?", "prison")
    lines = suggestions(state, BLUE).lines
    assert any(" RV " in line for line in lines) and "END" not in lines

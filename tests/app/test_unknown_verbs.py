"""A verb that nobody knows is no order; what is said quotes the player and breaks no rule."""

from __future__ import annotations

import pytest

from adjudicator.app.cases.case import position
from adjudicator.engine.ids import Colour
from adjudicator.engine.refusals import Refusal
from adjudicator.notation.orders import read_order
from adjudicator.notation.words import Unreadable

BLUE = Colour.BLUE
FIGHT = "given  .{bBS} .{yCO}"


@pytest.mark.parametrize(
    ("text", "quoted", "attack"),
    [
        ("BS stab y.CO", "stab", "BS x y.CO"),
        ("BS Stab CO", "Stab", "BS x CO"),
        ("Backstabber stab Colossus", "stab", "BS x CO"),
        ("BS shoot Colosse", "shoot", "BS x CO"),
        ("BS regenerate", "regenerate", "BS x "),
        ("BS cure b.CL", "cure", "BS x "),
    ],
)
def test_the_players_own_word_is_quoted(text: str, quoted: str, attack: str) -> None:
    reading = read_order(text, position(FIGHT, "prison"), BLUE)
    assert isinstance(reading, Unreadable)
    assert reading.why.startswith(f"there is no order '{quoted}'; a movement is written BS c4-c5")
    assert f", an attack {attack}" in reading.why and "b.CL" not in reading.why
    assert f" {text}"[reading.column :].startswith(quoted)


def test_no_attack_is_explained_where_nobody_fights() -> None:
    state = position("scenario 1\ngiven  .{bME} .{yME}", "prison")
    reading = read_order("ME hit ME", state, BLUE)
    assert isinstance(reading, Unreadable)
    assert reading.why == "there is no order 'hit'; a movement is written ME c4-c5"


def test_a_slip_of_the_pen_still_gets_a_hint() -> None:
    reading = read_order("BS heall CO", position(FIGHT, "prison"), BLUE)
    assert isinstance(reading, Unreadable) and reading.hint == "heal"


def test_scrolls_belong_to_another_set() -> None:
    reading = read_order("WI read scroll", position("given  .{bWI} ."), BLUE)
    assert isinstance(reading, Refusal) and reading.rule == "BASE-ABILITY-16"

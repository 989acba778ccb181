"""A set calls shared rules by names of its own, whichever set brought them into the game."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.app.cases.case import position
from adjudicator.engine.decisions import Attack, EndTurn, NameCard, Use
from adjudicator.engine.ids import Colour, RuleId, Token
from adjudicator.engine.play import check, play
from adjudicator.engine.refusals import Refusal
from adjudicator.engine.state import State

CALLED = {
    RuleId("PRISON-ABILITY-26"): RuleId("LATER-ABILITY-01"),
    RuleId("PRISON-ABILITY-30"): RuleId("LATER-ABILITY-02"),
    RuleId("BASE-GROUP-02"): RuleId("LATER-GROUP-01"),
}
DUEL = Attack(Token("bTP"), Token("yME"))


def later(board: str) -> State:
    state = position(board, "prison")
    return state._replace(rules=replace(state.rules, called=CALLED))


def test_refusals_bear_the_name_of_the_later_set() -> None:
    state = later("given  .{bTP} .{yME}")
    refusal = check(state, Colour.BLUE, NameCard(3))
    assert refusal is not None and refusal.rule == "LATER-ABILITY-01"
    played = play(state, Colour.BLUE, DUEL)
    assert not isinstance(played, Refusal)
    refusal = check(played.state, Colour.BLUE, EndTurn())
    assert refusal is not None and refusal.rule == "LATER-ABILITY-02"


def test_what_happens_bears_it_too() -> None:
    played = play(later("given  .{bTP} .{yME}"), Colour.BLUE, DUEL)
    assert not isinstance(played, Refusal)
    named = dict(
        zip((type(event).__name__ for event in played.events), played.because, strict=True)
    )
    assert named["CombatDeclared"] == "LATER-GROUP-01"
    assert named["Asked"] == "LATER-ABILITY-01"


def test_an_enemy_is_not_commanded_whatever_he_is_told_to_do() -> None:
    """BASE-TURN-02 comes before BASE-WOUND-09."""
    state = position("given  .{bWA} .{yGO*}")
    refusal = check(state, Colour.BLUE, Use(Token("yGO"), "drink"))
    assert refusal is not None and refusal.rule == "BASE-TURN-02"
    refusal = check(position("given  .{bGO*} ."), Colour.BLUE, Use(Token("bGO"), "drink"))
    assert refusal is not None and refusal.rule == "BASE-WOUND-09"

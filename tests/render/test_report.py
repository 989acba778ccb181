"""Facts in sentences: every kind is told, numbers in full, secrets not at all."""

from __future__ import annotations

from typing import get_args

import pytest

from adjudicator.engine.events import Event
from adjudicator.engine.ids import Colour, Token
from adjudicator.engine.requests import Ask
from adjudicator.engine.seen import Fact, Role, Value, Viewer
from adjudicator.engine.telling import tell
from adjudicator.engine.view import view
from adjudicator.render.report import FOLLOWS, TEMPLATES, VARIANTS, report
from tests.render.games import Passage

SILENT = {"Closed", "CopiesSwapped", "PointsSpent", "TeamCompleted"}
NAMES = {
    Token("bWA"): "blue Warrior",
    Token("bGO"): "blue Goblin",
    Token("bsw"): "blue Sword",
    Token("bsp"): "blue Speed Potion",
    Token("yGO"): "yellow Goblin",
}
DECLARED = Fact(
    "CombatDeclared",
    {
        "initiator": "bWA",
        "target": "yGO",
        "attacker": "blue",
        "defender": "yellow",
        "fighters": (("blue", ("bWA",)), ("yellow", ("yGO",))),
        "parts": (("blue", ((3, "Warrior"), (1, "Sword"))), ("yellow", ((1, "Goblin"),))),
    },
)
TURNED = Fact(
    "CardsTurned",
    {
        "cards": (("blue", 2), ("yellow", 0)),
        "totals": (("blue", 6), ("yellow", 1)),
        "late": (),
        "winner": "blue",
    },
)


def test_a_weapon_that_hits_from_afar_is_named() -> None:
    afar = Fact("CombatDeclared", {**DECLARED.values, "afar": (("bWA", "bsw"),)})
    assert report([afar], NAMES)[0] == (
        "The blue Warrior (bWA) attacks the yellow Goblin (yGO);"
        " from afar: blue Warrior with the blue Sword (bsw)."
    )


def told(kind: str, **values: Value) -> list[str]:
    return report([Fact(kind, values)], NAMES)


def test_every_event_has_a_wording() -> None:
    kinds = {event.__name__ for event in get_args(Event)} - SILENT
    worded = {key.split()[0] for key in TEMPLATES}
    assert kinds == worded
    assert kinds >= FOLLOWS and kinds >= set(VARIANTS)
    assert {f"Asked {ask.value}" for ask in Ask} <= set(TEMPLATES)


def test_every_fact_of_many_games_is_told(passages: list[Passage]) -> None:
    viewers: tuple[Viewer, ...] = (Colour.BLUE, Colour.YELLOW, Role.OBSERVER, Role.MODERATOR)
    for passage in passages:
        for viewer in viewers:
            lines = report(
                tell(passage.before, passage.events, viewer), view(passage.before, viewer).names
            )
            for line in lines:
                assert line.isascii() and "None" not in line and "{" not in line
                assert line.startswith("  ") or line.endswith(".")


def test_numbers_of_a_combat_in_full() -> None:
    wounded = Fact("Wounded", {"token": "yGO"})
    assert report([DECLARED, TURNED, wounded], NAMES) == [
        "The blue Warrior (bWA) attacks the yellow Goblin (yGO).",
        "  Blue: 3 Warrior + 1 Sword = 4",
        "  Yellow: 1 Goblin = 1",
        "  Blue: 3 Warrior + 1 Sword = 4; +2 card = 6",
        "  Yellow: 1 Goblin = 1; +0 card = 1",
        "Blue wins the combat. The yellow Goblin is wounded.",
    ]


def test_cards_of_a_combat_told_before() -> None:
    assert report([TURNED], NAMES)[:2] == ["  Blue: 4; +2 card = 6", "  Yellow: 1; +0 card = 1"]


def test_a_tie() -> None:
    tie = Fact("CardsTurned", {**TURNED.values, "winner": None})
    assert report([tie], NAMES)[-1] == "The combat is a tie."


@pytest.mark.parametrize(
    ("lines", "kind", "values"),
    [
        (["Blue has lined up his team."], "LinedUp", {"colour": "blue", "team": None}),
        (
            ["Blue has lined up his team: the blue Warrior (bWA) on b1."],
            "LinedUp",
            {"colour": "blue", "team": (("bWA", "b1"),)},
        ),
        (
            ["Blue hid a blue token in R4."],
            "Hidden",
            {"colour": "blue", "slot": "R4", "token": None},
        ),
        (
            ["Blue hid a blue token in R4: blue Sword (bsw)."],
            "Hidden",
            {"colour": "blue", "slot": "R4", "token": "bsw"},
        ),
        (
            ["Blue has left out 2 of his characters."],
            "LeftOut",
            {"colour": "blue", "number": 2, "tokens": None},
        ),
        (["Blue has sealed his Combat card."], "CardLaid", {"colour": "blue", "card": None}),
        (["Blue has sealed his Combat card: +0."], "CardLaid", {"colour": "blue", "card": 0}),
    ],
)
def test_secrets(lines: list[str], kind: str, values: dict[str, Value]) -> None:
    assert told(kind, **values) == lines


@pytest.mark.parametrize(
    ("line", "kind", "values"),
    [
        (
            "The blue Warrior (bWA) hands the blue Sword (bsw) to the blue Goblin (bGO) on c4.",
            "Left",
            {"token": "bWA", "thing": "bsw", "holder": "bGO", "at": "c4"},
        ),
        (
            "The blue Warrior (bWA) takes the blue Sword (bsw) from the blue Goblin (bGO) on c4.",
            "TookUp",
            {"token": "bWA", "thing": "bsw", "giver": "bGO", "at": "c4"},
        ),
        (
            "The blue Warrior (bWA) breaks the portcullis c4|c5.",
            "DoorChanged",
            {"token": "bWA", "between": ("c4", "c5"), "state": "broken"},
        ),
        (
            "The blue Warrior (bWA) turns R3 180 degrees counter-clockwise.",
            "RoomTurned",
            {"actor": "bWA", "slot": "R3", "quarters": -2},
        ),
        (
            "The blue Warrior (bWA) reveals R3: room 2R, a quarter turned clockwise."
            " Nothing is hidden there.",
            "RoomRevealed",
            {"actor": "bWA", "slot": "R3", "tile": "2R", "turns": 1, "found": ()},
        ),
        (
            "The blue Goblin (bGO) recovers from his wound.",
            "Recovered",
            {"token": "bGO", "by": "bGO"},
        ),
        (
            "The blue Warrior (bWA) heals the blue Goblin (bGO).",
            "Recovered",
            {"token": "bGO", "by": "bWA"},
        ),
        (
            "Blue leaves it to the rule: the +0 is played.",
            "TimedOut",
            {"ask": "card", "who": "blue"},
        ),
        (
            "Blue scores 2 VP (blue Goblin (bGO) escaped) and has 5.",
            "Scored",
            {"colour": "blue", "value": 2, "token": "bGO", "reason": "escaped", "score": 5},
        ),
        (
            "The game is over: Blue resigned. Yellow wins. Points: Blue 3, Yellow 0.",
            "Ended",
            {
                "winners": ("yellow",),
                "why": "blue resigned",
                "scores": (("blue", 3), ("yellow", 0)),
            },
        ),
        (
            "The game is over: the players agreed on a draw. It is a draw. Points: Blue 0.",
            "Ended",
            {"winners": (), "why": "the players agreed on a draw", "scores": (("blue", 0),)},
        ),
    ],
)
def test_wording(line: str, kind: str, values: dict[str, Value]) -> None:
    assert told(kind, **values) == [line]


def test_consequences_stand_with_their_cause() -> None:
    move = Fact("Moved", {"token": "bWA", "path": ("c4", "c5")})
    took = Fact("TookUp", {"token": "bWA", "thing": "bsw", "giver": None, "at": "c5"})
    assert report([move, took], NAMES) == [
        "The blue Warrior (bWA) moves c4-c5. The blue Warrior takes the blue Sword (bsw) on c5."
    ]


def test_another_action_begins_a_line() -> None:
    move = Fact("Moved", {"token": "bWA", "path": ("c4", "c5")})
    other = Fact("TookUp", {"token": "bGO", "thing": "bsw", "giver": None, "at": "c7"})
    drunk = Fact("ThingGone", {"token": "bsp", "why": "drunk"})
    filled = Fact("PurseFilled", {"token": "bGO", "points": 4})
    assert (
        report([move, other], NAMES)[1] == "The blue Goblin (bGO) takes the blue Sword (bsw) on c7."
    )
    assert report([move, drunk, filled], NAMES)[1] == (
        "The blue Speed Potion (bsp) is drunk."
        " The blue Goblin (bGO) has 4 AP of his own in this turn."
    )

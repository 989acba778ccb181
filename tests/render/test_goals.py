"""What wins, in words: made from the rules of each scenario."""

from __future__ import annotations

import pytest

from adjudicator.engine.goals import goal_seen
from adjudicator.engine.ids import Colour
from adjudicator.engine.ruleset import Options
from adjudicator.engine.seen import ExitSeen, GoalSeen
from adjudicator.render.goals import SCENARIOS, game_words, goal_words
from adjudicator.render.language import CODES, ENGLISH, language
from adjudicator.sets.load import SETS, load_ruleset, scenarios


def told(set_name: str, scenario: str, code: str = "en", target: int = 0) -> str:
    rules = load_ruleset(set_name, scenario, Options(target=target))
    return goal_words(goal_seen(rules), rules.options.target, language(code))


def test_every_scenario_has_a_name() -> None:
    assert set(SCENARIOS) == {(name, scene) for name in SETS for scene in scenarios(name)}
    assert game_words("future", "3", ENGLISH) == "future, 3"


@pytest.mark.parametrize(
    ("scenario", "words"),
    [
        (
            "1",
            "1 point for each of your characters who leaves the labyrinth."
            " Ways out: Blue over Yellow's line, row 12; Yellow over Blue's line, row 1."
            " The first to have 2 points wins at once.",
        ),
        (
            "2",
            "Blue wins when the yellow Colossus is eliminated."
            " Yellow wins when the yellow Colossus has left the labyrinth unwounded."
            " If he leaves the game in another way, it is a draw."
            " Way out: Yellow over Blue's line, row 1.",
        ),
        ("3", "1 point for each enemy who is eliminated. The first to have 2 points wins at once."),
        (
            "4",
            "1 point for each of your characters who leaves the labyrinth."
            " 1 point for each enemy who is eliminated."
            " Ways out: Blue over Yellow's line, row 17; Yellow over Blue's line, row 1."
            " The first to have 4 points wins at once.",
        ),
        (
            "5",
            "1 point for each of your characters who leaves the labyrinth."
            " 1 point for each enemy who is eliminated."
            " Ways out: Blue over Yellow's line, row 22; Yellow over Blue's line, row 1."
            " When somebody has 5 points, that turn is the last; whoever has more then wins.",
        ),
    ],
)
def test_goals_of_prison(scenario: str, words: str) -> None:
    assert told("prison", scenario) == words


def test_a_line_along_a_side_of_the_board_is_told_by_its_squares() -> None:
    way = ExitSeen(Colour.BLUE, Colour.YELLOW, ("a2", "a11"))
    goal = GoalSeen(True, (), None, (way,))
    assert "Way out: Blue over Yellow's line, a2-a11." in goal_words(goal, 2, ENGLISH)


def test_what_is_worth_more_is_named() -> None:
    assert "leaves the labyrinth (Goblin: 2, Treasure: +1)." in told("base", "standard")
    assert "When somebody has 7 points" in told("base", "standard", target=7)


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("scenario", scenarios("prison"))
def test_goals_in_all_languages(code: str, scenario: str) -> None:
    text = told("prison", scenario, code)
    assert text.endswith(".") and "{" not in text
    assert code == "en" or not {"the", "who", "wins"} & set(text.split())

"""``adjudicator rooms`` with the rooms of several sets."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.sets.packs import GOOD, TWIN, pack_of


def test_the_rooms_of_each_set_are_fit_to_play_with(run: Run) -> None:
    for name in ("base", "prison"):
        result = run("rooms", "check", "--set", name)
        assert (result.exit_code, result.stdout) == (
            0,
            "our own rooms: 8 rooms, fit to play with\n",
        )


def test_a_set_is_drawn_with_its_arrow_slits(run: Run) -> None:
    drawn = run("rooms", "show", "--set", "prison").stdout
    assert drawn.count("turns left") == drawn.count("turns right") == 4
    assert "-:-" in drawn
    assert ":" not in run("rooms", "show").stdout, "the base set has none"


def test_a_room_is_found_in_whichever_set_has_it(run: Run) -> None:
    drawn = run("rooms", "show", "37A").stdout
    assert drawn.startswith("37a  pair 37, turns left\n")
    assert run("rooms", "show", "--set", "prison", "37a").stdout == drawn


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["show", "--set", "prison", "2R"], "there is no room 2R in our own rooms; it has 37a, "),
        (["show", "41a"], "41a is not a folder; a pack is a folder of files like 1R.txt"),
        (["check", "--set", "jail"], "'jail' is not one of 'base', 'prison'"),
        (["check", "--set", "prison", "PACK"], "name a folder or --set, not both: "),
        (["show", "--set", "prison", "PACK", "1R"], "name a folder or --set, not both: "),
    ],
)
def test_what_cannot_be_shown(run: Run, tmp_path: Path, words: list[str], told: str) -> None:
    result = run("rooms", *(word.replace("PACK", str(tmp_path)) for word in words))
    assert result.exit_code == 2
    assert told in result.output


def test_a_pack_is_compared_with_its_figures(run: Run, tmp_path: Path) -> None:
    pack_of(tmp_path, R=GOOD, L=TWIN)
    (tmp_path / "figures.toml").write_text("[together]\nslit = [26, 26]\n")
    result = run("rooms", "check", tmp_path)
    assert result.exit_code == 0, "advice only"
    assert "warning: arrow-slit: 0 in all rooms together; expected 26" in result.stdout

"""``new`` and ``rules`` know every set."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--set", "prison", "--scenario", "2"), "prison set, scenario 2, target=1"),
        (("--set", "prison"), "prison set, scenario 5, target=5"),
        (("--set", "prison", "--rope-anchors", "2"), "rope_anchors=2"),
        ((), "base set, scenario standard, target=5"),
    ],
)
def test_new(run: Run, tmp_path: Path, words: tuple[str, ...], said: str) -> None:
    result = run("new", *words, str(tmp_path / "a.dt"))
    assert result.exit_code == 0 and said in result.output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--set", "prison", "--scenario", "6"), "there is no scenario '6'; known: 1, 2, 3, 4, 5"),
        (("--set", "prism"), "there is no set 'prism'; known: base, prison"),
        (("--set", "prison", "--rope-anchors", "1"), "a rope needs 0 or 2 squares"),
    ],
)
def test_new_refuses(run: Run, tmp_path: Path, words: tuple[str, ...], said: str) -> None:
    result = run("new", *words, str(tmp_path / "a.dt"))
    assert result.exit_code == 2 and said in result.output
    assert not list(tmp_path.iterdir())


def test_show_tells_what_wins(run: Run, tmp_path: Path) -> None:
    game = str(tmp_path / "a.dt")
    run("new", "--set", "prison", "--scenario", "1", game)
    output = run("show", game, "--as", "blue").output
    assert "Prison, scenario 1 (both out)" in output
    assert "The first to have 2 points wins at once." in " ".join(output.split())


def test_a_shared_rule_is_found_where_the_base_set_names_it(run: Run) -> None:
    result = run("rules", "prison-move-08")
    output = result.output
    assert result.exit_code == 0 and "The same as: BASE-MOVE-10" in output
    assert "adjudicator/engine/walk.py" in output and "tests/cases/PRISON-MOVE.case" in output
    output = run("rules", "BASE-MOVE-10").output
    assert "The same as: PRISON-MOVE-08" in output


def test_a_rule_of_its_own_is_found_in_the_data_too(run: Run) -> None:
    output = run("rules", "PRISON-SCENARIO-07").output
    assert "adjudicator/sets/prison/scenarios/2.toml:1" in output


def test_chapters_sets_and_words(run: Run) -> None:
    output = run("rules", "PRISON-LOS").output
    assert "PRISON-LOS-01" in output and "PRISON-MOVE" not in output.split()
    output = run("rules", "prison").output
    assert "PRISON-SETUP-01" in output and "BASE-SETUP-01" not in output.split()
    result = run("rules", "arrow-slit", "shoot")
    assert result.exit_code == 0 and "PRISON-RANGED-06" in result.output
    result = run("rules", "flibbertigibbet")
    assert result.exit_code == 2
    assert "no rule FLIBBERTIGIBBET, and none with these words" in result.output

"""What several tests look at."""

from __future__ import annotations

import os
import random
import shutil
from collections.abc import Iterator
from typing import Any

import pytest

from adjudicator.app.games import Game
from adjudicator.app.house.selfplay import EAGER, Table, play_game
from adjudicator.app.replays import replay_steps
from adjudicator.engine.ids import Colour
from adjudicator.render.html import ReplayStep, write_replay
from tests.render.games import Passage, random_game


@pytest.fixture(scope="session")
def passages() -> list[Passage]:
    """What happens in several games of both scenarios."""
    games = [("a", "standard"), ("b", "standard"), ("c", "beginner"), ("d", "standard")]
    return [passage for seed, scenario in games for passage in random_game(seed, scenario)]


@pytest.fixture(scope="session")
def finished() -> Game:
    """A whole game, played to win."""
    return play_game(Table(), "replay-5", random.Random(5), EAGER)


@pytest.fixture(scope="session")
def blues_steps(finished: Game) -> list[ReplayStep]:
    return replay_steps(finished.record, Colour.BLUE)


@pytest.fixture(scope="session")
def blues_page(blues_steps: list[ReplayStep]) -> str:
    return write_replay("Round 1", Colour.BLUE, blues_steps)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Debian's chromium; without it tests are skipped, but never where the variable CI is set.

    Not for the whole session: its event loop would be in the way of tests that run their own.
    """
    chromium = shutil.which("chromium")
    if chromium is None and "CI" not in os.environ:
        pytest.skip("chromium is not installed")
    from playwright.sync_api import sync_playwright

    assert chromium is not None, "CI must have chromium"
    with sync_playwright() as playwright:
        arguments = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
        browser = playwright.chromium.launch(executable_path=chromium, args=arguments)
        yield browser
        browser.close()

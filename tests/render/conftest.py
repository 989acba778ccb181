"""What several tests look at."""

from __future__ import annotations

import pytest

from tests.render.games import Passage, random_game


@pytest.fixture(scope="session")
def passages() -> list[Passage]:
    """What happens in several games of both scenarios."""
    games = [("a", "standard"), ("b", "standard"), ("c", "beginner"), ("d", "standard")]
    return [passage for seed, scenario in games for passage in random_game(seed, scenario)]

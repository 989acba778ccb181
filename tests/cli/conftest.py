"""Games on disk at several moments, and a way to type commands."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from adjudicator.app.games import Game, new_game, submit
from adjudicator.cli import demo
from adjudicator.cli.main import cli
from adjudicator.engine.ids import Colour
from adjudicator.engine.ruleset import Options

Run = Callable[..., Result]
MakeGame = Callable[..., Path]


@pytest.fixture
def run() -> Run:
    def type_command(*args: object, stdin: str | bytes | None = None) -> Result:
        return CliRunner().invoke(cli, [str(arg) for arg in args], input=stdin)

    return type_command


@cache
def demo_game(messages: int | None = None) -> Game:
    """The demonstration game after some messages: 2 teams, 20 tokens, then the play."""
    hiding = [
        (colour, f"SET {token}")
        for pair in demo.HIDING
        for colour, token in zip((Colour.BLUE, Colour.YELLOW), pair, strict=True)
    ]
    game = new_game("base", "standard", Options(), demo.SEED)
    for by, orders in [*demo.TEAMS, *hiding, *demo.PLAY][:messages]:
        outcome = submit(game, by, orders)
        assert outcome.accepted, orders
        game = outcome.game
    return game


BEGUN = 22
"""Messages after which Blue is to play his first Action card."""
REVEALED = 23
ATTACKED = 27


@pytest.fixture
def make_game(tmp_path: Path) -> MakeGame:
    def make(messages: int | None = None, name: str = "game.dt") -> Path:
        path = tmp_path / name
        path.write_text(demo_game(messages).text(), encoding="utf-8")
        return path

    return make

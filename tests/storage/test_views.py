"""Non-interference through the database: what a viewer cannot know does not change what he sees."""

from __future__ import annotations

from contextlib import closing

import pytest

from adjudicator.app.games import Game, new_game, submit
from adjudicator.app.store import Store
from adjudicator.cli import demo
from adjudicator.engine.ruleset import Options
from tests.storage.conftest import Run
from tests.storage.games import BLUE, YELLOW


def _game(hidden_by_yellow: list[str]) -> Game:
    """The demonstration game up to the first Action card."""
    game = new_game("base", "standard", Options(), demo.SEED)
    hiding = [
        (colour, f"SET {token}")
        for (blue, _), yellow in zip(demo.HIDING, hidden_by_yellow, strict=True)
        for colour, token in ((BLUE, blue), (YELLOW, yellow))
    ]
    for by, orders in [*demo.TEAMS, *hiding]:
        outcome = submit(game, by, orders)
        assert outcome.accepted, orders
        game = outcome.game
    return game


@pytest.fixture
def two_worlds(sqlite_url: str) -> str:
    """Two games that Blue and observers cannot tell apart: Yellow has hidden other tokens."""
    hidden = [yellow for _, yellow in demo.HIDING]
    tokens, rooms = zip(*(text.rsplit(" ", 1) for text in hidden), strict=True)
    others = [f"{token} {room}" for token, room in zip(reversed(tokens), rooms, strict=True)]
    with closing(Store.open(sqlite_url)) as store:
        for tokens_hidden in (hidden, others):
            store.import_record(_game(tokens_hidden).text(), "archivist")
    return sqlite_url


@pytest.mark.parametrize(
    "command",
    [
        ["show", "GAME", "--as", "blue"],
        ["show", "GAME", "--as", "observer"],
        ["options", "GAME", "--as", "blue"],
        ["try", "GAME", "--as", "blue", "A2; TH c1"],
        ["try", "GAME", "--as", "blue", "A2; TH RV R1"],
        ["replay", "GAME", "--as", "blue"],
        ["replay", "GAME", "--as", "observer"],
        ["submit", "GAME", "--as", "blue", "A2; TH c1"],
        ["submit", "GAME", "--as", "blue", "A2; GO c1"],
    ],
    ids=" ".join,
)
def test_two_worlds_look_the_same(run: Run, two_worlds: str, command: list[str]) -> None:
    results = [
        run(*(word.replace("GAME", game) for word in command), db=two_worlds)
        for game in ("G1", "G2")
    ]
    one, other = ((r.exit_code, r.output.replace("G2", "G1")) for r in results)
    assert one == other


def test_the_worlds_are_different(run: Run, two_worlds: str) -> None:
    for viewer in ("yellow", "moderator"):
        one, other = (run("show", g, "--as", viewer, db=two_worlds).stdout for g in ("1", "2"))
        assert one != other


def test_the_list_of_games_tells_nothing(run: Run, two_worlds: str) -> None:
    lines = run("games", db=two_worlds).stdout.splitlines()
    assert lines[1].replace("G1", "G2") == lines[2]

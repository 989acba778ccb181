"""Games to store, orders that can be played again and again, and looking at what was stored."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

from adjudicator.app.games import Game, new_game
from adjudicator.app.proof.verify import Proof, prove, read_stored
from adjudicator.app.store import Store
from adjudicator.engine.ids import Colour
from adjudicator.engine.ruleset import Options
from adjudicator.storage import log
from tests.cli.conftest import demo_game

ARCHIVE = Path(__file__).parents[1] / "games"
BLUE, YELLOW = Colour.BLUE, Colour.YELLOW
TEAMS = tuple(
    "LINE " + " ".join(f"{who}@{dot}1" for who, dot in zip(team, "bdgi", strict=True))
    for team in permutations(("CL", "TH", "WI", "TR", "WA"), 4)
)
"""As long as Yellow has not lined up, Blue may replace his team: 120 legal messages."""


def demo() -> Game:
    """The demonstration game: 29 messages."""
    return demo_game()


def dealt(seed: str = "storage") -> Game:
    return new_game("base", "standard", Options(), seed)


def proof(store: Store, game_id: int) -> Proof:
    return prove(read_stored(store, game_id))


def assert_genuine(store: Store, game_id: int, entries: int | None = None) -> None:
    found = proof(store, game_id)
    assert found.fault is None, found.fault
    if entries is not None:
        assert len(found.stored.entries) == entries


def all_ids(store: Store) -> list[int]:
    with store.transaction() as db:
        return log.game_ids(db)

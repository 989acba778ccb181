"""The desk on SQLite and on PostgreSQL: the same acts, and of several moderators one is first."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest

from adjudicator.app.desk import disputes, looks, moderation
from adjudicator.app.desk.disputes import Export
from adjudicator.app.mistakes import NotPossible
from adjudicator.app.store import Store
from adjudicator.engine.ids import Colour
from tests.cli.conftest import demo_game
from tests.moderation.conftest import BECAUSE, NOON, assert_sound, newest

MODERATORS = 6


@pytest.fixture
def both(url: str) -> Iterator[Store]:
    store = Store.open(url)
    yield store
    store.close()


def test_a_tour_of_the_desk(both: Store) -> None:
    game = both.add(demo_game(), "host", NOON)
    moderation.rewind(both, game, 25, BECAUSE)
    moderation.restore(both, game, 29, BECAUSE)
    moderation.amend(both, game, 25, "PUT b.ro@b6", BECAUSE)
    moderation.pause(both, game, NOON + timedelta(days=2), BECAUSE)
    moderation.extend(both, game, timedelta(days=2), Colour.BLUE, BECAUSE)
    number = disputes.open_dispute(both, game, 27, "not adjacent", Colour.BLUE, BECAUSE).id
    disputes.say(both, number, "they are", Colour.YELLOW, BECAUSE)
    disputes.rule(both, number, "They are.", BECAUSE)
    assert disputes.export(both, number, Export("BASE-COMBAT-01"), BECAUSE)
    looks.inspect(both, game, 27, BECAUSE)
    assert len(looks.accesses(both, game)) == 2
    moderation.declare(both, game, "draw", BECAUSE)
    assert_sound(both, game)


def test_of_many_moderators_one_is_first(both: Store) -> None:
    """All mean the same position; the others are told that the game has moved on."""
    game = both.add(demo_game(), "host", NOON)

    def amend(number: int) -> bool:
        store = Store.open(both.url)
        warrant = BECAUSE._replace(moderator=f"Mona {number}", meant="29")
        try:
            moderation.amend(store, game, 25, "PUT b.ro@b6", warrant)
        except NotPossible as error:
            assert "has moved on" in str(error)
            return False
        finally:
            store.close()
        return True

    with ThreadPoolExecutor(MODERATORS) as pool:
        assert sum(pool.map(amend, range(MODERATORS))) == 1
    assert newest(both, game) == 30
    assert_sound(both, game)

"""The process is killed while it amends: afterwards the log is whole, and nothing is half done."""

from __future__ import annotations

import random
from contextlib import closing

from adjudicator.app.desk import moderation
from adjudicator.app.desk.history import read_history
from adjudicator.app.line import AMEND
from adjudicator.app.mistakes import NotPossible
from adjudicator.app.store import Store
from tests.cli.conftest import demo_game
from tests.moderation.conftest import BECAUSE, assert_sound, newest
from tests.storage.test_crash import Child, Confirm

KILLS = 8


def test_killed_while_amending(store: Store) -> None:
    game, chance = store.add(demo_game(), "host"), random.Random("kill")
    entries = newest(store, game)
    for _ in range(KILLS):
        store.engine.dispose()  # connections do not survive a fork
        child = Child(lambda confirm: _amend_for_ever(store.url, game, confirm))
        confirmed = child.confirmed_when_killed(chance.uniform(0.05, 0.3))
        assert_sound(store, game)
        assert entries + confirmed <= newest(store, game) <= entries + confirmed + 1
        entries = newest(store, game)
        _check_last(store, game)
    assert entries > 29, "there was something to interrupt"


def _amend_for_ever(url: str, game: int, confirm: Confirm) -> None:
    with closing(Store(url)) as store:
        while True:
            for square in ("b6", "a6"):
                try:
                    moderation.amend(store, game, 25, f"PUT b.ro@{square}", BECAUSE)
                except NotPossible:  # the one before was killed after this square
                    continue
                confirm()


def _check_last(store: Store, game: int) -> None:
    """The newest position is what the newest entry says."""
    history = read_history(store, game)
    last = history.entries[-1]
    state = history.after(history.newest)
    if last.kind == AMEND:
        rope = next(piece for token, piece in state.pieces.items() if token == "bro")
        assert f"PUT b.ro@{state.square(rope.cell)}" in last.text

"""The process is killed while it amends: afterwards the log is whole, and nothing is half done."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

from adjudicator.app.history import read_history
from adjudicator.app.line import AMEND
from adjudicator.app.store import Store
from tests.cli.conftest import demo_game
from tests.moderation.conftest import assert_sound, newest

ROOT = Path(__file__).parents[2]
KILLS = 8
BUSY = """
import sys
from adjudicator.app import moderation
from adjudicator.app.mistakes import NotPossible
from adjudicator.app.store import Store, now
store = Store.open(sys.argv[1])
print("ready", flush=True)
while True:
    for square in ("b6", "a6"):
        warrant = moderation.Warrant("Mona", now(), "again")
        try:
            moderation.amend(store, 1, 25, f"PUT b.ro@{square}", warrant)
        except NotPossible:  # it is there already: the one before was killed after this square
            continue
"""


def test_killed_while_amending(store: Store, database: Path) -> None:
    game = store.add(demo_game(), "host")
    store.close()
    chance = random.Random("kill")
    entries = newest(store, game)
    for _ in range(KILLS):
        process = subprocess.Popen(
            [sys.executable, "-c", BUSY, str(database)], cwd=ROOT, stdout=subprocess.PIPE
        )
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        time.sleep(chance.uniform(0.05, 0.3))
        process.send_signal(signal.SIGKILL)
        process.communicate(timeout=30)
        assert_sound(store, game)
        assert newest(store, game) >= entries
        entries = newest(store, game)
        _check_last(store, game)
    assert entries > 29, "there was something to interrupt"


def _check_last(store: Store, game: int) -> None:
    """The newest position is what the newest entry says."""
    history = read_history(store, game)
    last = history.entries[-1]
    state = history.after(history.newest)
    if last.kind == AMEND:
        rope = next(piece for token, piece in state.pieces.items() if token == "bro")
        assert f"PUT b.ro@{state.square(rope.cell)}" in last.text

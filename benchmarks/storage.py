"""What the database costs: submitting at any length and among any number, replaying, starting up.

Commits wait for the disk, so these times are real time, not processor time. What is compared is
measured by turns, and the median counts.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import cache
from itertools import cycle, permutations
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import NamedTuple

import click
from sqlalchemy import text

from adjudicator.app.games import Game, extend, new_game, submit
from adjudicator.app.proof.verify import read_stored, replay_fault
from adjudicator.app.store import Store
from adjudicator.engine.ids import Colour
from adjudicator.engine.ruleset import Options
from adjudicator.storage import log
from adjudicator.storage.migrate import upgrade

from .games import decisions
from .table import Row

MEMORY_DISK = Path("/dev/shm")
TEAMS = [
    "LINE " + " ".join(f"{who}@{dot}1" for who, dot in zip(team, "bdgi", strict=True))
    for team in permutations(("CL", "TH", "WI", "TR", "WA"), 4)
]
"""Blue may replace his team until Yellow has one: the same work at every entry of a log."""


class Amount(NamedTuple):
    """How much is measured."""

    submits: int
    many_games: int
    long_log: int
    replayed: int
    starts: int


FULL = Amount(submits=400, many_games=100_000, long_log=1_000, replayed=1_000, starts=15)
QUICK = Amount(submits=3, many_games=300, long_log=30, replayed=4, starts=1)
SHORT_LOG = 10
FEW_GAMES = 100

Say = Callable[[str], None]


def storage_rows(amount: Amount, games: Sequence[Game], say: Say) -> Iterator[Row]:
    """Everything about the database; ``games`` are stored and replayed."""
    with tempfile.TemporaryDirectory() as folder:
        yield from _submit_rows(amount, Path(folder), "", 3, say)
        yield from _replay_rows(amount, Path(folder), games, say)
    if os.access(MEMORY_DISK, os.W_OK):
        with tempfile.TemporaryDirectory(dir=MEMORY_DISK) as folder:
            yield from _submit_rows(amount, Path(folder), ", no disk", None, say)
    yield _start_row(amount, say)


@contextmanager
def new_store(path: Path) -> Iterator[Store]:
    upgrade(str(path))
    with closing(Store.open(str(path))) as store:
        yield store


# -- submitting -------------------------------------------------------------------------------


def _submit_rows(
    amount: Amount, folder: Path, where: str, most: float | None, say: Say
) -> Iterator[Row]:
    with new_store(folder / "few.db") as few, new_store(folder / "many.db") as many:
        say(f"storing {amount.many_games:,} games{where}")
        short = [few.add(_lined_up(SHORT_LOG), "bench") for _ in range(FEW_GAMES - 1)]
        long = few.add(_lined_up(amount.long_log), "bench")
        among = [many.add(_lined_up(SHORT_LOG), "bench") for _ in range(FEW_GAMES)]
        multiply(many, among[0], amount.many_games - FEW_GAMES)
        _make_bare(few)
        say(f"submitting{where}")
        orders, short_ids, among_ids = cycle(TEAMS), cycle(short), cycle(among)
        times = _by_turns(
            amount.submits,
            {
                "bare": lambda: _bare_commit(few),
                "short": lambda: _submit(few, next(short_ids), next(orders)),
                "long": lambda: _submit(few, long, next(orders)),
                "among many": lambda: _submit(many, next(among_ids), next(orders)),
            },
        )
    bare, at_ten = times["bare"], times["short"]
    note = f"{at_ten * 1e3:.2f} ms against {bare * 1e3:.2f} ms"
    yield Row(f"a submit{where}", at_ten / bare, "bare commits", most, note)
    ratio = times["long"] / at_ten
    yield Row(f"  at entry {amount.long_log:,}", ratio, f"of entry {SHORT_LOG}", 1.2)
    ratio = times["among many"] / at_ten
    yield Row(f"  among {amount.many_games:,} games", ratio, f"of {FEW_GAMES} games", 1.2)


@cache
def _lined_up(entries: int) -> Game:
    """A game in which Blue has changed his mind very often."""
    game = new_game("base", "standard", Options(), "bench")
    states = {order: submit(game, Colour.BLUE, order).game.state for order in TEAMS}
    for order, _ in zip(cycle(TEAMS), range(entries), strict=False):
        game = extend(game, Colour.BLUE, (order,), states[order])
    return game


def _submit(store: Store, game_id: int, order: str) -> None:
    judged = store.submit(game_id, Colour.BLUE, order, "bench")
    assert judged.accepted, "Blue may replace his team"


def _make_bare(store: Store) -> None:
    with store.transaction() as db:
        db.execute(text("CREATE TABLE bare (id INTEGER PRIMARY KEY, what TEXT NOT NULL)"))


_BARE = text("INSERT INTO bare (what) VALUES (:what)")


def _bare_commit(store: Store) -> None:
    """The yardstick: one row, with the same settings, through the same stack."""
    with store.transaction() as db:
        db.execute(_BARE, {"what": "x" * 300})


def _by_turns(rounds: int, works: dict[str, Callable[[], None]]) -> dict[str, float]:
    """The median time of each work. The order is drawn: disks have rhythms of their own."""
    times: dict[str, list[float]] = {name: [] for name in works}
    chance = random.Random("turns")
    for _ in range(rounds + 1):
        for name in chance.sample(list(works), len(works)):
            begin = perf_counter()
            works[name]()
            times[name].append(perf_counter() - begin)
    return {name: median(found[1:]) for name, found in times.items()}  # the first is a rehearsal


def multiply(store: Store, game_id: int, copies: int) -> None:
    """Many more games like one, made by SQL alone."""
    if copies < 1:
        return
    numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < :copies)"
    with store.transaction() as db:
        first = db.scalar(text("SELECT max(id) FROM game"))
        for table in ("game", "head", "entry", "snapshot"):
            key = "id" if table == "game" else "game_id"
            names = [row[1] for row in db.execute(text(f"PRAGMA table_info({table})"))]
            columns = ", ".join(name for name in names if name != key)
            statement = (
                f"INSERT INTO {table} ({key}, {columns}) {numbers}"
                f" SELECT :first + i, {columns} FROM n CROSS JOIN {table} WHERE {key} = :game"
            )
            db.execute(text(statement), {"copies": copies, "first": first, "game": game_id})


# -- replaying --------------------------------------------------------------------------------


def _replay_rows(amount: Amount, folder: Path, games: Sequence[Game], say: Say) -> Iterator[Row]:
    say(f"storing {amount.replayed:,} games to replay")
    with new_store(folder / "replay.db") as store:
        each = max(1, amount.replayed // len(games))
        for game in games:
            multiply(store, store.add(game, "bench"), each - 1)
        with store.transaction() as db:
            ids = log.game_ids(db)
        begin = perf_counter()
        with click.progressbar(ids, label="Replaying", show_pos=True, file=sys.stderr) as bar:
            for game_id in bar:
                assert replay_fault(read_stored(store, game_id)) is None, game_id
        seconds = perf_counter() - begin
    total = each * sum(decisions(game.record) for game in games)
    note = f"{total / seconds:,.0f} decisions a second, snapshots compared"
    yield Row(f"{len(ids):,} stored games replayed", seconds, "s", None, note)


# -- starting up ------------------------------------------------------------------------------

OURS = "from adjudicator.cli.main import main; main()"
BARE = """
import click
@click.group()
def cli(): "A bare program."
@cli.command()
def hello(): "Says hello."
cli()
"""


def _ran(words: Sequence[str]) -> None:
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL)


def _start_row(amount: Amount, say: Say) -> Row:
    say("starting up")

    def start(code: str) -> Callable[[], None]:
        words = [sys.executable, "-c", code, "--help"]
        return lambda: _ran(words)

    times = _by_turns(amount.starts, {"ours": start(OURS), "bare": start(BARE)})
    note = f"{times['ours'] * 1e3:.0f} ms against {times['bare'] * 1e3:.0f} ms"
    return Row("adjudicator --help", times["ours"] / times["bare"], "bare click programs", 3, note)

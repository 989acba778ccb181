"""Many games of self-play, one after the other or in several processes, and what came of them.

Each game has a number, and a seed made from it: whoever plays it and when, it is the same game. So
the summary of a series does not depend on the number of processes.
"""

from __future__ import annotations

import multiprocessing
import os
import random
import signal
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import cycle, islice
from pathlib import Path
from threading import Thread
from typing import NamedTuple

from adjudicator.sets.load import scenarios

from ..games import result_tag
from ..mistakes import NotPossible
from .selfplay import LIMIT, TABLES, USUAL_STYLES, BrokenGame, Table, play_game, style_called

Progress = Callable[[int, int], None]


class Bout(NamedTuple):
    """One game of a series, before it is played."""

    number: int
    seed: str
    style: str
    table: Table
    limit: int


class Outcome(NamedTuple):
    """What came of a game."""

    bout: Bout
    record: str
    result: str
    """``b``, ``y``, ``draw``, and ``*`` for unfinished."""
    decisions: int
    broken: str = ""
    """How the engine contradicted itself, if it did."""

    @property
    def file(self) -> str:
        end = "-broken" if self.broken else ""
        return f"{self.bout.number:05d}-{self.bout.style.replace(':', '-')}{end}.dt"


@dataclass(frozen=True, slots=True)
class Tally:
    """Some games, counted."""

    games: int = 0
    decisions: int = 0
    bytes: int = 0
    largest: int = 0
    results: Mapping[str, int] = field(default_factory=dict)
    """How often each result came about."""

    @property
    def finished(self) -> int:
        return self.games - self.results.get("*", 0)

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.games + other.games,
            self.decisions + other.decisions,
            self.bytes + other.bytes,
            max(self.largest, other.largest),
            Counter(self.results) + Counter(other.results),
        )


class Row(NamedTuple):
    """Which games are counted together."""

    table: str
    style: str


@dataclass(frozen=True, slots=True)
class Fault:
    """A game in which the engine contradicted itself, and how to play it again."""

    seed: str
    row: Row
    why: str
    record: str


@dataclass(frozen=True, slots=True)
class Summary:
    """What came out of many games."""

    rows: Mapping[Row, Tally]
    """By table and style, in the order in which they were first to be played."""
    faults: tuple[Fault, ...]

    @property
    def styles(self) -> Mapping[str, Tally]:
        """All tables together."""
        found: dict[str, Tally] = {}
        for row, tally in self.rows.items():
            found[row.style] = found.get(row.style, Tally()) + tally
        return found


def play_games(
    count: int,
    seed: str,
    styles: Sequence[str] = USUAL_STYLES,
    progress: Progress | None = None,
    out_dir: Path | None = None,
    tables: Sequence[Table] = TABLES,
    limit: int = LIMIT,
    jobs: int = 1,
) -> Summary:
    """Play many games, styles and tables by turns; each has a seed of its own made from ``seed``.

    A broken game does not stop the others. Records go to ``out_dir`` if one is given.
    """
    programme = cycle((style, table) for table in tables for style in styles)
    bouts = [
        Bout(number, f"{seed}-{number}", style, table, limit)
        for number, (style, table) in enumerate(islice(programme, count), start=1)
    ]
    rows = {Row(str(bout.table), bout.style): Tally() for bout in bouts}
    faults: dict[int, Fault] = {}
    for done, outcome in enumerate(_outcomes(bouts, min(jobs, count)), start=1):
        row = Row(str(outcome.bout.table), outcome.bout.style)
        if outcome.broken:
            fault = Fault(outcome.bout.seed, row, outcome.broken, outcome.record)
            faults[outcome.bout.number] = fault
        else:
            rows[row] += _counted(outcome)
        if out_dir is not None:
            out_dir.joinpath(outcome.file).write_text(outcome.record, encoding="utf-8")
        if progress is not None:
            progress(done, count)
    return Summary(rows, tuple(faults[number] for number in sorted(faults)))


def _counted(outcome: Outcome) -> Tally:
    size = len(outcome.record.encode())
    return Tally(1, outcome.decisions, size, size, {outcome.result: 1})


def play_bout(bout: Bout) -> Outcome:
    chance, style = random.Random(bout.seed), style_called(bout.style)
    try:
        game = play_game(bout.table, bout.seed, chance, style, bout.limit)
    except BrokenGame as fault:
        return Outcome(bout, fault.game.text(), "*", 0, str(fault))
    decisions = sum(1 for _ in game.record.orders)
    return Outcome(bout, game.text(), result_tag(game.state), decisions)


def tables_of(sets: Sequence[str], named: Sequence[str]) -> tuple[Table, ...]:
    """The tables of these sets and scenarios; nothing named means all of them."""
    known = {name: scenarios(name) for name in sets or dict.fromkeys(t.set_name for t in TABLES)}
    for scenario in named:
        if not any(scenario in some for some in known.values()):
            listed = "; ".join(f"{name}: {', '.join(some)}" for name, some in known.items())
            raise NotPossible(f"there is no scenario {scenario!r}; known are {listed}")
    for name in sets if named else ():
        if not set(named) & set(known[name]):
            raise NotPossible(
                f"{name} has no scenario {' or '.join(named)}; known: {', '.join(known[name])}"
            )
    return tuple(
        t for t in TABLES if t.set_name in known and t.scenario in (named or (t.scenario,))
    )


# -- several processes ------------------------------------------------------------------------


def _outcomes(bouts: Sequence[Bout], jobs: int) -> Iterator[Outcome]:
    """The games as they come to their end."""
    if jobs == 1:
        yield from map(play_bout, bouts)
        return
    done = 0
    with _workers(jobs) as pool:
        try:
            with _deaf_to_interrupts():
                waiting = [pool.submit(play_bout, bout) for bout in bouts]
            for future in as_completed(waiting):
                yield future.result()
                done += 1
        except BrokenProcessPool:
            raise NotPossible(
                f"a process that played games was ended from outside, after {done} of"
                f" {len(bouts)} games. If memory was short, try fewer than {jobs} jobs."
            ) from None


@contextmanager
def _workers(jobs: int) -> Iterator[ProcessPoolExecutor]:
    """Processes that play games; whatever happens, none of them is left behind."""
    others = set(multiprocessing.active_children())
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(jobs, context, initializer=_leave_with_parent)
    try:
        yield pool
    except BaseException:
        for worker in set(multiprocessing.active_children()) - others:
            worker.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Processes started now never hear of Ctrl-C; who started them hears of it a moment later."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _leave_with_parent() -> None:
    """In a worker: nobody plays on for a program that is gone."""
    parent = multiprocessing.parent_process()
    assert parent is not None, "a worker was started by somebody"

    def watch() -> None:
        parent.join()
        os._exit(1)

    Thread(target=watch, daemon=True).start()

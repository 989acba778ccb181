"""How much memory positions take while they are all kept."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from itertools import cycle, islice

from adjudicator.app.games import load_game, replay
from adjudicator.engine.state import State
from adjudicator.notation.record import Record


def bytes_per_state(records: Sequence[Record], number: int) -> float:
    """What a position takes when all positions of its game are kept."""
    return _bytes_kept(lambda: list(islice(_positions(records), number))) / number


def bytes_per_game(texts: Sequence[str]) -> float:
    """What a game takes when its record and its last position are kept."""
    return _bytes_kept(lambda: [load_game(text) for text in texts]) / len(texts)


def _positions(records: Sequence[Record]) -> Iterator[State]:
    for record in cycle(records):
        for turn in replay(record):
            yield turn.after


def _bytes_kept(make: Callable[[], object]) -> int:
    gc.collect()
    tracemalloc.start()
    try:
        kept = make()
        gc.collect()
        size, _ = tracemalloc.get_traced_memory()
        del kept
        return size
    finally:
        tracemalloc.stop()

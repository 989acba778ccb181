"""Measuring works side by side: every round times every work once, and the best round counts.

A work is cut into small pieces that are timed one by one. What disturbs a round spoils only a few
pieces of it; another round will have them undisturbed.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean
from time import process_time

Piece = Callable[[], object]


@dataclass(frozen=True, slots=True)
class Work:
    """Something to be measured."""

    name: str
    pieces: Callable[[], Iterable[Piece]]
    """Makes the pieces of one round, the same in each. What it does itself is not timed."""
    units: int
    """How many plies, decisions or the like all pieces have together."""


@dataclass(frozen=True, slots=True)
class Timing:
    """The best time of each piece, in seconds."""

    pieces: Sequence[float]
    units: int

    @property
    def total(self) -> float:
        return sum(self.pieces)

    @property
    def per_unit(self) -> float:
        return self.total / self.units

    @property
    def mean(self) -> float:
        return fmean(self.pieces)

    @property
    def worst(self) -> float:
        return max(self.pieces)

    def percentile(self, percent: int) -> float:
        """The time that so many of a hundred pieces do not exceed.

        >>> Timing([4.0, 1.0, 2.0, 3.0], 4).percentile(75)
        3.0
        """
        ordered = sorted(self.pieces)
        return ordered[max(0, -(-percent * len(ordered) // 100) - 1)]


def measure(
    works: Sequence[Work], rounds: int, progress: Callable[[str], None]
) -> dict[str, Timing]:
    """Time all works, in turn and several times over."""
    best: dict[str, list[float]] = {}
    gc.collect()
    gc.freeze()  # what was prepared must not be searched for garbage again and again
    try:
        for number in range(1, rounds + 1):
            for work in works:
                progress(f"round {number} of {rounds}: {work.name}")
                times = [_time(piece) for piece in work.pieces()]
                best[work.name] = list(map(min, best.get(work.name, times), times))
    finally:
        gc.unfreeze()
    return {work.name: Timing(best[work.name], work.units) for work in works}


def _time(piece: Piece) -> float:
    """Processor time: what other programs do meanwhile hardly counts."""
    begin = process_time()
    piece()
    return process_time() - begin

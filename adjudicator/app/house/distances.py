"""How far it is to the nearest of some goals, wherever one stands."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from heapq import heappop, heappush

FAR = 999.0
"""Farther than anything on a board."""


def distances(
    squares: int, goals: Iterable[int], arcs: Callable[[int], Iterable[tuple[int, float]]]
) -> list[float]:
    """For each square what the cheapest way to a goal costs, found from the goals backwards.

    >>> distances(3, [0], lambda square: [(square + 1, 2.0)] if square < 2 else [])
    [0.0, 2.0, 4.0]
    """
    result = [FAR] * squares
    queue: list[tuple[float, int]] = []
    for square in goals:
        result[square] = 0.0
        queue.append((0.0, square))
    while queue:
        here, square = heappop(queue)
        if here > result[square]:
            continue
        for beyond, cost in arcs(square):
            if here + cost < result[beyond]:
                result[beyond] = here + cost
                heappush(queue, (here + cost, beyond))
    return result

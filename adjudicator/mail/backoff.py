"""How long to wait before trying again: longer each time, never in step with others."""

from __future__ import annotations


def pause(failures: int, chance: float, first: float = 1.0, longest: float = 300.0) -> float:
    """Seconds to wait after so many failures in a row; `chance` in [0, 1) scatters them.

    >>> [pause(n, 0.5) for n in (1, 2, 3, 20)]
    [0.75, 1.5, 3.0, 225.0]
    """
    whole = min(longest, first * 2.0 ** min(failures - 1, 30))
    return whole * (0.5 + chance / 2)

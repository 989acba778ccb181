"""Ways through a room: which squares can be reached from which sides."""

from __future__ import annotations

from collections.abc import Collection

from ..engine.ids import Side
from ..engine.tiles import Tile
from .room_signs import SIGNS, Signs

SIDE_WORDS = ("top", "right", "bottom", "left")


def reachable(
    tile: Tile,
    may_enter: Collection[int],
    signs: Signs = SIGNS,
    sides: Collection[Side] = tuple(Side),
) -> frozenset[int]:
    """The squares that can be reached from outside by way of those that may be entered."""
    found: set[int] = set()
    ahead = [at for at in may_enter if any(leads_out(tile, at, side, signs) for side in sides)]
    while ahead:
        local = ahead.pop()
        if local not in found:
            found.add(local)
            ahead += [n for n in _neighbours(tile, local, signs) if n in may_enter]
    return frozenset(found)


def leads_out(tile: Tile, local: int, side: Side, signs: Signs) -> bool:
    return tile.next_to(local, side) is None and signs.edge(tile.edge(local, side)).passable


def _neighbours(tile: Tile, local: int, signs: Signs) -> list[int]:
    ways = (side for side in Side if signs.edge(tile.edge(local, side)).passable)
    return [near for side in ways if (near := tile.next_to(local, side)) is not None]


def outer_squares(tile: Tile, side: Side) -> tuple[int, ...]:
    """The squares along one side, from the left or from the top."""
    return tuple(local for local in range(tile.size) if tile.next_to(local, side) is None)


def is_shut(tile: Tile, side: Side, signs: Signs) -> bool:
    return not any(leads_out(tile, local, side, signs) for local in outer_squares(tile, side))

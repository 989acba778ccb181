"""Chance: everything random follows from one secret seed, so that anybody can check it later.

The hash of the seed is published when the game begins and the seed itself when it is over
(BASE-HIDDEN-09). Draws use SHA-256 only, so they give the same result on every machine for ever.
"""

from __future__ import annotations

import hashlib
from typing import NamedTuple, TypeVar

from .ruleset import Ruleset
from .space import Placement
from .tiles import Tile

T = TypeVar("T")


def commitment(seed: str) -> str:
    """What is published before the game: nobody can find the seed from it, or change it later.

    >>> commitment("example")[:16]
    '6c900f6b789b81b4'
    """
    return hashlib.sha256(f"adjudicator deal 1:{seed}".encode()).hexdigest()


def draw_index(seed: str, label: str, count: int) -> int:
    """A fair number from 0 to ``count`` - 1. Every draw of a game has a label of its own.

    >>> draw_index("example", "starter", 2) in (0, 1)
    True
    """
    limit = (1 << 64) // count * count
    attempt = 0
    while True:
        text = f"adjudicator draw 1:{seed}:{label}:{attempt}"
        number = int.from_bytes(hashlib.sha256(text.encode()).digest()[:8])
        if number < limit:
            return number % count
        attempt += 1


def shuffle(seed: str, label: str, items: tuple[T, ...]) -> tuple[T, ...]:
    """All items in a drawn order."""
    pool = list(items)
    return tuple(
        pool.pop(draw_index(seed, f"{label}/{turn}", len(pool))) for turn in range(len(items))
    )


class Deal(NamedTuple):
    """The rooms of a game and how they lie, all face down (BASE-SETUP-02, -03)."""

    tiles: tuple[Tile, ...]
    placements: tuple[Placement | None, ...]


def deal(rules: Ruleset, seed: str) -> Deal:
    """Shuffle the rooms over the slots, or lay none before the players have chosen them."""
    if rules.choice is not None:
        return Deal(rules.tiles, (None,) * len(rules.tiles))
    tiles = _rooms_in_play(rules, seed)
    return Deal(tiles, lay(rules, seed, tiles, tuple(range(len(tiles)))))


def lay(
    rules: Ruleset, seed: str, tiles: tuple[Tile, ...], laid: tuple[int, ...]
) -> tuple[Placement | None, ...]:
    """Some of the tiles over the slots, each in a drawn orientation."""
    placements: list[Placement | None] = [None] * len(tiles)
    for place, tile in zip(rules.layout.places, shuffle(seed, "rooms", laid), strict=True):
        turns = draw_index(seed, f"turn/{place.slot}", 4)
        placements[tile] = Placement(place.slot, place.x, place.y, turns, face_up=False)
    return tuple(placements)


def _rooms_in_play(rules: Ruleset, seed: str) -> tuple[Tile, ...]:
    """Leave out the agreed pair, or drawn ones, until there are as many rooms as slots."""
    tiles = rules.tiles
    if rules.options.pair is not None:
        tiles = tuple(tile for tile in tiles if tile.pair != rules.options.pair)
    while len(tiles) > rules.rooms:
        pairs = tuple(dict.fromkeys(tile.pair for tile in tiles))
        out = pairs[draw_index(seed, f"pair/{len(pairs)}", len(pairs))]
        tiles = tuple(tile for tile in tiles if tile.pair != out)
    return tiles

"""A room as it lies on the table, in all four orientations."""

from __future__ import annotations

from dataclasses import replace
from itertools import zip_longest

from ..engine.ids import Side
from ..engine.tiles import Tile, turned_square
from ..sets.room_drawing import drawing
from ..sets.room_signs import SIGNS, Signs

WIDEST = 78
GAP = "     "


def draw_room(tile: Tile, signs: Signs = SIGNS) -> str:
    """The room as drawn and after one, two and three clockwise quarter turns.

    >>> from ..sets.rooms import read_room
    >>> text = "room 7L\\npair 7\\nturns left\\n+---+\\n| @  \\n+ # +"
    >>> print(draw_room(read_room(text, "7L.txt")))
    7L  pair 7, turns left
    <BLANKLINE>
    0         90        180       270
    +---+     +---+     + # +     +   +
    | @       # @ |       @ |     | @ #
    + # +     +   +     +---+     +---+
    """
    pictures = [_picture(tile, turns, signs) for turns in range(4)]
    across = _how_many_across(pictures)
    title = f"{tile.name}  pair {tile.pair}, turns {'right' if tile.sense == 1 else 'left'}"
    blocks = [_side_by_side(pictures[at : at + across]) for at in range(0, 4, across)]
    return "\n\n".join((title, *blocks))


def turned_tile(tile: Tile, turns: int) -> Tile:
    """The room as it lies after some clockwise quarter turns, drawn anew from the top left."""
    ground = [""] * tile.size
    edges = [""] * len(tile.edges)
    for local in range(tile.size):
        there = turned_square(tile.width, tile.height, local, turns)
        ground[there] = tile.ground[local]
        for side in Side:
            edges[4 * there + side.turned(turns)] = tile.edge(local, side)
    lies_across = turns % 2 == 1
    width, height = (tile.height, tile.width) if lies_across else (tile.width, tile.height)
    return replace(tile, width=width, height=height, ground=tuple(ground), edges=tuple(edges))


def _picture(tile: Tile, turns: int, signs: Signs) -> list[str]:
    """A caption and the drawing under it, all lines of the same length."""
    rows = drawing(turned_tile(tile, turns), signs)
    return [str(90 * turns).ljust(len(rows[0])), *rows]


def _how_many_across(pictures: list[list[str]]) -> int:
    for across in (4, 2):
        widest = max(sum(len(p[0]) for p in pictures[i : i + across]) for i in range(0, 4, across))
        if widest + len(GAP) * (across - 1) <= WIDEST:
            return across
    return 1


def _side_by_side(pictures: list[list[str]]) -> str:
    widths = [len(picture[0]) for picture in pictures]
    lines = zip_longest(*pictures, fillvalue="")
    return "\n".join(_joined(list(parts), widths) for parts in lines)


def _joined(parts: list[str], widths: list[int]) -> str:
    return GAP.join(part.ljust(width) for part, width in zip(parts, widths, strict=True)).rstrip()

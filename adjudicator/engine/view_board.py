"""The board as one viewer may see it: rooms, squares with what lies on them, borders, lines."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from .geometry import NOTHING
from .ids import OUTSIDE, Cell, Side, Square
from .layout import LineRule, Place
from .secrecy import knows_hidden, sees_all
from .seen import HiddenSeen, LineSeen, RoomSeen, SquareSeen, TokenSeen, Viewer
from .space import Space
from .state import Piece, State


def rooms_seen(state: State, viewer: Viewer) -> tuple[RoomSeen, ...]:
    """Slots in the order of the layout; a face-down tile is known to nobody (BASE-HIDDEN-01)."""
    seen = []
    for place in state.rules.layout.places:
        index = state.space.tile_in(place.slot)
        if index is None:
            if state.rules.choice is not None:
                seen.append(_room_to_come(place))
            continue
        placement, tile = state.space.placements[index], state.space.geometry.tiles[index]
        assert placement is not None, "a tile in a slot is placed"
        known = placement.face_up or sees_all(state, viewer)
        seen.append(
            RoomSeen(
                slot=place.slot,
                x=placement.x,
                y=placement.y,
                width=place.width,
                height=place.height,
                capacity=place.capacity,
                face_up=placement.face_up,
                tile=tile.name if known else None,
                pair=tile.pair if known else None,
                sense=tile.sense if known else 0,
                turns=placement.turns if known else 0,
                hidden=_hidden(state, index, viewer),
                holds=place.holds,
            )
        )
    return tuple(seen)


def _room_to_come(place: Place) -> RoomSeen:
    """A slot before the rooms are chosen looks like any face-down room."""
    return RoomSeen(
        place.slot, place.x, place.y, place.width, place.height, place.capacity,
        face_up=False, tile=None, pair=None, sense=0, turns=0, hidden=(), holds=place.holds,
    )  # fmt: skip


def _hidden(state: State, tile: int, viewer: Viewer) -> tuple[HiddenSeen, ...]:
    """Face-down tokens by colour; the owner is reminded of his own (BASE-SETUP-13, BASE-HIDDEN-02).

    Sorted by what the viewer sees, so that not even the order tells more.
    """
    seen = [
        HiddenSeen(piece.colour, piece.token if knows_hidden(state, viewer, piece) else None)
        for piece in state.hidden_in(tile)
    ]
    return tuple(sorted(seen, key=lambda h: (h.colour, h.token or "")))


def squares_seen(state: State) -> dict[tuple[int, int], SquareSeen]:
    """Every square that lies open: the bare board, and what lies on it."""
    squares = dict(_bare_squares(state.space))
    for cell, tokens in state.at.items():
        square = NOTHING if cell == OUTSIDE else state.space.square_of[cell]
        if tokens and square != NOTHING:
            place = state.rules.layout.column_and_row(Square(square))
            pieces = sorted(state.on(cell), key=lambda piece: (piece.rank, piece.token))
            squares[place] = replace(squares[place], tokens=tuple(map(_token, pieces)))
    return squares


@lru_cache(maxsize=64)
def _bare_squares(space: Space) -> Mapping[tuple[int, int], SquareSeen]:
    """The squares without tokens. Rooms seldom move, and every letter shows them."""
    bare = (_square(space, Cell(cell)) for cell in space.cell_at if cell != OUTSIDE)
    return {(square.x, square.y): square for square in bare}


def _square(space: Space, cell: Cell) -> SquareSeen:
    x, y = space.geometry.layout.column_and_row(Square(space.square_of[cell]))
    line = space.line(cell)
    tile = space.tile(cell)
    placement = space.placements[tile] if tile is not None else None
    return SquareSeen(
        name=space.name(cell),
        x=x,
        y=y,
        ground=space.ground(cell),
        slot=placement.slot if placement else None,
        line=line.name if line else None,
        dot=line is not None and space.geometry.line_cells[line.name].index(cell) in line.dots,
        tokens=(),
        borders=tuple(_border(space, cell, side) for side in Side),
    )


def _token(piece: Piece) -> TokenSeen:
    return TokenSeen(
        piece.token,
        piece.colour,
        piece.kind.code,
        piece.kind.name,
        piece.kind.character,
        piece.wounded,
        piece.carrier,
        tuple(sorted(piece.marks)),
    )


def _border(space: Space, cell: Cell, side: Side) -> tuple[str, ...]:
    """The layers on a side of a square; the rim of the board and closed line sides are ``edge``."""
    half = space.half_towards(cell, side)
    layers = tuple(
        layer.kind
        if len(space.geometry.borders[layer.kind].blocks) == 1
        else f"{layer.kind} {layer.state}"
        for layer in space.layers(half)
    )
    if layers or space.across(half) is not None:
        return layers
    return () if space.hidden_slot_beyond(half) is not None else ("edge",)


def line_seen(state: State, name: str) -> LineSeen:
    cells = state.space.geometry.line_cells[name]
    line = state.space.geometry.line_of[cells[0]]
    home = tuple(c for c in state.rules.seats if line.rule(c) is LineRule.HOME)
    return LineSeen(name, tuple(state.space.name(cell) for cell in cells), home, line.facing)

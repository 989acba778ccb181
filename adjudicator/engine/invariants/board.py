"""The board and what is hidden under it fit together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from ..geometry import NOTHING
from ..ids import OUTSIDE, Colour
from ..requests import CHOOSING, Ask
from ..space import Space
from ..state import State, Status


@lru_cache(maxsize=64)
def _space_faults(space: Space) -> tuple[str, ...]:
    """Cells and squares belong together, and borders are the same from both sides."""
    faults = []
    for square, cell in enumerate(space.cell_at):
        if cell != OUTSIDE and space.square_of[cell] != square:
            faults.append(f"square {square} shows a cell that lies elsewhere")
    for cell, square in enumerate(space.square_of):
        if square != NOTHING and space.cell_at[square] != cell:
            faults.append(f"cell {cell} lies on a square that shows another cell")
    for half, far in enumerate(space.reverse):
        if far != NOTHING and space.reverse[far] != half:
            faults.append(f"half-edge {half} leads to {far}, which does not lead back")
        off_board = space.square_of[half // 4] == NOTHING
        on_rim = space.geometry.reverse[half] == NOTHING
        if off_board and on_rim and far != NOTHING:
            faults.append(f"half-edge {half} of a face-down room leads somewhere")
    for layer, door in space.doors.items():
        if door not in space.geometry.borders[space.geometry.kind[layer]].blocks:
            faults.append(f"border {layer} is {door!r}, which it cannot be")
    slots = [placement.slot for placement in space.placements if placement is not None]
    if len(set(slots)) != len(slots):
        faults.append("two rooms lie in one slot")
    return tuple(faults)


def space(state: State) -> Iterator[str]:
    yield from _space_faults(state.space)


def hidden(state: State) -> Iterator[str]:
    """No room hides more than it may (BASE-SETUP-09), and the counts of set-up fit."""
    for place in state.rules.layout.places:
        tile = state.space.tile_in(place.slot)
        if tile is not None and len(state.hidden_in(tile)) > place.capacity:
            yield f"{place.slot} hides more than {place.capacity} tokens"
    for colour in state.rules.seats:
        yield from _team_faults(state, colour)
        lined_up = sum(piece.status is Status.LINED_UP for piece in state.of(colour))
        if lined_up not in (0, state.rules.line_up_of(colour)):
            yield f"{colour} has {lined_up} characters lined up"


def _team_faults(state: State, colour: Colour) -> Iterator[str]:
    """Whoever is not left out makes up the team, once it is complete (NATURE-SETUP-03)."""
    open_asks = [r.ask for r in state.pending if r.who == colour or r.ask in CHOOSING]
    if state.result is not None or Ask.LEAVE_OUT in open_asks or set(open_asks) & set(CHOOSING):
        return
    team = [piece for piece in state.of(colour) if piece.status is not Status.LEFT_OUT]
    characters = sum(piece.kind.character for piece in team)
    if characters != state.rules.characters_of(colour):
        yield f"{colour} plays with {characters} characters"
    if len(team) - characters != state.rules.team_size(colour) - state.rules.everybody(colour):
        yield f"{colour} plays with {len(team) - characters} objects"


def rooms(state: State) -> Iterator[str]:
    """Once the teams are complete as many rooms lie there as there should, in whole pairs."""
    choosing = any(request.ask in CHOOSING for request in state.pending)
    laid = [
        tile.pair
        for tile, placement in zip(state.space.geometry.tiles, state.space.placements, strict=True)
        if placement is not None
    ]
    if state.rules.choice is None or state.result is not None:
        return
    if len(laid) != (0 if choosing else state.rules.rooms):
        yield f"{len(laid)} rooms are laid"
    if any(number != 2 for number in Counter(laid).values()):
        yield "a room is laid without its twin (NATURE-SETUP-03)"

"""A board of Prison rooms, so laid that arrow-slits meet open edges, walls and each other."""

from __future__ import annotations

from adjudicator.engine.ids import Cell, Slot, Token
from adjudicator.engine.start import start
from adjudicator.engine.state import State, Status
from adjudicator.sets.load import load_ruleset

ROOMS = {
    "R1": ("38a", 0),
    "R2": ("37c", 0),
    "R3": ("37a", 1),
    "R4": ("39a", 3),
    "R5": ("40c", 1),
    "R6": ("38c", 2),
    "R7": ("39c", 3),
    "R8": ("40a", 2),
}
"""Which room lies in a slot and how it is turned; that in R7 lies face down."""

PIECES = {"bME": "b2", "bke": "b2", "yNA": "a2", "bCO": "j3", "yro": "j9", "yTP": "f6"}
"""Where pieces stand; the Mekanork has the Key, the Telepath is wounded."""


def prison_state() -> State:
    """Seven rooms face up, some pieces beside arrow-slits."""
    state = start(load_ruleset("prison", "5"), "slits").state
    number = {tile.name: at for at, tile in enumerate(state.space.geometry.tiles)}
    space = state.space
    for slot, (name, turns) in ROOMS.items():
        place = state.rules.layout.place_by_slot[Slot(slot)]
        old = space.placements[number[name]]
        assert old is not None
        placement = old._replace(
            slot=place.slot, x=place.x, y=place.y, turns=turns, face_up=slot != "R7"
        )
        space = space.with_placement(number[name], placement)
    return _with_pieces(state._replace(space=space))


def _with_pieces(state: State) -> State:
    pieces, at = dict(state.pieces), dict[Cell, tuple[Token, ...]]()
    for name, square in PIECES.items():
        cell = state.space.cell(state.rules.layout.square_by_name[square])
        token = Token(name)
        pieces[token] = pieces[token]._replace(
            status=Status.ON_BOARD,
            cell=cell,
            tile=-1,
            carrier=Token("bME") if name == "bke" else None,
            wounded=name == "yTP",
        )
        at[cell] = (*at.get(cell, ()), token)
    return state._replace(pieces=pieces, at=at)

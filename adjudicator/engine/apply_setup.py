"""How the events of choosing and of the set-up change the position."""

from __future__ import annotations

from . import events_setup as e
from .changes import applies, changes_nothing, sealed, with_pieces
from .ids import OUTSIDE
from .requests import Ask
from .space import Placement, Space
from .state import Chosen, State, Status

# -- choosing ---------------------------------------------------------------------------------


@applies(e.Picked)
def _picked(state: State, event: e.Picked) -> State:
    return state._replace(picked=(*state.picked, event.what))


@applies(e.TeamChosen)
def _team_chosen(state: State, event: e.TeamChosen) -> State:
    chosen = Chosen(event.codes, event.pairs, event.reserve)
    state = state._replace(chosen={**state.chosen, event.colour: chosen})
    return sealed(state, event.colour, Ask.TEAM)


@applies(e.PairsAllotted)
def _pairs_allotted(state: State, event: e.PairsAllotted) -> State:
    chosen = state.chosen[event.colour]._replace(allotted=event.pairs)
    return state._replace(chosen={**state.chosen, event.colour: chosen})


@applies(e.TeamCompleted)
def _team_completed(state: State, event: e.TeamCompleted) -> State:
    out = (p for p in state.of(event.colour) if p.token not in event.tokens)
    return with_pieces(state, *(piece._replace(status=Status.LEFT_OUT) for piece in out))


@applies(e.RoomsLaid)
def _rooms_laid(state: State, event: e.RoomsLaid) -> State:
    placements = list(state.space.placements)
    for tile, slot, turns in event.rooms:
        place = state.rules.layout.place_by_slot[slot]
        placements[tile] = Placement(slot, place.x, place.y, turns, face_up=False)
    return state._replace(space=Space(state.space.geometry, tuple(placements), {}))


# -- set-up -----------------------------------------------------------------------------------


@applies(e.LeftOut)
def _left_out(state: State, event: e.LeftOut) -> State:
    return with_pieces(
        state, *(state.pieces[token]._replace(status=Status.LEFT_OUT) for token in event.tokens)
    )


@applies(e.LinedUp)
def _lined_up(state: State, event: e.LinedUp) -> State:
    back = {
        piece.token: piece._replace(status=Status.UNPLACED, cell=OUTSIDE)
        for piece in state.of(event.colour)
        if piece.status is Status.LINED_UP
    }
    for token, cell in event.team:
        back[token] = state.pieces[token]._replace(status=Status.LINED_UP, cell=cell)
    state = state._replace(pieces={**state.pieces, **back})
    return sealed(state, event.colour, Ask.LINE_UP)


@applies(e.LinesTurnedUp)
def _lines_turned_up(state: State, event: e.LinesTurnedUp) -> State:
    pieces = dict(state.pieces)
    at = dict(state.at)
    for piece in state.pieces.values():
        if piece.status is Status.LINED_UP:
            pieces[piece.token] = piece._replace(status=Status.ON_BOARD)
            at[piece.cell] = (piece.token,)
    return state._replace(pieces=pieces, at=at, lines_shown=True)


@applies(e.PlacerDrawn)
def _placer_drawn(state: State, event: e.PlacerDrawn) -> State:
    return state._replace(placer=event.colour)


@applies(e.StarterDrawn)
def _starter_drawn(state: State, event: e.StarterDrawn) -> State:
    return state._replace(starter=event.colour)


@applies(e.Hidden)
def _hidden(state: State, event: e.Hidden) -> State:
    tile = state.space.tile_in(event.slot)
    assert tile is not None, "a token is hidden in a slot that holds a room"
    piece = state.pieces[event.token]._replace(status=Status.HIDDEN, tile=tile)
    return state._replace(pieces={**state.pieces, event.token: piece})


changes_nothing(e.ChooserDrawn)

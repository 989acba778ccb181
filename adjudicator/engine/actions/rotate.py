"""Turning rooms from a gear (BASE-ROTATE).

Only a room turns, never a line or the board, and nothing on it can prevent that (BASE-ROTATE-09,
-12). Its cells keep what stands on them, the actor on his gear included (BASE-ROTATE-11).
"""

from __future__ import annotations

from ..course import Course
from ..decisions import Rotate
from ..events import RoomTurned
from ..ids import Colour, Slot
from ..refusals import Refusal, refuse
from ..state import Piece, State
from ..walk import ground_of
from .common import check_action, pay
from .turn import go_on


def turnable(state: State, actor: Piece) -> list[Slot]:
    """The rooms a character may turn: his own and its face-up twin (BASE-ROTATE-01, -03, -06)."""
    space = state.space
    here = space.tile(actor.cell)
    if here is None or not ground_of(state, actor.cell).gear:
        return []
    pair = space.geometry.tiles[here].pair
    return [
        placement.slot
        for tile, placement in zip(space.geometry.tiles, space.placements, strict=True)
        if placement is not None and placement.face_up and tile.pair == pair
    ]


def check_rotate(state: State, by: Colour, decision: Rotate) -> Refusal | None:
    if decision.quarters < 1:
        return refuse("BASE-ROTATE-01", "a rotation turns a room by at least one quarter")
    refusal = check_action(
        state, by, decision, price=decision.quarters, wounded_rule="BASE-ROTATE-10"
    )
    if refusal:
        if refusal.rule == "BASE-TURN-07" and decision.quarters > 1:
            return refuse("BASE-ROTATE-02", refusal.why)
        return refusal
    actor = state.pieces[decision.actor]
    if not ground_of(state, actor.cell).gear:
        return refuse(
            "BASE-ROTATE-01",
            f"the {state.name(actor.token)} on {state.square(actor.cell)} does not stand on a gear",
        )
    if decision.slot not in turnable(state, actor):
        return _wrong_room(state, actor, decision.slot)
    tile = state.space.tile_in(decision.slot)
    assert tile is not None, "a turnable slot holds a room"
    arrow = state.space.geometry.tiles[tile].sense
    if decision.sense not in (None, arrow) and not actor.kind.chooses_sense:
        way = "clockwise" if arrow > 0 else "counter-clockwise"
        own_room = tile == state.space.tile(actor.cell)
        return refuse(
            "BASE-ROTATE-01" if own_room else "BASE-ROTATE-04",
            f"{decision.slot} turns {way}; the {state.name(actor.token)} cannot choose",
        )
    return None


def _wrong_room(state: State, actor: Piece, slot: Slot) -> Refusal:
    """Says nothing about where a face-down twin lies (BASE-HIDDEN-08)."""
    space = state.space
    here = space.tile(actor.cell)
    assert here is not None, "a gear belongs to a room"
    pair = space.geometry.tiles[here].pair
    shown = len(turnable(state, actor))
    placement = space.placement_in(slot)
    if placement is None:
        return refuse("BASE-ROTATE-03", f"there is no room {slot} on this board")
    if not placement.face_up and shown == 1:
        return refuse("BASE-ROTATE-06", f"the other room of pair {pair} is not revealed")
    if not placement.face_up:
        return refuse("BASE-ROTATE-03", f"{slot} is face down and not of pair {pair}")
    return refuse("BASE-ROTATE-03", f"{slot} is not of pair {pair}")


def resolve_rotate(course: Course, by: Colour, decision: Rotate) -> None:
    pay(course, decision.actor, decision.purse, decision.quarters)
    tile = course.state.space.tile_in(decision.slot)
    assert tile is not None, "a checked rotation names a laid room"
    sense = decision.sense or course.state.space.geometry.tiles[tile].sense
    course.happen(
        RoomTurned(decision.actor, decision.slot, sense * decision.quarters), "BASE-ROTATE-01"
    )
    go_on(course)

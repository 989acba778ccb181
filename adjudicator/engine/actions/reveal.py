"""Revealing rooms and placing what was found in them (BASE-REVEAL)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..course import Course
from ..deal import draw_index
from ..decisions import Put, Reveal
from ..events import (
    Closed,
    CopiesSwapped,
    Placed,
    PlacingPassedOn,
    RevealFinished,
    RoomRevealed,
)
from ..ids import Cell, Colour, Slot, Square, Token
from ..refusals import Refusal, refuse
from ..requests import Ask, Request
from ..ruleset import copy_of
from ..state import Piece, RevealUnderWay, State, Status
from .common import check_action, pay
from .turn import go_on


def accessible(state: State, actor: Piece) -> Iterator[Slot]:
    """The face-down rooms a character has direct access to (BASE-REVEAL-02 to -05).

    Whoever slips through openings does not look through them (PRISON-REVEAL-04).
    """
    space = state.space
    line = space.line(actor.cell)
    if line is not None:
        if line.rule(actor.colour).may_stand:
            cells = space.geometry.line_cells[line.name]
            yield from _before(state, cells if state.rules.line_reveal == "both" else (actor.cell,))
        return
    seen = set()
    for half in space.halves(actor.cell):
        slot = space.hidden_slot_beyond(half)
        if slot is not None and slot not in seen and space.blocking(half, "access") is None:
            seen.add(slot)
            yield slot


def _before(state: State, cells: Iterable[Cell]) -> Iterator[Slot]:
    """The rooms before squares of a line: before all of them, whichever one stands on
    (BASE-REVEAL-03), or before the own one (PRISON-REVEAL-03).
    """
    geometry = state.space.geometry
    seen = set()
    for cell in cells:
        line = geometry.line_of[cell]
        square = geometry.layout.steps[line.facing][state.space.square_of[cell]]
        slot = state.space.hidden_slot_at(Square(square)) if square >= 0 else None
        if slot is not None and slot not in seen:
            seen.add(slot)
            yield slot


def check_reveal(state: State, by: Colour, decision: Reveal) -> Refusal | None:
    refusal = check_action(state, by, decision, wounded_rule="BASE-REVEAL-06")
    if refusal:
        return refusal
    slot = decision.slot
    if slot not in state.rules.layout.place_by_slot:
        return refuse("BASE-REVEAL-04", f"there is no room {slot} on this board")
    placement = state.space.placement_in(slot)
    if placement is not None and placement.face_up:
        return refuse("BASE-REVEAL-07", f"{slot} already lies face up")
    actor = state.pieces[decision.actor]
    if slot in accessible(state, actor):
        return None
    return _no_access(state, actor, slot)


def _no_access(state: State, actor: Piece, slot: Slot) -> Refusal:
    space, who, here = state.space, state.name(actor.token), state.square(actor.cell)
    if space.line(actor.cell) is not None:
        return refuse(
            "BASE-REVEAL-03", f"from {here} on the line the {who} has no access to {slot}"
        )
    for half in space.halves(actor.cell):
        if space.hidden_slot_beyond(half) == slot:
            layer = space.blocking(half, "access")
            assert layer is not None, "what nothing bars is accessible"
            border = space.geometry.borders[layer.kind]
            rule = border.rules.get("access", "BASE-REVEAL-02")
            return refuse(rule, f"a {border.name} is between {here} and {slot}")
    return refuse("BASE-REVEAL-04", f"{here}, where the {who} stands, does not border on {slot}")


def resolve_reveal(course: Course, by: Colour, decision: Reveal) -> None:
    """Turn the room as it was dealt and ask for placements (BASE-REVEAL-07 to -09).

    Whoever is placed belongs to his owner at once and may act (BASE-REVEAL-13); a room without
    tokens asks for nothing (BASE-REVEAL-14).
    """
    pay(course, decision.actor, decision.purse, 1)
    tile = course.state.space.tile_in(decision.slot)
    placement = course.state.space.placements[tile] if tile is not None else None
    assert tile is not None and placement is not None, "a checked reveal names a laid room"
    _number_copies(course, tile)
    found = tuple(piece.token for piece in course.state.hidden_in(tile))
    course.close(Ask.ACT)
    course.happen(
        RoomRevealed(decision.actor, decision.slot, tile, placement.turns, found), "BASE-REVEAL-07"
    )
    ask_placements(course)


def _number_copies(course: Course, tile: int) -> None:
    """Of equal things the first to be seen is the first copy, so that its name does not tell that
    there is another one (NATURE-HIDDEN-01).
    """
    for piece in course.state.hidden_in(tile):
        if piece.token == copy_of(piece.colour, piece.kind.code, 1):
            continue
        first = course.state.pieces[copy_of(piece.colour, piece.kind.code, 1)]
        if first.status in (Status.HIDDEN, Status.LEFT_OUT) and first.tile != tile:
            course.happen(CopiesSwapped(first.token, piece.token), "NATURE-HIDDEN-01")


def parts(state: State, reveal: RevealUnderWay) -> tuple[tuple[Token, ...], tuple[Token, ...]]:
    """What the revealer places, and what his opponent places afterwards (BASE-REVEAL-09).

    So nobody places objects of his own colour (PRISON-REVEAL-07, -08).
    """
    his = [
        token
        for token in reveal.waiting
        if not state.pieces[token].kind.character and state.pieces[token].colour == reveal.revealer
    ]
    return tuple(t for t in reveal.waiting if t not in his), tuple(his)


def placer(state: State, revealer: Colour) -> Colour:
    """Who places the revealer's own objects: his right-hand neighbour."""
    return state.others(revealer)[-1]


def ask_placements(course: Course) -> None:
    """Ask for the next part, or finish the reveal."""
    state = course.state
    reveal = state.under_way
    assert isinstance(reveal, RevealUnderWay), "placements belong to a reveal"
    first, second = parts(state, reveal)
    if first:
        course.ask(Ask.PUT, reveal.revealer, first)
    elif second:
        course.ask(Ask.PUT, placer(state, reveal.revealer), second)
    else:
        course.happen(RevealFinished(reveal.slot), "BASE-REVEAL-11")
        go_on(course)


def free_sites(state: State, slot: Slot) -> list[Cell]:
    """The empty squares of a room where a found token may be placed (BASE-REVEAL-10,
    BASE-TERRAIN-11).
    """
    tile = state.space.tile_in(slot)
    assert tile is not None, "a revealed slot holds a room"
    base = state.space.geometry.base[tile]
    size = state.space.geometry.tiles[tile].size
    grounds = state.rules.grounds
    return [
        Cell(cell)
        for cell in range(base, base + size)
        if grounds[state.space.geometry.ground[cell]].place and Cell(cell) not in state.at
    ]


def check_put(state: State, by: Colour, decision: Put) -> Refusal | None:
    request = state.request(by, Ask.PUT)
    reveal = state.under_way
    assert request is not None and isinstance(reveal, RevealUnderWay), "dispatch saw a request"
    named = [token for token, _ in decision.places]
    for token in named:
        if token not in request.tokens:
            what = state.name(token) if token in state.pieces else token
            return refuse("BASE-REVEAL-09", f"the {what} is not yours to place now")
    missing = [token for token in request.tokens if token not in named]
    if missing or len(set(named)) != len(named):
        names = ", ".join(state.name(token) for token in missing) or "each token once"
        return refuse("BASE-REVEAL-11", f"the placement must be complete: {names}")
    sites = free_sites(state, reveal.slot)
    cells = [cell for _, cell in decision.places]
    for token, cell in decision.places:
        if cell not in sites:
            return _bad_site(state, reveal.slot, token, cell)
    if len(set(cells)) != len(cells):
        return refuse("BASE-REVEAL-10", "only one token goes on a square")
    return None


def _bad_site(state: State, slot: Slot, token: Token, cell: Cell) -> Refusal:
    where = state.square(cell)
    tile = state.space.tile(cell)
    if state.space.line(cell) is not None:
        return refuse("BASE-TERRAIN-04", f"{where} is on a starting line, not in {slot}")
    if tile is None or tile != state.space.tile_in(slot):
        return refuse("BASE-REVEAL-10", f"{where} is not in {slot}")
    ground = state.space.ground(cell)
    if not state.rules.grounds[ground].place:
        return refuse("BASE-REVEAL-10", f"{where} is a {ground}; tokens go on floor or gear")
    return refuse(
        "BASE-REVEAL-10", f"{where} is not empty; the {state.name(token)} needs a free square"
    )


def resolve_put(course: Course, by: Colour, decision: Put) -> None:
    course.close(Ask.PUT)
    course.happen(Placed(by, decision.places), "BASE-REVEAL-09")
    ask_placements(course)


# -- when time is out -------------------------------------------------------------------------


def late_placement(course: Course, request: Request) -> None:
    """The right to place passes on once, then squares are drawn (BASE-REVEAL-12)."""
    state = course.state
    reveal = state.under_way
    assert isinstance(reveal, RevealUnderWay), "placements belong to a reveal"
    helper = placer(state, reveal.revealer)
    other = helper if request.who == reveal.revealer else reveal.revealer
    course.happen(Closed(request.number), "BASE-REVEAL-12")
    if reveal.passed_on or (other == state.turn.active and state.turn.overdue):
        places = draw_places(state, reveal.slot, request.tokens)
        course.happen(Placed(request.who, places, drawn=True), "BASE-REVEAL-12")
        ask_placements(course)
    else:
        course.happen(PlacingPassedOn(other), "BASE-REVEAL-12")
        course.ask(Ask.PUT, other, request.tokens)


def draw_places(
    state: State, slot: Slot, tokens: tuple[Token, ...]
) -> tuple[tuple[Token, Cell], ...]:
    sites = free_sites(state, slot)
    return tuple(
        (token, sites.pop(draw_index(state.seed, f"put/{slot}/{token}", len(sites))))
        for token in tokens
    )

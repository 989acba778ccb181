"""Before the first turn: handicap, starting teams, hidden tokens (BASE-SETUP)."""

from __future__ import annotations

from ..course import Course
from ..deal import draw_index, shuffle
from ..decisions import Hide, LeaveOut, LineUp
from ..events_setup import Hidden, LeftOut, LinedUp, LinesTurnedUp, PlacerDrawn, StarterDrawn
from ..ids import Cell, Colour, Slot, Token
from ..layout import LineRule, Place
from ..refusals import Refusal, refuse
from ..requests import Ask
from ..state import Piece, State, Status
from .turn import begin_turn


def begin(course: Course) -> None:
    """Ask for the first decisions once everybody has his team."""
    state = course.state
    for colour in state.rules.seats:
        if left_out_number(state, colour):
            course.ask(Ask.LEAVE_OUT, colour)
    _when_all_left_out(course)


def _when_all_left_out(course: Course) -> None:
    """The starting teams are asked for when nobody has to leave out anybody any more."""
    if not any(request.ask is Ask.LEAVE_OUT for request in course.state.pending):
        _ask_line_ups(course)


def left_out_number(state: State, colour: Colour) -> int:
    """How many characters a handicapped player has to leave out (BASE-OPTION-06, NATURE-SETUP-10).

    In a mixed game he is asked when the teams are complete.
    """
    return state.rules.everybody(colour) - state.rules.characters_of(colour)


def _ask_line_ups(course: Course) -> None:
    """All at the same time, or the first of them (PRISON-SCENARIO-08)."""
    rules = course.state.rules
    for colour in rules.seats[:1] if rules.line_up_in_turn else rules.seats:
        course.ask(Ask.LINE_UP, colour)


def unplaced(state: State, colour: Colour) -> list[Piece]:
    return [piece for piece in state.of(colour) if piece.status is Status.UNPLACED]


# -- handicap ---------------------------------------------------------------------------------


def check_leave_out(state: State, by: Colour, decision: LeaveOut) -> Refusal | None:
    number = left_out_number(state, by)
    if len(set(decision.tokens)) != number or len(decision.tokens) != number:
        return refuse("BASE-OPTION-06", f"exactly {number} characters must be left out")
    for token in decision.tokens:
        piece = state.pieces.get(token)
        if piece is None or piece.colour != by or not piece.kind.character:
            return refuse("BASE-OPTION-06", f"{token} is not one of your characters")
        if piece.status is Status.LEFT_OUT:
            return _left_out(state, piece)
    return None


def _left_out(state: State, piece: Piece) -> Refusal:
    """Why somebody is not there: he was never chosen, or left out afterwards."""
    if state.rules.choice is not None:
        return refuse("NATURE-SETUP-03", f"the {state.name(piece.token)} is not in your team")
    return refuse("BASE-OPTION-06", f"the {state.name(piece.token)} was left out of the game")


def resolve_leave_out(course: Course, by: Colour, decision: LeaveOut) -> None:
    course.close_for(by, Ask.LEAVE_OUT)
    course.happen(LeftOut(by, decision.tokens), "BASE-OPTION-06")
    _when_all_left_out(course)


# -- starting teams ---------------------------------------------------------------------------


def dots(state: State, colour: Colour) -> tuple[Cell, ...]:
    """The large dots of a player's own line (BASE-SETUP-06, PRISON-SETUP-05)."""
    geometry = state.space.geometry
    return tuple(
        geometry.line_cells[line.name][dot]
        for line in geometry.layout.lines
        if line.rule(colour) is LineRule.HOME
        for dot in line.dots
    )


def check_line_up(state: State, by: Colour, decision: LineUp) -> Refusal | None:
    wanted = state.rules.line_up_of(by)
    tokens = [token for token, _ in decision.team]
    cells = [cell for _, cell in decision.team]
    if len(tokens) != wanted or len(set(tokens)) != wanted:
        rule = "BASE-OPTION-06" if left_out_number(state, by) else "BASE-SETUP-06"
        return refuse(rule, f"exactly {wanted} different characters start on the line")
    for token in tokens:
        piece = state.pieces.get(token)
        if piece is None or piece.colour != by:
            return refuse("BASE-SETUP-06", f"{token} is not one of your characters in this game")
        if not piece.kind.character:
            return refuse("BASE-SETUP-06", f"the {state.name(token)} is no character")
        if piece.status is Status.LEFT_OUT:
            return _left_out(state, piece)
    own = dots(state, by)
    if any(cell not in own for cell in cells):
        names = " ".join(state.square(cell) for cell in own)
        return refuse("BASE-SETUP-06", f"the team starts on the dots of your own line: {names}")
    if len(set(cells)) != wanted:
        return refuse("BASE-SETUP-06", "only one character starts on a dot")
    return None


def resolve_line_up(course: Course, by: Colour, decision: LineUp) -> None:
    """Store the sealed team; when all are in, go on (BASE-SETUP-07, -16)."""
    course.happen(LinedUp(by, decision.team), "BASE-SETUP-06")
    if not all(request.sealed for request in course.state.pending if request.ask is Ask.LINE_UP):
        return
    course.close(Ask.LINE_UP)
    seats = course.state.rules.seats
    if course.state.rules.line_up_in_turn and by != seats[-1]:
        course.ask(Ask.LINE_UP, seats[seats.index(by) + 1])
        return
    course.happen(
        PlacerDrawn(seats[draw_index(course.state.seed, "placer", len(seats))]), "BASE-SETUP-07"
    )
    _ask_next_placement(course, course.state.placer)


# -- hidden tokens ----------------------------------------------------------------------------


def _ask_next_placement(course: Course, colour: Colour | None) -> None:
    """The next player who still has tokens places one (BASE-SETUP-08)."""
    assert colour is not None, "placing begins with a drawn player"
    for candidate in (colour, *course.state.others(colour)):
        if unplaced(course.state, candidate):
            course.ask(Ask.HIDE, candidate)
            return
    _start_play(course)


def _start_play(course: Course) -> None:
    """Turn up the teams and draw who begins, once all is placed (BASE-SETUP-12, -14, -15)."""
    course.happen(LinesTurnedUp(), "BASE-SETUP-14")
    rules = course.state.rules
    drawn = rules.seats[draw_index(course.state.seed, "starter", len(rules.seats))]
    starter = rules.starter or drawn
    course.happen(StarterDrawn(starter), "BASE-SETUP-15")
    begin_turn(course, starter)


def room_left(state: State, place: Place) -> int:
    """How many more tokens of any colour a room takes (BASE-SETUP-09, -10)."""
    tile = state.space.tile_in(place.slot)
    return place.capacity - (0 if tile is None else len(state.hidden_in(tile)))


def open_slots(state: State, piece: Piece) -> list[Slot]:
    """The rooms that still take a token of this kind."""
    return [
        place.slot
        for place in state.rules.layout.places
        if room_left(state, place) > 0 and _holds(place, piece)
    ]


def _holds(place: Place, piece: Piece) -> bool:
    """Some rooms are for objects only, or for characters only (PRISON-SETUP-11)."""
    return place.holds in ("any", "characters" if piece.kind.character else "objects")


def check_hide(state: State, by: Colour, decision: Hide) -> Refusal | None:
    piece = state.pieces.get(decision.token)
    if piece is None or piece.colour != by:
        return refuse("BASE-SETUP-08", f"{decision.token} is not one of your tokens in this game")
    if piece.status is Status.LEFT_OUT:
        return _left_out(state, piece)
    if piece.status is not Status.UNPLACED:
        lined_up = piece.status is Status.LINED_UP
        where = "is on your starting line" if lined_up else "has already been placed"
        return refuse("BASE-SETUP-08", f"the {state.name(decision.token)} {where}")
    place = state.rules.layout.place_by_slot.get(decision.slot)
    if place is None:
        return refuse("BASE-SETUP-09", f"there is no room {decision.slot} on this board")
    if not _holds(place, piece):
        return refuse("PRISON-SETUP-11", f"only {place.holds} may be hidden in {decision.slot}")
    if room_left(state, place) <= 0:
        free = " ".join(open_slots(state, piece))
        return refuse(
            "BASE-SETUP-09",
            f"{decision.slot} is full; there is room in {free}",
        )
    return None


def resolve_hide(course: Course, by: Colour, decision: Hide) -> None:
    course.close(Ask.HIDE)
    course.happen(Hidden(decision.token, decision.slot), "BASE-SETUP-08")
    _ask_next_placement(course, course.state.next_seat(by))


# -- when time is out -------------------------------------------------------------------------


def draw_leave_out(state: State, colour: Colour) -> LeaveOut:
    characters = [piece.token for piece in unplaced(state, colour) if piece.kind.character]
    number = left_out_number(state, colour)
    return LeaveOut(tuple(_draw_some(state, f"out/{colour}", characters, number)))


def draw_line_up(state: State, colour: Colour) -> LineUp:
    characters = [
        piece.token
        for piece in state.of(colour)
        if piece.kind.character and piece.status is Status.UNPLACED
    ]
    team = _draw_some(state, f"line/{colour}", characters, state.rules.line_up_of(colour))
    cells = dots(state, colour)
    if len(team) < len(cells):
        drawn = shuffle(state.seed, f"dots/{colour}", cells)[: len(team)]
        cells = tuple(cell for cell in cells if cell in drawn)
    return LineUp(tuple(zip(team, cells, strict=True)))


def draw_hide(state: State, colour: Colour) -> Hide:
    pieces = unplaced(state, colour)
    label = f"set/{colour}/{len(pieces)}"
    piece = pieces[draw_index(state.seed, f"{label}/token", len(pieces))]
    slots = open_slots(state, piece)
    return Hide(piece.token, slots[draw_index(state.seed, f"{label}/room", len(slots))])


def _draw_some(state: State, label: str, tokens: list[Token], number: int) -> list[Token]:
    pool = list(tokens)
    return [
        pool.pop(draw_index(state.seed, f"{label}/{turn}", len(pool))) for turn in range(number)
    ]

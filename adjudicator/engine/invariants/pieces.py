"""Every piece is where it may be, alone or with whom it may share a square."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ..footing import are_held
from ..geometry import NOTHING
from ..ids import OUTSIDE, Cell
from ..requests import Ask
from ..state import INERT, LAID, TURN_MARKS, Piece, State, Status

_CHARACTERS_ONLY = (
    Status.ESCAPED,
    Status.RESCUED,
    Status.ELIMINATED,
    Status.LINED_UP,
)


def tokens(state: State) -> Iterator[str]:
    """Every piece is somewhere, exactly once (BASE-SETUP-01)."""
    team = Counter(
        (colour, code) for colour in state.rules.seats for code in state.rules.teams[colour]
    )
    if Counter((piece.colour, piece.kind.code) for piece in state.pieces.values()) != team:
        yield "the pieces are not those of the game"
    seen: Counter[str] = Counter()
    for cell, tokens in state.at.items():
        seen.update(tokens)
        if not tokens:
            yield f"cell {cell} is listed as occupied by nothing"
        for token in tokens:
            piece = state.pieces[token]
            if piece.status is not Status.ON_BOARD or piece.cell != cell:
                yield f"{token} is listed on cell {cell} but is {piece.status} on {piece.cell}"
    for token, piece in state.pieces.items():
        if token != piece.token:
            yield f"{piece.token} is filed under {token}"
        if seen[token] != (piece.status is Status.ON_BOARD):
            yield f"{token} is {piece.status} and listed on {seen[token]} squares"
        yield from _place_faults(state, piece)


def _place_faults(state: State, piece: Piece) -> Iterator[str]:
    """Status, cell and room of one piece fit together."""
    token, status = piece.token, piece.status
    placed = status in (Status.ON_BOARD, Status.LINED_UP)
    if placed and (piece.cell == OUTSIDE or state.space.square_of[piece.cell] == NOTHING):
        yield f"{token} is {status} but on no square"
    if not placed and piece.cell != OUTSIDE:
        yield f"{token} is {status} but has a cell"
    if (status is Status.HIDDEN) != (piece.tile != -1):
        yield f"{token} is {status} but in room {piece.tile}"
    if status is Status.HIDDEN:
        placement = state.space.placements[piece.tile]
        if placement is None or placement.face_up:
            yield f"{token} is hidden in a room that does not lie face down"
    if status is Status.LINED_UP and state.lines_shown:
        yield f"{token} is still lined up after the teams were shown"
    playing = state.lines_shown and state.result is None
    if status is Status.UNPLACED and playing and token not in state.found:
        yield f"{token} was never placed"
    if status in _CHARACTERS_ONLY:
        if not piece.kind.character:
            yield f"{token} is no character but {status}"
    elif status is Status.LOST and piece.kind.character:
        yield f"{token} is a character but lost like an object"


def squares(state: State) -> Iterator[str]:
    for cell in state.at:
        pieces = list(state.on(cell))
        where = f"{state.square(cell)} with {' '.join(sorted(piece.token for piece in pieces))}"
        yield from (f"{fault}: {where}" for fault in _stack_faults(pieces))
        yield from (f"{fault}: {where}" for fault in _line_faults(state, cell, pieces))
        if not are_held(state, cell, pieces):
            yield f"this cannot stay on an obstacle (BASE-TERRAIN-05): {where}"


def _stack_faults(pieces: list[Piece]) -> Iterator[str]:
    """The legal pairs (BASE-TURN-12), and who holds whom (BASE-CARRY-04, -17)."""
    if len(pieces) == 1:
        if pieces[0].carrier is not None:
            yield f"held by {pieces[0].carrier}, who is elsewhere"
        return
    if len(pieces) != 2:
        yield f"{len(pieces)} tokens on one square (BASE-TURN-12)"
        return
    holder, load = sorted(pieces, key=lambda piece: piece.rank)
    friends = holder.colour == load.colour
    if not holder.kind.character or load.living or (load.kind.character and holder.wounded):
        yield "no legal pair (BASE-TURN-12)"
    elif load.kind.character and not friends:
        yield "a living character with an enemy wounded (BASE-TURN-12)"
    if load.carrier != holder.token:
        yield f"{load.token} is held by {load.carrier or 'nobody'} (BASE-CARRY-04, -17)"
    if holder.carrier is not None:
        yield f"{holder.token} is held by {holder.carrier}"


def _line_faults(state: State, cell: Cell, pieces: list[Piece]) -> Iterator[str]:
    """Nobody stands on a line he leaves by or may not enter (BASE-EXIT-01)."""
    line = state.space.line(cell)
    if line is None:
        return
    for piece in pieces:
        if piece.kind.character and not line.rule(piece.colour).may_stand:
            yield f"{piece.token} stands on a line that is not his"


def marks(state: State) -> Iterator[str]:
    """Wounds and the marks of a turn belong to characters on the board, and end with the turn."""
    between_turns = any(request.ask is Ask.ACTION_CARD for request in state.pending)
    for piece in state.pieces.values():
        marks, token = piece.marks, piece.token
        on_board = piece.status is Status.ON_BOARD
        if (piece.wounded or marks & TURN_MARKS) and not (on_board and piece.kind.character):
            yield f"{token} is wounded or marked but no character on the board"
        if marks - TURN_MARKS - {LAID}:
            yield f"{token} has unknown marks {sorted(marks)}"
        if LAID in marks and not (on_board and piece.kind.lies_on(state.space.ground(piece.cell))):
            yield f"{token} is laid over no obstacle"
        if INERT in marks and (piece.wounded or piece.carrier is not None):
            yield f"{token} rests from a recovery but is wounded or carried (BASE-TURN-20)"
        if marks & TURN_MARKS and between_turns:
            yield f"{token} kept the marks {sorted(marks)} of the last turn (BASE-TURN-17)"

"""What every change of a position needs: the table of changes, moved pieces, sealed answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from .ids import OUTSIDE, Cell, Colour, Token
from .requests import Ask
from .state import NO_MARKS, Piece, Player, State, Status

E = TypeVar("E")
CHANGES: dict[type, Callable[[State, Any], State]] = {}  # each function takes its own event type


def applies(
    event: type[E],
) -> Callable[[Callable[[State, E], State]], Callable[[State, E], State]]:
    def register(function: Callable[[State, E], State]) -> Callable[[State, E], State]:
        CHANGES[event] = function
        return function

    return register


def changes_nothing(*events: type) -> None:
    """These events are only told."""
    CHANGES.update(dict.fromkeys(events, lambda state, _: state))


def with_pieces(state: State, *changed: Piece) -> State:
    """The position with these pieces as they are now, and the index of cells in step."""
    pieces = dict(state.pieces)
    at = dict(state.at)
    for new in changed:
        old = pieces[new.token]
        pieces[new.token] = new
        if old.cell == new.cell:
            continue
        if old.cell != OUTSIDE and old.token in at.get(old.cell, ()):
            _take_off(at, old)
        if new.cell != OUTSIDE and new.status is Status.ON_BOARD:
            at[new.cell] = (*at.get(new.cell, ()), new.token)
    return state._replace(pieces=pieces, at=at)


def _take_off(at: dict[Cell, tuple[Token, ...]], piece: Piece) -> None:
    rest = tuple(token for token in at[piece.cell] if token != piece.token)
    if rest:
        at[piece.cell] = rest
    else:
        del at[piece.cell]


def sealed(state: State, who: Colour, ask: Ask) -> State:
    """One player's answer is in and waits for the others."""
    pending = tuple(
        r._replace(sealed=True) if r.who == who and r.ask is ask else r for r in state.pending
    )
    return state._replace(pending=pending)


def with_player(state: State, player: Player) -> State:
    return state._replace(players={**state.players, player.colour: player})


def gone(piece: Piece, status: Status) -> Piece:
    return piece._replace(
        status=status, cell=OUTSIDE, tile=-1, carrier=None, wounded=False, marks=NO_MARKS
    )


def without_purse(state: State, token: Token) -> State:
    """A character who left the game loses the action points he had (BASE-OBJECT-14)."""
    if token not in state.turn.purses:
        return state
    purses = {who: left for who, left in state.turn.purses.items() if who != token}
    return state._replace(turn=state.turn._replace(purses=purses))

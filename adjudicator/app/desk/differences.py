"""How two positions of a game differ, in the words a moderator would use."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from adjudicator.engine.requests import Request
from adjudicator.engine.state import Piece, State, Status
from adjudicator.render.text import QUESTIONS


class Difference(NamedTuple):
    """One thing, as it is in the one position and in the other."""

    what: str
    one: str
    other: str


def differences(one: State, other: State) -> list[Difference]:
    """Everything that is not the same in two positions of one game."""
    first, second = dict(_facts(one)), dict(_facts(other))
    return [
        Difference(what, first.get(what, "-"), second.get(what, "-"))
        for what in {**first, **second}
        if first.get(what) != second.get(what)
    ]


def _facts(state: State) -> Iterator[tuple[str, str]]:
    yield "result", _result(state)
    turn = state.turn
    whose = turn.active.capitalize() if turn.active else "set-up"
    yield "turn", f"{turn.number}, {whose}, {turn.pool} AP left"
    asked = sorted(f"{r.who.capitalize()} to {QUESTIONS[r.ask]}" for r in _open(state))
    yield "waits for", "; ".join(asked) or "nobody"
    for player in state.players.values():
        name = player.colour.capitalize()
        yield f"points of {name}", str(player.score)
        yield f"Action cards of {name}", " ".join(map(str, player.actions)) or "none"
        cards = [f"+{card}" for card in player.combat]
        yield f"Combat cards of {name}", " ".join([*cards, f"J{player.jumps}"])
    for piece in sorted(state.pieces.values(), key=lambda p: p.token):
        yield f"{state.name(piece.token)} ({piece.token})", place(state, piece)
    yield from _rooms(state)
    for layer, door in sorted(state.space.doors.items()):
        yield border(state, layer), door


def _result(state: State) -> str:
    if state.result is None:
        return "none yet"
    winners = " and ".join(colour.capitalize() for colour in state.result.winners)
    return f"{winners or 'a draw'}: {state.result.why}"


def _open(state: State) -> Iterator[Request]:
    return (request for request in state.pending if not request.sealed)


def place(state: State, piece: Piece) -> str:
    """Where a piece is and how it is."""
    words = [_where(state, piece)]
    if piece.wounded:
        words.append("wounded")
    if piece.carrier is not None:
        words.append(f"with {piece.carrier}")
    return ", ".join([*words, *sorted(piece.marks)])


def _where(state: State, piece: Piece) -> str:
    if piece.status in (Status.ON_BOARD, Status.LINED_UP):
        return state.square(piece.cell)
    if piece.status is Status.HIDDEN:
        placement = state.space.placements[piece.tile]
        assert placement is not None, "a token is hidden in a placed room"
        return f"hidden in {placement.slot}"
    return piece.status.value


def _rooms(state: State) -> Iterator[tuple[str, str]]:
    for tile, placement in zip(state.space.geometry.tiles, state.space.placements, strict=True):
        if placement is not None and placement.face_up:
            yield f"room {placement.slot}", f"{tile.name}, turned by {90 * placement.turns}"


def border(state: State, layer: int) -> str:
    """A border by its two squares, from the room it belongs to: ``c4|c5``."""
    own, *beyond = map(state.square, state.space.beside(layer))
    return f"{own}|{beyond[0] if beyond else 'outside'}"

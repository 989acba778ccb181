"""Who fights and how strong each side is (BASE-COMBAT-04, -13, BASE-GROUP).

Nobody chooses the fighters and nothing changes them once announced (BASE-GROUP-01, -10). Effects of
objects are automatic (BASE-OBJECT-20).
"""

from __future__ import annotations

from collections.abc import Iterable

from .events import Part
from .ids import Colour, RuleId, Token
from .state import INERT, Piece, State


def participants(state: State, initiator: Piece, target: Piece) -> dict[Colour, tuple[Token, ...]]:
    """Everybody in contact, link by link, until nobody is added (BASE-GROUP-02, -07).

    Contact needs an open border, on starting lines as well (BASE-GROUP-09, BASE-COMBAT-11). The
    wounded take no part but for the one target (BASE-GROUP-06, -08).
    """
    sides: dict[Colour, list[Token]] = {
        initiator.colour: [initiator.token],
        target.colour: [target.token],
    }
    queue = [initiator, target]
    for fighter in queue:
        for beyond in state.space.open_to(fighter.cell, "reach"):
            other = state.living_on(beyond)
            if other is None or other.colour == fighter.colour or INERT in other.marks:
                continue
            side = sides.get(other.colour)
            if side is not None and other.token not in side:
                side.append(other.token)
                queue.append(other)
    return {colour: tuple(tokens) for colour, tokens in sides.items()}


def strength(state: State, token: Token, attacking: bool) -> Iterable[Part]:
    """The labelled parts one fighter adds (BASE-GROUP-04); a wounded counts 0 (BASE-WOUND-04)."""
    piece = state.pieces[token]
    if piece.wounded:
        yield Part(f"wounded {piece.kind.name}", 0, RuleId("BASE-WOUND-04"))
    else:
        yield Part(piece.kind.name, piece.kind.combat)
        for ability in piece.kind.answers["strength"]:
            part = ability.strength(piece, attacking)
            if part is not None:
                yield part
    load = state.load(token)
    if load is not None:
        for ability in load.kind.answers["strength"]:
            part = ability.strength(piece, attacking)
            if part is not None:
                yield part


def side_parts(state: State, tokens: tuple[Token, ...], attacking: bool) -> tuple[Part, ...]:
    return tuple(part for token in tokens for part in strength(state, token, attacking))


def total(parts: Iterable[Part]) -> int:
    return sum(part.value for part in parts)


def explain(parts: Iterable[Part]) -> str:
    """
    >>> explain([Part("Warrior", 3), Part("card", 2), Part("Sword", 1)])
    '3 Warrior + 2 card + 1 Sword = 6'
    """
    parts = tuple(parts)
    return " + ".join(f"{part.value} {part.label}" for part in parts) + f" = {total(parts)}"

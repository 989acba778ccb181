"""Who fights and how strong each side is (BASE-COMBAT-04, -13, BASE-GROUP).

Nobody chooses the fighters and nothing changes them once announced (BASE-GROUP-01, -10). Effects of
objects are automatic (BASE-OBJECT-20).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from .abilities import Fight, Weapon
from .ids import Colour, RuleId, Token
from .state import INERT, Piece, State
from .sums import Part

Sides = Mapping[Colour, tuple[Token, ...]]


def participants(
    state: State, initiator: Piece, target: Piece, helpers: tuple[Token, ...] = ()
) -> Sides:
    """Everybody in contact, link by link, until nobody is added (BASE-GROUP-02, -07).

    Contact needs an open border, on starting lines as well (BASE-GROUP-09, BASE-COMBAT-11,
    PRISON-COMBAT-12). Whom it draws in depends on the target (PRISON-GROUP-03, -11): also friends
    beside one who is shot at (PRISON-RANGED-07), and nobody joins a defence from afar
    (PRISON-RANGED-09). The wounded take no part but for the one target (BASE-GROUP-06, -08).
    Helpers fight from afar and draw nobody in, because no enemy is next to them (PRISON-GROUP-10,
    PRISON-RANGED-16).
    """
    sides: dict[Colour, list[Token]] = {
        initiator.colour: [initiator.token, *helpers],
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


def fighters(
    state: State, initiator: Token, target: Token, helpers: tuple[Token, ...]
) -> tuple[Sides, tuple[Token, ...]]:
    """Both sides of a combat, and those who fight from afar."""
    attacker, attacked = state.pieces[initiator], state.pieces[target]
    close = attacked.cell in state.space.open_to(attacker.cell, "reach")
    afar = helpers if close else (initiator, *helpers)
    return participants(state, attacker, attacked, helpers), afar


def weapon_of(state: State, token: Token) -> Weapon | None:
    """What a character could fight with from afar."""
    tool = state.tool(token)
    return None if tool is None else tool.kind.weapon


def strength(state: State, token: Token, fight: Fight) -> Iterable[Part]:
    """The labelled parts one fighter adds (BASE-GROUP-04); a wounded counts 0 (BASE-WOUND-04)."""
    piece, tool = state.pieces[token], state.tool(token)
    if fight.weapon is not None and fight.weapon.shoots:
        assert tool is not None, "who shoots has what he shoots with"
        yield Part(tool.kind.name, fight.weapon.value, fight.weapon.rule)
        return  # nothing changes what a shot counts (PRISON-RANGED-03)
    if piece.wounded:
        yield Part(f"wounded {piece.kind.name}", 0, RuleId("BASE-WOUND-04"))
    else:
        yield Part(piece.kind.name, piece.kind.combat)
        yield from _added(piece, piece, fight)
    if tool is not None:
        yield from _added(tool, piece, fight)


def _added(owner: Piece, fighter: Piece, fight: Fight) -> Iterable[Part]:
    """What the abilities of a fighter or of his load add."""
    for ability in owner.kind.answers["strength"]:
        part = ability.strength(fighter, fight)
        if part is not None:
            yield part


def side_parts(
    state: State, tokens: tuple[Token, ...], attacking: bool, afar: tuple[Token, ...] = ()
) -> tuple[Part, ...]:
    """The strength of one side; those who fight from afar use what they carry.

    Whoever fights beside a shooter fights as always (PRISON-RANGED-11).
    """
    living = sum(not state.pieces[token].wounded for token in tokens)
    return tuple(
        part
        for token in tokens
        for part in strength(
            state,
            token,
            Fight(
                attacking,
                living - (not state.pieces[token].wounded),
                weapon_of(state, token) if token in afar else None,
            ),
        )
    )

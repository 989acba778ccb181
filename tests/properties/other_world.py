"""Two worlds that one viewer cannot tell apart.

``other_world`` changes everything in a position that the viewer may not know and nothing else: what
lies in face-down rooms, what others have hidden, lined up, left out or still to place, their hands,
their sealed cards, the dots they took as long as nobody is told. A card that was named lies open
and is the same in every world. With ``memory = strict`` the viewer's own hidden tokens change too.
The seed stays, since its commitment is public; what is drawn from it later is public too.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from adjudicator.engine import decisions as d
from adjudicator.engine.actions.setup import dots
from adjudicator.engine.ids import Cell, Colour, Token
from adjudicator.engine.requests import CHOOSING, Ask
from adjudicator.engine.ruleset import copy_of
from adjudicator.engine.seen import Viewer
from adjudicator.engine.space import Placement
from adjudicator.engine.state import CombatUnderWay, Piece, Player, RevealUnderWay, State, Status

SECRET = (Status.UNPLACED, Status.LEFT_OUT, Status.LINED_UP, Status.HIDDEN)


class World(NamedTuple):
    """A position, and under which name each token of the first world goes here."""

    state: State
    names: Mapping[Token, Token]
    cells: Mapping[Cell, Cell]
    """The dots on which others line up, as long as nobody is told which."""


def other_world(state: State, viewer: Viewer, chance: random.Random) -> World:
    """The same game for this viewer, and another one in truth."""
    names = {token: token for token in state.pieces}
    cells: dict[Cell, Cell] = {}
    state = _with_other_rooms(state, chance)
    for colour in state.rules.seats:
        if colour != viewer:
            state, renamed = _with_other_tokens(state, colour, SECRET, chance)
            names |= renamed
            state = _with_other_hand(state, colour, chance)
            cells |= _other_dots(state, colour, chance)
        elif state.rules.options.memory == "strict":
            state, renamed = _with_other_tokens(state, colour, (Status.HIDDEN,), chance)
            names |= renamed
    return World(_with_other_dots(state, cells), names, cells)


def translated(decision: d.Decision, by: Colour | None, viewer: Viewer, world: World) -> d.Decision:
    """What looks like this decision to the viewer, in the other world.

    Nobody sees which token another player hides or lines up, so there it is another token.
    """
    names = world.names
    if by is None or by == viewer:
        return decision
    match decision:
        case d.Hide(token, slot):
            return d.Hide(names[token], slot)
        case d.LineUp(team):
            cells = world.cells
            return d.LineUp(tuple((names[token], cells.get(c, c)) for token, c in team))
        case d.LeaveOut(tokens):
            return d.LeaveOut(tuple(names[token] for token in tokens))
        case _:
            return decision


# -- rooms ------------------------------------------------------------------------------------


def _with_other_rooms(state: State, chance: random.Random) -> State:
    """Other tiles, otherwise turned, in the face-down slots; what is hidden stays in its slot."""
    space = state.space
    hidden = [
        (tile, placement)
        for tile, placement in enumerate(space.placements)
        if placement is not None and not placement.face_up
    ]
    tiles = [tile for tile, _ in hidden]
    chance.shuffle(tiles)
    moved: dict[int, int] = {}
    for tile, (before, placement) in zip(tiles, hidden, strict=True):
        moved[before] = tile
        turned = Placement(placement.slot, placement.x, placement.y, chance.randrange(4), False)
        space = space.with_placement(tile, turned)
    pieces = {
        token: piece._replace(tile=moved[piece.tile]) if piece.status is Status.HIDDEN else piece
        for token, piece in state.pieces.items()
    }
    return state._replace(space=space, pieces=pieces)


# -- tokens -----------------------------------------------------------------------------------


def _with_other_tokens(
    state: State, colour: Colour, secret: tuple[Status, ...], chance: random.Random
) -> tuple[State, dict[Token, Token]]:
    """One player's secret tokens change places. Only characters are lined up or left out."""
    found = state.under_way.waiting if isinstance(state.under_way, RevealUnderWay) else ()
    places = [
        p
        for p in state.of(colour)
        if p.status in secret and p.token not in found and not _publicly_out(state, p)
    ]
    places.sort(key=lambda piece: piece.status not in (Status.LINED_UP, Status.LEFT_OUT))
    pool = list(places)
    names, pieces = {}, dict(state.pieces)
    for place in places:
        fits = [p for p in pool if _fits(state, p, place)]
        piece = chance.choice(fits)
        pool.remove(piece)
        names[place.token] = piece.token
        pieces[piece.token] = piece._replace(status=place.status, cell=place.cell, tile=place.tile)
    return state._replace(pieces=pieces), names


def _fits(state: State, piece: Piece, place: Piece) -> bool:
    """Characters are lined up or left out; in a mixed game as many objects are left out."""
    if place.status is Status.LEFT_OUT and state.rules.choice is not None:
        return piece.kind.character == place.kind.character
    return piece.kind.character or place.status not in (Status.LINED_UP, Status.LEFT_OUT)


def _publicly_out(state: State, piece: Piece) -> bool:
    """Whether everybody knows that nobody plays with it: it was not picked (NATURE-HIDDEN-02)."""
    choice = state.rules.choice
    if choice is None or choice.secret or any(r.ask in CHOOSING for r in state.pending):
        return False
    copies = state.picked.count(piece.kind.code)
    return piece.token not in [
        copy_of(piece.colour, piece.kind.code, n) for n in range(1, copies + 1)
    ]


def _other_dots(state: State, colour: Colour, chance: random.Random) -> dict[Cell, Cell]:
    """Which dots a sealed team took is told when all are in (PRISON-SETUP-05, PRISON-HIDDEN-03)."""
    if not any(r.ask is Ask.LINE_UP and r.who == colour for r in state.pending):
        return {}
    own = dots(state, colour)
    return dict(zip(own, chance.sample(own, len(own)), strict=True))


def _with_other_dots(state: State, cells: Mapping[Cell, Cell]) -> State:
    pieces = {
        token: piece._replace(cell=cells.get(piece.cell, piece.cell))
        if piece.status is Status.LINED_UP
        else piece
        for token, piece in state.pieces.items()
    }
    return state._replace(pieces=pieces)


# -- cards ------------------------------------------------------------------------------------


def _with_other_hand(state: State, colour: Colour, chance: random.Random) -> State:
    """As many cards, but others; a sealed card is one of them."""
    player, combat = state.players[colour], state.under_way
    fighting = combat if isinstance(combat, CombatUnderWay) else None
    named = fighting.cards[colour] if fighting and fighting.forced == colour else 0
    other = _other_hand(state, player, chance, named)
    state = state._replace(players={**state.players, colour: other})
    if isinstance(combat, CombatUnderWay) and colour in combat.cards and not named:
        cards = {**combat.cards, colour: chance.choice(other.combat)}
        state = state._replace(under_way=combat._replace(cards=cards))
    return state


def _other_hand(state: State, player: Player, chance: random.Random, named: int) -> Player:
    known = [0, named] if named else list(player.combat[:1])  # the +0, if anybody fights at all
    start = list(state.rules.combat_hand(player.colour))
    for card in known:
        start.remove(card)
    free = len(player.combat) + player.jumps - len(known)
    jumps = chance.randint(max(0, free - len(start)), min(state.rules.jump_cards, free))
    cards = chance.sample(start, free - jumps)
    actions = [card for card in state.rules.action_cards if card != player.open_card]
    return player._replace(
        combat=tuple(sorted([*known, *cards])),
        jumps=jumps,
        actions=tuple(sorted(chance.sample(actions, len(player.actions))))
        if len(actions) >= len(player.actions)
        else player.actions,
    )


def differences(first: object, second: object, where: str = "") -> Iterator[str]:
    """Where two values differ, for the message of a failed test."""
    if first == second:
        return
    fields = getattr(first, "__dataclass_fields__", None)
    if fields is not None and type(first) is type(second):
        for name in fields:
            yield from differences(getattr(first, name), getattr(second, name), f"{where}.{name}")
    elif isinstance(first, tuple) and isinstance(second, tuple) and len(first) == len(second):
        for index, (one, two) in enumerate(zip(first, second, strict=True)):
            yield from differences(one, two, f"{where}[{index}]")
    else:
        yield f"{where}: {first!r} and {second!r}"

"""Two worlds that one viewer cannot tell apart.

``other_world`` changes everything in a position that the viewer may not know and nothing else: what
lies in face-down rooms, what others have hidden, lined up, left out or still to place, their hands,
their sealed cards. With ``memory = strict`` that includes the viewer's own hidden tokens. The seed
stays, since its commitment is public; what is drawn from it later is public too.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from adjudicator.engine import decisions as d
from adjudicator.engine.ids import Colour, Token
from adjudicator.engine.space import Placement
from adjudicator.engine.state import CombatUnderWay, Piece, Player, RevealUnderWay, State, Status
from adjudicator.engine.view import Viewer

SECRET = (Status.UNPLACED, Status.LEFT_OUT, Status.LINED_UP, Status.HIDDEN)


class World(NamedTuple):
    """A position, and under which name each token of the first world goes here."""

    state: State
    names: Mapping[Token, Token]


def other_world(state: State, viewer: Viewer, chance: random.Random) -> World:
    """The same game for this viewer, and another one in truth."""
    names = {token: token for token in state.pieces}
    state = _with_other_rooms(state, chance)
    for colour in state.rules.seats:
        if colour != viewer:
            state, renamed = _with_other_tokens(state, colour, SECRET, chance)
            names |= renamed
            state = _with_other_hand(state, colour, chance)
        elif state.rules.options.memory == "strict":
            state, renamed = _with_other_tokens(state, colour, (Status.HIDDEN,), chance)
            names |= renamed
    return World(state, names)


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
            return d.LineUp(tuple((names[token], cell) for token, cell in team))
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
    places = [p for p in state.of(colour) if p.status in secret and p.token not in found]
    places.sort(key=lambda piece: piece.status not in (Status.LINED_UP, Status.LEFT_OUT))
    pool = list(places)
    names, pieces = {}, dict(state.pieces)
    for place in places:
        fits = [p for p in pool if p.kind.character or not _for_characters(place)]
        piece = chance.choice(fits)
        pool.remove(piece)
        names[place.token] = piece.token
        pieces[piece.token] = piece._replace(status=place.status, cell=place.cell, tile=place.tile)
    return state._replace(pieces=pieces), names


def _for_characters(place: Piece) -> bool:
    return place.status in (Status.LINED_UP, Status.LEFT_OUT)


# -- cards ------------------------------------------------------------------------------------


def _with_other_hand(state: State, colour: Colour, chance: random.Random) -> State:
    """As many cards, but others; a sealed card is one of them."""
    player = state.players[colour]
    other = _other_hand(state, player, chance)
    state = state._replace(players={**state.players, colour: other})
    combat = state.under_way
    if isinstance(combat, CombatUnderWay) and colour in combat.cards:
        cards = {**combat.cards, colour: chance.choice(other.combat)}
        state = state._replace(under_way=combat._replace(cards=cards))
    return state


def _other_hand(state: State, player: Player, chance: random.Random) -> Player:
    start = [card for card in state.rules.combat_hand(player.colour) if card]
    held = len(player.combat) + player.jumps
    fewest = max(0, held - 1 - len(start))
    jumps = chance.randint(fewest, min(state.rules.jump_cards, held - 1))
    cards = chance.sample(start, held - 1 - jumps)
    actions = [card for card in state.rules.action_cards if card != player.open_card]
    return player._replace(
        combat=tuple(sorted([0, *cards])),
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

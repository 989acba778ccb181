"""A whole position made from what one player sees, so that he can think ahead with the engine.

``imagine`` is handed a ``View`` and that player's own options, never a ``State``. What he knows is
as it is; what he may not know (face-down rooms, other hands, other hidden tokens) is filled in with
something that fits, always the same for the same view. So nothing thought out in an imagined
position can depend on a secret: ``view(imagine(seen), viewer)`` shows what ``seen`` showed, which
the tests insist on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, pairwise

from adjudicator.engine import decisions as d
from adjudicator.engine.actions.choose import tokens_of
from adjudicator.engine.geometry import Geometry
from adjudicator.engine.ids import Cell, Colour, Side, Slot, Token
from adjudicator.engine.options import Group
from adjudicator.engine.requests import Request
from adjudicator.engine.ruleset import Options, Ruleset
from adjudicator.engine.seen import PlayerSeen, RoomSeen, View
from adjudicator.engine.space import Placement, Space
from adjudicator.engine.state import (
    Chosen,
    CombatUnderWay,
    Piece,
    Player,
    RevealUnderWay,
    State,
    Status,
    Turn,
)
from adjudicator.engine.tiles import Tile
from adjudicator.sets.load import load_ruleset

Placements = tuple[Placement | None, ...]
Doors = tuple[tuple[int, str], ...]


def imagine(view: View, groups: Sequence[Group] = ()) -> State:
    """A position that looks like this to its viewer.

    The groups are his options. They are needed only where rooms are left out of the game and the
    numbers of the cells do not follow from the view; whoever plays no such scenario may omit them.
    """
    rules = _rules(view)
    space = _space(view, rules, groups)
    pieces = _pieces(view, rules, space)
    at: dict[Cell, tuple[Token, ...]] = {}
    for square in view.squares.values():
        if square.tokens:
            cell = _cell_at(view, space, square.x, square.y)
            at[cell] = tuple(token.token for token in square.tokens)
    return State(
        rules=rules,
        space=space,
        pieces=pieces,
        at=at,
        players={seen.colour: _player(view, rules, seen) for seen in view.players},
        seed="",
        turn=Turn(view.turn, view.active, view.pool, dict(view.purses), max(rules.action_cards)),
        pending=tuple(
            Request(ask.number, ask.ask, ask.who, ask.tokens, ask.sealed, ask.final)
            for ask in view.asks
        ),
        under_way=_under_way(view),
        asked=max((ask.number for ask in view.asks), default=0),
        lines_shown=view.turn > 0,
        end_triggered=view.end_triggered,
        offer=view.offer,
        offered_in=view.turn,
        chosen={
            team.colour: Chosen(team.codes, team.pairs, team.reserve, team.allotted)
            for team in (view.choice.teams if view.choice else ())
        },
        picked=view.choice.picked if view.choice else (),
    )


# -- the rules and the board ------------------------------------------------------------------


def _rules(view: View) -> Ruleset:
    return _ruleset(
        view.set_name, view.scenario, view.target, view.memory, view.rope_anchors, view.handicap
    )


@lru_cache(maxsize=32)
def _ruleset(
    set_name: str,
    scenario: str,
    target: int,
    memory: str,
    rope_anchors: int,
    handicap: tuple[tuple[Colour, int, tuple[int, ...]], ...],
) -> Ruleset:
    plain = load_ruleset(set_name, scenario, Options(target=target, memory=memory))
    full = {colour: plain.characters_of(colour) for colour in plain.seats}
    options = Options(
        target=target,
        memory=memory,
        characters={colour: number for colour, number, _ in handicap if number != full[colour]},
        removed={colour: cards for colour, _, cards in handicap if cards},
        rope_anchors=rope_anchors,
    )
    return load_ruleset(set_name, scenario, options)


def _space(view: View, rules: Ruleset, groups: Sequence[Group]) -> Space:
    """The board as it lies; face-down rooms are filled with the tiles nobody has seen."""
    candidates = tuple(_tile_sets(rules, tuple(room.tile for room in view.rooms if room.face_up)))
    for tiles in candidates:
        space = _laid(view, rules, tiles)
        if len(candidates) == 1 or _fits(view, space, groups):
            return space
    raise ValueError("these options do not belong to this view")


def _tile_sets(rules: Ruleset, shown: tuple[str | None, ...]) -> Iterator[tuple[Tile, ...]]:
    """Every choice of pairs that leaves as many rooms as are laid, the shown ones among them.

    Where the players choose the pairs, all rooms have their cells, laid or not.
    """
    if rules.choice is not None:
        yield rules.tiles
        return
    pairs = dict.fromkeys(tile.pair for tile in rules.tiles)
    seen = {tile.pair for tile in rules.tiles if tile.name in shown}
    surplus = (len(rules.tiles) - rules.rooms) // 2
    for out in combinations([pair for pair in pairs if pair not in seen], surplus):
        yield tuple(tile for tile in rules.tiles if tile.pair not in out)


def _laid(view: View, rules: Ruleset, tiles: tuple[Tile, ...]) -> Space:
    geometry = _geometry(rules, tiles)
    index = {tile.name: number for number, tile in enumerate(tiles)}
    lies: dict[int, RoomSeen] = {index[r.tile]: r for r in view.rooms if r.face_up and r.tile}
    known = _known_pairs(view)
    unseen = iter(
        sorted(
            (number for number in range(len(tiles)) if number not in lies),
            key=lambda number: tiles[number].pair not in known,
        )
    )
    if view.choice is None or view.choice.complete:
        lies |= {next(unseen): room for room in view.rooms if not room.face_up}
    placements = tuple(
        Placement(Slot(room.slot), room.x, room.y, room.turns, room.face_up)
        if (room := lies.get(number)) is not None
        else None
        for number in range(len(tiles))
    )
    return _built(geometry, placements, _doors(view, _built(geometry, placements, ())))


def _known_pairs(view: View) -> set[str]:
    """Pairs of rooms that the viewer knows to be in the game."""
    known = {room.pair for room in view.rooms if room.pair is not None}
    if view.choice is not None:
        known.update(view.choice.picked)
        known.update(pair for team in view.choice.teams for pair in team.allotted)
    return known


@lru_cache(maxsize=32)
def _geometry(rules: Ruleset, tiles: tuple[Tile, ...]) -> Geometry:
    return Geometry(rules.layout, tiles, rules.borders)


@lru_cache(maxsize=128)
def _built(geometry: Geometry, placements: Placements, doors: Doors) -> Space:
    return Space(geometry, placements, dict(doors))


def _doors(view: View, space: Space) -> Doors:
    """Which borders are no longer as they were printed."""
    found: dict[int, str] = {}
    for square in view.squares.values():
        for side, seen in zip(Side, square.borders, strict=True):
            if not any(" " in name for name in seen):
                continue
            half = space.half_towards(_cell_at(view, space, square.x, square.y), side)
            for layer, name in zip(space.layers(half), seen, strict=True):
                state = name.removeprefix(layer.kind).strip()
                if state and state != layer.state:
                    found[layer.id] = state
    return tuple(sorted(found.items()))


def _cell_at(view: View, space: Space, x: int, y: int) -> Cell:
    return Cell(space.cell_at[y * view.width + x])


def _fits(view: View, space: Space, groups: Sequence[Group]) -> bool:
    """Whether the cells of the options are those of this board."""
    where = {
        token.token: _cell_at(view, space, square.x, square.y)
        for square in view.squares.values()
        for token in square.tokens
    }
    slot = view.reveal.slot if view.reveal else None
    for group in groups:
        for decision in group[:50]:
            match decision:
                case d.Move(actor, path):
                    cells = [step.cell for step in path]
                    steps_fit = all(space.touches(a, b) for a, b in pairwise(cells))
                    if cells[0] != where[actor] or not steps_fit:
                        return False
                case d.Put(places):
                    if any(_slot_of(space, cell) != slot for _, cell in places):
                        return False
    return True


def _slot_of(space: Space, cell: Cell) -> Slot | None:
    tile = space.tile(cell)
    placement = space.placements[tile] if tile is not None else None
    return placement.slot if placement is not None else None


# -- the pieces -------------------------------------------------------------------------------


def _pieces(view: View, rules: Ruleset, space: Space) -> dict[Token, Piece]:
    colours = {colour.letter: colour for colour in rules.seats}
    blank = {
        token: Piece(token, rules.kinds[token[1:3]], colours[token[0]]) for token in view.names
    }
    known = {piece.token: piece for piece in _known(view, space, blank)}
    guessed = {
        piece.token: piece
        for seen in view.players
        for piece in _guessed(
            view, space, seen, [p for t, p in blank.items() if t not in known], rules
        )
    }
    return blank | known | guessed


def _known(view: View, space: Space, blank: Mapping[Token, Piece]) -> Iterator[Piece]:
    """The pieces of which the viewer knows where they are."""
    for square in view.squares.values():
        cell = _cell_at(view, space, square.x, square.y)
        for seen in square.tokens:
            yield blank[seen.token]._replace(
                status=Status.ON_BOARD,
                cell=cell,
                wounded=seen.wounded,
                carrier=seen.carrier,
                marks=frozenset(seen.marks),
            )
    for room in view.rooms:
        for hidden in room.hidden:
            if hidden.token is not None:
                tile = space.tile_in(Slot(room.slot))
                assert tile is not None, "every slot of a view holds a room"
                yield blank[hidden.token]._replace(status=Status.HIDDEN, tile=tile)
    by_name = space.geometry.layout.square_by_name
    for player in view.players:
        yield from (blank[token] for token in player.unplaced)
        for token, name in player.lined_up:
            yield blank[token]._replace(status=Status.LINED_UP, cell=space.cell(by_name[name]))
        for token, how in player.off_board:
            yield blank[token]._replace(status=Status(how))
    if view.reveal is not None:
        yield from (blank[token] for token in view.reveal.waiting)
    for colour, codes in _teams(view).items():
        team = tokens_of(colour, codes)
        unused = (piece for piece in blank.values() if piece.colour == colour)
        yield from (p._replace(status=Status.LEFT_OUT) for p in unused if p.token not in team)


def _teams(view: View) -> dict[Colour, tuple[str, ...]]:
    """The chosen teams that the viewer knows, once they are complete."""
    choice = view.choice
    if choice is None or not choice.complete:
        return {}
    if choice.secret:
        return {team.colour: team.codes for team in choice.teams}
    codes = tuple(what for what in choice.picked if what not in choice.pairs)
    return {player.colour: codes for player in view.players}


def _guessed(
    view: View, space: Space, player: PlayerSeen, unknown: Sequence[Piece], rules: Ruleset
) -> Iterator[Piece]:
    """The rest of one player's pieces: some hidden, some left out; during set-up some to come.

    Left out are the last characters; hidden in each room are the first of what remains.
    """
    pool = [piece for piece in unknown if piece.colour == player.colour]
    if view.turn > 0 or player.colour == view.viewer:
        for piece in _left_out(view, player, pool, rules):
            pool.remove(piece)
            yield piece._replace(status=Status.LEFT_OUT)
    for name in player.dots:
        piece = next(piece for piece in pool if piece.kind.character)
        pool.remove(piece)
        cell = space.cell(space.geometry.layout.square_by_name[name])
        yield piece._replace(status=Status.LINED_UP, cell=cell)
    for room in view.rooms:
        for hidden in room.hidden:
            if hidden.colour == player.colour and hidden.token is None:
                tile = space.tile_in(Slot(room.slot))
                assert tile is not None, "what is hidden lies in a room"
                yield pool.pop(0)._replace(status=Status.HIDDEN, tile=tile)


def _left_out(
    view: View, player: PlayerSeen, pool: Sequence[Piece], rules: Ruleset
) -> Iterator[Piece]:
    """The last ones: those a handicap took out, and those a secret choice did not take."""
    characters = [piece for piece in pool if piece.kind.character]
    objects = [piece for piece in pool if not piece.kind.character]
    out, unused = player.left_out, 0
    if rules.choice is not None and player.colour not in _teams(view):
        team = rules.teams[player.colour]
        everybody = sum(rules.is_character(code) for code in team)
        out += everybody - rules.choice.characters
        unused = len(team) - everybody - rules.choice.objects
    yield from characters[max(0, len(characters) - out) :]
    yield from objects[max(0, len(objects) - unused) :]


# -- cards and what is under way --------------------------------------------------------------


def _player(view: View, rules: Ruleset, seen: PlayerSeen) -> Player:
    if seen.hand is not None:
        actions, combat, jumps = seen.hand.actions, seen.hand.combat, seen.hand.jumps
    else:
        actions = tuple(card for card in rules.action_cards if card != seen.open_card)
        combat, jumps = likely_hand(rules, seen.colour, seen.cards)
        combat = _with_named(view, seen.colour, combat)
    return Player(seen.colour, actions, combat, jumps, seen.used, seen.open_card, seen.points)


def _with_named(view: View, colour: Colour, hand: tuple[int, ...]) -> tuple[int, ...]:
    """The hand with the card that its owner was made to play, in the place of another one."""
    if view.combat is None or view.combat.forced != colour:
        return hand
    card = next(side.card for side in view.combat.sides if side.colour == colour)
    if card is None or card in hand:
        return hand
    return tuple(sorted((card, *hand[:-1]))) if hand[-1:] != (0,) else (*hand, card)


def likely_hand(rules: Ruleset, colour: Colour, cards: int) -> tuple[tuple[int, ...], int]:
    """Combat cards and number of Jump cards somebody may still hold: the middling ones go first.

    >>> likely_hand(load_ruleset(), Colour.BLUE, 12)
    ((0, 1, 2, 2, 3, 3, 4, 5, 6), 3)
    >>> likely_hand(load_ruleset(), Colour.BLUE, 8)
    ((0, 1, 2, 4, 5, 6), 2)
    """
    combat, jumps = list(rules.combat_hand(colour)), rules.jump_cards
    middle = sum(combat) / len(combat) if combat else 0
    spent = 0
    while len(combat) + jumps > max(cards, len(combat[:1])):
        spent += 1
        if jumps and (spent % 4 == 0 or len(combat) <= 1):
            jumps -= 1
        else:
            combat.remove(
                min((c for c in combat if c), key=lambda card: (abs(card - middle), card))
            )
    return tuple(combat), jumps


def _under_way(view: View) -> RevealUnderWay | CombatUnderWay | None:
    if view.reveal is not None:
        reveal = view.reveal
        return RevealUnderWay(reveal.revealer, Slot(reveal.slot), reveal.waiting)
    combat = view.combat
    if combat is None:
        return None
    return CombatUnderWay(
        initiator=combat.initiator,
        target=combat.target,
        attacker=combat.attacker,
        defender=next(side.colour for side in combat.sides if side.colour != combat.attacker),
        fighters={side.colour: side.fighters for side in combat.sides},
        parts={side.colour: side.parts for side in combat.sides},
        afar=combat.afar,
        cards={side.colour: side.card for side in combat.sides if side.card is not None},
        forced=combat.forced,
    )

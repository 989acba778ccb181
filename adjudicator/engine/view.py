"""What one viewer may see. Everything shown to people is made from a ``View``.

A view is built by adding what the viewer knows, never by deleting from the whole truth. Public
are the open rooms, all that stands on them, loads, wounds, doors, action points and points
(BASE-HIDDEN-07, BASE-CARRY-11, BASE-WOUND-12); a hand and a sealed team are their owner's
(BASE-HIDDEN-03, -04), and nobody sees the used cards (PRISON-HIDDEN-10).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache

from .actions.choose import pool, stage
from .actions.setup import left_out_number
from .combat import total
from .deal import commitment
from .events import Part, Point
from .goals import GoalSeen, goal_seen
from .ids import OUTSIDE, Cell, Colour, Side, Token
from .layout import LineRule, Place
from .requests import CHOOSING, TERMS, Ask, Request
from .space import NOTHING, Space
from .state import CombatUnderWay, Piece, RevealUnderWay, State, Status


class Role(StrEnum):
    """Who may look besides the players."""

    OBSERVER = "observer"
    MODERATOR = "moderator"


Viewer = Colour | Role


@dataclass(frozen=True, slots=True)
class TokenSeen:
    """A piece on a square. ``carrier`` is the token that holds it."""

    token: Token
    colour: Colour
    code: str
    name: str
    character: bool
    wounded: bool
    carrier: Token | None
    marks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SquareSeen:
    """A square of a face-up room or of a line, with the borders on its four sides."""

    name: str
    x: int
    y: int
    ground: str
    slot: str | None
    line: str | None
    dot: bool
    tokens: tuple[TokenSeen, ...]
    borders: tuple[tuple[str, ...], ...]
    """For north, east, south, west: the layers there, like ``wall`` or ``portcullis closed``."""


@dataclass(frozen=True, slots=True)
class HiddenSeen:
    """A face-down token: its colour, and what it is if the viewer may know."""

    colour: Colour
    token: Token | None


@dataclass(frozen=True, slots=True)
class RoomSeen:
    """A slot. Tile, pair and turn are known only when the room lies face up."""

    slot: str
    x: int
    y: int
    width: int
    height: int
    capacity: int
    face_up: bool
    tile: str | None
    pair: str | None
    sense: int
    turns: int
    hidden: tuple[HiddenSeen, ...]


@dataclass(frozen=True, slots=True)
class LineSeen:
    name: str
    squares: tuple[str, ...]
    home_of: tuple[Colour, ...]
    facing: Side


@dataclass(frozen=True, slots=True)
class HandSeen:
    """A hand of cards, shown to its owner."""

    actions: tuple[int, ...]
    combat: tuple[int, ...]
    jumps: int


@dataclass(frozen=True, slots=True)
class PlayerSeen:
    colour: Colour
    score: int
    points: tuple[Point, ...]
    open_card: int | None
    cards: int
    """How many Combat and Jump cards are in hand."""
    used: int
    to_place: int
    left_out: int
    hand: HandSeen | None
    unplaced: tuple[Token, ...]
    """Own tokens still to be placed during set-up."""
    lined_up: tuple[tuple[Token, str], ...]
    """The own starting team while it is still secret."""
    dots: tuple[str, ...]
    """The dots on which somebody stands whom the viewer does not know yet (PRISON-HIDDEN-03)."""
    off_board: tuple[tuple[Token, str], ...]
    """Pieces out of the game that everybody saw leave, and how."""


@dataclass(frozen=True, slots=True)
class AskSeen:
    """A request: everybody sees whom the game waits for; the person asked also sees for what."""

    number: int
    ask: Ask
    who: Colour
    mine: bool
    sealed: bool
    final: bool
    """The deadline has passed; told only to the person asked, or it would tell his card."""
    tokens: tuple[Token, ...]
    default: str


@dataclass(frozen=True, slots=True)
class SideSeen:
    colour: Colour
    fighters: tuple[Token, ...]
    parts: tuple[Part, ...]
    sum: int
    card: int | None
    """The sealed card, for its owner only."""


@dataclass(frozen=True, slots=True)
class CombatSeen:
    initiator: Token
    target: Token
    attacker: Colour
    sides: tuple[SideSeen, ...]
    afar: tuple[Token, ...] = ()
    """Those who fight from afar and cannot be hurt."""
    forced: Colour | None = None
    """Whose card was named by the other side and lies open."""


@dataclass(frozen=True, slots=True)
class RevealSeen:
    revealer: Colour
    slot: str
    waiting: tuple[Token, ...]


@dataclass(frozen=True, slots=True)
class TeamSeen:
    """What one player plays with, as far as the viewer may know (NATURE-HIDDEN-01)."""

    colour: Colour
    codes: tuple[str, ...]
    pairs: tuple[str, ...]
    """The pairs of rooms he wants."""
    reserve: tuple[str, ...]
    allotted: tuple[str, ...]
    """The pairs of rooms he brings in."""


@dataclass(frozen=True, slots=True)
class ChoiceSeen:
    """The choice of teams and rooms in a mixed game."""

    secret: bool
    complete: bool
    characters: int
    objects: int
    each: int
    """How many pairs of rooms each player brings in."""
    offered: tuple[str, ...]
    """What the viewer may choose from now: codes, and pairs of rooms."""
    pairs: tuple[str, ...]
    picked: tuple[str, ...]
    """What both play with, in the order in which it was picked (NATURE-HIDDEN-02)."""
    teams: tuple[TeamSeen, ...]
    """Secret choices the viewer knows: his own."""


@dataclass(frozen=True, slots=True)
class View:
    """The game as one viewer may see it."""

    viewer: Viewer
    set_name: str
    scenario: str
    target: int
    goal: GoalSeen
    memory: str
    rope_anchors: int
    """How many holding squares a laid rope needs in this game."""
    handicap: tuple[tuple[Colour, int, tuple[int, ...]], ...]
    commitment: str
    width: int
    height: int
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    rooms: tuple[RoomSeen, ...]
    squares: Mapping[tuple[int, int], SquareSeen]
    lines: tuple[LineSeen, ...]
    players: tuple[PlayerSeen, ...]
    names: Mapping[Token, str]
    turn: int
    active: Colour | None
    pool: int
    purses: tuple[tuple[Token, int], ...]
    asks: tuple[AskSeen, ...]
    choice: ChoiceSeen | None
    """If the players choose what they play with."""
    combat: CombatSeen | None
    reveal: RevealSeen | None
    end_triggered: bool
    offer: Colour | None
    winners: tuple[Colour, ...] | None
    why_ended: str | None
    seed: str | None
    """Published when the game is over (BASE-HIDDEN-09)."""

    @property
    def mine(self) -> tuple[AskSeen, ...]:
        """What the viewer himself is asked and may still answer."""
        return tuple(ask for ask in self.asks if ask.mine and not ask.final)


def sees_all(state: State, viewer: Viewer) -> bool:
    """A moderator sees everything; after the end everybody does (BASE-END-06)."""
    return viewer is Role.MODERATOR or state.result is not None


def view(state: State, viewer: Viewer) -> View:
    """The game as this viewer may see it."""
    options, layout, turn = state.rules.options, state.rules.layout, state.turn
    handicapped = dict.fromkeys([*options.characters, *options.removed])
    return View(
        viewer=viewer,
        set_name=state.rules.set_name,
        scenario=state.rules.scenario,
        target=options.target,
        goal=goal_seen(state.rules),
        memory=options.memory,
        rope_anchors=state.rules.rope_anchors,
        handicap=tuple(
            (c, state.rules.characters_of(c), options.removed.get(c, ())) for c in handicapped
        ),
        commitment=commitment(state.seed),
        width=layout.width,
        height=layout.height,
        columns=tuple(_column(layout.square_names[x]) for x in range(layout.width)),
        rows=tuple(_row(layout.square_names[y * layout.width]) for y in range(layout.height)),
        rooms=_rooms(state, viewer),
        squares=_squares(state),
        lines=tuple(_line(state, name) for name in state.space.geometry.line_cells),
        players=tuple(_player(state, colour, viewer) for colour in state.rules.seats),
        names={token: state.name(token) for token in state.pieces},
        turn=turn.number,
        active=turn.active,
        pool=turn.pool,
        purses=tuple(sorted(turn.purses.items())),
        asks=tuple(_ask(state, request, viewer) for request in state.pending),
        choice=_choice(state, viewer),
        combat=_combat(state, viewer),
        reveal=_reveal(state),
        end_triggered=state.end_triggered,
        offer=state.offer,
        winners=state.result.winners if state.result else None,
        why_ended=state.result.why if state.result else None,
        seed=state.seed if sees_all(state, viewer) else None,
    )


def _column(name: str) -> str:
    return name.rstrip("0123456789")


def _row(name: str) -> str:
    return name.lstrip("abcdefghijklmnopqrstuvwxyz")


def _rooms(state: State, viewer: Viewer) -> tuple[RoomSeen, ...]:
    """Slots in the order of the layout; a face-down tile is known to nobody (BASE-HIDDEN-01)."""
    seen = []
    for place in state.rules.layout.places:
        index = state.space.tile_in(place.slot)
        if index is None:
            if state.rules.choice is not None:
                seen.append(_room_to_come(place))
            continue
        placement, tile = state.space.placements[index], state.space.geometry.tiles[index]
        assert placement is not None, "a tile in a slot is placed"
        known = placement.face_up or sees_all(state, viewer)
        seen.append(
            RoomSeen(
                slot=place.slot,
                x=placement.x,
                y=placement.y,
                width=place.width,
                height=place.height,
                capacity=place.capacity,
                face_up=placement.face_up,
                tile=tile.name if known else None,
                pair=tile.pair if known else None,
                sense=tile.sense if known else 0,
                turns=placement.turns if known else 0,
                hidden=_hidden(state, index, viewer),
            )
        )
    return tuple(seen)


def _room_to_come(place: Place) -> RoomSeen:
    """A slot before the rooms are chosen looks like any face-down room."""
    return RoomSeen(
        place.slot, place.x, place.y, place.width, place.height, place.capacity,
        face_up=False, tile=None, pair=None, sense=0, turns=0, hidden=(),
    )  # fmt: skip


def _hidden(state: State, tile: int, viewer: Viewer) -> tuple[HiddenSeen, ...]:
    """Face-down tokens by colour; the owner is reminded of his own (BASE-SETUP-13, BASE-HIDDEN-02).

    Sorted by what the viewer sees, so that not even the order tells more.
    """
    seen = [
        HiddenSeen(piece.colour, piece.token if _knows_hidden(state, piece, viewer) else None)
        for piece in state.hidden_in(tile)
    ]
    return tuple(sorted(seen, key=lambda h: (h.colour, h.token or "")))


def _knows_hidden(state: State, piece: Piece, viewer: Viewer) -> bool:
    if sees_all(state, viewer):
        return True
    return piece.colour == viewer and state.rules.options.memory == "own"


def _squares(state: State) -> dict[tuple[int, int], SquareSeen]:
    """Every square that lies open: the bare board, and what lies on it."""
    squares, width = dict(_bare_squares(state.space)), state.rules.layout.width
    for cell, tokens in state.at.items():
        square = NOTHING if cell == OUTSIDE else state.space.square_of[cell]
        if tokens and square != NOTHING:
            place = (square % width, square // width)
            pieces = sorted(state.on(cell), key=_stack_order)
            squares[place] = replace(squares[place], tokens=tuple(map(_token, pieces)))
    return squares


@lru_cache(maxsize=64)
def _bare_squares(space: Space) -> Mapping[tuple[int, int], SquareSeen]:
    """The squares without tokens. Rooms seldom move, and every letter shows them."""
    width = space.geometry.layout.width
    return {
        (square % width, square // width): _square(space, Cell(cell))
        for square, cell in enumerate(space.cell_at)
        if cell != NOTHING
    }


def _square(space: Space, cell: Cell) -> SquareSeen:
    width = space.geometry.layout.width
    square = space.square_of[cell]
    line = space.line(cell)
    tile = space.tile(cell)
    placement = space.placements[tile] if tile is not None else None
    return SquareSeen(
        name=space.name(cell),
        x=square % width,
        y=square // width,
        ground=space.ground(cell),
        slot=placement.slot if placement else None,
        line=line.name if line else None,
        dot=line is not None and space.geometry.line_cells[line.name].index(cell) in line.dots,
        tokens=(),
        borders=tuple(_border(space, cell, side) for side in Side),
    )


def _stack_order(piece: Piece) -> tuple[int, str]:
    """Living characters first, then wounded, then objects."""
    return (0 if piece.living else 1 if piece.kind.character else 2, piece.token)


def _token(piece: Piece) -> TokenSeen:
    return TokenSeen(
        piece.token,
        piece.colour,
        piece.kind.code,
        piece.kind.name,
        piece.kind.character,
        piece.wounded,
        piece.carrier,
        tuple(sorted(piece.marks)),
    )


def _border(space: Space, cell: Cell, side: Side) -> tuple[str, ...]:
    """The layers on a side of a square; the rim of the board and closed line sides are ``edge``."""
    half = space.half_towards(cell, side)
    layers = tuple(
        layer.kind
        if len(space.geometry.borders[layer.kind].blocks) == 1
        else f"{layer.kind} {layer.state}"
        for layer in space.layers(half)
    )
    if layers or space.reverse[half] != NOTHING:
        return layers
    return () if space.slots_beyond(half) is not None else ("edge",)


def _line(state: State, name: str) -> LineSeen:
    cells = state.space.geometry.line_cells[name]
    line = state.space.geometry.line_of[cells[0]]
    home = tuple(c for c in state.rules.seats if line.rule(c) is LineRule.HOME)
    return LineSeen(name, tuple(state.space.name(cell) for cell in cells), home, line.facing)


_OFF_BOARD = (Status.ESCAPED, Status.RESCUED, Status.ELIMINATED, Status.LOST)


def _player(state: State, colour: Colour, viewer: Viewer) -> PlayerSeen:
    player = state.players[colour]
    own = viewer == colour or sees_all(state, viewer)
    pieces = sorted(state.of(colour), key=lambda piece: piece.token)
    choosing = any(request.ask in CHOOSING for request in state.pending)
    waiting = [p for p in pieces if p.status is Status.UNPLACED and not _is_found(state, p)]
    return PlayerSeen(
        colour=colour,
        score=player.score,
        points=player.points,
        open_card=player.open_card,
        cards=len(player.combat) + player.jumps,
        used=player.used,
        to_place=_to_place(state, colour),
        left_out=left_out_number(state, colour),
        hand=HandSeen(player.actions, player.combat, player.jumps) if own else None,
        unplaced=tuple(p.token for p in waiting) if own and not choosing else (),
        lined_up=tuple(
            (p.token, state.square(p.cell)) for p in pieces if p.status is Status.LINED_UP and own
        ),
        dots=() if own else _taken_dots(state, colour),
        off_board=tuple((p.token, p.status.value) for p in pieces if p.status in _OFF_BOARD),
    )


def _taken_dots(state: State, colour: Colour) -> tuple[str, ...]:
    """Shown when no team can be replaced any more, in the order of the board."""
    if any(r.ask is Ask.LINE_UP and r.who == colour for r in state.pending):
        return ()
    cells = sorted(p.cell for p in state.of(colour) if p.status is Status.LINED_UP)
    return tuple(map(state.square, cells))


def _to_place(state: State, colour: Colour) -> int:
    """How many tokens he has still to hide; sealing a team changes nothing (BASE-HIDDEN-10)."""
    if state.lines_shown:
        return 0
    hidden = sum(piece.status is Status.HIDDEN for piece in state.of(colour))
    rules = state.rules
    team = rules.team_size(colour) - left_out_number(state, colour)
    return team - rules.line_up_of(colour) - hidden


def _is_found(state: State, piece: Piece) -> bool:
    """Whether a piece lies open beside the board during a reveal."""
    return isinstance(state.under_way, RevealUnderWay) and piece.token in state.under_way.waiting


def _ask(state: State, request: Request, viewer: Viewer) -> AskSeen:
    """Whom the game waits for is told to everybody alike; a sealed answer is waited for no more."""
    mine = request.who == viewer
    return AskSeen(
        request.number,
        request.ask,
        request.who,
        mine,
        request.sealed,
        request.final and mine,
        request.tokens,
        TERMS[request.ask].default,
    )


def _choice(state: State, viewer: Viewer) -> ChoiceSeen | None:
    """Open picks are everybody's, a secret choice its owner's (NATURE-HIDDEN-01, -02)."""
    choice, rules = state.rules.choice, state.rules
    if choice is None:
        return None
    asked = {request.ask for request in state.pending if request.ask in CHOOSING}
    offered: tuple[str, ...] = ()
    if Ask.TEAM in asked:
        owner = next((seat for seat in rules.seats if seat == viewer), rules.seats[0])
        offered = (*pool(rules, owner, True), *pool(rules, owner, False))
    elif Ask.PICK in asked and (now := stage(state)) is not None:
        offered = now.offered
    return ChoiceSeen(
        secret=choice.secret,
        complete=not asked,
        characters=choice.characters,
        objects=choice.objects,
        each=choice.pairs // len(rules.seats),
        offered=offered,
        pairs=rules.pairs,
        picked=state.picked,
        teams=tuple(
            TeamSeen(colour, *state.chosen[colour])
            for colour in rules.seats
            if colour in state.chosen and (colour == viewer or sees_all(state, viewer))
        ),
    )


def _combat(state: State, viewer: Viewer) -> CombatSeen | None:
    """Fighters and sums are public; a sealed card is its owner's alone (BASE-HIDDEN-05)."""
    combat = state.under_way
    if not isinstance(combat, CombatUnderWay):
        return None
    sides = tuple(
        SideSeen(
            colour,
            tokens,
            combat.parts[colour],
            total(combat.parts[colour]),
            combat.cards.get(colour)
            if colour in (viewer, combat.forced) or sees_all(state, viewer)
            else None,
        )
        for colour, tokens in combat.fighters.items()
    )
    return CombatSeen(
        combat.initiator, combat.target, combat.attacker, sides, combat.afar, combat.forced
    )


def _reveal(state: State) -> RevealSeen | None:
    reveal = state.under_way
    if not isinstance(reveal, RevealUnderWay):
        return None
    return RevealSeen(reveal.revealer, reveal.slot, reveal.waiting)

"""Putting a position together line by line, as case files and written positions give it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from adjudicator.engine.combat import fighters, side_parts
from adjudicator.engine.geometry import Geometry
from adjudicator.engine.ids import OUTSIDE, Cell, Colour, Slot, Token
from adjudicator.engine.requests import Ask, Request
from adjudicator.engine.ruleset import Ruleset
from adjudicator.engine.space import Placement, Space
from adjudicator.engine.state import (
    Chosen,
    CombatUnderWay,
    Piece,
    Player,
    Result,
    RevealUnderWay,
    State,
    Status,
    Turn,
)
from adjudicator.engine.sums import Point
from adjudicator.engine.tiles import Tile

from .names import ALIASES, COLOURS

_OFF = (Status.ESCAPED, Status.RESCUED, Status.ELIMINATED, Status.LOST)
_AWAY = {"left": Status.LEFT_OUT, "hand": Status.UNPLACED} | {s.value: s for s in _OFF}


class BadPosition(ValueError):
    """A position cannot be read; the message says which line and why."""


def seat(word: str) -> Colour:
    colour = COLOURS.get(word.lower())
    if colour is None:
        raise BadPosition(f"{word!r} is no seat")
    return colour


def number(word: str) -> int:
    if not (word.isascii() and word.isdigit()) or len(word) > 6:
        raise BadPosition(f"{word!r} is no number")
    return int(word)


_PUT = re.compile(r"([a-z])([A-Za-z]{2}\d?)(\*?)(?:\+([a-z]?)([A-Za-z]{2}\d?)(\*?))?@([\w:]+)$")
_ROOM = re.compile(r"(R\d+)=(\??)(?:([A-Z])/)?(\w+?)(?::(0|90|180|270))?$")


@dataclass
class Draft:
    """A position being put together line by line."""

    rules: Ruleset
    tiles: list[Tile] = field(default_factory=list)
    placements: list[Placement | None] = field(default_factory=list)
    drawings: dict[str, Tile] = field(default_factory=dict)
    """Other drawings a room may be given, for tests of rules."""
    puts: list[str] = field(default_factory=list)
    doors: list[str] = field(default_factory=list)
    seed: str = "case"
    turn: Turn = field(default_factory=lambda: Turn(number=1, highest=5))
    players: dict[Colour, Player] = field(default_factory=dict)
    marks: list[tuple[str, str]] = field(default_factory=list)
    state_changes: list[Callable[[State], State]] = field(default_factory=list)
    unnamed: Status = Status.LEFT_OUT
    asks: list[Request] = field(default_factory=list)
    asked: int | None = None

    def __post_init__(self) -> None:
        for colour in self.rules.seats:
            self.players[colour] = Player(
                colour,
                self.rules.action_cards,
                self.rules.combat_hand(colour),
                self.rules.jump_cards,
            )

    # -- lines --------------------------------------------------------------------------------

    def line(self, key: str, words: list[str]) -> None:
        reader = _KEYS.get(key)
        if reader is None:
            raise BadPosition(
                f"{key!r} is no line of a position; known: {', '.join(sorted(_KEYS))}"
            )
        try:
            reader(self, words)
        except (IndexError, KeyError) as error:
            raise BadPosition(f"{key}: {' '.join(words)!r} cannot be read") from error

    def read_rooms(self, words: list[str]) -> None:
        for word in words:
            match = _ROOM.match(word)
            if match is None:
                raise BadPosition(f"{word!r} should be a slot and a room, like R1=1R:90 or R2=?3L")
            slot, hidden, drawing, name, degrees = match.groups()
            place = self.rules.layout.place_by_slot.get(Slot(slot))
            if place is None:
                raise BadPosition(f"there is no slot {slot} on this board")
            self.tiles.append(self._tile(name, drawing))
            turns = int(degrees or 0) // 90
            self.placements.append(Placement(place.slot, place.x, place.y, turns, not hidden))

    def _tile(self, name: str, drawing: str | None) -> Tile:
        known = {tile.name: tile for tile in self.rules.tiles}
        if name not in known or any(tile.name == name for tile in self.tiles):
            raise BadPosition(f"{name!r} is no room of this game, or lies somewhere already")
        tile = known[name]
        if drawing is None:
            return tile
        if drawing not in self.drawings:
            raise BadPosition(f"{drawing!r} is no drawing")
        drawn = self.drawings[drawing]
        return Tile(
            name, tile.pair, tile.sense, drawn.width, drawn.height, drawn.ground, drawn.edges
        )

    def read_chosen(self, words: list[str]) -> None:
        colour, rest = seat(words[0]), words[1:]
        parts: list[tuple[str, ...]] = []
        for mark in ("PAIRS", "RESERVE", "ALLOTTED"):
            end = rest.index(mark) if mark in rest else len(rest)
            parts.append(tuple(rest[:end]))
            rest = rest[end + 1 :]
        chosen = Chosen(parts[0], parts[1], parts[2], tuple(rest))
        self.state_changes.append(
            lambda state: state._replace(chosen={**state.chosen, colour: chosen})
        )

    def read_picked(self, words: list[str]) -> None:
        self.state_changes.append(lambda state: state._replace(picked=tuple(words)))

    def read_put(self, words: list[str]) -> None:
        self.puts.extend(words)

    def read_doors(self, words: list[str]) -> None:
        self.doors.extend(words)

    def read_turn(self, words: list[str]) -> None:
        active = seat(words[0])
        turn = self.turn._replace(active=active)
        rest = words[1:]
        while rest:
            key = rest.pop(0)
            if key == "ap":
                turn = turn._replace(pool=number(rest.pop(0)))
            elif key == "number":
                turn = turn._replace(number=number(rest.pop(0)))
            elif key == "highest":
                turn = turn._replace(highest=number(rest.pop(0)))
            elif key == "overdue":
                turn = turn._replace(overdue=True)
            elif key in ("card", "first"):
                turn = turn._replace(pool=0, highest=0 if key == "first" else turn.highest)
                self.asks = [Request(1, Ask.ACTION_CARD, active)]
            else:
                raise BadPosition(f"turn: {key!r} is not known; write for example: turn y ap 3")
        self.turn = turn

    def read_pool(self, words: list[str]) -> None:
        purses = {**self.turn.purses, Token(words[0]): number(words[1])}
        self.turn = self.turn._replace(purses=purses)

    def read_hand(self, words: list[str]) -> None:
        colour = seat(words[0])
        cards, jumps = [], 0
        for word in words[1:]:
            if word.startswith("J"):
                jumps = number(word[1:])
            else:
                cards.append(number(word.lstrip("+")))
        player = self.players[colour]
        dealt = len(self.rules.combat_hand(colour)) + self.rules.jump_cards
        used = max(0, dealt - len(cards) - jumps)
        hand = tuple(sorted(cards))
        self.players[colour] = player._replace(combat=hand, jumps=jumps, used=used)

    def read_actions(self, words: list[str]) -> None:
        colour = seat(words[0])
        cards = tuple(number(word) for word in words[1:])
        self.players[colour] = self.players[colour]._replace(actions=cards)

    def read_played(self, words: list[str]) -> None:
        """Action cards played so far in this cycle; the last of each player lies open."""
        colour = None
        highest = 0
        for word in words:
            if not word.isdigit():
                colour = seat(word)
                continue
            if colour is None:
                raise BadPosition("played: begin with a seat, like played b 2 4 y 3")
            card, player = number(word), self.players[colour]
            left = tuple(c for c in player.actions if c != card)
            self.players[colour] = player._replace(actions=left, open_card=card)
            highest = max(highest, card)
        self.turn = self.turn._replace(highest=highest)

    def read_open(self, words: list[str]) -> None:
        colour = seat(words[0])
        self.players[colour] = self.players[colour]._replace(open_card=number(words[1]))

    def read_used(self, words: list[str]) -> None:
        colour = seat(words[0])
        self.players[colour] = self.players[colour]._replace(used=number(words[1]))

    def read_vp(self, words: list[str]) -> None:
        for letter, value in zip(words[::2], words[1::2], strict=True):
            colour = seat(letter)
            token = Token(f"{colour.letter}{self.rules.teams[colour][0]}")
            points = (Point(number(value), token, "earlier"),) if number(value) else ()
            self.players[colour] = self.players[colour]._replace(points=points)

    def read_point(self, words: list[str]) -> None:
        colour = seat(words[0])
        point = Point(number(words[1]), Token(words[2]), " ".join(words[3:]))
        player = self.players[colour]
        self.players[colour] = player._replace(points=(*player.points, point))

    def read_mark(self, words: list[str]) -> None:
        self.marks.append((words[0], words[1]))

    def read_seed(self, words: list[str]) -> None:
        self.seed = words[0]

    def read_ask(self, words: list[str]) -> None:
        tokens = tuple(Token(word) for word in words[3:] if word not in ("sealed", "final"))
        request = Request(number(words[0]), Ask(words[1]), seat(words[2]), tokens)
        self.asks.append(request._replace(sealed="sealed" in words, final="final" in words))

    def read_asked(self, words: list[str]) -> None:
        self.asked = number(words[0])

    def read_reveal(self, words: list[str]) -> None:
        reveal = RevealUnderWay(
            seat(words[1]),
            Slot(words[0]),
            tuple(Token(word) for word in words[4:]),
            number(words[2]),
            words[3] == "passed",
        )
        self.state_changes.append(lambda state: state._replace(under_way=reveal))

    def read_combat(self, words: list[str]) -> None:
        rest = words[2:]
        forced = seat(rest.pop()) if "forced" in rest else None
        cards = {seat(word[0]): number(word[2:]) for word in rest if "+" in word}
        helpers = tuple(Token(word) for word in rest if "+" not in word and word != "forced")
        self.state_changes.append(
            lambda state: _with_combat(
                state, Token(words[0]), Token(words[1]), helpers, cards, forced
            )
        )

    def read_flag(self, words: list[str]) -> None:
        flag, colour = words[0], seat(words[1]) if len(words) > 1 else None
        changes: dict[str, Callable[[State], State]] = {
            "placer": lambda state: state._replace(placer=colour),
            "starter": lambda state: state._replace(starter=colour),
            "offer": lambda state: state._replace(offer=colour, offered_in=number(words[2])),
            "shown": lambda state: state._replace(lines_shown=True),
            "triggered": lambda state: state._replace(end_triggered=True),
            "contested": lambda state: state._replace(turn=state.turn._replace(contested=True)),
        }
        if flag not in changes:
            raise BadPosition(f"flag: {flag!r} is not known")
        self.state_changes.append(changes[flag])

    def read_result(self, words: list[str]) -> None:
        winners = () if words[0] == "draw" else tuple(seat(letter) for letter in words[0])
        result = Result(winners, " ".join(words[1:]))
        self.state_changes.append(lambda state: state._replace(result=result))

    # -- the end ------------------------------------------------------------------------------

    def build(self) -> State:
        self._fill_slots()
        geometry = Geometry(self.rules.layout, tuple(self.tiles), self.rules.borders)
        space = Space(geometry, tuple(self.placements), {})
        for word in self.doors:
            space = _with_door(space, word)
        pieces = self._pieces(space)
        at: dict[Cell, tuple[Token, ...]] = {}
        for piece in pieces.values():
            if piece.status is Status.ON_BOARD:
                at[piece.cell] = (*at.get(piece.cell, ()), piece.token)
        state = State(
            self.rules, space, _carried(pieces, at), at, self.players, self.seed, self.turn,
            pending=self._requests(), lines_shown=True,
        )  # fmt: skip
        for change in self.state_changes:
            state = change(state)
        asked = self.asked if self.asked is not None else len(state.pending)
        return state._replace(asked=asked)

    def _fill_slots(self) -> None:
        """Slots that are not named hold the remaining rooms, face down.

        Where the players choose the rooms, those that are not laid have their cells all the same,
        and before the choice none is laid.
        """
        if self.rules.choice is None or self.placements:
            self._fill_with_rest()
        if self.rules.choice is not None:
            laid = {t.name: (t, p) for t, p in zip(self.tiles, self.placements, strict=True)}
            every = [laid.get(tile.name, (tile, None)) for tile in self.rules.tiles]
            self.tiles = [tile for tile, _ in every]
            self.placements = [placement for _, placement in every]

    def _fill_with_rest(self) -> None:
        taken = {placement.slot for placement in self.placements if placement}
        used = {tile.name for tile in self.tiles}
        rest = [tile for tile in self.rules.tiles if tile.name not in used]
        for place in self.rules.layout.places:
            if place.slot not in taken and rest:
                self.tiles.append(rest.pop(0))
                self.placements.append(Placement(place.slot, place.x, place.y, 0, False))

    def _requests(self) -> tuple[Request, ...]:
        if self.asks or self.asked is not None:
            return tuple(self.asks)
        active = self.turn.active or self.rules.seats[0]
        if self.turn.active is None:
            self.turn = self.turn._replace(active=active)
        return (Request(1, Ask.ACT, active),)

    def _pieces(self, space: Space) -> dict[Token, Piece]:
        pieces = {
            token: Piece(token, self.rules.kinds[code], colour, self.unnamed)
            for token, (colour, code) in self.rules.tokens.items()
        }
        for word in self.puts:
            match = _PUT.match(word)
            if match is None:
                raise BadPosition(f"{word!r} should be a piece and a place, like bWA@c7")
            letter, code, wound, load_letter, load, load_wound, where = match.groups()
            self._put(pieces, space, letter + code, bool(wound), where)
            if load:
                self._put(pieces, space, (load_letter or letter) + load, bool(load_wound), where)
        for token, mark in self.marks:
            piece = pieces[Token(token)]
            pieces[piece.token] = piece._replace(marks=piece.marks | {mark})
        return pieces

    def _put(
        self, pieces: dict[Token, Piece], space: Space, word: str, wounded: bool, where: str
    ) -> None:
        token = Token(word[0] + ALIASES.get(word[1:], word[1:]))
        if token not in pieces:
            raise BadPosition(f"there is no piece {token} in this game")
        piece = pieces[token]._replace(wounded=wounded)
        if where in _AWAY:
            pieces[token] = piece._replace(status=_AWAY[where])
        elif where.startswith("R") and where[1:].isdigit():
            tile = space.tile_in(Slot(where))
            if tile is None:
                raise BadPosition(f"there is no room in {where}")
            pieces[token] = piece._replace(status=Status.HIDDEN, tile=tile)
        else:
            lined, _, square = where.rpartition(":")
            status = Status.LINED_UP if lined else Status.ON_BOARD
            pieces[token] = piece._replace(status=status, cell=find_cell(space, square))


def find_cell(space: Space, name: str) -> Cell:
    square = space.geometry.layout.square_by_name.get(name)
    cell = space.cell(square) if square is not None else OUTSIDE
    if cell == OUTSIDE:
        raise BadPosition(f"{name!r} is no square of a face-up room or a line")
    return cell


def _carried(pieces: dict[Token, Piece], at: dict[Cell, tuple[Token, ...]]) -> dict[Token, Piece]:
    """A living character carries what shares his square; an object lies with a wounded."""
    result = dict(pieces)
    for tokens in at.values():
        if len(tokens) != 2:
            continue
        first, second = sorted(
            (pieces[t] for t in tokens), key=lambda p: (not p.living, not p.kind.character)
        )
        if first.kind.character:
            result[second.token] = second._replace(carrier=first.token)
    return result


def _with_combat(
    state: State,
    initiator: Token,
    target: Token,
    helpers: tuple[Token, ...],
    cards: dict[Colour, int],
    forced: Colour | None,
) -> State:
    """Who fights and how strongly follows from the position."""
    attacker, defender = state.pieces[initiator].colour, state.pieces[target].colour
    sides, afar = fighters(state, initiator, target, helpers)
    parts = {c: side_parts(state, tokens, c == attacker, afar) for c, tokens in sides.items()}
    combat = CombatUnderWay(
        initiator, target, attacker, defender, sides, parts, afar, cards, forced
    )
    return state._replace(under_way=combat)


def _with_door(space: Space, word: str) -> Space:
    border, _, door = word.partition("=")
    near, _, far = border.partition("|")
    half = space.half_between(find_cell(space, near), find_cell(space, far))
    if half is None:
        raise BadPosition(f"{border} is no border")
    layers = [
        layer for layer in space.layers(half) if door in space.geometry.borders[layer.kind].blocks
    ]
    if not layers:
        raise BadPosition(f"nothing on {border} can be {door!r}")
    return space.with_door(layers[0].id, door)


_KEYS: dict[str, Callable[[Draft, list[str]], None]] = {
    name.removeprefix("read_"): function
    for name, function in vars(Draft).items()
    if name.startswith("read_")
}

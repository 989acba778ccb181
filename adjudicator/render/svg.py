"""The board as a picture (SVG), from a ``View`` alone: north is up, as in the text.

A picture is a pile of layers. Each has a key, a place and a body that does not know its place, so
that a replay can store each body once and let pieces glide from square to square.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from typing import NamedTuple

from ..engine.ids import Colour, Side, Token
from ..engine.seen import LineSeen, RoomSeen, SquareSeen, View
from . import svg_parts as parts
from .board import holders, load_text, loads_of, piece_text, slits
from .language import ENGLISH, Language
from .svg_parts import DEFS, STYLE, UNIT, at, number, text, title

MARGIN = 30
"""Room for the coordinates on each side."""

STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""To the north, east, south and west."""

PARTS = {
    "portcullis closed": "closed",
    "portcullis open": "open",
    "portcullis broken": "broken",
    "slit": "slit",
}
"""Borders that are more than a stroke, and the parts that show them."""
TITLES = {"slit": "arrow-slit"}
"""What we call such a border, if not by its kind and state."""
WALLS = ("wall", "edge")

SPOTS = ((4.0, -5.0), (-9.0, 13.5), (11.0, 13.5), (-14.0, -12.0))
"""Where pieces that share a square stand, as seen from its middle; loads are lower right."""


class Layer(NamedTuple):
    """A part of the picture. ``key`` says what it is: ``frame``, ``R3 floor``, ``bWA``."""

    key: str
    x: float
    y: float
    body: str


def draw_svg(view: View, size: int = UNIT, language: Language = ENGLISH) -> str:
    """The board as this viewer may see it; ``size`` is the side of a square in pixels.

    In another language what is written on the board changes; tooltips are for the replay pages.
    """
    content = "".join(
        f'<g data-key="{escape(layer.key)}" transform="{place(layer)}">{layer.body}</g>'
        for layer in draw_layers(view, language)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {frame_size(view, size)} role="img">'
        f"{title(caption(view))}<desc>{escape(describe(view))}</desc>"
        f"<style>{STYLE}</style><defs>{DEFS}</defs>{content}</svg>\n"
    )


def place(layer: Layer) -> str:
    return f"translate({number(layer.x)} {number(layer.y)})"


def frame_size(view: View, size: int = UNIT) -> str:
    """The attributes that say how large a picture is."""
    width, height = view.width * UNIT + 2 * MARGIN, view.height * UNIT + 2 * MARGIN
    shown = f'width="{number(width * size / UNIT)}" height="{number(height * size / UNIT)}"'
    return f'viewBox="0 0 {width} {height}" {shown}'


def draw_layers(view: View, language: Language = ENGLISH) -> tuple[Layer, ...]:
    """Everything in the picture, from the bottom to the top."""
    return tuple(_Picture(view, language).layers())


class _Picture:
    """A view on its way to a picture."""

    def __init__(self, view: View, language: Language) -> None:
        self.view = view
        self.say = language
        self.room_of: Mapping[str | None, RoomSeen] = {room.slot: room for room in view.rooms}
        self.square_of = {
            token.token: square for square in view.squares.values() for token in square.tokens
        }

    def layers(self) -> Iterator[Layer]:
        view = self.view
        yield Layer("frame", 0, 0, self._frame())
        for room in view.rooms:
            x, y = self._corner(room.x, room.y + room.height - 1)
            yield Layer(f"{room.slot} floor", x, y, self._floor(room))
        for slot in (*(room.slot for room in view.rooms if room.face_up), None):
            yield Layer(f"{slot or 'line'} walls", 0, 0, self._borders(slot))
        for square in sorted(view.squares.values(), key=lambda s: (-s.y, s.x)):
            yield from self._pieces(square)
        yield from self._secret_teams()
        yield from self._combat()

    # -- places -------------------------------------------------------------------------------

    def _corner(self, x: int, y: int) -> tuple[int, int]:
        """The upper left corner of a square on the picture."""
        return MARGIN + x * UNIT, MARGIN + (self.view.height - 1 - y) * UNIT

    def _middle(self, square: SquareSeen) -> tuple[float, float]:
        x, y = self._corner(square.x, square.y)
        return x + UNIT / 2, y + UNIT / 2

    # -- the frame and the lines --------------------------------------------------------------

    def _frame(self) -> str:
        view = self.view
        width, height = view.width * UNIT, view.height * UNIT
        outside = f'width="{width + 2 * MARGIN}" height="{height + 2 * MARGIN}" rx="8"'
        inside = f'x="{MARGIN}" y="{MARGIN}" width="{width}" height="{height}"'
        body = [f'<rect class="dt-frame" {outside}/><rect class="dt-void" {inside}/>']
        body += self._coordinates()
        body += (self._slot_name(room) for room in view.rooms)
        body += (self._line(line) for line in view.lines)
        return "".join(body)

    def _coordinates(self) -> Iterator[str]:
        """Letters above and below, numbers on both sides."""
        view = self.view
        far_x, far_y = MARGIN + view.width * UNIT, MARGIN + view.height * UNIT
        for x, name in enumerate(view.columns):
            middle = MARGIN + (x + 0.5) * UNIT
            for y in (MARGIN / 2, far_y + MARGIN / 2):
                yield text(name, middle, y, 15, "dt-light")
        for row, name in enumerate(view.rows):
            middle = self._corner(0, row)[1] + UNIT / 2
            for side in (MARGIN / 2, far_x + MARGIN / 2):
                yield text(name, side, middle, 15, "dt-light")

    def _slot_name(self, room: RoomSeen) -> str:
        """Beside the board, for the rooms at its left and right rim."""
        x, y = self._corner(room.x, room.y + room.height // 2)
        if room.x == 0:
            return text(room.slot, x - MARGIN / 2, y, 12, "dt-gold")
        if room.x + room.width == self.view.width:
            return text(room.slot, x + room.width * UNIT + MARGIN / 2, y, 12, "dt-gold")
        return ""

    def _line(self, line: LineSeen) -> str:
        squares = [square for square in self.view.squares.values() if square.line == line.name]
        home = line.home_of[0] if line.home_of else None
        tint = f"dt-tint dt-{home.letter}" if home else "dt-tint"
        body = []
        for square in squares:
            x, y = self._corner(square.x, square.y)
            size = f'x="{x}" y="{y}" width="{UNIT}" height="{UNIT}"'
            floor = at(x, y, f'<rect class="dt-floor" width="{UNIT}" height="{UNIT}"/>')
            body.append(f'{floor}<rect class="{tint}" {size}/>')
            if square.dot and home:
                dot = parts.shape(home, 7, f"dt-{home.letter}-pale dt-thick")
                body.append(at(x + UNIT / 2, y + UNIT / 2, dot))
        return f"<g>{title(_line_words(line))}{''.join(body)}{self._line_name(squares, home)}</g>"

    def _line_name(self, squares: list[SquareSeen], home: Colour | None) -> str:
        """The owner, written between the dots of a long line."""
        if home is None or len(squares) < 2 or squares[0].y != squares[-1].y:
            return ""
        x = sum(self._middle(square)[0] for square in squares) / len(squares)
        style = f"dt-{home.letter}-dark dt-faint"
        return text(self.say.seat(home).upper(), x, self._middle(squares[0])[1], 15, style)

    # -- rooms --------------------------------------------------------------------------------

    def _floor(self, room: RoomSeen) -> str:
        size = f'width="{room.width * UNIT}" height="{room.height * UNIT}"'
        if not room.face_up:
            return _cover(room, size)
        left, top = self._corner(room.x, room.y + room.height - 1)
        body = [f'<rect class="dt-floor" {size}/>']
        for square in self.view.squares.values():
            if square.slot == room.slot and (sign := parts.ground(square, room)):
                x, y = self._middle(square)
                body.append(at(x - left, y - top, sign))
        return "".join(body)

    def _borders(self, slot: str | None) -> str:
        """The borders of a room, or of the lines; each is drawn once, walls below the others."""
        walls: dict[str, list[str]] = {"dt-wall": [], "dt-double": [], "dt-odd": []}
        others: list[str] = []
        for square in self.view.squares.values():
            if square.slot != slot:
                continue
            for side in Side:
                if side in (Side.NORTH, Side.EAST) or not self._beyond(square, side):
                    self._border(square, side, walls, others)
        lines = [f'<path class="{s}" d="{"".join(d)}"/>' for s, d in walls.items() if d]
        if walls["dt-double"]:
            lines.append(f'<path class="dt-core" d="{"".join(walls["dt-double"])}"/>')
        return "".join(lines + others)

    def _beyond(self, square: SquareSeen, side: Side) -> SquareSeen | None:
        return self.view.squares.get((square.x + STEPS[side][0], square.y + STEPS[side][1]))

    def _border(
        self, square: SquareSeen, side: Side, walls: dict[str, list[str]], others: list[str]
    ) -> None:
        layers = square.borders[side]
        if layers == ("wall", "wall"):
            walls["dt-double"].append(self._stroke(square, side, 0))
            return
        if layers == ("slit", "slit"):  # they count as one (PRISON-MOVE-11)
            layers = ("slit",)
        outwards = 1 if side in (Side.EAST, Side.SOUTH) else -1
        for index, layer in enumerate(layers):
            shift = 8 * outwards * (index - (len(layers) - 1) / 2)
            if layer in WALLS:
                walls["dt-wall"].append(self._stroke(square, side, shift))
            elif layer in PARTS:
                others.append(self._part(square, side, shift, layer))
            else:
                walls["dt-odd"].append(self._stroke(square, side, shift))

    def _start(self, square: SquareSeen, side: Side, shift: float) -> tuple[float, float]:
        """Where a border begins: its left or upper end, moved across by ``shift``."""
        x, y = self._corner(square.x, square.y)
        if side in (Side.NORTH, Side.SOUTH):
            return x, y + shift + (UNIT if side is Side.SOUTH else 0)
        return x + shift + (UNIT if side is Side.EAST else 0), y

    def _stroke(self, square: SquareSeen, side: Side, shift: float) -> str:
        x, y = self._start(square, side, shift)
        along = "h" if side in (Side.NORTH, Side.SOUTH) else "v"
        return f"M{number(x)} {number(y)}{along}{UNIT}"

    def _part(self, square: SquareSeen, side: Side, shift: float, layer: str) -> str:
        x, y = self._start(square, side, shift)
        turned = "" if side in (Side.NORTH, Side.SOUTH) else " rotate(90)"
        words = title(TITLES.get(layer, layer))
        return at(x, y, f'{words}<use href="#dt-{PARTS[layer]}"/>', turned)

    # -- pieces -------------------------------------------------------------------------------

    def _pieces(self, square: SquareSeen) -> Iterator[Layer]:
        x, y = self._middle(square)
        lying = list(holders(square))
        for index, token in reversed(list(enumerate(lying))):
            dx, dy = SPOTS[index % len(SPOTS)] if len(lying) > 1 else (0.0, 0.0)
            body = parts.piece(square, token, self.view.names)
            if len(lying) > 1:
                body = f'<g transform="scale({".82" if index == 0 else ".7"})">{body}</g>'
            yield Layer(token.token, x + dx, y + dy, body)
        if square.ground == "gear" and lying:
            sign = parts.small_gear(self.room_of.get(square.slot))
            yield Layer(f"gear {square.name}", x + 14.5, y - 14.5, sign)

    def _secret_teams(self) -> Iterator[Layer]:
        """A team lined up in secret, for its owner."""
        places = {square.name: square for square in self.view.squares.values()}
        for player in self.view.players:
            for token, name in player.lined_up:
                x, y = self._middle(places[name])
                words = f"{self.view.names[token]} ({token}), lined up in secret"
                yield Layer(token, x, y, title(words) + parts.secret(token, player.colour))

    def _combat(self) -> Iterator[Layer]:
        """Rings around the two who began a combat, and a burst between them."""
        combat = self.view.combat
        if combat is None:
            return
        ends = [self._middle(self.square_of[t]) for t in (combat.initiator, combat.target)]
        rings = "".join(at(x, y, '<circle class="dt-ring" r="20"/>') for x, y in ends)
        x, y = (sum(places) / 2 for places in zip(*ends, strict=True))
        words = f"{combat.initiator} attacks {combat.target}"
        burst = at(x, y, f'<use href="#dt-burst"/>{parts.CROSS}')
        yield Layer("combat", 0, 0, f"<g>{title(words)}{rings}{burst}</g>")


def _cover(room: RoomSeen, size: str) -> str:
    """A face-down room: its slot and what lies hidden there."""
    width, height = room.width * UNIT, room.height * UNIT
    inner = f'x="9" y="9" width="{width - 18}" height="{height - 18}" rx="6"'
    body = [
        title(_cover_words(room)),
        f'<rect class="dt-cover" {size}/><rect class="dt-hatch" {size}/>',
        f'<rect class="dt-rim" x="1" y="1" width="{width - 2}" height="{height - 2}"/>',
        f'<rect class="dt-rim" {inner} stroke-dasharray="1 5" stroke-linecap="round"/>',
        f'<rect class="dt-plate" x="{width / 2 - 40:g}" y="{height / 2 - 38:g}"'
        ' width="80" height="40" rx="8"/>',
        text(room.slot, width / 2, height / 2 - 18 - (4 if room.tile else 0), 24, "dt-light"),
    ]
    if room.tile:
        words = f"{room.tile} {90 * room.turns}°"
        body.append(text(words, width / 2, height / 2 - 5, 10, "dt-quiet"))
    return f"<g>{''.join(body)}{_chips(room, width / 2, height / 2 + 26)}</g>"


def _chips(room: RoomSeen, x: float, y: float) -> str:
    """The face-down tokens in rows."""
    row = max(1, room.width - 1)
    body = []
    for first in range(0, len(room.hidden), row):
        tokens = room.hidden[first : first + row]
        for index, hidden in enumerate(tokens):
            dx = 34 * (index - (len(tokens) - 1) / 2)
            body.append(at(x + dx, y + 32 * (first // row), parts.chip(hidden)))
    return "".join(body)


# -- words ------------------------------------------------------------------------------------


def caption(view: View) -> str:
    """The picture in a line."""
    if view.winners is not None:
        return f"Dungeon Twister, the end of the game after turn {view.turn}"
    if view.active is None:
        return "Dungeon Twister, set-up"
    return f"Dungeon Twister, turn {view.turn}: {view.active.capitalize()} plays"


def describe(view: View) -> str:
    """What stands where, for those who cannot see the picture."""
    pieces = [f"{colour.capitalize()}: {standing(view, colour)}" for colour in _colours(view)]
    places = ", ".join(slits(view))
    openings = [f"Arrow-slits: {places}"] if places else []
    rooms = [_cover_words(room) for room in view.rooms if not room.face_up]
    return ". ".join([*pieces, *openings, *rooms]) + "."


def standing(view: View, colour: Colour) -> str:
    """The pieces of a colour on the board: ``WA+sw c7, GO* d8``."""
    found = []
    for square in view.squares.values():
        for token in holders(square):
            if token.colour == colour:
                loads = "".join(load_text(token, load) for load in loads_of(square, token))
                found.append((not token.character, f"{piece_text(token)[1:]}{loads} {square.name}"))
    return ", ".join(words for _, words in sorted(found)) or "nobody"


def _colours(view: View) -> list[Colour]:
    return [player.colour for player in view.players]


def _line_words(line: LineSeen) -> str:
    owners = " and ".join(colour.capitalize() for colour in line.home_of)
    return f"{owners}'s starting line" if owners else "a line"


def _cover_words(room: RoomSeen) -> str:
    known = [Token(h.token) for h in room.hidden if h.token is not None]
    unknown = [h.colour for h in room.hidden if h.token is None]
    counts = [f"{unknown.count(colour)} {colour}" for colour in dict.fromkeys(unknown)]
    return f"{room.slot} face down: {', '.join([*counts, *known]) or 'empty'}"

"""The small parts of the board's picture: colours, shapes, pieces, portcullises, slits, gears.

The style is our own. Colours of players are told apart by hue and by shape: blue is round with
white letters, yellow square with black letters, red a diamond, green a hexagon, white an octagon.
A part is drawn around its own origin; ``svg.py`` puts it in its place.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from html import escape
from typing import NamedTuple

from ..engine.ids import Colour, Token
from ..engine.seen import HiddenSeen, RoomSeen, SquareSeen, TokenSeen
from .board import loads_of

UNIT = 44
"""The side of a square inside the picture; the size on the screen is a matter of scale."""

RADIUS = 15.5
"""Of a character."""


class Paint(NamedTuple):
    """How a colour looks: its body, its outline, letters on it, and its pale form."""

    fill: str
    line: str
    ink: str
    pale: str


PAINTS: Mapping[Colour, Paint] = {
    Colour.BLUE: Paint("#1f5fc6", "#0a2a63", "#ffffff", "#d3e3ff"),
    Colour.YELLOW: Paint("#ffcb1f", "#4d3900", "#1c1400", "#fff2b8"),
    Colour.RED: Paint("#c4291f", "#560d08", "#ffffff", "#ffdbd6"),
    Colour.GREEN: Paint("#2b7a39", "#0d3416", "#ffffff", "#d5f0d6"),
    Colour.WHITE: Paint("#fbfbf8", "#3c3c3c", "#111111", "#ffffff"),
}

NEUTRAL = "#e4d8bd"
"""A line that is nobody's home."""

_COLOUR_STYLES = "\n".join(
    f".dt-{c.letter}{{fill:{p.fill};stroke:{p.line}}}"
    f".dt-{c.letter}-pale{{fill:{p.pale};stroke:{p.line}}}"
    f".dt-{c.letter}-ink{{fill:{p.ink}}}"
    f".dt-{c.letter}-dark{{fill:{p.line}}}"
    for c, p in PAINTS.items()
)

STYLE = f"""
.dt-frame{{fill:#2e2823}}
.dt-void{{fill:#231e1a}}
.dt-floor{{fill:url(#dt-floor)}}
.dt-tint{{opacity:.5;stroke:none}}
.dt-wall{{fill:none;stroke:#2a221b;stroke-width:5;stroke-linecap:round}}
.dt-double{{fill:none;stroke:#2a221b;stroke-width:10;stroke-linecap:round}}
.dt-core{{fill:none;stroke:#c9b791;stroke-width:2;stroke-linecap:butt}}
.dt-odd{{fill:none;stroke:#7b1fa2;stroke-width:6;stroke-dasharray:2 5;stroke-linecap:round}}
.dt-post{{fill:#2a221b}}
.dt-steel{{fill:#aeb9c4;stroke:#1f2830;stroke-width:1.2}}
.dt-bars{{fill:none;stroke:#1f2830;stroke-width:2.4}}
.dt-sill{{fill:none;stroke:#6d7a86;stroke-width:2;stroke-dasharray:3 3}}
.dt-break{{fill:none;stroke:#a8320f;stroke-width:3;stroke-linecap:round}}
.dt-stone{{fill:#2a221b}}
.dt-loop{{fill:none;stroke:#ffe08a;stroke-width:3}}
.dt-pit{{fill:#4b3e32;stroke:#2a221b;stroke-width:1.5}}
.dt-deep{{fill:#0f0c0a;stroke:#2a221b;stroke-width:1}}
.dt-edge{{fill:none;stroke:#2a221b;stroke-width:1}}
.dt-gear{{fill:#b7aa93;stroke:#4c4236;stroke-width:1.2;stroke-linejoin:round}}
.dt-hub{{fill:#fbf6ea;stroke:#4c4236;stroke-width:1}}
.dt-cw{{fill:none;stroke:#00695c;stroke-width:2.4}}
.dt-ccw{{fill:none;stroke:#8e24aa;stroke-width:2.4}}
.dt-cw-head{{fill:#00695c}}
.dt-ccw-head{{fill:#8e24aa}}
.dt-cover{{fill:#454b59}}
.dt-hatch{{fill:url(#dt-hatch)}}
.dt-rim{{fill:none;stroke:#8f97a8;stroke-width:2}}
.dt-plate{{fill:#2c313c;stroke:#8f97a8;stroke-width:1.5}}
.dt-thin{{stroke-width:1.5}}
.dt-thick{{stroke-width:2.2}}
.dt-hurt{{stroke-width:2.4;stroke-dasharray:4 3}}
.dt-badge{{fill:#ffffff;stroke:#1d1d1d;stroke-width:1.2}}
.dt-cross{{fill:none;stroke:#b3160b;stroke-width:3;stroke-linecap:round}}
.dt-burst{{fill:#ffffff;stroke:#b3160b;stroke-width:2;stroke-linejoin:round}}
.dt-ring{{fill:none;stroke:#b3160b;stroke-width:2.5}}
.dt-text{{font-family:"DejaVu Sans",Verdana,sans-serif;font-weight:bold;text-anchor:middle}}
.dt-dark{{fill:#241d17}}
.dt-light{{fill:#f1e7d0}}
.dt-gold{{fill:#e3b64f}}
.dt-quiet{{fill:#b8ab93}}
.dt-faint{{opacity:.45;letter-spacing:3px}}
.dt-secret{{stroke-width:2.4;stroke-dasharray:.1 4;stroke-linecap:round}}
{_COLOUR_STYLES}
"""
"""Classes of all parts. All colours are given, so the picture looks the same on any page."""


def number(value: float) -> str:
    """A number as short as possible.

    >>> number(3.0), number(-0.125), number(-0.0)
    ('3', '-0.12', '0')
    """
    return f"{round(value, 2) + 0.0:g}"


def text(words: str, x: float, y: float, size: float, style: str = "dt-dark") -> str:
    """Words centred on a point."""
    place = f'x="{number(x)}" y="{number(y + 0.36 * size)}"'
    return (
        f'<text class="dt-text {style}" {place} font-size="{number(size)}">{escape(words)}</text>'
    )


def title(words: str) -> str:
    """What a mouse or a screen reader says of a part."""
    return f"<title>{escape(words)}</title>"


def at(x: float, y: float, body: str, more: str = "") -> str:
    """A part moved to a place."""
    return f'<g transform="translate({number(x)} {number(y)}){more}">{body}</g>'


# -- things of the ground ---------------------------------------------------------------------


def _points(places: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{number(x)},{number(y)}" for x, y in places)


def _around(count: int, radius: float, first: float = 0.0) -> list[tuple[float, float]]:
    """The corners of a regular figure; the first lies ``first`` degrees clockwise of the right."""
    turns = [math.radians(first + 360 * corner / count) for corner in range(count)]
    return [(radius * math.cos(turn), radius * math.sin(turn)) for turn in turns]


def _wheel(teeth: int = 10, outer: float = 20.5, inner: float = 16.5) -> str:
    step = 360 / teeth
    corners = []
    for tooth in range(teeth):
        for angle, radius in ((-0.3, inner), (-0.2, outer), (0.2, outer), (0.3, inner)):
            turn = math.radians((tooth + angle) * step)
            corners.append((radius * math.cos(turn), radius * math.sin(turn)))
    return _points(corners)


def _arrow(style: str, mirror: str) -> str:
    """Three quarters of a circle with a head: clockwise, or mirrored."""
    arc = f'<path class="{style}" d="M-8.6 7.2A11.2 11.2 0 1 1 8.6 7.2"/>'
    head = f'<path class="{style}-head" d="M3.4 12.4L13.2 9.6L7.2 2.2Z"/>'
    return f"<g{mirror}>{arc}{head}</g>"


_POSTS = (
    '<rect class="dt-post" x="-2" y="-6" width="7" height="12" rx="2"/>'
    '<rect class="dt-post" x="39" y="-6" width="7" height="12" rx="2"/>'
)

DEFS = (
    f'<pattern id="dt-floor" width="{UNIT}" height="{UNIT}" patternUnits="userSpaceOnUse">'
    f'<rect width="{UNIT}" height="{UNIT}" fill="#d8c9a8"/>'
    f'<rect x=".5" y=".5" width="{UNIT - 1}" height="{UNIT - 1}" rx="2.5" fill="#f4ecd9"/>'
    "</pattern>"
    '<pattern id="dt-hatch" width="11" height="11" patternUnits="userSpaceOnUse">'
    '<path d="M-2 2L2 -2M0 11L11 0M9 13L13 9" stroke="#5b6272" stroke-width="2.5"/></pattern>'
    f'<g id="dt-closed">{_POSTS}<rect class="dt-steel" x="5" y="-4.5" width="34" height="9"/>'
    '<path class="dt-bars" d="M10 -6v12M16 -6v12M22 -6v12M28 -6v12M34 -6v12"/></g>'
    f'<g id="dt-open">{_POSTS}<path class="dt-sill" d="M11 0h23"/>'
    '<rect class="dt-steel" x="5" y="-4.5" width="4" height="9"/>'
    '<rect class="dt-steel" x="35" y="-4.5" width="4" height="9"/></g>'
    f'<g id="dt-broken">{_POSTS}'
    '<path class="dt-steel" d="M5 -4.5L14 -5L10 -1.5L16 0L9 1L13 4.5L5 4.5Z"/>'
    '<path class="dt-steel" d="M39 -4.5L31 -4L35 -1L28 1L35 2L30 5L39 4.5Z"/>'
    '<path class="dt-break" d="M18.5 -4l7 8M25.5 -4l-7 8"/></g>'
    '<g id="dt-slit"><rect class="dt-stone" x="-2" y="-5.5" width="48" height="11" rx="2"/>'
    '<path class="dt-loop" d="M22 -5.5v11M12 0h20M13 -3v6M31 -3v6"/></g>'
    '<g id="dt-pit"><rect class="dt-pit" x="-19" y="-19" width="38" height="38" rx="3"/>'
    '<rect class="dt-deep" x="-11" y="-11" width="22" height="22" rx="1"/>'
    '<path class="dt-edge" d="M-18 -18l7 7M18 -18l-7 7M-18 18l7 -7M18 18l-7 -7"/></g>'
    f'<polygon id="dt-gear" class="dt-gear" points="{_wheel()}"/>'
    f'<g id="dt-cw">{_arrow("dt-cw", "")}</g>'
    f'<g id="dt-ccw">{_arrow("dt-ccw", " transform=" + chr(34) + "scale(-1 1)" + chr(34))}</g>'
    f'<polygon id="dt-burst" class="dt-burst" points="{_wheel(8, 12, 6.5)}"/>'
)
"""Parts that are drawn once and used in many places."""


def gear(room: RoomSeen | None) -> str:
    """A toothed wheel with the number of its pair and an arrow in the sense it turns."""
    wheel = '<use href="#dt-gear"/><circle class="dt-hub" r="14.5"/>'
    return f"{title(_gear_words(room))}{wheel}{_arrow_of(room)}{text(_pair(room), 0, 0, 13)}"


def small_gear(room: RoomSeen | None) -> str:
    """The same beside somebody who stands on it."""
    arrow = f'<g transform="scale(.56)">{_arrow_of(room)}</g>'
    hub = '<circle class="dt-hub" r="8"/>'
    return f"{title(_gear_words(room))}{hub}{arrow}{text(_pair(room), 0, 0, 8.5)}"


def _pair(room: RoomSeen | None) -> str:
    return room.pair or "" if room else ""


def _arrow_of(room: RoomSeen | None) -> str:
    sense = room.sense if room else 0
    return "" if sense == 0 else f'<use href="#dt-{"cw" if sense > 0 else "ccw"}"/>'


def _gear_words(room: RoomSeen | None) -> str:
    sense = {1: ", turns clockwise", -1: ", turns counter-clockwise"}.get(room.sense if room else 0)
    return f"Rotation Gear of pair {_pair(room)}{sense or ''}"


def ground(square: SquareSeen, room: RoomSeen | None) -> str:
    """What is special about the ground of a square, around its middle."""
    match square.ground:
        case "floor" | "line":
            return ""
        case "pit":
            return f'<g>{title("Pit Trap")}<use href="#dt-pit"/></g>'
        case "gear":
            return gear(room)
        case other:
            return text(other[:6], 0, 0, 10)


# -- pieces -----------------------------------------------------------------------------------


def shape(colour: Colour, radius: float, style: str) -> str:
    """The outline of a colour's characters."""
    match colour:
        case Colour.BLUE:
            return f'<circle class="{style}" r="{number(radius)}"/>'
        case Colour.YELLOW:
            half = radius * 0.91
            corner, side = number(-half), number(2 * half)
            size = f'width="{side}" height="{side}" rx="2"'
            return f'<rect class="{style}" x="{corner}" y="{corner}" {size}/>'
        case Colour.RED:
            corners = _around(4, radius * 1.25)
        case Colour.GREEN:
            corners = _around(6, radius * 1.12)
        case Colour.WHITE:
            corners = _around(8, radius * 1.06, 22.5)
    return f'<polygon class="{style}" points="{_points(corners)}"/>'


def tag(colour: Colour, width: float, height: float, style: str) -> str:
    """The outline of a colour's objects: blue with round ends, yellow square, red pointed, ..."""
    x, y = width / 2, height / 2
    match colour:
        case Colour.BLUE | Colour.YELLOW:
            corner = y if colour is Colour.BLUE else 1
            size = f'width="{number(width)}" height="{number(height)}" rx="{number(corner)}"'
            return f'<rect class="{style}" x="{number(-x)}" y="{number(-y)}" {size}/>'
        case Colour.RED:
            corners = [(-x - 2, 0), (4 - x, -y), (x - 4, -y), (x + 2, 0), (x - 4, y), (4 - x, y)]
        case Colour.GREEN:
            corners = [(3 - x, -y), (x + 3, -y), (x - 3, y), (-x - 3, y)]
        case Colour.WHITE:
            corners = [(4 - x, -y), (x - 4, -y), (x, 4 - y), (x, y), (-x, y), (-x, 4 - y)]
    return f'<polygon class="{style}" points="{_points(corners)}"/>'


def _code(code: str, size: float, style: str) -> str:
    """The letters of a character; two broad ones are written smaller."""
    return text(code, 0, 0, size * (0.85 if code == "WW" else 1), style)


CROSS = '<path class="dt-cross" d="M-3.5 -3.5l7 7M3.5 -3.5l-7 7"/>'
"""The sign of a wound."""


def figure(token: TokenSeen) -> str:
    """A character or an object, without what it carries."""
    letter = token.colour.letter
    if not token.character:
        body = tag(token.colour, 30, 19, f"dt-{letter}-pale dt-thick")
        return body + text(token.code, 0, 0, 13, f"dt-{letter}-dark")
    if not token.wounded:
        body = shape(token.colour, RADIUS, f"dt-{letter} dt-thick")
        return body + _code(token.code, 15, f"dt-{letter}-ink")
    body = shape(token.colour, RADIUS - 1, f"dt-{letter}-pale dt-hurt")
    lying = f'<g transform="rotate(-28)">{body}{_code(token.code, 14, f"dt-{letter}-dark")}</g>'
    return lying + at(-13, 13, f'<circle class="dt-badge" r="6.5"/>{CROSS}')


def piece(square: SquareSeen, token: TokenSeen, names: Mapping[Token, str]) -> str:
    """A piece with its marks and everything it carries, and words for all of it."""
    loads = list(loads_of(square, token))
    return title(_piece_words(token, loads, names)) + laden(token, loads)


def laden(token: TokenSeen, loads: list[TokenSeen]) -> str:
    """A piece with its marks and everything it carries."""
    body = [figure(token)]
    for index, load in enumerate(loads):
        body.append(at(12.5, 13 - 13 * index, _badge(load)))
    for index, mark in enumerate(token.marks):
        sign = f'<circle class="dt-badge" r="6.5"/>{text(SIGNS.get(mark, "?"), 0, 0, 11)}'
        body.append(at(-12 + 10 * index, -13, sign))
    return "".join(body)


SIGNS = {"fresh": "!", "inert": "~"}
"""Marks: wounded in this turn, recovered in this turn; the same signs as in the text."""

MARKS = {"fresh": "wounded this turn", "inert": "recovered this turn"}


def _badge(load: TokenSeen) -> str:
    """A load, small, on its carrier."""
    letter = load.colour.letter
    if not load.character:
        body = tag(load.colour, 22, 14, f"dt-{letter}-pale dt-thin")
        return body + text(load.code, 0, 0, 11, f"dt-{letter}-dark")
    body = shape(load.colour, 10, f"dt-{letter}-pale dt-thin")
    small_cross = f'<g transform="translate(-8 6) scale(.7)">{CROSS}</g>' if load.wounded else ""
    return body + _code(load.code, 9.5, f"dt-{letter}-dark") + small_cross


def _piece_words(token: TokenSeen, loads: list[TokenSeen], names: Mapping[Token, str]) -> str:
    """``blue Warrior (bWA), carries blue Sword (bsw)``."""
    words = [f"{names[token.token]} ({token.token})"]
    if token.wounded:
        words.append("wounded")
    words += [MARKS.get(mark, mark) for mark in token.marks]
    words += [f"carries {names[load.token]} ({load.token})" for load in loads]
    return ", ".join(words)


def secret(token: Token, colour: Colour) -> str:
    """A character lined up in secret: pale, with a dotted outline."""
    body = shape(colour, RADIUS, f"dt-{colour.letter}-pale dt-secret")
    return body + _code(token[1:], 15, f"dt-{colour.letter}-dark")


def chip(hidden: HiddenSeen) -> str:
    """A face-down token: what it is if the viewer may know it, else a question mark."""
    letter = hidden.colour.letter
    style, ink = f"dt-{letter} dt-thin", f"dt-{letter}-ink"
    if hidden.token is None:
        return shape(hidden.colour, 13, style) + text("?", 0, 0, 15, ink)
    code = hidden.token[1:]
    body = tag(hidden.colour, 30, 19, style) if code.islower() else shape(hidden.colour, 14, style)
    return body + _code(code, 12.5, ink)

"""The board as a drawing in plain characters: north is up, every square six characters wide."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property

from ..engine.ids import Side, Token
from ..engine.seen import HiddenSeen, LineSeen, RoomSeen, SquareSeen, TokenSeen, View
from .language import ENGLISH, N_, Language

CELL = 6
"""Characters inside a square; its border takes one more."""

MARGIN = 3
"""Characters for the row numbers on each side."""

Layers = tuple[str, ...]
Place = tuple[int, int]

SIGNS: dict[Layers, tuple[str, str]] = {
    (): (" ", "      "),
    ("edge",): ("|", "------"),
    ("wall",): ("|", "------"),
    ("wall", "wall"): ("H", "======"),
    ("portcullis closed",): ("#", "-####-"),
    ("portcullis open",): (":", "-:  :-"),
    ("portcullis broken",): ("%", "-%  %-"),
    ("slit",): ("X", "--XX--"),
    ("slit", "slit"): ("X", "--XX--"),
}
"""How a border looks when it stands upright and when it lies flat. Two arrow-slits back to back are
one (PRISON-MOVE-11)."""

OTHER = ("&", "-&&&&-")
"""Any other combination; ``odd_borders`` spells it out below the board."""

WORDS = {"portcullis broken": "portcullis wrecked", "slit": "arrow-slit"}
"""What we call a border if not by its kind and state. Wrecked, because a search for the blue Rope,
``bro``, must not find a broken portcullis."""

LEGEND = (
    N_("| ---- wall    H ==== double wall    # closed  : open  % wrecked portcullis"),
    N_("[O] pit   @1> gear of pair 1, turns clockwise (@1< counter-clockwise)   () dot"),
    N_("After a piece: * wounded, ! in this turn, ~ recovered in this turn, + carries"),
    N_("(...) object lying alone    / / / face-down room"),
)

SLIT_LEGEND = N_("X --XX-- arrow-slit: a wall with an opening for whoever stands right at it")

GROUNDS = {"floor": "", "line": "", "pit": "[O]"}


def legend(language: Language = ENGLISH, view: View | None = None) -> list[str]:
    """What the signs of the drawing mean; arrow-slits only if the board of the view has some."""
    first, *others = LEGEND
    lines = (first, SLIT_LEGEND, *others) if view is None or has_slits(view) else LEGEND
    return [language(line) for line in lines]


def has_slits(view: View) -> bool:
    squares = view.squares.values()
    return any("slit" in layers for square in squares for layers in square.borders)


def piece_text(token: TokenSeen) -> str:
    """A piece as the position notation writes it: ``bWA``, wounded ``bGO*``, a copy ``bro2``."""
    return f"{token.token}{'*' if token.wounded else ''}"


def load_text(carrier: TokenSeen, load: TokenSeen) -> str:
    """A load, with its colour only if it is not the carrier's: ``+sw``, ``+ysw``, ``+GO*``."""
    text = piece_text(load)
    return "+" + (text[1:] if load.colour == carrier.colour else text)


def holders(square: SquareSeen) -> Iterator[TokenSeen]:
    """The pieces of a square that nobody there carries."""
    here = {token.token for token in square.tokens}
    return (token for token in square.tokens if token.carrier not in here)


def loads_of(square: SquareSeen, carrier: TokenSeen) -> Iterator[TokenSeen]:
    """What a piece carries, and what lies with what it carries."""
    for token in square.tokens:
        if token.carrier == carrier.token:
            yield token
            yield from loads_of(square, token)


def ground_text(square: SquareSeen, room: RoomSeen | None) -> str:
    """The sign of a ground: ``[O]`` a pit, ``@1>`` a gear of pair 1 that turns clockwise."""
    if square.ground == "gear":
        sense = "" if room is None else {1: ">", -1: "<"}.get(room.sense, "")
        return f"@{room.pair or '' if room else ''}{sense}"
    return GROUNDS.get(square.ground, square.ground[:CELL])


def cell_lines(square: SquareSeen, room: RoomSeen | None) -> list[str]:
    """What stands in a square, packed into as few lines of six characters as possible."""
    lines = [""]
    for text in _words(square):
        gap = "" if text.startswith("+") or not lines[-1] else " "
        if len(lines[-1] + gap + text) <= CELL:
            lines[-1] += gap + text
        else:
            lines.append(text[:CELL])
    if lines == [""] and square.dot:
        return ["()"]
    return _with_ground(lines, ground_text(square, room))


def _with_ground(lines: list[str], ground: str) -> list[str]:
    """The ground stays visible: beside the pieces where there is room, else below them."""
    if not ground:
        return lines
    for index, line in enumerate(lines):
        gap = " " if line and len(line + ground) < CELL else ""
        if len(line + gap + ground) <= CELL:
            return [*lines[:index], line + gap + ground, *lines[index + 1 :]]
    return [*lines, ground]


def _words(square: SquareSeen) -> Iterator[str]:
    for token in holders(square):
        text = piece_text(token)
        yield text + _marks(token) if token.character else f"({text})"
        for load in loads_of(square, token):
            yield load_text(token, load) + _marks(load)


def _marks(token: TokenSeen) -> str:
    signs = {"fresh": "!", "inert": "~"}
    return "".join(signs.get(mark, "?") for mark in token.marks)


class Board:
    """A view laid out on a sheet of characters."""

    def __init__(self, view: View, language: Language = ENGLISH) -> None:
        self.view = view
        self.say = language
        self.room_of = {room.slot: room for room in view.rooms}
        self.hidden_at = {
            (x, y): room
            for room in view.rooms
            if not room.face_up
            for x in range(room.x, room.x + room.width)
            for y in range(room.y, room.y + room.height)
        }
        self.contents = {
            place: cell_lines(square, self.room_of.get(square.slot or ""))
            for place, square in view.squares.items()
        }
        width = 2 * MARGIN + view.width * (CELL + 1) + 1
        self.sheet = [[" "] * width for _ in range(self.tops[-1] + 1)]

    # -- measures -----------------------------------------------------------------------------

    @cached_property
    def tops(self) -> list[int]:
        """For each row the line of its upper border; for -1 that of the lower rim."""
        line, found = 1, {}
        for y in reversed(range(self.view.height)):
            found[y] = line
            line += 1 + self._row_height(y)
        return [found[y] for y in range(self.view.height)] + [line]

    def _row_height(self, y: int) -> int:
        row = (self.contents.get((x, y), []) for x in range(self.view.width))
        return max([1, *map(len, row)])

    def _inside(self, y: int) -> range:
        """The lines between the borders of a row."""
        return range(self.tops[y] + 1, self.tops[y - 1])

    @staticmethod
    def _left(x: int) -> int:
        """The column of a square's western border."""
        return MARGIN + x * (CELL + 1)

    def _write(self, line: int, column: int, text: str) -> None:
        self.sheet[line][column : column + len(text)] = text

    # -- drawing ------------------------------------------------------------------------------

    def lines(self) -> list[str]:
        """The finished drawing."""
        width, height = self.view.width, self.view.height
        for room in self.view.rooms:
            if not room.face_up:
                self._hatch(room)
        for y in range(height):
            for x in range(width):
                self._fill(x, y)
        for y in range(-1, height):
            for x in range(width + 1):
                self._borders(x, y)
        for room in self.view.rooms:
            self._name_room(room)
        for line in self.view.lines:
            self._name_line(line)
        return self._labelled()

    def _fill(self, x: int, y: int) -> None:
        for line, text in zip(self._inside(y), self.contents.get((x, y), []), strict=False):
            self._write(line, self._left(x) + 1, f"{text:^{CELL}}")

    @cached_property
    def norths(self) -> dict[Place, Layers | None]:
        """The northern border of every place, those just outside the board included."""
        columns, rows = range(-1, self.view.width + 1), range(-1, self.view.height)
        return {(x, y): self._layers((x, y), (x, y + 1), Side.NORTH) for x in columns for y in rows}

    @cached_property
    def wests(self) -> dict[Place, Layers | None]:
        """The western border of every place, those just outside the board included."""
        columns, rows = range(self.view.width + 1), range(-1, self.view.height + 1)
        return {(x, y): self._layers((x, y), (x - 1, y), Side.WEST) for x in columns for y in rows}

    def _layers(self, here: Place, there: Place, side: Side) -> Layers | None:
        """The border on a side of a place; ``None`` where there is nothing to draw."""
        squares = self.view.squares
        if here in squares:
            return squares[here].borders[side]
        if there in squares:
            return squares[there].borders[side.opposite]
        return None if self.hidden_at.get(here) is self.hidden_at.get(there) else ("edge",)

    def _borders(self, x: int, y: int) -> None:
        """The corner at the north-west of a place, and the borders that begin there."""
        top, left = self.tops[y], self._left(x)
        if x < self.view.width and (flat := self.norths[x, y]) is not None:
            self._write(top, left + 1, SIGNS.get(flat, OTHER)[1])
        if y >= 0 and (upright := self.wests[x, y]) is not None:
            for line in self._inside(y):
                self._write(line, left, SIGNS.get(upright, OTHER)[0])
        corner = self._corner(x, y)
        if corner is not None:
            self._write(top, left, corner)

    def _corner(self, x: int, y: int) -> str | None:
        """``+`` where any border ends, ``.`` between open squares, nothing elsewhere."""
        norths, wests = self.norths, self.wests
        around = norths[x, y], wests[x, y], norths[x - 1, y], wests[x, y + 1]
        if any(around):
            return "+"
        return "." if () in around else None

    def _hatch(self, room: RoomSeen) -> None:
        """A closed block with the name of the slot and what lies hidden there."""
        first, last = self._left(room.x), self._left(room.x + room.width)
        top, bottom = self.tops[room.y + room.height - 1], self.tops[room.y - 1]
        for line in range(top, bottom + 1):
            self._write(line, first, "".join(_hatching(line, c) for c in range(first, last + 1)))
        captions = [text[: last - first - 5] for text in _captions(room, self.say)]
        start = (top + bottom - len(captions) + 1) // 2
        for line, caption in enumerate(captions, start):
            self._write(line, (first + last - len(caption) - 1) // 2, f" {caption} ")

    def _name_room(self, room: RoomSeen) -> None:
        """The slot of a room in the margin beside its middle row."""
        line = self.tops[room.y + room.height // 2]
        if room.x == 0:
            self._write(line, 0, room.slot[:MARGIN])
        elif room.x + room.width == self.view.width:
            self._write(line, self._left(self.view.width) + 1, room.slot[:MARGIN].rjust(MARGIN))

    def _name_line(self, line: LineSeen) -> None:
        """Whose line it is, written on the rim behind it."""
        owners = self.say(" and ").join(self.say.seat(colour) for colour in line.home_of)
        places = [(s.x, s.y) for s in self.view.squares.values() if s.line == line.name]
        if not owners or line.facing in (Side.EAST, Side.WEST):
            return
        first, last = self._left(min(places)[0]), self._left(max(places)[0] + 1)
        name = self.say("{who}'s starting line", who=owners)
        y = min(places)[1] - (line.facing is Side.NORTH)
        if len(name) + 2 < last - first:
            self._write(self.tops[y], (first + last - len(name) - 1) // 2, f" {name} ")

    def _labelled(self) -> list[str]:
        """The sheet with the names of columns and rows around it."""
        above = " " * (MARGIN + 1) + " ".join(f"{name:^{CELL}}" for name in self._columns())
        for y, name in enumerate(self._rows()):
            line = self.tops[y] + 1
            self._write(line, 0, f"{name:>{MARGIN - 1}}")
            self._write(line, self._left(self.view.width) + 1, f"{name:>{MARGIN}}")
        drawn = ["".join(line).rstrip() for line in self.sheet[1:]]
        return [above.rstrip(), *drawn, above.rstrip()]

    def _columns(self) -> tuple[str, ...]:
        """Letters; on a strip, whose squares are just counted, their names."""
        if len(set(self.view.columns)) == len(self.view.columns):
            return self.view.columns
        names = {x: square.name for (x, _), square in self.view.squares.items()}
        return tuple(names.get(x, "") for x in range(self.view.width))

    def _rows(self) -> tuple[str, ...]:
        return self.view.rows if self._columns() == self.view.columns else ("",) * self.view.height


def _hatching(line: int, column: int) -> str:
    return "/" if (line + column) % 4 == 0 else " "


def _captions(room: RoomSeen, say: Language) -> list[str]:
    """What is written on a face-down room: its slot, its tokens by colour, those that are known."""
    lines = [f"{room.slot}  {say('face down')}" + (f"  {room.tile}" if room.tile else "")]
    counts = count_hidden(room.hidden, say)
    lines.append(", ".join(counts) if counts else say.term("room", "empty"))
    known = " ".join(h.token for h in room.hidden if h.token is not None)
    return [line for line in (*lines, known) if line]


def count_hidden(hidden: Iterable[HiddenSeen], say: Language = ENGLISH) -> list[str]:
    """
    >>> from ..engine.ids import Colour
    >>> count_hidden([HiddenSeen(Colour.BLUE, None), HiddenSeen(Colour.BLUE, None)])
    ['2 blue']
    """
    numbers: dict[str, int] = {}
    for token in hidden:
        numbers[token.colour.value] = numbers.get(token.colour.value, 0) + 1
    return [f"{number} {say.term('tokens', colour)}" for colour, number in numbers.items()]


def draw_board(view: View, language: Language = ENGLISH) -> list[str]:
    """The board with its coordinates, line by line. A standard board is 77 characters wide."""
    return Board(view, language).lines()


def odd_borders(view: View, say: Language = ENGLISH) -> list[str]:
    """Borders that the drawing shows only as ``&``, in words: ``c5|c6 wall, portcullis open``."""
    return [
        f"{place} {', '.join(say.term('border', border_words(layer)) for layer in layers)}"
        for place, layers in _borders_between(view)
        if layers not in SIGNS
    ]


def slits(view: View) -> list[str]:
    """Where one may look through an arrow-slit: ``c5|c6``."""
    return [place for place, layers in _borders_between(view) if set(layers) == {"slit"}]


def _borders_between(view: View) -> Iterator[tuple[str, Layers]]:
    """Each border between two squares, by its name, from the near layer to the far one."""
    for (x, y), square in sorted(view.squares.items()):
        for side, beyond in ((Side.NORTH, (x, y + 1)), (Side.EAST, (x + 1, y))):
            if beyond in view.squares:
                yield f"{square.name}|{view.squares[beyond].name}", square.borders[side]


def border_words(layer: str) -> str:
    return WORDS.get(layer, layer)


# -- colour -----------------------------------------------------------------------------------

CODES = {
    "blue": "\x1b[1;34m",
    "yellow": "\x1b[1;33m",
    "red": "\x1b[1;31m",
    "green": "\x1b[1;32m",
    "white": "\x1b[1;37m",
}
BOLD, DIM, PLAIN = "\x1b[1m", "\x1b[2m", "\x1b[0m"

HEADING = re.compile(r"^[A-Z][a-z][^:\n]*(?::|$)", re.MULTILINE)
HATCHING = re.compile(r"/(?: +/)*")
BEGINS, ENDS = r"(?:(?<![\w.])|(?<=[HX]))", r"(?:(?!\w)|(?=[HX]))"
"""Where a piece begins and ends: no word goes on there, or a border drawn as a letter is next."""


def paint(text: str, view: View) -> str:
    """The same text with pieces in their colours, headings bold and face-down rooms dim."""
    colours = {token: name.split(" ", 1)[0] for token, name in view.names.items()}
    tokens = "|".join(re.escape(token) for token in sorted(colours, key=len, reverse=True))

    def in_its_colour(found: re.Match[str]) -> str:
        return f"{CODES[colours[Token(found[1])]]}{found[0]}{PLAIN}"

    piece = rf"{BEGINS}({tokens})\*?{ENDS}(?:\+[A-Za-z]{{2}}\*?{ENDS})?"
    text = HATCHING.sub(rf"{DIM}\g<0>{PLAIN}", text)
    text = HEADING.sub(rf"{BOLD}\g<0>{PLAIN}", text)
    return re.sub(piece, in_its_colour, text)

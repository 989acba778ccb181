"""The shape of a board: where rooms and starting lines lie. Plain data of a scenario."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

from .ids import Colour, Side, Slot, Square


class LineRule(StrEnum):
    """What a starting line is for one colour."""

    HOME = "home"
    EXIT = "exit"
    COMMON = "common"
    CLOSED = "closed"

    @property
    def may_stand(self) -> bool:
        """Whether this colour stands there like on any other square."""
        return self in (LineRule.HOME, LineRule.COMMON)


@dataclass(frozen=True, slots=True)
class Place:
    """A slot: where a room lies and what may be hidden in it (BASE-SETUP-09)."""

    slot: Slot
    x: int
    y: int
    """The bottom left square of the room."""
    width: int = 5
    height: int = 5
    capacity: int = 0
    holds: str = "any"
    """Which tokens may be hidden here: ``any``, ``characters`` or ``objects``."""


@dataclass(frozen=True, slots=True)
class Line:
    """A starting line: a row of squares open towards its rooms only (BASE-SETUP-04)."""

    name: str
    squares: tuple[tuple[int, int], ...]
    facing: Side
    """The direction in which the rooms lie."""
    dots: tuple[int, ...] = ()
    """Which squares carry a large dot, counted from 0."""
    rules: Mapping[Colour, LineRule] = field(default_factory=dict)
    strip: str = ""
    """Lines of one strip that touch end to end are joined there."""

    def rule(self, colour: Colour) -> LineRule:
        return self.rules.get(colour, LineRule.CLOSED)


@dataclass(frozen=True)
class Layout:
    """A whole board: a grid, the slots and the lines on it, and the names of its squares."""

    name: str
    width: int
    height: int
    places: tuple[Place, ...]
    lines: tuple[Line, ...]
    names: tuple[str, ...] = ()
    """Names of the squares, if they are not the usual ``a1`` and so on."""

    def square(self, x: int, y: int) -> Square:
        return Square(y * self.width + x)

    def column_and_row(self, square: Square) -> tuple[int, int]:
        return square % self.width, square // self.width

    @cached_property
    def square_names(self) -> tuple[str, ...]:
        """The name of each square, ``a1`` at the bottom left."""
        if self.names:
            return self.names
        return tuple(
            f"{column_name(index % self.width)}{index // self.width + 1}"
            for index in range(self.width * self.height)
        )

    @cached_property
    def square_by_name(self) -> Mapping[str, Square]:
        return {name: Square(index) for index, name in enumerate(self.square_names)}

    @cached_property
    def steps(self) -> tuple[tuple[int, ...], ...]:
        """For each direction and square the next square, or -1 beyond the rim (BASE-MOVE-17)."""
        moves = ((0, 1), (1, 0), (0, -1), (-1, 0))
        return tuple(
            tuple(
                self.square(x + dx, y + dy)
                if 0 <= x + dx < self.width and 0 <= y + dy < self.height
                else -1
                for y in range(self.height)
                for x in range(self.width)
            )
            for dx, dy in moves
        )

    @cached_property
    def place_by_slot(self) -> Mapping[Slot, Place]:
        return {place.slot: place for place in self.places}


def column_name(index: int) -> str:
    """
    >>> column_name(0), column_name(25), column_name(26)
    ('a', 'z', 'aa')
    """
    letters = "abcdefghijklmnopqrstuvwxyz"
    return letters[index] if index < 26 else letters[index // 26 - 1] + letters[index % 26]

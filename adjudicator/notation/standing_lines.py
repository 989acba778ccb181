"""The lines of a player's standing orders as values; text and back is in ``standing.py``."""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from adjudicator.engine.ids import Slot, Token

# -- Combat cards -----------------------------------------------------------------------------


class Part(StrEnum):
    """Which part somebody has in a combat."""

    ATTACK = "attack"
    DEFENCE = "defence"


@dataclass(frozen=True, slots=True)
class Compare:
    """A bound on the strength before cards: the enemy's sum minus the own."""

    sign: str
    value: int

    def holds(self, sum_: int) -> bool:
        """
        >>> Compare(">=", 2).holds(2), Compare("<", 0).holds(0)
        (True, False)
        """
        return _SIGNS[self.sign](sum_, self.value)


_SIGNS: dict[str, Callable[[int, int], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
    "=": operator.eq,
}


@dataclass(frozen=True, slots=True)
class Circumstances:
    """When a card line holds; what is not named does not matter."""

    part: Part | None = None
    attacked: tuple[str, ...] = ()
    """``on GO``: one of these is the very one who is attacked."""
    fighting: tuple[str, ...] = ()
    """``GO``: one of these own characters takes part."""
    against: tuple[str, ...] = ()
    """``vs TR``: one of these takes part on the other side."""
    sums: tuple[Compare, ...] = ()
    wounded: bool = False
    """The one attacked is wounded: losing means his end."""


@dataclass(frozen=True, slots=True)
class CardLine:
    """In these circumstances the first of these cards that is in hand."""

    when: Circumstances
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MindLine:
    """In these circumstances this card is named for the other side to play, or none."""

    when: Circumstances
    card: int | None


@dataclass(frozen=True, slots=True)
class NeverLine:
    """Cards that are never played without being asked; or those beyond a bound."""

    cards: tuple[int, ...] = ()
    below: int | None = None
    above: int | None = None


@dataclass(frozen=True, slots=True)
class KeepLine:
    """The last card of each of these values is not played without being asked."""

    cards: tuple[int, ...]


# -- set-up -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ChooseLine:
    """Free choice: whom and what to play with, and pairs of rooms, each in order of preference."""

    codes: tuple[str, ...]
    """Characters and objects; a code stands there as often as copies are wanted."""
    pairs: tuple[str, ...]
    """Those wanted, then those for the reserve."""


class PickKind(StrEnum):
    """What is picked in mutual choice, each in its time."""

    PAIR = "pair"
    CHARACTER = "character"
    OBJECT = "object"


@dataclass(frozen=True, slots=True)
class PickLine:
    """Mutual choice: what to pick of one kind, the first that can still be had."""

    kind: PickKind
    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TeamLine:
    """The starting team in order of preference, each with the dots he likes best."""

    members: tuple[tuple[Token, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class OutLine:
    """Handicap: whom to leave out, in order of preference."""

    tokens: tuple[Token, ...]


@dataclass(frozen=True, slots=True)
class SetLine:
    """Where a token is hidden: the first of these rooms with space. No token: any that is left."""

    token: Token | None
    slots: tuple[Slot, ...]


# -- after a reveal, and the end of a turn ----------------------------------------------------


class Feature(StrEnum):
    """What a square may be like, for placing what was found."""

    GEAR = "gear"
    FAR = "far"
    NEAR = "near"
    CORNER = "corner"
    DEAD_END = "dead end"


@dataclass(frozen=True, slots=True)
class NextTo:
    """A square beside a piece, with nothing between."""

    token: Token


@dataclass(frozen=True, slots=True)
class At:
    """A square by its name."""

    square: str


Wish = Feature | NextTo | At


class Whose(StrEnum):
    OWN = "own"
    ENEMY = "enemy"
    ANY = "any"


class What(StrEnum):
    CHARACTERS = "characters"
    OBJECTS = "objects"
    TOKENS = "tokens"


@dataclass(frozen=True, slots=True)
class PieceClass:
    """Pieces of one kind: ``enemy objects``, ``own characters``, ``any``."""

    whose: Whose
    what: What = What.TOKENS


@dataclass(frozen=True, slots=True)
class PutLine:
    """Where a found token goes: each wish narrows the choice among the free squares."""

    which: Token | PieceClass
    wishes: tuple[Wish, ...]


@dataclass(frozen=True, slots=True)
class EndLine:
    """The turn ends by itself when the orders sent for it are done."""


Line = (
    CardLine
    | MindLine
    | NeverLine
    | KeepLine
    | ChooseLine
    | PickLine
    | TeamLine
    | OutLine
    | SetLine
    | PutLine
    | EndLine
)

Standing = tuple[Line, ...]
"""A player's standing orders, in the order in which they are tried."""


def subject(line: Line) -> object:
    """What a line is about: a new line about the same replaces the old one."""
    match line:
        case CardLine(when):
            return ("card", when)
        case MindLine(when):
            return ("mind", when)
        case SetLine(token):
            return ("set", token)
        case PutLine(which):
            return ("put", which)
        case NeverLine(cards, below, above):
            return ("never", cards, below, above)
        case KeepLine(cards):
            return ("keep", cards)
        case PickLine(kind):
            return ("pick", kind)
        case ChooseLine() | TeamLine() | OutLine() | EndLine():
            return type(line).__name__


def is_catch_all(line: Line) -> bool:
    """Whether a line holds whatever happens, so that none of its kind behind it ever would."""
    match line:
        case CardLine(when) | MindLine(when):
            return when == Circumstances()
        case SetLine(token):
            return token is None
        case PutLine(which):
            return which == PieceClass(Whose.ANY)
        case _:
            return False


def with_line(standing: Standing, line: Line) -> Standing:
    """The standing orders with one more line.

    A line about the same replaces the old one in its place. Otherwise it comes last, but before a
    line of its kind that would always hold (``CARD else``, ``MIND else``, ``SET any``,
    ``PUT any``).
    """
    for index, old in enumerate(standing):
        if subject(old) == subject(line):
            return (*standing[:index], line, *standing[index + 1 :])
    for index, old in enumerate(standing):
        if type(old) is type(line) and is_catch_all(old):
            return (*standing[:index], line, *standing[index:])
    return (*standing, line)

"""What has happened before the first turn: teams chosen and lined up, rooms laid, tokens hidden."""

from __future__ import annotations

from dataclasses import dataclass

from .ids import Cell, Colour, Slot, Token


@dataclass(frozen=True, slots=True)
class ChooserDrawn:
    """Who picks first (NATURE-SETUP-07)."""

    colour: Colour


@dataclass(frozen=True, slots=True)
class Picked:
    """Something both will play with: a pair of rooms, or a character or object by its code."""

    colour: Colour
    what: str


@dataclass(frozen=True, slots=True)
class TeamChosen:
    """A sealed choice is in."""

    colour: Colour
    codes: tuple[str, ...]
    pairs: tuple[str, ...]
    reserve: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PairsAllotted:
    """Which pairs of rooms a player brings in; nobody else is told (NATURE-SETUP-05)."""

    colour: Colour
    pairs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TeamCompleted:
    """A player has these tokens; the others of his colour are out of the game."""

    colour: Colour
    tokens: tuple[Token, ...]


@dataclass(frozen=True, slots=True)
class RoomsLaid:
    """The chosen rooms lie face down: for each its tile, its slot and how it is turned."""

    rooms: tuple[tuple[int, Slot, int], ...]


@dataclass(frozen=True, slots=True)
class LeftOut:
    colour: Colour
    tokens: tuple[Token, ...]


@dataclass(frozen=True, slots=True)
class LinedUp:
    colour: Colour
    team: tuple[tuple[Token, Cell], ...]


@dataclass(frozen=True, slots=True)
class LinesTurnedUp:
    """All starting teams are shown at the same moment (BASE-SETUP-14)."""


@dataclass(frozen=True, slots=True)
class PlacerDrawn:
    colour: Colour


@dataclass(frozen=True, slots=True)
class StarterDrawn:
    colour: Colour


@dataclass(frozen=True, slots=True)
class Hidden:
    token: Token
    slot: Slot


SetUpEvent = (
    ChooserDrawn
    | Picked
    | TeamChosen
    | PairsAllotted
    | TeamCompleted
    | RoomsLaid
    | LeftOut
    | LinedUp
    | LinesTurnedUp
    | PlacerDrawn
    | StarterDrawn
    | Hidden
)

"""What has happened: one frozen class each, named in the past. Only events change a state.

What happens before the first turn is in ``events_setup``.
"""

from __future__ import annotations

from dataclasses import dataclass

from .decisions import Purse
from .events_setup import SetUpEvent
from .ids import Cell, Colour, Slot, Token
from .requests import Request
from .sums import Part, Point


@dataclass(frozen=True, slots=True)
class Asked:
    request: Request


@dataclass(frozen=True, slots=True)
class Closed:
    """A request is answered or has lapsed."""

    number: int


@dataclass(frozen=True, slots=True)
class TimedOut:
    request: Request


@dataclass(frozen=True, slots=True)
class TurnBegan:
    colour: Colour
    number: int


@dataclass(frozen=True, slots=True)
class ActionCardPlayed:
    colour: Colour
    points: int


@dataclass(frozen=True, slots=True)
class PointsSpent:
    actor: Token
    purse: Purse
    amount: int


@dataclass(frozen=True, slots=True)
class PointsLost:
    """Action points of the card that nobody will use."""

    amount: int


@dataclass(frozen=True, slots=True)
class PurseFilled:
    """A character has action points of his own."""

    token: Token
    points: int


@dataclass(frozen=True, slots=True)
class CardsTakenBack:
    colour: Colour


@dataclass(frozen=True, slots=True)
class TurnEnded:
    colour: Colour


@dataclass(frozen=True, slots=True)
class CopiesSwapped:
    """Two equal things of one player change names, so that a number tells nothing."""

    first: Token
    second: Token


@dataclass(frozen=True, slots=True)
class RoomRevealed:
    actor: Token
    slot: Slot
    tile: int
    turns: int
    found: tuple[Token, ...]


@dataclass(frozen=True, slots=True)
class Placed:
    by: Colour
    places: tuple[tuple[Token, Cell], ...]
    drawn: bool = False


@dataclass(frozen=True, slots=True)
class PlacingPassedOn:
    """The right to place found tokens passed to somebody else (BASE-REVEAL-12)."""

    to: Colour


@dataclass(frozen=True, slots=True)
class RevealFinished:
    slot: Slot


@dataclass(frozen=True, slots=True)
class RoomTurned:
    actor: Token
    slot: Slot
    quarters: int
    """Clockwise quarters; negative: counter-clockwise."""


@dataclass(frozen=True, slots=True)
class Moved:
    """A character walked along these cells with what he carries."""

    token: Token
    path: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Jumped:
    token: Token
    path: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class WalkedThrough:
    token: Token
    path: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Left:
    """A load was left on a square, perhaps in the hands of somebody there."""

    token: Token
    thing: Token
    holder: Token | None


@dataclass(frozen=True, slots=True)
class TookUp:
    token: Token
    thing: Token
    giver: Token | None = None


@dataclass(frozen=True, slots=True)
class Escaped:
    token: Token


@dataclass(frozen=True, slots=True)
class Rescued:
    """A wounded character was carried out: safe, and worth nothing."""

    token: Token


@dataclass(frozen=True, slots=True)
class CombatDeclared:
    initiator: Token
    target: Token
    attacker: Colour
    defender: Colour
    fighters: tuple[tuple[Colour, tuple[Token, ...]], ...]
    parts: tuple[tuple[Colour, tuple[Part, ...]], ...]
    afar: tuple[Token, ...] = ()


@dataclass(frozen=True, slots=True)
class CardNamed:
    """Somebody named the card his opponent has to play, or none."""

    colour: Colour
    card: int | None


@dataclass(frozen=True, slots=True)
class CardForced:
    """The named card was in the opponent's hand and is his card in this combat."""

    colour: Colour
    card: int


@dataclass(frozen=True, slots=True)
class HandShown:
    """The named card was not there: one player sees the other's Combat cards, nobody else."""

    colour: Colour
    to: Colour
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Pushed:
    """A scream drove somebody to the next square, with what he carries or without it."""

    token: Token
    by: Token
    path: tuple[Cell, Cell]
    left: Token | None = None
    """The load that stayed behind (PRISON-ABILITY-24)."""


@dataclass(frozen=True, slots=True)
class CardLaid:
    colour: Colour
    card: int


@dataclass(frozen=True, slots=True)
class CardsTurned:
    """Both cards are shown, with the totals (BASE-COMBAT-03)."""

    cards: tuple[tuple[Colour, int], ...]
    totals: tuple[tuple[Colour, int], ...]
    winner: Colour | None


@dataclass(frozen=True, slots=True)
class Wounded:
    token: Token


@dataclass(frozen=True, slots=True)
class Eliminated:
    token: Token
    cause: str


@dataclass(frozen=True, slots=True)
class Recovered:
    token: Token
    by: Token


@dataclass(frozen=True, slots=True)
class DoorChanged:
    token: Token
    layer: int
    state: str


@dataclass(frozen=True, slots=True)
class ThingGone:
    """An object left the game: used up, fallen into a pit, carried out."""

    token: Token
    why: str


@dataclass(frozen=True, slots=True)
class Fired:
    token: Token
    victim: Token


@dataclass(frozen=True, slots=True)
class JumpCardUsed:
    colour: Colour


@dataclass(frozen=True, slots=True)
class Scored:
    colour: Colour
    point: Point


@dataclass(frozen=True, slots=True)
class EndTriggered:
    colour: Colour


@dataclass(frozen=True, slots=True)
class DrawOffered:
    colour: Colour


@dataclass(frozen=True, slots=True)
class DrawDeclined:
    colour: Colour


@dataclass(frozen=True, slots=True)
class Claimed:
    """Somebody claims that nobody can reach the goal any more."""

    colour: Colour


@dataclass(frozen=True, slots=True)
class ClaimContested:
    colour: Colour


@dataclass(frozen=True, slots=True)
class Resigned:
    colour: Colour


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over. No winner: a draw."""

    winners: tuple[Colour, ...]
    why: str


Event = (
    SetUpEvent
    | Asked
    | Closed
    | TimedOut
    | TurnBegan
    | ActionCardPlayed
    | PointsSpent
    | PointsLost
    | PurseFilled
    | CardsTakenBack
    | TurnEnded
    | CopiesSwapped
    | RoomRevealed
    | Placed
    | PlacingPassedOn
    | RevealFinished
    | RoomTurned
    | Moved
    | Jumped
    | WalkedThrough
    | Left
    | TookUp
    | Escaped
    | Rescued
    | CombatDeclared
    | CardNamed
    | CardForced
    | HandShown
    | Pushed
    | CardLaid
    | CardsTurned
    | Wounded
    | Eliminated
    | Recovered
    | DoorChanged
    | ThingGone
    | Fired
    | JumpCardUsed
    | Scored
    | EndTriggered
    | DrawOffered
    | DrawDeclined
    | Claimed
    | ClaimContested
    | Resigned
    | Ended
)

"""What somebody may decide: one frozen class each, named like an order."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from .ids import Cell, Colour, Side, Slot, Token


class Purse(StrEnum):
    """Which action points pay: those of the card, or the actor's own."""

    CARD = "card"
    OWN = "potion"


@dataclass(frozen=True, slots=True)
class ChooseTeam:
    """What a player wants to play with, handed in sealed (NATURE-SETUP-04, -05)."""

    codes: tuple[str, ...]
    """Characters and objects; a code stands there as often as copies are wanted."""
    pairs: tuple[str, ...]
    reserve: tuple[str, ...]
    """Pairs for those that the other player gets, the best first."""


@dataclass(frozen=True, slots=True)
class Pick:
    """One pair of rooms, character or object that both will play with (NATURE-SETUP-07 to -09)."""

    what: str


@dataclass(frozen=True, slots=True)
class LeaveOut:
    """Handicap: these characters stay out of the game (BASE-OPTION-06)."""

    tokens: tuple[Token, ...]


@dataclass(frozen=True, slots=True)
class LineUp:
    """The starting team, each on a square of the own line (BASE-SETUP-06)."""

    team: tuple[tuple[Token, Cell], ...]


@dataclass(frozen=True, slots=True)
class Hide:
    """Put one token face down in a room (BASE-SETUP-08)."""

    token: Token
    slot: Slot


@dataclass(frozen=True, slots=True)
class PlayActionCard:
    points: int


@dataclass(frozen=True, slots=True)
class EndTurn:
    pass


@dataclass(frozen=True, slots=True)
class Reveal:
    """Turn a room face up."""

    actor: Token
    slot: Slot
    purse: Purse | None = None


@dataclass(frozen=True, slots=True)
class Put:
    """Place the tokens found in a revealed room."""

    places: tuple[tuple[Token, Cell], ...]


@dataclass(frozen=True, slots=True)
class Rotate:
    """Turn a room by some quarters; only some may name the sense (1 clockwise, -1 counter)."""

    actor: Token
    slot: Slot
    quarters: int = 1
    sense: int | None = None
    purse: Purse | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """One square of a path, and what is left and taken there before going on."""

    cell: Cell
    leave: Token | None = None
    take: Token | None = None


@dataclass(frozen=True, slots=True)
class Move:
    """A path from the square the actor stands on to the one he ends on."""

    actor: Token
    path: tuple[Step, ...]
    purse: Purse | None = None


@dataclass(frozen=True, slots=True)
class Jump:
    actor: Token
    start: Cell
    over: Cell
    landing: Cell
    leave: Token | None = None
    purse: Purse | None = None


@dataclass(frozen=True, slots=True)
class Attack:
    """Start a combat; the Combat card may be sealed at once.

    Whether it is fought from afar follows from where the two stand (PRISON-COMBAT-15).
    """

    actor: Token
    target: Token
    card: int | None = None
    purse: Purse | None = None
    helpers: tuple[Token, ...] = ()
    """Who joins in from afar; nobody has to (PRISON-GROUP-10)."""


@dataclass(frozen=True, slots=True)
class NameCard:
    """Name the Combat card the opponent has to play, or none (PRISON-ABILITY-26)."""

    card: int | None


@dataclass(frozen=True, slots=True)
class LayCard:
    """Seal a Combat card."""

    card: int


@dataclass(frozen=True, slots=True)
class Use:
    """Use an ability or an object: a verb with a piece, a border (two cells) or a direction."""

    actor: Token
    verb: str
    target: Token | tuple[Cell, Cell] | Side | None = None
    purse: Purse | None = None


@dataclass(frozen=True, slots=True)
class Resign:
    pass


@dataclass(frozen=True, slots=True)
class OfferDraw:
    pass


@dataclass(frozen=True, slots=True)
class AnswerDraw:
    accept: bool


@dataclass(frozen=True, slots=True)
class Claim:
    """Nobody can reach the goal any more (PRISON-END-06)."""


@dataclass(frozen=True, slots=True)
class AnswerClaim:
    agree: bool


@dataclass(frozen=True, slots=True)
class TimeOut:
    """The referee notes that the deadline of a request has passed."""

    request: int


@dataclass(frozen=True, slots=True)
class Declare:
    """The referee ends the game with a result; nobody has won: a draw."""

    winners: tuple[Colour, ...]


Decision = (
    ChooseTeam
    | Pick
    | LeaveOut
    | LineUp
    | Hide
    | PlayActionCard
    | EndTurn
    | Reveal
    | Put
    | Rotate
    | Move
    | Jump
    | Attack
    | NameCard
    | LayCard
    | Use
    | Resign
    | OfferDraw
    | AnswerDraw
    | Claim
    | AnswerClaim
    | TimeOut
    | Declare
)

Action = Reveal | Rotate | Move | Jump | Attack | Use
"""The decisions that cost action points and name the character who acts (BASE-TURN-21)."""

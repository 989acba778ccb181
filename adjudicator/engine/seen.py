"""What people are shown and told: plain values that hold no more than one viewer may know.

Everything written or drawn for somebody is made from these. They are filled in by ``view`` and
``telling``; nothing here knows the whole position.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from .ids import Colour, Side, Token
from .requests import Ask
from .sums import Part, Point


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
    holds: str = "any"
    """Which tokens may be hidden here: ``any``, ``characters`` or ``objects``."""


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
class Worth:
    """What brings points: to whom, if not to everybody alike; for whom, if not for each alike."""

    how: str
    """``escaped``, ``eliminated`` or ``carried out``: own ones leave, enemies die."""
    points: int
    name: str | None = None
    """``Goblin``; with its colour, ``yellow Colossus``, if it counts for one player only."""
    who: Colour | None = None


@dataclass(frozen=True, slots=True)
class ExitSeen:
    """A line over which the characters of one player leave the labyrinth."""

    who: Colour
    line_of: Colour
    """Whose starting line it is."""
    ends: tuple[str, str]
    """Its first and its last square."""


@dataclass(frozen=True, slots=True)
class GoalSeen:
    """How the game is won. Everybody knows it."""

    at_once: bool
    worth: tuple[Worth, ...]
    prize: str | None
    """Once this character is gone nobody can win any more."""
    exits: tuple[ExitSeen, ...] = ()
    target_fixed: bool = False
    """The scenario leaves no choice how many points are played for."""


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


Value = str | int | bool | None | tuple["Value", ...]


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that happened: the event's name and what of it the viewer may know."""

    kind: str
    values: Mapping[str, Value]

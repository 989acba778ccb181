"""The whole position of a game, as a value. Only the referee ever holds one; players get views."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import NamedTuple

from .abilities import Kind
from .ids import OUTSIDE, Cell, Colour, Slot, Token
from .requests import Ask, Request
from .ruleset import Ruleset
from .space import Space
from .sums import Part, Point


class Status(StrEnum):
    """Where a piece is in its life."""

    UNPLACED = "unplaced"
    LEFT_OUT = "left out"
    LINED_UP = "lined up"
    HIDDEN = "hidden"
    ON_BOARD = "on board"
    ESCAPED = "escaped"
    RESCUED = "rescued"
    ELIMINATED = "eliminated"
    LOST = "lost"


FRESH = "fresh"
"""Mark: wounded during this turn (BASE-COMBAT-09)."""

INERT = "inert"
"""Mark: recovered during this turn and resting (BASE-TURN-20)."""

LAID = "laid"
"""Mark: lay on an obstacle when its bearer came there, so that he may leave it there again."""

TURN_MARKS = frozenset({FRESH, INERT})
"""Marks that end with the turn."""

NO_MARKS: frozenset[str] = frozenset()


class Piece(NamedTuple):
    """A character or an object."""

    token: Token
    kind: Kind
    colour: Colour
    status: Status = Status.UNPLACED
    cell: Cell = OUTSIDE
    tile: int = -1
    """The room it lies hidden in."""
    wounded: bool = False
    carrier: Token | None = None
    """Who carries it, or which wounded it lies with (BASE-CARRY-04, -17)."""
    marks: frozenset[str] = NO_MARKS

    @property
    def living(self) -> bool:
        return self.kind.character and not self.wounded

    @property
    def rank(self) -> int:
        """Who holds comes before what is held: the living, the wounded, objects."""
        if not self.kind.character:
            return 2
        return 1 if self.wounded else 0

    @property
    def can_act(self) -> bool:
        """On the board, living, and not resting from a recovery (BASE-TURN-20, -21)."""
        return (
            self.status is Status.ON_BOARD
            and self.kind.character
            and not self.wounded
            and INERT not in self.marks
        )


class Player(NamedTuple):
    """One player's cards and points."""

    colour: Colour
    actions: tuple[int, ...]
    """Action cards in hand."""
    combat: tuple[int, ...]
    """Combat cards in hand."""
    jumps: int
    used: int = 0
    """How many cards lie on the closed pile (BASE-COMBAT-08)."""
    open_card: int | None = None
    """The Action card lying open (BASE-TURN-18)."""
    points: tuple[Point, ...] = ()

    @property
    def score(self) -> int:
        return sum(point.value for point in self.points)


class Turn(NamedTuple):
    """The turn being played."""

    number: int = 0
    active: Colour | None = None
    pool: int = 0
    """Action points left of the card."""
    purses: Mapping[Token, int] = {}
    """Action points that belong to single characters (BASE-OBJECT-13)."""
    highest: int = 0
    """The highest Action card played so far (BASE-TURN-05)."""
    overdue: bool = False
    """The deadline has passed while a reveal was unfinished; the turn ends after it."""
    contested: bool = False
    """A claim that nobody can reach the goal was contested (PRISON-END-06)."""


class RevealUnderWay(NamedTuple):
    """A room lies open and its tokens wait to be placed (BASE-REVEAL-09)."""

    revealer: Colour
    slot: Slot
    waiting: tuple[Token, ...]
    """Tokens still to be placed, in both parts."""
    part: int = 1
    passed_on: bool = False
    """Whether the right to place this part has already passed to somebody else."""


class CombatUnderWay(NamedTuple):
    """A declared combat waits for its cards (BASE-COMBAT-03)."""

    initiator: Token
    target: Token
    attacker: Colour
    defender: Colour
    fighters: Mapping[Colour, tuple[Token, ...]]
    parts: Mapping[Colour, tuple[Part, ...]]
    afar: tuple[Token, ...] = ()
    """Those who fight with what they carry, from where no blow reaches them."""
    cards: Mapping[Colour, int] = {}
    forced: Colour | None = None
    """Whose card was named by the other side and lies open (PRISON-ABILITY-26)."""


class Chosen(NamedTuple):
    """What one player has chosen in secret (NATURE-SETUP-04)."""

    codes: tuple[str, ...]
    pairs: tuple[str, ...]
    reserve: tuple[str, ...]
    allotted: tuple[str, ...] = ()
    """The pairs he brings in, once both choices are in."""


class Result(NamedTuple):
    winners: tuple[Colour, ...]
    why: str


class State(NamedTuple):
    """The position. ``pending`` says whom the game waits for; it is empty only after the end."""

    rules: Ruleset
    space: Space
    pieces: Mapping[Token, Piece]
    at: Mapping[Cell, tuple[Token, ...]]
    """What stands on each cell; kept in step with ``pieces``."""
    players: Mapping[Colour, Player]
    seed: str
    """Everything random comes from here; nobody sees it before the end (BASE-HIDDEN-09)."""
    turn: Turn = Turn()
    pending: tuple[Request, ...] = ()
    under_way: RevealUnderWay | CombatUnderWay | None = None
    asked: int = 0
    """Requests made so far; the next one gets the next number."""
    chosen: Mapping[Colour, Chosen] = {}
    """What each player has chosen for himself, in secret."""
    picked: tuple[str, ...] = ()
    """What was picked in turn for both: pairs, then characters, then objects."""
    placer: Colour | None = None
    starter: Colour | None = None
    lines_shown: bool = False
    end_triggered: bool = False
    offer: Colour | None = None
    """Who has offered a draw."""
    offered_in: int = 0
    """The turn in which he did."""
    result: Result | None = None

    def on(self, cell: Cell) -> Iterator[Piece]:
        """The pieces on a cell."""
        return (self.pieces[token] for token in self.at.get(cell, ()))

    def load(self, token: Token) -> Piece | None:
        """What a character carries, or the object lying with a wounded."""
        for other in self.at.get(self.pieces[token].cell, ()):
            piece = self.pieces[other]
            if piece.carrier == token:
                return piece
        return None

    def tool(self, token: Token) -> Piece | None:
        """The object a character carries; whom he carries lends him nothing (BASE-WOUND-08)."""
        load = self.load(token)
        return None if load is None or load.kind.character else load

    def living_on(self, cell: Cell) -> Piece | None:
        """The living character on a cell."""
        for token in self.at.get(cell, ()):
            piece = self.pieces[token]
            if piece.kind.character and not piece.wounded:
                return piece
        return None

    def characters_on(self, cell: Cell) -> list[Piece]:
        return [piece for piece in self.on(cell) if piece.kind.character]

    def hidden_in(self, tile: int) -> tuple[Piece, ...]:
        """What lies face down in a room."""
        return tuple(
            piece
            for piece in self.pieces.values()
            if piece.status is Status.HIDDEN and piece.tile == tile
        )

    @property
    def found(self) -> tuple[Token, ...]:
        """What lies open beside the board during a reveal, still to be placed."""
        return self.under_way.waiting if isinstance(self.under_way, RevealUnderWay) else ()

    def of(self, colour: Colour) -> Iterator[Piece]:
        return (piece for piece in self.pieces.values() if piece.colour == colour)

    def request(self, who: Colour, ask: Ask) -> Request | None:
        """The open request of this kind to this player."""
        for request in self.pending:
            if request.who == who and request.ask is ask:
                return request
        return None

    def others(self, colour: Colour) -> tuple[Colour, ...]:
        """The other seats, in turn order from this one on."""
        seats = self.rules.seats
        here = seats.index(colour)
        return seats[here + 1 :] + seats[:here]

    def next_seat(self, colour: Colour) -> Colour:
        """Who comes after this player."""
        return self.others(colour)[0]

    def name(self, token: Token) -> str:
        """How texts call a piece: ``blue Warrior``."""
        piece = self.pieces[token]
        return f"{piece.colour} {piece.kind.name}"

    def square(self, cell: Cell) -> str:
        return self.space.name(cell)

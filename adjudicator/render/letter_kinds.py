"""What the letters say, as values. Everything in them may be known to the reader.

Positions are ``View``s and happenings are told ``Fact``s, both made for the reader; lines of orders
are his own. Texts of other people (press, disputes, rulings) are as they wrote them. The parts of
letters can be had from here as well: whoever writes a letter needs both.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime

from ..engine.ids import Colour, Token
from ..engine.seen import Fact, Role
from .letter_parts import Chapter as Chapter
from .letter_parts import Fate as Fate
from .letter_parts import GameLine as GameLine
from .letter_parts import LineRead as LineRead
from .letter_parts import Look as Look
from .letter_parts import Note as Note
from .letter_parts import Press as Press
from .letter_parts import Seal as Seal
from .letter_parts import Sitter as Sitter
from .letter_parts import Situation as Situation
from .letter_parts import Table as Table
from .letter_parts import Weekday as Weekday

# -- letters about a game ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Position:
    """The letter of every day: what happened, the board, what is asked."""

    table: Table
    situation: Situation
    told: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True)
class Receipt:
    """The answer to a mail, line by line, and what is asked next."""

    table: Table | None
    lines: tuple[LineRead, ...]
    told: tuple[Fact, ...] = ()
    situation: Situation | None = None
    notes: tuple[Note, ...] = ()
    digest: str = ""
    """A hash of the mail that was read, as a proof of receipt."""


@dataclass(frozen=True, slots=True)
class Preview:
    """What orders would do; nothing was played. The situation is that after them."""

    table: Table
    lines: tuple[LineRead, ...]
    told: tuple[Fact, ...]
    situation: Situation


@dataclass(frozen=True, slots=True)
class Stale:
    """An answer to an old position: what it said, and what has happened since."""

    table: Table
    lines: tuple[str, ...]
    told: tuple[Fact, ...]
    situation: Situation


@dataclass(frozen=True, slots=True)
class Opened:
    """The game begins. The view holds the commitment to the deal."""

    table: Table
    situation: Situation
    rules_version: int = 1
    agreed: tuple[Note, ...] = ()
    """The terms of the game, as far as they are not as the host has them."""


@dataclass(frozen=True, slots=True)
class Reminder:
    table: Table
    situation: Situation
    told: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True)
class TimeOutNotice:
    """A deadline has passed: whose, and what the default led to."""

    table: Table
    who: Colour
    told: tuple[Fact, ...]
    situation: Situation
    partial: bool = False
    """Some orders had come, but not all that were needed."""
    grace: bool = False
    """The default was played only after a time of grace."""


@dataclass(frozen=True, slots=True)
class Board:
    """The answer to BOARD: the position, nothing asked beyond it."""

    table: Table
    situation: Situation


@dataclass(frozen=True, slots=True)
class History:
    """The answer to HISTORY."""

    table: Table
    names: Mapping[Token, str]
    chapters: tuple[Chapter, ...]


@dataclass(frozen=True, slots=True)
class DisputeOpened:
    table: Table
    number: int
    by: Colour | Role
    text: str
    """What is said in it; nothing for those who watch."""
    entry: int | None = None
    more: bool = False
    """Something is added to a dispute that is open already."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """A moderator has ruled, intervened or remarked something: what, why, and the position now."""

    table: Table
    by: str
    text: str
    """The ruling, the reason, or the remark, as he wrote it."""
    situation: Situation
    dispute: int | None = None
    told: tuple[Fact, ...] = ()
    did: tuple[Note, ...] = ()
    """What he did to the game; nothing if he has only remarked something."""
    newcomer: bool = False
    """The reader has just got his seat: he knows nothing of the game yet."""


@dataclass(frozen=True, slots=True)
class Ended:
    """The last letter: result, seed, everything opened; the record is attached."""

    table: Table
    situation: Situation
    told: tuple[Fact, ...] = ()
    seals: tuple[Seal, ...] = ()
    record: str = ""
    """The name of the attached file."""
    looks: tuple[Look, ...] = ()
    """What moderators have looked at while it was hidden."""


# -- letters about everything else ------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Confirm:
    """Please answer this mail, so that we know that the address is yours."""

    name: str
    address: str
    moved: bool = False
    """An address changes: both the old and the new one are asked."""


@dataclass(frozen=True, slots=True)
class Welcome:
    name: str
    zone: str


@dataclass(frozen=True, slots=True)
class Status:
    """The answer to STATUS: the games the reader plays, and those he watches."""

    games: tuple[GameLine, ...]
    absences: tuple[tuple[date, date], ...] = ()
    watched: tuple[GameLine, ...] = ()


@dataclass(frozen=True, slots=True)
class Away:
    """Somebody the reader plays with is away, or will not be: his clocks stand still so long."""

    name: str
    first: date
    last: date
    games: tuple[int, ...]
    """The games they have in common."""
    cancelled: bool = False


@dataclass(frozen=True, slots=True)
class GameList:
    """The answer to LIST: games one can join or watch."""

    games: tuple[GameLine, ...]


@dataclass(frozen=True, slots=True)
class Help:
    """Help pages; no topic or an unknown one gives the list of pages."""

    topics: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NotRead:
    """To somebody whose mail could not be read or used."""

    subject: str
    note: Note


# -- letters to moderators --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BounceNotice:
    """Mail to a player comes back."""

    name: str
    address: str
    reason: str
    games: tuple[int, ...] = ()
    permanent: bool = True


@dataclass(frozen=True, slots=True)
class QuarantineNotice:
    """A mail that we could not handle was put aside."""

    number: int
    sender: str
    subject: str
    reason: str
    at: datetime


Letter = (
    Position
    | Receipt
    | Preview
    | Stale
    | Opened
    | Reminder
    | TimeOutNotice
    | Board
    | History
    | DisputeOpened
    | Ruling
    | Ended
    | Confirm
    | Welcome
    | Status
    | Away
    | GameList
    | Help
    | NotRead
    | BounceNotice
    | QuarantineNotice
)

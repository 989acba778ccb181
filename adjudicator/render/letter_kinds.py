"""What the letters say, as values. Everything in them may be known to the reader.

Positions are ``View``s and happenings are told ``Fact``s, both made for the reader; lines of orders
are his own. Texts of other people (press, disputes, rulings) are as they wrote them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import IntEnum, StrEnum

from ..engine.ids import Colour, Token
from ..engine.telling import Fact
from ..engine.view import Role, View, Viewer

# -- parts ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who plays a colour; nobody yet if there is no name."""

    colour: Colour
    name: str | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """Which game a letter is about, and as whom its reader takes part."""

    game: int
    seat: Viewer
    sitters: tuple[Sitter, ...] = ()


@dataclass(frozen=True, slots=True)
class Press:
    """A message of one player. No sender: anonymous. No addressee: to all."""

    sender: Colour | Role | None
    text: str
    to: Colour | Role | None = None


@dataclass(frozen=True, slots=True)
class Seal:
    """The commitment to a sealed card (BASE-HIDDEN-05), and the card when all is opened."""

    colour: Colour
    turn: int
    digest: str
    card: int | None = None
    opened: str = ""
    """The text that was hashed: salt and card."""
    turned: bool = True
    """Whether the card was turned up; else it was replaced or taken back."""


@dataclass(frozen=True, slots=True)
class Situation:
    """The position, and what goes with it."""

    view: View
    deadline: datetime | None = None
    """When the reader's answer is due; without one he is asked nothing, or has all the time."""
    grace: datetime | None = field(default=None, kw_only=True)
    """When the default is played, if that is not at the deadline."""
    suggestions: tuple[str, ...] = ()
    """Legal lines to copy; if there are none, examples are made from the view."""
    afterwards: tuple[str, ...] = ()
    """Lines that could follow in the same answer: actions behind an Action card."""
    standing: tuple[str, ...] = ()
    """The reader's standing orders in force, as he would write them."""
    press: tuple[Press, ...] = ()
    seals: tuple[Seal, ...] = ()


class Fate(StrEnum):
    """What became of a line."""

    PLAYED = "played"
    LEGAL = "legal"
    """Fine by itself, but nothing of this mail was played, or it was only a preview."""
    REFUSED = "refused"
    UNREADABLE = "unreadable"
    HELD_BACK = "held back"
    """Written behind a point where something was uncovered or somebody else decides."""
    NOT_LOOKED_AT = "not looked at"
    """Written behind a line that was refused."""
    DONE = "done"
    """A command that was carried out."""


class Weekday(IntEnum):
    """A day of the week, numbered as Python does."""

    MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, SATURDAY, SUNDAY = range(7)


Filling = str | int | date | datetime | Colour | tuple[Weekday, ...] | tuple[date, ...]
"""What can be filled into a note, to be said in the reader's language."""


@dataclass(frozen=True, slots=True)
class Note:
    """Something to say about a line or a mail: a key of ``notes.NOTES`` and what to fill in."""

    key: str
    values: Mapping[str, Filling] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Look:
    """A moderator's look at something hidden."""

    who: str
    what: Note
    at: datetime


@dataclass(frozen=True, slots=True)
class LineRead:
    """One line of a mail, in the player's own words, and what became of it."""

    text: str
    fate: Fate
    understood: str = ""
    """In canonical notation."""
    why: str = ""
    """The engine's reason, in English."""
    rule: str = ""
    column: int | None = None
    """Where in the line, if it could not be read."""
    meant: str = ""
    """What the writer may have meant by a word nobody knows."""
    instead: tuple[str, ...] = ()
    note: Note | None = None


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game in a list."""

    game: int
    scenario: str
    target: int
    sitters: tuple[Sitter, ...]
    turn: int = 0
    waits_for: tuple[Colour, ...] = ()
    deadline: datetime | None = None
    over: bool = False
    agreed: tuple[Note, ...] = ()
    """The terms of the game, as far as they are not as the host has them."""
    set_name: str = "base"
    drawn: bool = False
    """The colours are drawn when the game begins: nobody has one yet."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """A turn of a game's history; the turn 0 is the set-up."""

    turn: int
    colour: Colour | None
    told: tuple[Fact, ...]


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
class Invited:
    """A game looks for players."""

    game: int
    by: str
    scenario: str
    target: int
    memory: str
    free: tuple[Colour, ...]
    sitters: tuple[Sitter, ...] = ()
    days: int | None = None
    """For each answer."""
    text: str = ""
    set_name: str = "base"


@dataclass(frozen=True, slots=True)
class Joined:
    """Somebody has sat down, the reader perhaps."""

    table: Table
    who: Colour
    free: tuple[Colour, ...] = ()


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
    """A help page; an unknown topic gives the list of pages."""

    topic: str = ""


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
    | Invited
    | Joined
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

"""What letters are made of, as values. Everything in them may be known to the reader."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import IntEnum, StrEnum

from ..engine.ids import Colour
from ..engine.seen import Fact, Role, View, Viewer


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


Filling = str | int | date | datetime | Colour | tuple[Weekday | date | Colour, ...]
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
    target: int | None
    """Unless the scenario leaves no choice."""
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
    joined: bool = False
    """It waits for players, and the reader has a seat already."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """A turn of a game's history; the turn 0 is the set-up."""

    turn: int
    colour: Colour | None
    told: tuple[Fact, ...]

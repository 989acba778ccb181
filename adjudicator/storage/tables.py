"""The tables, and nothing else. The log is append-only: no row of it is ever changed or deleted."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Index, LargeBinary, MetaData, Text
from sqlmodel import Field, SQLModel

NAMES = {
    "ix": "ix_%(column_0_label)s",
    "uq": "uq_%(table_name)s_%(column_0_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s",
    "pk": "pk_%(table_name)s",
}


class Table(SQLModel):
    """Base of all tables: constraints have names, so that migrations can find them."""

    metadata = MetaData(naming_convention=NAMES)


class PlayerRow(Table, table=True):
    __tablename__ = "player"

    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(unique=True)
    address: str | None = Field(default=None, unique=True)
    language: str = "en"
    zone: str = Field(default="UTC", sa_column_kwargs={"server_default": "UTC"})
    """Time zone in which he reads deadlines."""
    bounces: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    """Mails to him that came back since he last wrote."""
    created_at: datetime


class GameRow(Table, table=True):
    """A game as it was dealt. What has happened since is in the log."""

    __tablename__ = "game"

    id: int | None = Field(default=None, primary_key=True)
    set_name: str
    scenario: str
    options: str
    rules_version: int
    """The rules a game began with stay its rules."""
    seed: str
    commitment: str
    created_at: datetime
    terms: str = Field(default="", sa_column_kwargs={"server_default": ""})
    """What was agreed besides the rules: time for an answer, days off, anonymous press."""


class SeatRow(Table, table=True):
    __tablename__ = "seat"

    game_id: int = Field(foreign_key="game.id", primary_key=True)
    colour: str = Field(primary_key=True)
    player_id: int = Field(foreign_key="player.id", index=True)
    told: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    """The last entry that has been mailed to this seat."""
    seen: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    """The last entry after which this seat was shown the position."""
    heard: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    """The last press that has been mailed to this seat."""


class ObserverRow(Table, table=True):
    """Somebody who watches a game and sees what everybody may see."""

    __tablename__ = "observer"

    game_id: int = Field(foreign_key="game.id", primary_key=True)
    player_id: int = Field(foreign_key="player.id", primary_key=True, index=True)
    told: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    """The last entry that has been mailed to him."""
    seen: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    """The last entry after which he was shown the position."""
    heard: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    """The last press that has been mailed to him."""


class PressRow(Table, table=True):
    """A message of one player to another one, or to all."""

    __tablename__ = "press"

    id: int | None = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id", index=True)
    sender: str | None = None
    """His colour; nobody's if the message is anonymous: then nobody can find out."""
    addressee: str | None = None
    """A colour; without one the message is for all."""
    text: str = Field(sa_type=Text)
    at: datetime


class ProposalRow(Table, table=True):
    """A game somebody has opened and that waits for players; dealt when all seats are taken."""

    __tablename__ = "proposal"

    id: int | None = Field(default=None, primary_key=True)
    set_name: str = Field(default="base", sa_column_kwargs={"server_default": "base"})
    scenario: str
    options: str
    terms: str = Field(default="", sa_column_kwargs={"server_default": ""})
    opened_at: datetime
    game_id: int | None = Field(default=None, foreign_key="game.id")


class JoinedRow(Table, table=True):
    """Who has taken which seat of a proposal."""

    __tablename__ = "joined"

    proposal_id: int = Field(foreign_key="proposal.id", primary_key=True)
    colour: str = Field(primary_key=True)
    player_id: int = Field(foreign_key="player.id", index=True)


class StandingRow(Table, table=True):
    """One line of a player's standing orders: his secret, used by the engine as his decision."""

    __tablename__ = "standing"

    game_id: int = Field(foreign_key="game.id", primary_key=True)
    colour: str = Field(primary_key=True)
    number: int = Field(primary_key=True)
    text: str = Field(sa_type=Text)


class AbsenceRow(Table, table=True):
    """A time in which a player is away and his clocks stand still."""

    __tablename__ = "absence"

    id: int | None = Field(default=None, primary_key=True)
    player_id: int = Field(foreign_key="player.id", index=True)
    begin: datetime
    end: datetime


class MoveRow(Table, table=True):
    """A player wants another address: it is his when both addresses have said yes."""

    __tablename__ = "move"

    id: int | None = Field(default=None, primary_key=True)
    player_id: int = Field(foreign_key="player.id", unique=True)
    address: str
    asked_at: datetime
    old_agrees: bool = False
    new_agrees: bool = False


class BeatRow(Table, table=True):
    """The clock as the service saw it last. There is one row."""

    __tablename__ = "beat"

    id: int = Field(primary_key=True)
    at: datetime
    jumped_from: datetime | None = None
    """The clock is in doubt since it went from here ..."""
    jumped_to: datetime | None = None
    """... to here; nobody's time runs out until a person has confirmed it."""


class EntryRow(Table, table=True):
    """One entry of a game's log. Its number is part of the key: nobody adds entry 17 twice."""

    __tablename__ = "entry"

    game_id: int = Field(foreign_key="game.id", primary_key=True)
    number: int = Field(primary_key=True)
    kind: str
    """``orders``, or the name of a moderator's intervention."""
    seat: str
    """The letter of the seat whose decision it is, ``ref`` or ``mod``."""
    text: str = Field(sa_type=Text)
    """Orders in canonical notation, or what the intervention says."""
    received: str | None = Field(default=None, sa_type=Text)
    """What was sent, to the letter."""
    author: str
    """Who did it: a player, a moderator, the program."""
    reason: str | None = Field(default=None, sa_type=Text)
    at: datetime
    inbound_id: int | None = Field(default=None, foreign_key="inbound.id")
    rules_version: int
    digest: str
    """Digest of the position it led to, chained as in a record."""
    hash: str
    """Hash of this entry and the one before it."""


class HeadRow(Table, table=True):
    """Where a log ends. Without it, nobody would see that the last entries are missing."""

    __tablename__ = "head"

    game_id: int = Field(foreign_key="game.id", primary_key=True)
    number: int
    hash: str
    digest: str


class SnapshotRow(Table, table=True):
    """The latest position of a game: a cache that may be dropped at any time."""

    __tablename__ = "snapshot"

    game_id: int = Field(foreign_key="game.id", primary_key=True)
    number: int
    """The entry it was taken after."""
    hash: str
    position: str = Field(sa_type=Text)
    over: bool = False
    turn: int = 0
    waiting: str = ""
    """The seats the game waits for, like ``b`` or ``by``."""
    since: datetime
    """When the oldest question that is still open was asked."""
    asked: str = Field(default="", sa_type=Text)
    """When each open question was asked, like ``b23 2026-11-18T10:00:00+00:00``, a line each."""


class DisputeRow(Table, table=True):
    __tablename__ = "dispute"

    id: int | None = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id", index=True)
    entry: int
    opened_by: str
    opened_at: datetime
    text: str = Field(sa_type=Text)
    ruled_by: str | None = None
    ruled_at: datetime | None = None
    ruling: str | None = Field(default=None, sa_type=Text)


class SayingRow(Table, table=True):
    """What somebody said in a dispute."""

    __tablename__ = "saying"

    id: int | None = Field(default=None, primary_key=True)
    dispute_id: int = Field(foreign_key="dispute.id", index=True)
    author: str
    at: datetime
    text: str = Field(sa_type=Text)


class AccessRow(Table, table=True):
    """A moderator's look at hidden information, told to the players after the game."""

    __tablename__ = "access"

    id: int | None = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id", index=True)
    moderator: str
    what: str
    at: datetime


class InboundRow(Table, table=True):
    """A mail as it came in, kept to the byte."""

    __tablename__ = "inbound"
    __table_args__ = (Index("ix_inbound_sender_received_at", "sender", "received_at"),)

    id: int | None = Field(default=None, primary_key=True)
    message_id: str = Field(unique=True)
    raw: bytes = Field(sa_type=LargeBinary)
    received_at: datetime
    sender: str = Field(default="", sa_column_kwargs={"server_default": ""})
    """Who wrote it, in lower case, so that nobody floods us."""
    state: str = "new"
    why: str | None = None


class OutboxRow(Table, table=True):
    """A mail that is owed to somebody."""

    __tablename__ = "outbox"
    __table_args__ = (Index("ix_outbox_state_due_at", "state", "due_at"),)

    id: int | None = Field(default=None, primary_key=True)
    message_id: str = Field(unique=True)
    game_id: int | None = Field(default=None, foreign_key="game.id")
    recipient: str
    raw: bytes = Field(sa_type=LargeBinary)
    """Its bytes; none while only its outline is kept."""
    outline: str | None = Field(default=None, sa_type=Text)
    queued_at: datetime
    due_at: datetime
    attempts: int = 0
    claimed_by: str | None = None
    """The worker that is sending it."""
    state: str = "queued"
    why: str | None = None


__all__ = [
    "AbsenceRow", "AccessRow", "BeatRow", "DisputeRow", "EntryRow", "GameRow", "HeadRow",
    "InboundRow", "JoinedRow", "MoveRow", "ObserverRow", "OutboxRow", "PlayerRow", "PressRow",
    "ProposalRow", "SayingRow", "SeatRow", "SnapshotRow", "StandingRow", "Table",
]  # fmt: skip

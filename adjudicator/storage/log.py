"""The append-only log: entries chained by hashes, and the snapshot beside it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from .tables import EntryRow, GameRow, PlayerRow, SeatRow, SnapshotRow

_entry = EntryRow.__table__  # type: ignore[attr-defined]  # made by sqlmodel
_game = GameRow.__table__  # type: ignore[attr-defined]  # made by sqlmodel
_seat = SeatRow.__table__  # type: ignore[attr-defined]  # made by sqlmodel
_player = PlayerRow.__table__  # type: ignore[attr-defined]  # made by sqlmodel
_snapshot = SnapshotRow.__table__  # type: ignore[attr-defined]  # made by sqlmodel

ORDERS = "orders"
"""The kind of an ordinary entry; all others are interventions."""


class MovedOn(Exception):
    """Somebody else has added an entry meanwhile; what was judged belongs to an older position."""


class Unknown(LookupError):
    """There is no such game or player."""


class StoredGame(NamedTuple):
    """A game as it was dealt."""

    id: int
    set_name: str
    scenario: str
    options: str
    rules_version: int
    seed: str
    commitment: str
    created_at: datetime


class Entry(NamedTuple):
    """One entry of a log."""

    number: int
    kind: str
    seat: str
    text: str
    received: str | None
    author: str
    reason: str | None
    at: datetime
    inbound_id: int | None
    rules_version: int
    digest: str
    hash: str


class NewEntry(NamedTuple):
    """What is to be added to a log."""

    kind: str
    seat: str
    text: str
    author: str
    at: datetime
    rules_version: int
    digest: str
    received: str | None = None
    reason: str | None = None
    inbound_id: int | None = None


class Snapshot(NamedTuple):
    """The position after the newest entry, as a cache."""

    number: int
    hash: str
    position: str
    over: bool
    waiting: str
    since: datetime


def entry_hash(previous: str, number: int, entry: NewEntry | Entry) -> str:
    """The hash of an entry: everything it says, and the hash before it."""
    said = (
        previous,
        str(number),
        entry.kind,
        entry.seat,
        entry.text,
        entry.received or "",
        entry.author,
        entry.reason or "",
        entry.at.isoformat(),
        str(entry.rules_version),
        entry.digest,
    )
    return hashlib.sha256("\0".join(said).encode()).hexdigest()


# -- games ------------------------------------------------------------------------------------


def add_game(db: Connection, game: StoredGame) -> int:
    """Store a newly dealt game; its id is given by the database."""
    values = game._asdict()
    del values["id"]
    result = db.execute(insert(_game).values(**values))
    key = result.inserted_primary_key
    assert key is not None, "a new row has a key"
    return int(key[0])


def get_game(db: Connection, game_id: int) -> StoredGame:
    row = db.execute(select(_game).where(_game.c.id == game_id)).first()
    if row is None:
        raise Unknown(f"there is no game {game_id}")
    return StoredGame(**row._mapping)


def lock_game(db: Connection, game_id: int) -> StoredGame:
    """A game, and nobody else writes to it before this transaction ends.

    SQLite has locked the whole database already; PostgreSQL locks the row.
    """
    query = select(_game).where(_game.c.id == game_id).with_for_update()
    row = db.execute(query).first()
    if row is None:
        raise Unknown(f"there is no game {game_id}")
    return StoredGame(**row._mapping)


def all_games(db: Connection) -> Iterator[StoredGame]:
    for row in db.execute(select(_game).order_by(_game.c.id)):
        yield StoredGame(**row._mapping)


# -- entries ----------------------------------------------------------------------------------


def entries(db: Connection, game_id: int) -> list[Entry]:
    """The whole log of a game."""
    query = select(_entry).where(_entry.c.game_id == game_id).order_by(_entry.c.number)
    return [_as_entry(row._mapping) for row in db.execute(query)]


def _as_entry(row: object) -> Entry:
    return Entry(*(row[name] for name in Entry._fields))  # type: ignore[index]  # a row mapping


class Head(NamedTuple):
    """Where a log ends."""

    number: int
    hash: str
    digest: str


def head(db: Connection, game: StoredGame) -> Head:
    """The newest entry; before the first one the commitment stands in for its hash and digest."""
    query = (
        select(_entry.c.number, _entry.c.hash, _entry.c.digest)
        .where(_entry.c.game_id == game.id)
        .order_by(_entry.c.number.desc())
        .limit(1)
    )
    row = db.execute(query).first()
    return Head(*row) if row else Head(0, game.commitment, game.commitment)


def append(db: Connection, game: StoredGame, after: Head, entry: NewEntry) -> Head:
    """Add the next entry. Raises ``MovedOn`` if somebody else has added it first."""
    number = after.number + 1
    hashed = entry_hash(after.hash, number, entry)
    values = {**entry._asdict(), "game_id": game.id, "number": number, "hash": hashed}
    try:
        db.execute(insert(_entry).values(**values))
    except IntegrityError as error:
        raise MovedOn(f"game {game.id} has moved on past entry {after.number}") from error
    return Head(number, hashed, entry.digest)


def broken_link(game: StoredGame, log: list[Entry]) -> str | None:
    """The first entry whose number or hash does not fit, in words."""
    previous = game.commitment
    for expected, entry in enumerate(log, start=1):
        if entry.number != expected:
            return f"entry {expected} is missing"
        if entry_hash(previous, entry.number, entry) != entry.hash:
            return f"entry {entry.number} was changed: its hash does not fit"
        previous = entry.hash
    return None


# -- snapshots --------------------------------------------------------------------------------


def get_snapshot(db: Connection, game_id: int) -> Snapshot | None:
    row = db.execute(select(_snapshot).where(_snapshot.c.game_id == game_id)).first()
    return None if row is None else Snapshot(*(row._mapping[name] for name in Snapshot._fields))


def put_snapshot(db: Connection, game_id: int, snapshot: Snapshot) -> None:
    values = snapshot._asdict()
    changed = db.execute(update(_snapshot).where(_snapshot.c.game_id == game_id).values(**values))
    if changed.rowcount == 0:
        db.execute(insert(_snapshot).values(game_id=game_id, **values))


def drop_snapshots(db: Connection) -> int:
    """Throw the cache away; nothing but time is lost."""
    return db.execute(delete(_snapshot)).rowcount


# -- players and seats ------------------------------------------------------------------------


class StoredPlayer(NamedTuple):
    id: int
    name: str
    address: str | None
    language: str
    created_at: datetime


def add_player(db: Connection, player: StoredPlayer) -> int:
    values = player._asdict()
    del values["id"]
    try:
        result = db.execute(insert(_player).values(**values))
    except IntegrityError as error:
        raise ValueError(f"a player {player.name!r} or that address is already known") from error
    key = result.inserted_primary_key
    assert key is not None, "a new row has a key"
    return int(key[0])


def players(db: Connection) -> list[StoredPlayer]:
    query = select(_player).order_by(func.lower(_player.c.name))
    return [StoredPlayer(**row._mapping) for row in db.execute(query)]


def find_player(db: Connection, name: str) -> StoredPlayer:
    query = select(_player).where(func.lower(_player.c.name) == name.lower())
    row = db.execute(query).first()
    if row is None:
        raise Unknown(f"there is no player {name!r}; add one with: adjudicator player add")
    return StoredPlayer(**row._mapping)


def seat_player(db: Connection, game_id: int, colour: str, player_id: int) -> None:
    """Give a seat to a player, also in place of another."""
    where = (_seat.c.game_id == game_id) & (_seat.c.colour == colour)
    changed = db.execute(update(_seat).where(where).values(player_id=player_id))
    if changed.rowcount == 0:
        db.execute(insert(_seat).values(game_id=game_id, colour=colour, player_id=player_id))


def seats(db: Connection, game_id: int) -> dict[str, str]:
    """Who sits where: colour to name."""
    query = (
        select(_seat.c.colour, _player.c.name)
        .join(_player, _player.c.id == _seat.c.player_id)
        .where(_seat.c.game_id == game_id)
    )
    return {colour: name for colour, name in db.execute(query)}

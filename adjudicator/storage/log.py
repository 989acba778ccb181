"""The append-only log: entries chained by hashes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, func, insert, or_, select, union_all, update
from sqlalchemy.exc import IntegrityError

from .connect import Lock, hold
from .errors import Damaged, Taken
from .errors import MovedOn as MovedOn
from .errors import Unknown as Unknown
from .tables import EntryRow, GameRow, HeadRow, PlayerRow, ProposalRow, SeatRow

_entry = EntryRow.__table__  # type: ignore[attr-defined]  # made by sqlmodel
_game = GameRow.__table__  # type: ignore[attr-defined]  # made by sqlmodel
_head = HeadRow.__table__  # type: ignore[attr-defined]  # made by sqlmodel
_proposal = ProposalRow.__table__  # type: ignore[attr-defined]  # made by sqlmodel
_seat = SeatRow.__table__  # type: ignore[attr-defined]  # made by sqlmodel
_player = PlayerRow.__table__  # type: ignore[attr-defined]  # made by sqlmodel

ORDERS = "orders"
"""The kind of an ordinary entry; all others are interventions."""


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
    terms: str = ""
    """What was agreed besides the rules."""


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


class Head(NamedTuple):
    """Where a log ends."""

    number: int
    hash: str
    digest: str


def deal_hash(game: StoredGame) -> str:
    """The hash a log begins with: everything that was agreed on and dealt."""
    dealt = (
        game.set_name, game.scenario, game.options, game.rules_version, game.seed,
        game.commitment, _moment(game.created_at),
    )  # fmt: skip
    return _hash((*dealt, game.terms) if game.terms else dealt)  # old games had no terms


def entry_hash(previous: str, number: int, entry: NewEntry | Entry) -> str:
    """The hash of an entry: everything it says, and the hash before it."""
    said = (
        previous, number, entry.kind, entry.seat, entry.text, entry.received, entry.author,
        entry.reason, _moment(entry.at), entry.inbound_id, entry.rules_version, entry.digest,
    )  # fmt: skip
    return _hash(said)


def _moment(at: datetime) -> str:
    """A time as it comes back from the database, wherever it was taken."""
    return at.astimezone(UTC).isoformat()


def _hash(said: Sequence[str | int | None]) -> str:
    return hashlib.sha256(json.dumps(said, default=repr).encode()).hexdigest()


# -- games ------------------------------------------------------------------------------------


_GREATEST = union_all(select(func.max(_game.c.id).label("id")), select(func.max(_proposal.c.id)))


def next_number(db: Connection) -> int:
    """The number of the next game. A game that waits for players has its number already, so that
    people call it the same before and after it is dealt. Nobody else gets this number.
    """
    hold(db, Lock.NUMBERING)
    return max((number for number in db.scalars(_GREATEST) if number is not None), default=0) + 1


def add_game(db: Connection, game: StoredGame) -> None:
    """Store a newly dealt game under its number."""
    db.execute(insert(_game), game._asdict())
    head = Head(0, deal_hash(game), game.commitment)
    db.execute(insert(_head), {"game_id": game.id, **head._asdict()})


_GAME = select(_game).where(_game.c.id == bindparam("id"))
_HEAD = select(_head.c.number, _head.c.hash, _head.c.digest).where(
    _head.c.game_id == bindparam("id")
)
_LOCKED = (
    select(_game, _head.c.number, _head.c.hash, _head.c.digest)
    .join(_head, _head.c.game_id == _game.c.id)
    .where(_game.c.id == bindparam("id"))
    .with_for_update(of=_head)
)
_WIDTH = len(StoredGame._fields)


def get_game(db: Connection, game_id: int) -> StoredGame:
    row = db.execute(_GAME, {"id": game_id}).first()
    if row is None:
        raise Unknown(f"there is no game {game_id}")
    return StoredGame(*row)


class Log(NamedTuple):
    """A game, and where its log ends."""

    game: StoredGame
    head: Head


def lock_log(db: Connection, game_id: int) -> Log:
    """A game and its newest entry; nobody else writes to it before this transaction ends.

    SQLite has locked the whole database already; PostgreSQL locks the row where the log ends.
    """
    row = db.execute(_LOCKED, {"id": game_id}).first()
    if row is None:
        raise Unknown(f"there is no game {game_id}")
    return Log(StoredGame(*row[:_WIDTH]), Head(*row[_WIDTH:]))


def lock_game(db: Connection, game_id: int) -> StoredGame:
    """A game, and nobody else writes to it before this transaction ends."""
    return lock_log(db, game_id).game


def all_games(db: Connection) -> Iterator[StoredGame]:
    for row in db.execute(select(_game).order_by(_game.c.id)):
        yield StoredGame(*row)


def game_ids(db: Connection) -> list[int]:
    return list(db.scalars(select(_game.c.id).order_by(_game.c.id)))


# -- entries ----------------------------------------------------------------------------------


_COLUMNS = tuple(_entry.c[name] for name in Entry._fields)
_ENTRIES = select(*_COLUMNS).where(_entry.c.game_id == bindparam("id")).order_by(_entry.c.number)


def entries(db: Connection, game_id: int) -> list[Entry]:
    """The whole log of a game."""
    try:
        return [Entry(*row) for row in db.execute(_ENTRIES, {"id": game_id})]
    except (TypeError, ValueError) as error:  # a value of the wrong kind, such as a time
        raise Damaged(f"game {game_id}: {_unreadable(db, game_id)}") from error


_BETWEEN = _ENTRIES.where(
    _entry.c.number > bindparam("after"), _entry.c.number <= bindparam("until")
)


def entries_between(db: Connection, game_id: int, after: int, until: int) -> list[Entry]:
    """The log of a game behind an entry, up to another."""
    values = {"id": game_id, "after": after, "until": until}
    try:
        return [Entry(*row) for row in db.execute(_BETWEEN, values)]
    except (TypeError, ValueError) as error:
        raise Damaged(f"game {game_id}: {_unreadable(db, game_id)}") from error


_KINDS = (
    select(_entry.c.number)
    .where(
        _entry.c.game_id == bindparam("id"),
        _entry.c.number > bindparam("after"),
        _entry.c.number <= bindparam("until"),
        _entry.c.kind.in_(bindparam("kinds", expanding=True)),
    )
    .limit(1)
)


def has_kind_between(
    db: Connection, game_id: int, kinds: Sequence[str], after: int, until: int
) -> bool:
    """Whether an entry of one of these kinds lies behind an entry, up to another."""
    values = {"id": game_id, "kinds": list(kinds), "after": after, "until": until}
    return db.execute(_KINDS, values).first() is not None


_HASH = select(_entry.c.hash).where(
    _entry.c.game_id == bindparam("id"), _entry.c.number == bindparam("number")
)


def hash_of(db: Connection, game: StoredGame, number: int) -> str:
    """The hash of an entry; 0: that of the deal."""
    if number == 0:
        return deal_hash(game)
    return str(db.execute(_HASH, {"id": game.id, "number": number}).scalar_one())


_earlier = _entry.alias()
_NEWEST_ORDERS = (
    select(_earlier.c.number)
    .where(
        _earlier.c.game_id == bindparam("id"),
        _earlier.c.kind == ORDERS,
        _earlier.c.at <= bindparam("at"),
    )
    .order_by(_earlier.c.number.desc())
    .limit(1)
    .scalar_subquery()
)
_CLOCK = _ENTRIES.where(or_(_entry.c.kind != ORDERS, _entry.c.number == _NEWEST_ORDERS))


def clock_entries(db: Connection, game_id: int, at: datetime) -> list[Entry]:
    """What the clock of a game goes by: its newest orders and every entry that is no orders."""
    return [Entry(*row) for row in db.execute(_CLOCK, {"id": game_id, "at": at})]


def _unreadable(db: Connection, game_id: int) -> str:
    """The first entry with a value that cannot be read, in words."""
    for number in db.scalars(select(_entry.c.number).where(_entry.c.game_id == game_id)):
        try:
            db.execute(_ENTRIES.where(_entry.c.number == number), {"id": game_id}).all()
        except (TypeError, ValueError) as error:
            return f"entry {number} cannot be read: {error}"
    return "the log cannot be read"


def head(db: Connection, game: StoredGame) -> Head:
    """The newest entry; before the first one the deal stands in for it."""
    row = db.execute(_HEAD, {"id": game.id}).first()
    if row is None:
        raise Unknown(f"it is not known where the log of game {game.id} ends")
    return Head(*row)


_APPEND = insert(_entry)
_ADVANCE = (
    update(_head)
    .where(_head.c.game_id == bindparam("id"), _head.c.number == bindparam("before"))
    .values(number=bindparam("to"), hash=bindparam("to_hash"), digest=bindparam("to_digest"))
)


def append(db: Connection, game: StoredGame, after: Head, entry: NewEntry) -> Head:
    """Add the next entry. Raises ``MovedOn`` if somebody else has added it first."""
    number = after.number + 1
    to = Head(number, entry_hash(after.hash, number, entry), entry.digest)
    values = entry._asdict()
    values.update(game_id=game.id, number=number, hash=to.hash)
    place = {
        "id": game.id, "before": after.number,
        "to": number, "to_hash": to.hash, "to_digest": to.digest,
    }  # fmt: skip
    try:
        db.execute(_APPEND, values)
    except IntegrityError as error:
        raise MovedOn(f"game {game.id} has an entry {number} already; nothing is added") from error
    if db.execute(_ADVANCE, place).rowcount != 1:
        raise MovedOn(f"game {game.id} has moved on past entry {after.number}")
    return to


def broken_link(game: StoredGame, log: Sequence[Entry], end: Head) -> str | None:
    """The first entry that is missing, changed or too many, in words; nothing if all fit."""
    previous = deal_hash(game)
    for expected, entry in enumerate(log, start=1):
        if entry.number > expected:
            return f"entry {expected} is missing"
        if entry.number < expected:
            return f"entry {entry.number} was added from outside"
        if entry_hash(previous, entry.number, entry) != entry.hash:
            other = ", or the deal," if entry.number == 1 else ""
            return f"entry {entry.number}{other} was changed: its hash does not fit"
        previous = entry.hash
    if len(log) < end.number:
        return f"entry {len(log) + 1} is missing: the log had {end.number} entries"
    if len(log) > end.number:
        return f"entry {end.number + 1} was added from outside: the log had {end.number} entries"
    digest = log[-1].digest if log else game.commitment
    if (previous, digest) != (end.hash, end.digest):
        return f"entry {len(log)} was changed, or the deal: the end of the log does not fit"
    return None


# -- players and seats ------------------------------------------------------------------------


class StoredPlayer(NamedTuple):
    id: int
    name: str
    address: str | None
    language: str
    created_at: datetime
    zone: str = "UTC"
    bounces: int = 0


_PLAYER = tuple(_player.c[name] for name in StoredPlayer._fields)


def add_player(db: Connection, player: StoredPlayer) -> int:
    """Store a new player; his id is given by the database."""
    for known in players(db):
        if known.name.casefold() == player.name.casefold():
            raise Taken(f"there is a player {known.name!r} already")
        if known.address is not None and known.address == player.address:
            raise Taken(f"{player.address} is the address of {known.name!r} already")
    values = player._asdict()
    del values["id"]
    try:
        key = db.execute(insert(_player), values).inserted_primary_key
    except IntegrityError as error:  # somebody was faster
        raise Taken(f"a player {player.name!r} or that address is already known") from error
    assert key is not None, "a new row has a key"
    return int(key[0])


def players(db: Connection) -> list[StoredPlayer]:
    """Everybody, by name."""
    found = [StoredPlayer(*row) for row in db.execute(select(*_PLAYER))]
    return sorted(found, key=lambda player: player.name.casefold())


def find_player(db: Connection, name: str) -> StoredPlayer:
    """A player by his name, in capital letters or small ones."""
    for player in players(db):
        if player.name.casefold() == name.strip().casefold():
            return player
    raise Unknown(f"there is no player {name!r}; add one with: adjudicator player add")


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

"""Who sits where and knows how much, games that wait for players, standing orders."""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, bindparam, delete, insert, select, update

from .connect import Lock, hold
from .log import StoredPlayer, next_number
from .press import NEWEST_PRESS
from .tables import JoinedRow, PlayerRow, ProposalRow, SeatRow, SnapshotRow, StandingRow

_player = PlayerRow.__table__  # type: ignore[attr-defined]  # made by sqlmodel
_seat = SeatRow.__table__  # type: ignore[attr-defined]  # made by sqlmodel
_proposal = ProposalRow.__table__  # type: ignore[attr-defined]  # made by sqlmodel
_joined = JoinedRow.__table__  # type: ignore[attr-defined]  # made by sqlmodel
_standing = StandingRow.__table__  # type: ignore[attr-defined]  # made by sqlmodel
_snapshot = SnapshotRow.__table__  # type: ignore[attr-defined]  # made by sqlmodel
_PLAYER = tuple(_player.c[name] for name in StoredPlayer._fields)


# -- players ----------------------------------------------------------------------------------


_AT = select(*_PLAYER).where(_player.c.address == bindparam("address"))


def player_at(db: Connection, address: str) -> StoredPlayer | None:
    """The player with this mail address; addresses are kept in small letters."""
    row = db.execute(_AT, {"address": address.lower()}).first()
    return None if row is None else StoredPlayer(*row)


def player_of(db: Connection, player: int) -> StoredPlayer | None:
    """The player with this number."""
    row = db.execute(select(*_PLAYER).where(_player.c.id == player)).first()
    return None if row is None else StoredPlayer(*row)


def set_language(db: Connection, player: int, language: str) -> None:
    db.execute(update(_player).where(_player.c.id == player).values(language=language))


def set_zone(db: Connection, player: int, zone: str) -> None:
    db.execute(update(_player).where(_player.c.id == player).values(zone=zone))


def set_bounces(db: Connection, player: int, bounces: int) -> None:
    """Note how many mails to somebody came back since he last wrote."""
    db.execute(update(_player).where(_player.c.id == player).values(bounces=bounces))


# -- seats ------------------------------------------------------------------------------------


class Seated(NamedTuple):
    """A seat with its player, and how much of the log he knows."""

    colour: str
    told: int
    """Up to this entry our letters have told him everything."""
    seen: int
    """Up to this entry he has seen where the game stands: he may have asked for the board."""
    player: StoredPlayer


_SEATED = (
    select(_seat.c.colour, _seat.c.told, _seat.c.seen, *_PLAYER)
    .join(_player, _player.c.id == _seat.c.player_id)
    .where(_seat.c.game_id == bindparam("game"))
    .order_by(_seat.c.colour)
)


def seated(db: Connection, game: int) -> list[Seated]:
    """Everybody at a table."""
    rows = db.execute(_SEATED, {"game": game})
    return [Seated(row[0], row[1], row[2], StoredPlayer(*row[3:])) for row in rows]


def games_of(db: Connection, player: int) -> list[int]:
    query = select(_seat.c.game_id).where(_seat.c.player_id == player).order_by(_seat.c.game_id)
    return [row.game_id for row in db.execute(query)]


def games_going_on(db: Connection, player: int) -> list[int]:
    """The games of a player that are not known to be over."""
    query = (
        select(_seat.c.game_id)
        .outerjoin(_snapshot, _snapshot.c.game_id == _seat.c.game_id)
        .where(_seat.c.player_id == player, _snapshot.c.over.is_distinct_from(True))
        .order_by(_seat.c.game_id)
    )
    return list(db.scalars(query))


_MINE = (_seat.c.game_id == bindparam("game")) & (_seat.c.colour == bindparam("of"))
_TOLD = update(_seat).where(_MINE).values(told=bindparam("entry"), heard=NEWEST_PRESS)
_SEEN = update(_seat).where(_MINE).values(seen=bindparam("entry"))


def note_told(db: Connection, game: int, colour: str, entry: int) -> None:
    """This seat has been mailed everything up to an entry, and all press for it."""
    db.execute(_TOLD, {"game": game, "of": colour, "entry": entry})


def note_seen(db: Connection, game: int, colour: str, entry: int) -> None:
    """This seat has been shown the position after an entry, but perhaps not told what led to it."""
    db.execute(_SEEN, {"game": game, "of": colour, "entry": entry})


# -- games that wait for players --------------------------------------------------------------


class Proposal(NamedTuple):
    """A game somebody has opened, and who has taken which seat."""

    id: int
    set_name: str
    scenario: str
    options: str
    terms: str
    opened_at: datetime
    joined: dict[str, StoredPlayer]


def open_proposal(
    db: Connection, set_name: str, scenario: str, options: str, terms: str, at: datetime
) -> int:
    """Let a game wait for players; says its number, which it keeps when it is dealt."""
    number = next_number(db)
    values = {
        "id": number, "set_name": set_name, "scenario": scenario, "options": options,
        "terms": terms, "opened_at": at,
    }  # fmt: skip
    db.execute(insert(_proposal), values)
    return number


def hold_seats(db: Connection) -> None:
    """Let nobody else open a game or sit down before this transaction ends.

    It is the lock of the numbers as well, so that no two transactions wait for each other.
    """
    hold(db, Lock.NUMBERING)


def join_proposal(db: Connection, proposal: int, colour: str, player: int) -> None:
    db.execute(insert(_joined).values(proposal_id=proposal, colour=colour, player_id=player))


def close_proposal(db: Connection, proposal: int) -> None:
    """The game has been dealt, under the same number."""
    db.execute(update(_proposal).where(_proposal.c.id == proposal).values(game_id=proposal))


def was_proposed(db: Connection, game: int) -> bool:
    """Whether a game was dealt when its last player had joined."""
    query = select(_proposal.c.id).where(_proposal.c.game_id == game)
    return db.execute(query).first() is not None


_OPEN = select(_proposal).where(_proposal.c.game_id.is_(None)).order_by(_proposal.c.id)


def open_proposals(db: Connection) -> list[Proposal]:
    """Everything that still waits for players."""
    return [_proposed(db, row) for row in db.execute(_OPEN).all()]


def open_proposal_of(db: Connection, number: int) -> Proposal | None:
    """The game with this number, if it still waits for players."""
    row = db.execute(_OPEN.where(_proposal.c.id == number)).first()
    return None if row is None else _proposed(db, row)


def _proposed(db: Connection, row: Row[Any]) -> Proposal:
    return Proposal(
        row.id,
        row.set_name,
        row.scenario,
        row.options,
        row.terms,
        row.opened_at,
        _joined_by(db, row.id),
    )


def _joined_by(db: Connection, proposal: int) -> dict[str, StoredPlayer]:
    query = (
        select(_joined.c.colour, *_PLAYER)
        .join(_player, _player.c.id == _joined.c.player_id)
        .where(_joined.c.proposal_id == proposal)
    )
    return {row[0]: StoredPlayer(*row[1:]) for row in db.execute(query)}


# -- standing orders --------------------------------------------------------------------------


_STANDING = (
    select(_standing.c.text)
    .where(_standing.c.game_id == bindparam("game"), _standing.c.colour == bindparam("colour"))
    .order_by(_standing.c.number)
)


def standing_lines(db: Connection, game: int, colour: str) -> tuple[str, ...]:
    return tuple(db.scalars(_STANDING, {"game": game, "colour": colour}))


def put_standing(db: Connection, game: int, colour: str, lines: tuple[str, ...]) -> None:
    """Replace a seat's standing orders."""
    where = (_standing.c.game_id == game) & (_standing.c.colour == colour)
    db.execute(delete(_standing).where(where))
    for number, text in enumerate(lines, start=1):
        values = {"game_id": game, "colour": colour, "number": number, "text": text}
        db.execute(insert(_standing), values)

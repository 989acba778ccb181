"""Games in the database: one transaction takes a message in, judges it and writes it down."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import NamedTuple

from sqlalchemy import Connection

from adjudicator.engine.ids import Colour
from adjudicator.engine.start import start
from adjudicator.engine.state import State
from adjudicator.notation.position import BadPosition, read_state, write_state
from adjudicator.notation.record import (
    Record,
    RecordFault,
    chain,
    read_options,
    seat_letter,
)
from adjudicator.sets.load import load_ruleset
from adjudicator.storage import log
from adjudicator.storage.connect import connect, transaction
from adjudicator.storage.log import ORDERS, Entry, Head, NewEntry, Snapshot, StoredGame
from adjudicator.storage.migrate import require_current

from .games import Game, Judged, judge, result_tag, verify
from .line import COMMENT, Reached, comment_of, effective, play_line

CACHED = 256
"""How many positions a store keeps at hand."""


class Position(NamedTuple):
    """Where a stored game stands."""

    game: StoredGame
    head: Head
    state: State


class Store:
    """A database of games. Positions are cached by the hash of the entry they follow from."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.engine = connect(url)
        self._cache: OrderedDict[str, State] = OrderedDict()

    @classmethod
    def open(cls, url: str) -> Store:
        """A store on a database of the right form."""
        require_current(url)
        return cls(url)

    def close(self) -> None:
        self.engine.dispose()

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        with transaction(self.engine) as db:
            yield db

    # -- games ----------------------------------------------------------------------------------

    def add(self, game: Game, author: str, at: datetime | None = None) -> int:
        """Store a game with everything that has happened in it so far."""
        at = at or now()
        tags = game.record.tags
        with self.transaction() as db:
            version = int(tags["Rules"])
            stored = StoredGame(
                0, tags["Set"], tags["Scenario"], tags["Options"], version, tags["Seed"],
                tags["Commitment"], at,
            )  # fmt: skip
            stored = stored._replace(id=log.add_game(db, stored))
            head = log.head(db, stored)
            for message in game.record.messages:
                head = self._comments(db, stored, head, message.comments, author, at)
                entry = NewEntry(
                    ORDERS, seat_letter(message.by), "; ".join(message.orders), author, at,
                    version, message.digest,
                )  # fmt: skip
                head = log.append(db, stored, head, entry)
            head = self._comments(db, stored, head, game.record.closing, author, at)
            self.keep(db, Position(stored, head, game.state), at)
        return stored.id

    def _comments(
        self, db: Connection, game: StoredGame, head: Head, comments: tuple[str, ...], author: str,
        at: datetime,
    ) -> Head:  # fmt: skip
        for comment in comments:
            said = NewEntry(COMMENT, "mod", comment, author, at, game.rules_version, head.digest)
            head = log.append(db, game, head, said)
        return head

    def import_record(self, text: str, author: str) -> int:
        """Store a record after proving it legal and genuine."""
        return self.add(verify(text), author)

    def export_record(self, game_id: int) -> str:
        """The record of a game: its effective line, byte for byte what was imported."""
        return self.load(game_id).text()

    def load(self, game_id: int) -> Game:
        """A game with its whole effective record."""
        with self.transaction() as db:
            game = log.get_game(db, game_id)
            entries = log.entries(db, game_id)
        first = first_state(game)
        reached, failure = play_line(first, game.commitment, effective(entries))
        if failure is not None:
            raise RecordFault(failure.placed.entry, f"{failure.order!r}: {failure.refusal.why}")
        return as_game(game, entries, reached, first)

    def position(self, db: Connection, game_id: int) -> Position:
        """Where a game stands, from the cache, the snapshot, or by playing the log again."""
        game = log.lock_game(db, game_id)
        head = log.head(db, game)
        state = self._cache.get(head.hash)
        if state is None:
            state = self._from_snapshot(db, game, head) or self._from_log(db, game)
            self._remember(head.hash, state)
        return Position(game, head, state)

    def _from_snapshot(self, db: Connection, game: StoredGame, head: Head) -> State | None:
        snapshot = log.get_snapshot(db, game.id)
        if snapshot is None or snapshot.hash != head.hash:
            return None
        try:
            return read_state(snapshot.position)
        except BadPosition:  # a cache from another version: play the log instead
            return None

    def _from_log(self, db: Connection, game: StoredGame) -> State:
        first = first_state(game)
        reached, _ = play_line(first, game.commitment, effective(log.entries(db, game.id)))
        return reached[-1].state if reached else first

    def _remember(self, key: str, state: State) -> None:
        self._cache[key] = state
        if len(self._cache) > CACHED:
            self._cache.popitem(last=False)

    # -- writing --------------------------------------------------------------------------------

    def submit(
        self,
        game_id: int,
        by: Colour | None,
        text: str,
        author: str,
        at: datetime | None = None,
        inbound: int | None = None,
        reason: str | None = None,
    ) -> Judged:
        """Play a message into a stored game; a refused one changes nothing."""
        at = at or now()
        with self.transaction() as db:
            here = self.position(db, game_id)
            judged = judge(here.state, by, text)
            if judged.accepted:
                written = write_state(judged.state)
                digest = chain(here.head.digest, by, judged.orders, written)
                entry = NewEntry(
                    ORDERS, seat_letter(by), "; ".join(judged.orders), author, at,
                    here.game.rules_version, digest, text, reason, inbound,
                )  # fmt: skip
                self.append(db, here, entry, judged.state, written)
        return judged

    def append(
        self,
        db: Connection,
        here: Position,
        entry: NewEntry,
        state: State,
        written: str | None = None,
    ) -> Position:
        """Add an entry and keep the position it leads to."""
        head = log.append(db, here.game, here.head, entry)
        after = Position(here.game, head, state)
        self.keep(db, after, entry.at, written)
        return after

    def keep(
        self, db: Connection, here: Position, at: datetime, written: str | None = None
    ) -> None:
        """Write the snapshot of a position."""
        state = here.state
        waiting = dict.fromkeys(r.who.letter for r in state.pending if not r.sealed)
        log.put_snapshot(
            db,
            here.game.id,
            Snapshot(
                here.head.number,
                here.head.hash,
                written or write_state(state),
                state.result is not None,
                "".join(waiting),
                at,
            ),
        )
        self._remember(here.head.hash, state)


def now() -> datetime:
    return datetime.now(UTC)


def first_state(game: StoredGame) -> State:
    """The position a stored game began with."""
    rules = load_ruleset(game.set_name, game.scenario, read_options(game.options))
    return start(rules, game.seed).state


def as_game(
    game: StoredGame, entries: list[Entry], reached: tuple[Reached, ...], first: State
) -> Game:
    """A stored game as a record."""
    state = reached[-1].state if reached else first
    tags = {
        "Set": game.set_name,
        "Scenario": game.scenario,
        "Rules": str(game.rules_version),
        "Options": game.options,
        "Commitment": game.commitment,
        "Seed": game.seed,
        "Result": result_tag(state),
    }
    closing = _closing(entries)
    return Game(Record(tags, tuple(r.message() for r in reached), closing), state)


def _closing(entries: list[Entry]) -> tuple[str, ...]:
    """Comments behind the last message."""
    closing: list[str] = []
    for entry in reversed(entries):
        if entry.kind == ORDERS:
            break
        if (comment := comment_of(entry)) is not None:
            closing.append(comment)
    return tuple(reversed(closing))

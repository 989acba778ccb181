"""Games in the database: one transaction takes a message in, judges it and writes it down."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from threading import Lock
from typing import NamedTuple

from sqlalchemy import Connection

from adjudicator.engine.ids import Colour
from adjudicator.engine.ruleset import Ruleset
from adjudicator.engine.start import start
from adjudicator.engine.state import State
from adjudicator.notation.position import read_state, write_state
from adjudicator.notation.record import (
    BadOptionText,
    chain,
    read_options,
    seat_letter,
)
from adjudicator.sets.load import BadOption, load_ruleset
from adjudicator.storage import log
from adjudicator.storage.connect import connect, reading, transaction
from adjudicator.storage.errors import Damaged, OtherRules
from adjudicator.storage.log import ORDERS, Entry, Head, NewEntry, StoredGame
from adjudicator.storage.migrate import require_current
from adjudicator.storage.snapshots import Snapshot, get_snapshot, put_snapshot

from .games import Game, Judged, judge, verify
from .growth import Asked, Growth, read_asked, still_asked, write_asked
from .line import (
    COMMENT,
    FULL_TIME,
    Failure,
    effective,
    is_retraction,
    play_line,
)
from .stored_record import as_game, check_written

NOBODY: Mapping[Colour, str] = {}
CACHED = 256
"""How many positions a store keeps at hand."""


class Position(NamedTuple):
    """Where a stored game stands."""

    game: StoredGame
    head: Head
    state: State
    asked: Asked
    """When each open request was made."""


class _Kept(NamedTuple):
    """What is worth keeping of a position."""

    state: State
    asked: Asked


class Store:
    """A database of games. Positions are cached by the hash of the entry they follow from."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.engine = connect(url)
        self._cache: OrderedDict[str, _Kept] = OrderedDict()
        self._cache_lock = Lock()

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

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction to read several things that belong together."""
        with reading(self.engine) as db:
            yield db

    # -- games ----------------------------------------------------------------------------------

    def add(
        self,
        game: Game,
        author: str,
        at: datetime | None = None,
        players: Mapping[Colour, str] = NOBODY,
        terms: str = "",
    ) -> int:
        """Store a game with everything that has happened in it so far, and who plays it."""
        with self.transaction() as db:
            sitting = {seat.value: log.find_player(db, name).id for seat, name in players.items()}
            return self.add_in(db, game, author, at or now(), sitting, terms)

    def add_in(
        self,
        db: Connection,
        game: Game,
        author: str,
        at: datetime,
        sitting: Mapping[str, int],
        terms: str = "",
        number: int | None = None,
    ) -> int:
        """The same inside a transaction; ``sitting`` gives the player of each colour.

        A game that people have agreed on has a number already.
        """
        tags = game.record.tags
        version = int(tags["Rules"])
        stored = StoredGame(
            number or log.next_number(db), tags["Set"], tags["Scenario"], tags["Options"], version,
            tags["Seed"], tags["Commitment"], at, terms,
        )  # fmt: skip
        log.add_game(db, stored)
        head = log.head(db, stored)
        for message in game.record.messages:
            head = self._comments(db, stored, head, message.comments, author, at)
            entry = NewEntry(
                ORDERS, seat_letter(message.by), "; ".join(message.orders), author, at,
                version, message.digest,
            )  # fmt: skip
            head = log.append(db, stored, head, entry)
        head = self._comments(db, stored, head, game.record.closing, author, at)
        asked = still_asked(game.state, {}, at)
        self.keep(db, Position(stored, head, game.state, asked), at)
        for colour, player in sitting.items():
            log.seat_player(db, stored.id, colour, player)
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
        """Store a record after proving it legal, genuine, and such that it can be given back."""
        game = verify(text)
        check_written(text, game.text())
        return self.add(game, author)

    def export_record(self, game_id: int) -> str:
        """The record of a game: its effective line, byte for byte what was imported."""
        return self.load(game_id).text()

    def read(self, game_id: int) -> tuple[StoredGame, list[Entry]]:
        """A game and its log as they are."""
        with self.reading() as db:
            return log.get_game(db, game_id), log.entries(db, game_id)

    def load(self, game_id: int) -> Game:
        """A game with its whole effective record."""
        game, entries = self.read(game_id)
        first = first_state(game)
        reached, failure = play_line(first, game.commitment, effective(entries))
        if failure is not None:
            raise damaged(game, failure)
        return as_game(game, entries, reached, first)

    def record_in(self, db: Connection, game: StoredGame) -> str:
        """The record of a game that this transaction has locked."""
        entries, first = log.entries(db, game.id), first_state(game)
        reached, failure = play_line(first, game.commitment, effective(entries))
        if failure is not None:
            raise damaged(game, failure)
        return as_game(game, entries, reached, first).text()

    def state(self, game_id: int) -> State:
        """The position of a game, without the way to it."""
        with self.transaction() as db:
            return self.position(db, game_id).state

    def position(self, db: Connection, game_id: int) -> Position:
        """Where a game stands, from the cache, the snapshot, or by playing the log again.

        Nobody else writes to the game before this transaction ends.
        """
        game, head = log.lock_log(db, game_id)
        kept = self._recall(head.hash)
        if kept is None:
            rules_of(game)
            kept = self._from_snapshot(db, game, head) or self._from_log(db, game)
            self._remember(head.hash, kept)
        return Position(game, head, *kept)

    def _from_snapshot(self, db: Connection, game: StoredGame, head: Head) -> _Kept | None:
        snapshot = get_snapshot(db, game.id)
        if snapshot is None or snapshot.hash != head.hash:
            return None
        try:
            kept = _Kept(read_state(snapshot.position), read_asked(snapshot.asked))
        except ValueError:  # a cache from another version: play the log instead
            return None
        return kept if kept.asked.keys() == {r.number for r in kept.state.pending} else None

    def _from_log(self, db: Connection, game: StoredGame) -> _Kept:
        growth = grown(game, log.entries(db, game.id))
        return _Kept(growth.last.state, growth.asked)

    def renew(self, game_id: int) -> None:
        """Make the snapshot of a game again."""
        with self.transaction() as db:
            game, head = log.lock_log(db, game_id)
            growth = grown(game, log.entries(db, game_id))
            here = Position(game, head, growth.last.state, growth.asked)
            put_snapshot(db, game_id, snapshot_of(here, growth.at))

    def state_after(self, db: Connection, game: StoredGame, entry: int) -> State:
        """The position when an entry was the newest; 0: as it was dealt."""
        key = log.hash_of(db, game, entry)
        kept = self._recall(key)
        if kept is None:
            growth = grown(game, log.entries(db, game.id)[:entry])
            kept = _Kept(growth.last.state, growth.asked)
            self._remember(key, kept)
        return kept.state

    def _recall(self, key: str) -> _Kept | None:
        with self._cache_lock:
            kept = self._cache.get(key)
            if kept is not None:
                self._cache.move_to_end(key)
            return kept

    def _remember(self, key: str, kept: _Kept) -> None:
        """Keep a position; the one that nobody has asked for longest makes room for it."""
        with self._cache_lock:
            self._cache[key] = kept
            self._cache.move_to_end(key)
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
        with self.transaction() as db:
            here = self.position(db, game_id)
            return self.submit_in(db, here, by, text, author, at or now(), inbound, reason)

    def submit_in(
        self,
        db: Connection,
        here: Position,
        by: Colour | None,
        text: str,
        author: str,
        at: datetime,
        inbound: int | None = None,
        reason: str | None = None,
    ) -> Judged:
        """The same for a game that is locked already."""
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
        asked = still_asked(state, self._asked_before(db, here, entry), entry.at)
        head = log.append(db, here.game, here.head, entry)
        after = Position(here.game, head, state, asked)
        self.keep(db, after, entry.at, written)
        return after

    def _asked_before(self, db: Connection, here: Position, entry: NewEntry) -> Asked:
        """Since when questions count as asked: an intervention gives full time to all."""
        if is_retraction(entry):
            entries = log.entries(db, here.game.id)[: int(entry.text)]
            return grown(here.game, entries).asked
        return {} if entry.kind in FULL_TIME else here.asked

    def keep(
        self, db: Connection, here: Position, at: datetime, written: str | None = None
    ) -> None:
        """Write the snapshot of a position."""
        put_snapshot(db, here.game.id, snapshot_of(here, at, written))
        self._remember(here.head.hash, _Kept(here.state, here.asked))


def snapshot_of(here: Position, at: datetime, written: str | None = None) -> Snapshot:
    """What is kept of a position beside the log. ``at`` is the time of the newest entry."""
    state = here.state
    waiting = [request for request in state.pending if not request.sealed]
    return Snapshot(
        here.head.number,
        here.head.hash,
        written or write_state(state),
        state.result is not None,
        state.turn.number,
        "".join(dict.fromkeys(request.who.letter for request in waiting)),
        min((here.asked[request.number] for request in waiting), default=at),
        write_asked(state, here.asked),
    )


def now() -> datetime:
    return datetime.now(UTC)


def grown(game: StoredGame, entries: list[Entry]) -> Growth:
    """The log of a game played through. Raises ``Damaged`` where that is not possible."""
    growth = Growth(first_state(game), game.commitment, game.created_at)
    for step in growth.steps(entries):
        if step.failure is not None:
            raise damaged(game, step.failure)
    return growth


def damaged(game: StoredGame, failure: Failure) -> Damaged:
    return Damaged(
        f"game {game.id} is damaged: {failure.text()}; see: adjudicator verify {game.id}"
    )


def first_state(game: StoredGame) -> State:
    """The position a stored game began with."""
    return start(rules_of(game), game.seed).state


def rules_of(game: StoredGame) -> Ruleset:
    """The rules a game began with. Raises ``OtherRules`` if this program does not have them."""
    try:
        rules = load_ruleset(game.set_name, game.scenario, read_options(game.options))
    except (BadOption, BadOptionText) as error:
        raise OtherRules(f"game {game.id} cannot be played by this program: {error}") from error
    if rules.version != game.rules_version:
        raise OtherRules(
            f"game {game.id} is played by version {game.rules_version} of the rules;"
            f" this program knows version {rules.version}"
        )
    return rules

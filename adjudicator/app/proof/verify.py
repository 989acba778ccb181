"""Proving stored games: nothing was changed, everything is legal, and it leads where it says."""

from __future__ import annotations

from typing import NamedTuple

from adjudicator.engine.deal import commitment
from adjudicator.notation.record import RecordFault
from adjudicator.storage import log
from adjudicator.storage.log import ORDERS, Entry, Head, StoredGame
from adjudicator.storage.snapshots import Snapshot, get_snapshot

from ..games import result_tag, verify
from ..growth import Growth
from ..line import COMMENT, effective, play_line
from ..seals import Seal
from ..store import Position, Store, first_state, snapshot_of
from ..stored_record import as_game
from .stored_seals import seals_of_log


class Stored(NamedTuple):
    """Everything the database holds about the play of one game."""

    game: StoredGame
    head: Head
    entries: list[Entry]
    snapshot: Snapshot | None


class Proof(NamedTuple):
    """What was found about one game."""

    stored: Stored
    fault: str | None
    """What is wrong, naming the first entry that fails; nothing if all is well."""
    decisions: int = 0
    result: str = "*"
    seals: tuple[Seal, ...] = ()
    """Every card that lay face down, those taken back included."""

    @property
    def interventions(self) -> tuple[Entry, ...]:
        """What moderators did."""
        ordinary = (ORDERS, COMMENT)
        entries = self.stored.entries
        return tuple(e for e in entries if e.kind not in ordinary or e.reason is not None)


def read_stored(store: Store, game_id: int) -> Stored:
    """All of it in one transaction, so that the parts belong together."""
    with store.reading() as db:
        game = log.get_game(db, game_id)
        return Stored(game, log.head(db, game), log.entries(db, game_id), get_snapshot(db, game_id))


def chain_fault(stored: Stored) -> str | None:
    """What was changed in the deal or the log, as far as hashes tell; no rules are asked."""
    if commitment(stored.game.seed) != stored.game.commitment:
        return "the seed does not fit the commitment: the deal was not honest"
    return log.broken_link(stored.game, stored.entries, stored.head)


def replay_fault(stored: Stored) -> str | None:
    """Where the log, played with this program, leads somewhere else than it says.

    Raises ``OtherRules`` for a game whose rules this program does not have.
    """
    game = stored.game
    growth = Growth(first_state(game), game.commitment, game.created_at)
    try:
        for step in growth.steps(stored.entries):
            if step.failure is not None:
                return f"entry {step.entry.number}: {step.failure.text()}"
            if step.digest != step.entry.digest:
                return f"entry {step.entry.number}: the digest does not fit"
    except (LookupError, ValueError) as error:
        return f"entry {growth.number} cannot be read: {error}"
    return _snapshot_fault(stored, growth)


def _snapshot_fault(stored: Stored, growth: Growth) -> str | None:
    """A snapshot of the newest position must be what the log leads to; an older one is not used."""
    found = stored.snapshot
    if found is None or found.hash != stored.head.hash:
        return None
    here = Position(stored.game, stored.head, growth.last.state, growth.asked)
    if found == snapshot_of(here, growth.at):
        return None
    return "the snapshot is not what the log leads to; run: adjudicator db drop-snapshots"


def prove(stored: Stored) -> Proof:
    """Everything about one game: the deal, the hashes, legality, digests, the record it makes."""
    fault = chain_fault(stored) or replay_fault(stored)
    if fault is not None:
        return Proof(stored, fault)
    first = first_state(stored.game)
    line = effective(stored.entries)
    reached, failure = play_line(first, stored.game.commitment, line)
    assert failure is None, "the log was played already"
    game = as_game(stored.game, stored.entries, reached, first)
    decisions = sum(len(placed.orders) for placed in line)
    try:
        verify(game.text())
    except RecordFault as error:
        return Proof(stored, f"its record is not genuine: {error}", decisions)
    seals = seals_of_log(first, stored.entries)
    return Proof(stored, None, decisions, result_tag(game.state), seals)

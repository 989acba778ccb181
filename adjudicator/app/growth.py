"""A log played through entry by entry: what it amounted to after each of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from adjudicator.engine.state import State
from adjudicator.notation.position import write_state
from adjudicator.notation.record import chain
from adjudicator.storage.log import ORDERS, Entry

from .line import (
    FULL_TIME,
    LINE_KINDS,
    Failure,
    Placed,
    effective,
    is_retraction,
    play_message,
    seat_of,
)

Asked = Mapping[int, datetime]
"""When each open request was made, by its number."""


def still_asked(state: State, before: Asked, at: datetime) -> Asked:
    """When each open request was made: some have been open before, the others are new."""
    return {request.number: before.get(request.number, at) for request in state.pending}


def write_asked(state: State, asked: Asked) -> str:
    """One line for each open request: whose it is, its number, and when it was made."""
    return "\n".join(
        f"{request.who.letter}{request.number} {asked[request.number].astimezone(UTC).isoformat()}"
        for request in state.pending
    )


def read_asked(text: str) -> Asked:
    """
    >>> read_asked("b23 2026-11-18T10:00:00+00:00")
    {23: datetime.datetime(2026, 11, 18, 10, 0, tzinfo=datetime.timezone.utc)}
    """
    pairs = (line.split(" ", 1) for line in text.splitlines())
    return {int(who[1:]): datetime.fromisoformat(when) for who, when in pairs}


class Stage(NamedTuple):
    """A message that counts, and the position it led to."""

    placed: Placed
    state: State
    digest: str


class Step(NamedTuple):
    """An entry, and what the log amounts to after it."""

    entry: Entry
    state: State
    digest: str
    asked: Asked
    failure: Failure | None = None
    """Why the messages that count cannot be played any more; the last step then."""


class Growth:
    """The line of play as it grew, and changed with each intervention."""

    def __init__(self, first: State, commitment: str, began: datetime) -> None:
        self._first = Stage(Placed(0, None, ()), first, commitment)
        self._stages: list[Stage] = []
        self._seen: list[Entry] = []
        self.asked: Asked = still_asked(first, {}, began)
        self._asked_after = [self.asked]
        """The same after each entry; first as it was dealt."""
        self.at = began
        """When the newest entry was made."""

    @property
    def number(self) -> int:
        """How many entries have been looked at."""
        return len(self._seen)

    @property
    def last(self) -> Stage:
        return self._stages[-1] if self._stages else self._first

    def steps(self, entries: Sequence[Entry]) -> Iterator[Step]:
        """What the log amounts to after each of its entries."""
        for entry in entries:
            self._seen.append(entry)
            self.at = entry.at
            failure = self._advance(entry)
            stage = self.last
            self.asked = still_asked(stage.state, self._asked_before(entry), entry.at)
            self._asked_after.append(self.asked)
            yield Step(entry, stage.state, stage.digest, self.asked, failure)
            if failure is not None:
                return

    def _asked_before(self, entry: Entry) -> Asked:
        """Since when questions count as asked: an intervention gives full time to all."""
        if is_retraction(entry):
            return self._asked_after[int(entry.text)]
        return {} if entry.kind in FULL_TIME else self.asked

    def _advance(self, entry: Entry) -> Failure | None:
        if entry.kind == ORDERS:
            orders = tuple(entry.text.split("; "))
            return self._play([Placed(entry.number, seat_of(entry.seat), orders)])
        if entry.kind in LINE_KINDS:
            return self._change(effective(self._seen))
        return None

    def _change(self, line: Sequence[Placed]) -> Failure | None:
        """Keep what both lines have in common, and play the rest of the new one."""
        common = 0
        for stage, placed in zip(self._stages, line, strict=False):
            if stage.placed._replace(comments=()) != placed._replace(comments=()):
                break
            common += 1
        del self._stages[common:]
        return self._play(line[common:])

    def _play(self, line: Sequence[Placed]) -> Failure | None:
        for placed in line:
            here = self.last
            result = play_message(here.state, placed)
            if isinstance(result, Failure):
                return result
            digest = chain(here.digest, placed.by, placed.orders, write_state(result))
            self._stages.append(Stage(placed, result, digest))
        return None

"""The log of one game as a moderator studies it: every position it has gone through."""

from __future__ import annotations

from typing import NamedTuple

from adjudicator.engine.ids import Colour
from adjudicator.engine.state import State
from adjudicator.notation.record import RecordFault
from adjudicator.storage import log
from adjudicator.storage.log import ORDERS, Entry, StoredGame

from ..again import Again, play_again
from ..line import AMEND, LINE_KINDS, Placed, Reached, effective, play_line, read_amendment
from ..mistakes import NotPossible
from ..store import Store, first_state


class Message(NamedTuple):
    """What somebody sends: his seat (none is the referee) and his text."""

    by: Colour | None
    text: str


class Judgement(NamedTuple):
    """A message of the log in the position in which it was judged."""

    by: Colour | None
    again: Again


class History:
    """A game with its whole log. Positions are computed by playing the log again."""

    def __init__(self, game: StoredGame, entries: list[Entry]) -> None:
        self.game = game
        self.entries = entries
        self.first = first_state(game)

    @property
    def newest(self) -> int:
        return len(self.entries)

    def check(self, number: int, lowest: int = 1) -> None:
        """Refuse the number of an entry that does not exist."""
        if not lowest <= number <= self.newest:
            known = f"{lowest} to {self.newest}" if self.newest >= lowest else "none yet"
            raise NotPossible(
                f"game {self.game.id} has no entry {number}; its entries are: {known}"
            )

    def entry(self, number: int) -> Entry:
        self.check(number)
        return self.entries[number - 1]

    def line(self, number: int) -> tuple[Placed, ...]:
        """The messages that counted when an entry was the newest."""
        return effective(self.entries[:number])

    def reached(self, number: int) -> tuple[Reached, ...]:
        """The positions on that line."""
        reached, failure = play_line(self.first, self.game.commitment, self.line(number))
        if failure is not None:
            entry = failure.placed.entry
            raise RecordFault(
                entry, f"entry {entry}: {failure.order!r} is not legal: {failure.refusal.why}"
            )
        return reached

    def after(self, number: int) -> State:
        """The position as it was when an entry was the newest; 0: as it was dealt."""
        reached = self.reached(number)
        return reached[-1].state if reached else self.first

    def before(self, number: int) -> State:
        """The position as it was just before an entry."""
        return self.after(number - 1)

    def message(self, number: int) -> Judgement:
        """The orders of an entry, or those an amendment has put in their place."""
        entry = self.entry(number)
        if entry.kind not in (ORDERS, AMEND):
            raise NotPossible(
                f"entry {number} is of the kind {entry.kind!r} and holds no orders of the game"
            )
        line = self.line(number)
        target = number if entry.kind == ORDERS else read_amendment(entry.text).entry
        index = next(i for i, placed in enumerate(line) if placed.entry == target)
        before = self.reached(number)[index - 1].state if index else self.first
        placed = line[index]
        return Judgement(placed.by, play_again(before, placed.by, placed.orders))

    def standing(self, number: int) -> str:
        """Whether a message still counts, in words."""
        if self.entry(number).kind != ORDERS:
            return "part of the log"
        words = "counts"
        for entry in self.entries[number:]:
            if entry.kind not in LINE_KINDS:
                continue
            placed = {p.entry: p for p in self.line(entry.number)}.get(number)
            if placed is None and words.startswith("does not"):
                continue
            if placed is None:
                words = f"does not count since entry {entry.number} ({entry.kind})"
            elif placed.orders != tuple(self.entry(number).text.split("; ")):
                words = f"counts with other orders: {'; '.join(placed.orders)}"
            else:
                words = "counts"
        return words


def read_history(store: Store, game_id: int) -> History:
    with store.transaction() as db:
        return History(log.get_game(db, game_id), log.entries(db, game_id))

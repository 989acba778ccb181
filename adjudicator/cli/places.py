"""Where a game is kept: a record file, or the database. Commands need not know which."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

import click

from adjudicator.app.games import Judged, submit
from adjudicator.engine.state import State
from adjudicator.notation.record import Record, RecordFault, read_record

from .database import opened_store, shell_user
from .errors import Mistake
from .files import locked, read_game, read_text, replace
from .seats import Seat
from .shared import FileName

if TYPE_CHECKING:
    from adjudicator.app.store import Store

_ID = re.compile(r"[Gg]?([0-9]+)")
HIGHEST = 2**31 - 1


class GameId(NamedTuple):
    """A game of the database, as ``7`` or ``G7``."""

    number: int

    def __str__(self) -> str:
        return f"G{self.number}"


class GameName(click.ParamType[Path | GameId]):
    """The number of a game in the database, or a record file. The file 7 is written ./7."""

    name = "game"

    def convert(
        self, value: str | Path | GameId, param: click.Parameter | None, ctx: click.Context | None
    ) -> Path | GameId:
        match = _ID.fullmatch(value) if isinstance(value, str) else None
        if match is None:
            return value if isinstance(value, GameId) else FileName().convert(value, param, ctx)
        if len(match.group(1)) > 10 or int(match.group(1)) > HIGHEST:
            self.fail(f"there is no game {str(value)[:20]}", param, ctx)
        return GameId(int(match.group(1)))


class StoredGameName(GameName):
    """The number of a game in the database."""

    def convert(
        self, value: str | Path | GameId, param: click.Parameter | None, ctx: click.Context | None
    ) -> GameId:
        found = super().convert(value, param, ctx)
        if not isinstance(found, GameId):
            self.fail(f"{str(value)!r} is no game of the database; write 7 or G7", param, ctx)
        return found


GAME = click.argument("game", type=GameName())
"""A record file or the id of a stored game."""


class Place(Protocol):
    """One game, wherever it is kept."""

    def __str__(self) -> str:
        """How messages call it."""

    @property
    def title(self) -> str:
        """Its short name."""

    def record(self) -> Record:
        """What was played; whether it is legal is not looked at."""

    def state(self) -> State:
        """The position now."""

    def submit(self, seat: Seat, text: str) -> Judged:
        """Play a message into the game; a refused one changes nothing."""


@contextmanager
def open_place(where: Path | GameId) -> Iterator[Place]:
    """The place of a game. What is wrong with it becomes a ``Mistake`` that names it."""
    try:
        if isinstance(where, Path):
            yield FilePlace(where)
        else:
            with opened_store() as store:
                yield StoredPlace(store, where)
    except RecordFault as fault:
        raise Mistake(f"{where}: {fault}") from fault


@dataclass(frozen=True, slots=True)
class FilePlace:
    """A game in a record file."""

    path: Path

    def __str__(self) -> str:
        return str(self.path)

    @property
    def title(self) -> str:
        return self.path.stem

    def record(self) -> Record:
        return read_record(read_text(self.path))

    def state(self) -> State:
        return read_game(self.path).state

    def submit(self, seat: Seat, text: str) -> Judged:
        with locked(self.path) as real:
            game = read_game(real)
            seat.check(game.state)
            outcome = submit(game, seat.colour, text)
            if outcome.accepted:
                replace(real, outcome.game.text())
        return outcome


@dataclass(frozen=True, slots=True)
class StoredPlace:
    """A game in the database."""

    store: Store
    id: GameId

    def __str__(self) -> str:
        return str(self.id)

    @property
    def title(self) -> str:
        return str(self.id)

    def record(self) -> Record:
        return self.store.load(self.id.number).record

    def state(self) -> State:
        return self.store.state(self.id.number)

    def submit(self, seat: Seat, text: str) -> Judged:
        seat.check(self.state())
        return self.store.submit(self.id.number, seat.colour, text, shell_user())

"""Press as letters show it: what a reader may read and has not been mailed yet."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import Connection

from adjudicator.engine.ids import Colour
from adjudicator.render import letter_kinds as k
from adjudicator.storage.press import StoredPress, to_all, unheard


def press_for(db: Connection, game: int, colour: Colour) -> tuple[k.Press, ...]:
    """What others have written to this seat, or to all."""
    return _shown(unheard(db, game, colour.value))


def press_to_all(db: Connection, game: int, heard: int) -> tuple[k.Press, ...]:
    """What was written to all behind a message, for those who watch."""
    return _shown(to_all(db, game, heard))


def _shown(messages: Iterable[StoredPress]) -> tuple[k.Press, ...]:
    return tuple(
        k.Press(_colour(press.sender), press.text, _colour(press.addressee)) for press in messages
    )


def _colour(value: str | None) -> Colour | None:
    return None if value is None else Colour(value)

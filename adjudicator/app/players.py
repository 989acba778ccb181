"""The people who play: what they may be called, and how they are found."""

from __future__ import annotations

import re
from datetime import UTC, datetime, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from adjudicator.notation.names import COLOURS
from adjudicator.storage.log import StoredPlayer

from .mistakes import NotPossible

LANGUAGES = ("en", "fr", "de")
LONGEST_NAME = 60
ROLES = ("referee", "ref", "observer", "moderator", "house")
"""Words that mean somebody already."""
_ADDRESS = re.compile(r"[^\s@<>,;:\"()\[\]\\]{1,64}@[^\s@<>,;:\"()\[\]\\]{1,189}")


class BadName(NotPossible):
    """Nobody can be called so; ``key`` is the note that says why in the reader's language."""

    def __init__(self, key: str, text: str) -> None:
        super().__init__(text)
        self.key = key


def new_player(name: str, address: str | None, language: str, at: datetime) -> StoredPlayer:
    """A player to be stored. Raises ``NotPossible`` for a name or address that would not do."""
    return StoredPlayer(0, _name(name), _address(address), language, at)


def _name(text: str) -> str:
    """A name that can be typed in a list such as ``blue=anna,yellow=ben``."""
    name = " ".join(text.split())
    if not name or len(name) > LONGEST_NAME or not name.isprintable() or set(name) & set(",="):
        raise BadName("bad name", f"a name has 1 to {LONGEST_NAME} letters, without , and =")
    if name.lower() in COLOURS or name.lower() in ROLES:
        raise BadName("name means", f"{name!r} means a seat or a role; choose another name")
    return name


def _address(text: str | None) -> str | None:
    if text is None:
        return None
    if not _ADDRESS.fullmatch(text) or not text.isprintable():
        raise NotPossible(f"{text!r} is no mail address such as anna@example.org")
    return text.lower()


def zone_of(player: StoredPlayer) -> tzinfo:
    """The time zone in which somebody lives and reads deadlines."""
    return zone_named(player.zone)


def zone_named(name: str) -> tzinfo:
    """A time zone by its name; one that nobody knows any more is UTC."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return UTC

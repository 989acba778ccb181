"""The people who play: what they may be called, and how they are found."""

from __future__ import annotations

import re
from datetime import datetime

from adjudicator.notation.names import COLOURS
from adjudicator.storage.log import StoredPlayer

from .mistakes import NotPossible

LANGUAGES = ("en", "fr", "de")
LONGEST_NAME = 60
ROLES = ("referee", "ref", "observer", "moderator", "house")
"""Words that mean somebody already."""
_ADDRESS = re.compile(r"[^\s@<>,;:\"()\[\]\\]{1,64}@[^\s@<>,;:\"()\[\]\\]{1,189}")


def new_player(name: str, address: str | None, language: str, at: datetime) -> StoredPlayer:
    """A player to be stored. Raises ``NotPossible`` for a name or address that would not do."""
    return StoredPlayer(0, _name(name), _address(address), language, at)


def _name(text: str) -> str:
    """A name that can be typed in a list such as ``blue=anna,yellow=ben``."""
    name = " ".join(text.split())
    if not name or len(name) > LONGEST_NAME or not name.isprintable() or set(name) & set(",="):
        raise NotPossible(f"a name has 1 to {LONGEST_NAME} letters, without , and =")
    if name.lower() in COLOURS or name.lower() in ROLES:
        raise NotPossible(f"{name!r} means a seat or a role; choose another name")
    return name


def _address(text: str | None) -> str | None:
    if text is None:
        return None
    if not _ADDRESS.fullmatch(text) or not text.isprintable():
        raise NotPossible(f"{text!r} is no mail address such as anna@example.org")
    return text.lower()

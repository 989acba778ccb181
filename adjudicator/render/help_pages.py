"""The help pages by mail, and how one is found."""

from __future__ import annotations

from .help_commands import COMMANDS
from .help_page import Page
from .help_play import MIND, MIXED, NOTATION, ORDERS, PRISON
from .language import Language

PAGES = (*COMMANDS, ORDERS, NOTATION, PRISON, MIND, MIXED)
ALIASES = {
    "TEAM": "MIXED",
    "PICK": "MIXED",
    "SET": "ORDERS",
    "LINE": "ORDERS",
    "PUT": "ORDERS",
    "CARD": "ORDERS",
    "NAME": "MIND",
    "TELEPATH": "MIND",
    "SCREAM": "PRISON",
    "WITH": "PRISON",
    "MOVE": "ORDERS",
    "ORDER": "ORDERS",
    "ACCEPT": "DRAW",
    "DECLINE": "DRAW",
    "AGREE": "CLAIM",
    "CONTEST": "CLAIM",
    "ZONE": "LANGUAGE",
    "WATCH": "OBSERVE",
    "VACATION": "ABSENCE",
}


def find_page(topic: str) -> Page | None:
    """A page by its name, however it is written.

    >>> find_page(" help me"), find_page("press").topic, find_page("zone").topic
    (None, 'PRESS', 'LANGUAGE')
    """
    name = topic.strip().upper()
    name = ALIASES.get(name, name)
    return next((page for page in PAGES if page.topic == name), None)


def topics(say: Language) -> list[tuple[str, str]]:
    """All pages with what they are about."""
    return [(f"HELP {page.topic}", say(page.summary)) for page in PAGES]

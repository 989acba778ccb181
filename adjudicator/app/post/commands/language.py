"""LANGUAGE and ZONE: in which words and on which clock somebody reads his mails."""

from __future__ import annotations

from functools import cache
from zoneinfo import available_timezones

from adjudicator.storage import seats

from ...players import LANGUAGES
from ..visit import Visit

_WORDS = {
    "english": "en", "anglais": "en", "englisch": "en",
    "french": "fr", "français": "fr", "francais": "fr", "französisch": "fr",
    "german": "de", "allemand": "de", "deutsch": "de",
}  # fmt: skip


def read_language(word: str) -> str | None:
    """The code of a language, however it was named.

    >>> read_language("Deutsch"), read_language("FR"), read_language("latin")
    ('de', 'fr', None)
    """
    code = _WORDS.get(word.lower(), word.lower())
    return code if code in LANGUAGES else None


@cache
def _zones() -> dict[str, str]:
    return {zone.lower(): zone for zone in available_timezones()}


def read_zone(word: str) -> str | None:
    """A time zone by its name, in capitals or not.

    >>> read_zone("europe/paris"), read_zone("Atlantis")
    ('Europe/Paris', None)
    """
    return _zones().get(word.lower())


def run(visit: Visit, words: list[str], text: str) -> None:
    code = read_language(words[0]) if words else None
    if visit.player is None:
        visit.refused(text, "not registered")
    elif code is None:
        visit.refused(text, "unknown language")
    else:
        seats.set_language(visit.db, visit.player.id, code)
        visit.player = visit.player._replace(language=code)
        visit.done(text, "language")


def run_zone(visit: Visit, words: list[str], text: str) -> None:
    zone = read_zone(words[0]) if words else None
    if visit.player is None:
        visit.refused(text, "not registered")
    elif zone is None:
        visit.refused(text, "unknown zone", word=words[0] if words else "?")
    else:
        seats.set_zone(visit.db, visit.player.id, zone)
        visit.player = visit.player._replace(zone=zone)
        visit.done(text, "zone", zone=zone)

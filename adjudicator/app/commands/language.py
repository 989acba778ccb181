"""LANGUAGE and ZONE: in which words and on which clock somebody reads his mails."""

from __future__ import annotations

from zoneinfo import available_timezones

from adjudicator.storage import seats

from ..players import LANGUAGES
from ..visit import Visit

_WORDS = {"english": "en", "french": "fr", "german": "de", "deutsch": "de", "francais": "fr"}


def run(visit: Visit, words: list[str], text: str) -> None:
    chosen = words[0].lower() if words else ""
    code = _WORDS.get(chosen, chosen)
    if visit.player is None:
        visit.refused(text, "not registered")
    elif code not in LANGUAGES:
        visit.refused(text, "unknown language")
    else:
        seats.set_language(visit.db, visit.player.id, code)
        visit.player = visit.player._replace(language=code)
        visit.done(text, "language")


def run_zone(visit: Visit, words: list[str], text: str) -> None:
    zone = words[0] if words else ""
    if visit.player is None:
        visit.refused(text, "not registered")
    elif zone not in available_timezones():
        visit.refused(text, "unknown command", word=f"ZONE {zone}")
    else:
        seats.set_zone(visit.db, visit.player.id, zone)
        visit.player = visit.player._replace(zone=zone)
        visit.done(text, "zone", zone=zone)

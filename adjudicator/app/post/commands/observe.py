"""OBSERVE: watch a game, as everybody may see it, with a letter at the end of each turn."""

from __future__ import annotations

from adjudicator.engine.ids import Colour
from adjudicator.engine.seen import Role
from adjudicator.render.letter_parts import Note
from adjudicator.storage import observers
from adjudicator.storage.log import StoredPlayer, Unknown

from ..visit import Visit
from ..waiting import why_not_begun

OFF = ("OFF", "STOP", "END")
MOST_OBSERVED = 50
"""So many games one person can watch at the same time."""


def run(visit: Visit, words: list[str], text: str) -> None:
    """``OBSERVE 7``; ``OBSERVE 7 OFF`` stops the letters."""
    if visit.player is None:
        visit.refused(text, "not registered")
        return
    number = visit.game_named(words)
    if number is None:
        visit.refused(text, "which game", example="OBSERVE 3")
    elif any(word.upper() in OFF for word in words):
        _stop(visit, visit.player, number, text)
    else:
        _begin(visit, visit.player, number, text)


def _stop(visit: Visit, player: StoredPlayer, number: int, text: str) -> None:
    if observers.stop_observing(visit.db, number, player.id):
        visit.done(text, "observing no more", game=number)
    else:
        visit.refused(text, "not observing", game=number)


def _begin(visit: Visit, player: StoredPlayer, number: int, text: str) -> None:
    try:
        here = visit.store.position(visit.db, number)
    except Unknown:
        waits = why_not_begun(visit.db, number, player)
        visit.refuse(text, waits or Note("no such game", {"game": number}))
        return
    if isinstance(visit.standpoint(number), Colour):
        visit.refused(text, "plays there", game=number)
    elif here.state.result is not None:
        visit.refused(text, "over")
    elif len(observers.observed_by(visit.db, player.id)) >= MOST_OBSERVED:
        visit.refused(text, "observes too many", number=MOST_OBSERVED)
    else:
        observers.begin_observing(visit.db, number, player.id)
        observers.note_shown(visit.db, number, player.id, here.head.number)
        visit.done(text, "observing", game=number)
        visit.show_board(here, Role.OBSERVER)

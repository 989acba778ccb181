"""What letters commit to while a game goes on, and open when it is over."""

from __future__ import annotations

import re

from sqlalchemy import Connection

from adjudicator.engine.ids import Colour
from adjudicator.engine.state import CombatUnderWay
from adjudicator.render import letter_kinds as k
from adjudicator.storage import desk, log
from adjudicator.storage.desk import Access

from ..seals import Seal
from ..store import Position, first_state
from .stored_seals import laid_in, lying, seals_of_log

LOOKS = {
    "inspect entry {n}": "looked at entry",
    "why entry {n}": "looked why",
    "why orders now": "looked why orders",
    "why orders before entry {n}": "looked why orders",
    "what-if before entry {n}": "looked what if",
    "what-if after entry {n}": "looked what if",
    "plan to amend entry {n}": "looked at plan",
    "show dispute {n}": "looked at dispute",
    "export dispute {n}": "exported dispute",
}
"""How looks are written down, and the notes that tell the players of them."""


def lying_seals(db: Connection, here: Position) -> tuple[k.Seal, ...]:
    """The commitments to the cards that lie face down; the cards themselves stay secret."""
    if not _cards_lie(here):
        return ()
    entries = log.entries(db, here.game.id)
    return tuple(k.Seal(s.colour, s.turn, s.digest) for s in lying(here.state, entries))


def sealed_since(db: Connection, here: Position, reader: Colour, entry: int) -> bool:
    """Whether somebody else has laid or replaced a card since an entry."""
    if not _cards_lie(here):
        return False
    laid = laid_in(here.state, log.entries(db, here.game.id))
    return any(since > entry for colour, since in laid.items() if colour != reader)


def _cards_lie(here: Position) -> bool:
    combat = here.state.under_way
    return isinstance(combat, CombatUnderWay) and bool(combat.cards)


def opened_seals(db: Connection, here: Position) -> tuple[k.Seal, ...]:
    """Every seal of a game that is over, with its card."""
    assert here.state.result is not None, "nothing is opened before the end"
    seals = seals_of_log(first_state(here.game), log.entries(db, here.game.id))
    return tuple(map(_open, seals))


def _open(seal: Seal) -> k.Seal:
    return k.Seal(seal.colour, seal.turn, seal.digest, seal.card, seal.opened, seal.turned)


def looks_told(db: Connection, game: int) -> tuple[k.Look, ...]:
    """What moderators have looked at, for the players once the game is over."""
    return tuple(
        k.Look(look.moderator, look_note(look), look.at) for look in desk.accesses(db, game)
    )


def look_note(look: Access) -> k.Note:
    """A look as a note that can be translated.

    >>> from datetime import UTC, datetime
    >>> at = datetime(2026, 11, 18, tzinfo=UTC)
    >>> look_note(Access(7, "Mona", "inspect entry 31", at))
    Note(key='looked at entry', values={'number': 31})
    >>> look_note(Access(7, "Mona", "replay", at))
    Note(key='looked', values={'what': 'replay'})
    """
    number = re.search(r"\d+$", look.what)
    pattern = re.sub(r"\d+$", "{n}", look.what)
    if pattern not in LOOKS:
        return k.Note("looked", {"what": look.what})
    return k.Note(LOOKS[pattern], {"number": int(number.group())} if number else {})

"""DISPUTE: call a moderator; until he has ruled, the clocks of the game stand still."""

from __future__ import annotations

from adjudicator.engine.ids import Colour
from adjudicator.mail.address import ReplyTo
from adjudicator.notation.names import COLOURS
from adjudicator.render import letter_kinds as k
from adjudicator.storage import log, seats
from adjudicator.storage.desk import Dispute

from ..disputes import open_at, say_more
from ..line import effective
from ..mistakes import NotPossible
from ..moderation import Desk, Warrant
from ..visit import Visit
from .board import LONGEST_NUMBER


def run(visit: Visit, words: list[str], text: str) -> None:
    """``DISPUTE The Wizard cannot reach c7.``; ``DISPUTE #31 ...`` names the entry.

    Whoever has an open dispute says more in it instead of opening another one.
    """
    if visit.reply is None:
        visit.refused(text, "reply only")
        return
    me, game = COLOURS[visit.reply.seat], visit.reply.game
    here = visit.store.position(visit.db, game)
    entry, said = _entry_and_words(words)
    if entry is None:
        line = effective(log.entries(visit.db, game))
        entry = line[-1].entry if line else 0
    desk = Desk(visit.store, visit.db, here, Warrant(visit.person.name, visit.at))
    try:
        dispute = say_more(desk, said, me) or open_at(desk, entry, said, me)
    except NotPossible as error:
        visit.lines.append(k.LineRead(text, k.Fate.REFUSED, why=str(error)))
        return
    _tell(visit, dispute, me)
    visit.done(text, "disputed", number=dispute.id)


def _entry_and_words(words: list[str]) -> tuple[int | None, str]:
    """
    >>> _entry_and_words(["#31", "The", "gate."]), _entry_and_words(["The", "gate."])
    ((31, 'The gate.'), (None, 'The gate.'))
    """
    digits = words[0].removeprefix("#") if words and words[0].startswith("#") else ""
    if digits.isdecimal() and len(digits) <= LONGEST_NUMBER:
        return int(digits), " ".join(words[1:])
    return None, " ".join(words)


def _tell(visit: Visit, dispute: Dispute, by: Colour) -> None:
    """Everybody at the table learns of it; what is asked of them stays as it is."""
    here = visit.store.position(visit.db, dispute.game_id)
    for seat in seats.seated(visit.db, dispute.game_id):
        colour = Colour(seat.colour)
        table = visit.writer.table(dispute.game_id, colour)
        letter = k.DisputeOpened(table, dispute.id, by, dispute.text, dispute.entry)
        reply = ReplyTo(dispute.game_id, colour.letter, here.head.number)
        visit.writer.send(seat.player, letter, f"dispute/{dispute.id}/{seat.colour}", reply)

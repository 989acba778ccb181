"""DISPUTE: call a moderator; until he has ruled, the clocks of the game stand still."""

from __future__ import annotations

from adjudicator.engine.ids import Colour
from adjudicator.notation.names import COLOURS
from adjudicator.render import letter_kinds as k
from adjudicator.storage import log

from ..disputes import open_at, open_disputes, say_more, tell_saying
from ..herald import tell_dispute
from ..line import effective
from ..mistakes import NotPossible
from ..moderation import Desk, Warrant
from ..visit import LONGEST_NUMBER, Visit


def run(visit: Visit, words: list[str], text: str) -> None:
    """``DISPUTE The Wizard cannot reach c7.``; ``DISPUTE #31 ...`` names the entry.

    ``DISPUTE 4 ...`` says more in dispute 4. Whoever has an open dispute says more in it instead of
    opening another one.
    """
    if visit.reply is None:
        visit.refused(text, "reply only")
        return
    me, game = COLOURS[visit.reply.seat], visit.reply.game
    here = visit.store.position(visit.db, game)
    desk = Desk(visit.store, visit.db, here, Warrant(visit.person.name, visit.at))
    try:
        number = _say_more(visit, desk, words, me) or _open(visit, desk, words, me)
    except NotPossible as error:
        visit.lines.append(k.LineRead(text, k.Fate.REFUSED, why=str(error)))
        return
    visit.done(text, "disputed", number=number)


def _say_more(visit: Visit, desk: Desk, words: list[str], me: Colour) -> int | None:
    """Add to an open dispute, if the words name one or the seat has one of its own."""
    known = {str(dispute.id): dispute.id for dispute in open_disputes(visit.db, desk.here.game.id)}
    number = known.get(words[0]) if words else None
    said = " ".join(words if number is None else words[1:])
    saying = say_more(desk, said, me, number)
    if saying is None:
        return None
    tell_saying(visit.writer, saying, me, None)
    return saying.dispute_id


def _open(visit: Visit, desk: Desk, words: list[str], me: Colour) -> int:
    entry, said = _entry_and_words(words)
    if entry is None:
        line = effective(log.entries(visit.db, desk.here.game.id))
        entry = line[-1].entry if line else 0
    dispute = open_at(desk, entry, said, me)
    tell_dispute(visit.writer, dispute, me, dispute.text)
    return dispute.id


def _entry_and_words(words: list[str]) -> tuple[int | None, str]:
    """
    >>> _entry_and_words(["#31", "The", "gate."]), _entry_and_words(["The", "gate."])
    ((31, 'The gate.'), (None, 'The gate.'))
    """
    digits = words[0].removeprefix("#") if words and words[0].startswith("#") else ""
    if digits.isdecimal() and len(digits) <= LONGEST_NUMBER:
        return int(digits), " ".join(words[1:])
    return None, " ".join(words)

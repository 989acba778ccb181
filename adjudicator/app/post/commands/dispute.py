"""DISPUTE: call a moderator; until he has ruled, the clocks of the game stand still."""

from __future__ import annotations

from adjudicator.engine.ids import Colour
from adjudicator.notation.names import COLOURS
from adjudicator.render import letter_kinds as k
from adjudicator.storage import log
from adjudicator.storage.desk import Dispute

from ...desk.disputes import joins, open_at, open_disputes, say_more, tell_saying
from ...desk.herald import tell_dispute
from ...desk.moderation import Desk, Warrant
from ...line import effective
from ...mistakes import NotPossible
from ..visit import LONGEST_NUMBER, Visit


def run(visit: Visit, words: list[str], text: str) -> None:
    """``DISPUTE The Wizard cannot reach c7.``; ``DISPUTE #31 ...`` names the entry.

    ``DISPUTE 4 ...`` says more in dispute 4. While a dispute is open, both sides say more in it
    instead of opening another one.
    """
    if visit.reply is None:
        visit.refused(text, "reply only")
        return
    me, game = COLOURS[visit.reply.seat], visit.reply.game
    here = visit.store.position(visit.db, game)
    desk = Desk(visit.store, visit.db, here, Warrant(visit.person.name, visit.at))
    try:
        _say(visit, desk, words, me, text)
    except NotPossible as error:
        visit.lines.append(k.LineRead(text, k.Fate.REFUSED, why=str(error)))


def _say(visit: Visit, desk: Desk, words: list[str], me: Colour, text: str) -> None:
    """Add to the dispute that is open, or open one."""
    named = {str(dispute.id): dispute for dispute in open_disputes(visit.db, desk.here.game.id)}
    entry, said = _entry_and_words(words)
    if words and words[0] in named:
        found, said = named[words[0]], " ".join(words[1:])
    elif (joined := joins(desk, me, entry)) is not None:
        found = joined
        said = said if entry in (None, joined.entry) else " ".join(words)
    else:
        dispute = _open(visit, desk, entry, said, me)
        visit.done(text, "disputed", number=dispute.id)
        return
    tell_saying(visit.writer, say_more(desk, said, me, found), me, None)
    visit.done(text, "dispute joined", number=found.id)


def _open(visit: Visit, desk: Desk, entry: int | None, said: str, me: Colour) -> Dispute:
    if entry is None:
        line = effective(log.entries(visit.db, desk.here.game.id))
        entry = line[-1].entry if line else 0
    dispute = open_at(desk, entry, said, me)
    tell_dispute(visit.writer, dispute, me, dispute.text)
    return dispute


def _entry_and_words(words: list[str]) -> tuple[int | None, str]:
    """
    >>> _entry_and_words(["#31", "The", "gate."]), _entry_and_words(["The", "gate."])
    ((31, 'The gate.'), (None, 'The gate.'))
    """
    digits = words[0].removeprefix("#") if words and words[0].startswith("#") else ""
    if digits.isdecimal() and len(digits) <= LONGEST_NUMBER:
        return int(digits), " ".join(words[1:])
    return None, " ".join(words)

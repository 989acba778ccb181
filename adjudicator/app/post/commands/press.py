"""PRESS: a message to another player or to all, at once or with the reader's next letter."""

from __future__ import annotations

from typing import NamedTuple

from adjudicator.engine.ids import Colour
from adjudicator.mail.address import ReplyTo
from adjudicator.notation.names import COLOURS
from adjudicator.render import letter_kinds as k
from adjudicator.render.mail_templates import printable
from adjudicator.storage import seats
from adjudicator.storage.press import StoredPress, add_press, note_heard
from adjudicator.storage.seats import Seated

from ...store import Position
from ...terms import read_terms
from ..visit import Visit

LONGEST = 2000
"""So many characters a message may have."""
MOST = 5
"""So many messages one mail may send."""

LATER, ANONYMOUS, TO, ALL = "LATER", "ANONYMOUS", "TO", "ALL"
_SENT = ("press sent", "press sent to all", "press waits")


class Message(NamedTuple):
    """What a line ``PRESS`` asks for."""

    to: str
    """``all`` or the name of a colour; whatever stands there."""
    text: str
    later: bool = False
    anonymous: bool = False


def run(visit: Visit, words: list[str], text: str) -> None:
    """``PRESS ALL hello``; a longer text stands below and ends with a line ``END PRESS``."""
    line, message = text.partition("\n")[0], read_message(text)
    if visit.reply is None:
        visit.refused(line, "reply only" if visit.observed is None else "observers are silent")
        return
    me = COLOURS[visit.reply.seat]
    here = visit.store.position(visit.db, visit.reply.game)
    to = COLOURS.get(message.to)
    if message.to != ALL.lower() and to not in here.state.rules.seats:
        visit.refused(line, "no address")
    elif to == me:
        visit.refused(line, "press to himself")
    elif not message.text:
        visit.refused(line, "empty press")
    elif len(message.text) > LONGEST:
        visit.refused(line, "long press", number=LONGEST)
    elif _sent(visit) >= MOST:
        visit.refused(line, "much press", number=MOST)
    elif message.anonymous and not read_terms(here.game.terms).anonymous:
        visit.refused(line, "no anonymous press")
    else:
        _send(visit, here, me, to, message, line)


def read_message(text: str) -> Message:
    """The message in the lines of a command: flags, the addressee, then the text.

    >>> read_message("press later yellow Well played.")
    Message(to='yellow', text='Well played.', later=True, anonymous=False)
    >>> read_message("PRESS ALL\\nDear all,\\n\\ngood luck!").text
    'Dear all,\\n\\ngood luck!'
    >>> read_message("PRESS")
    Message(to='', text='', later=False, anonymous=False)
    """
    rest, flags = _after_word(text)[1], set[str]()
    word, behind = _after_word(rest)
    while word.upper() in (LATER, ANONYMOUS, TO):
        flags.add(word.upper())
        word, behind = _after_word(behind)
    said = "\n".join(printable(line.rstrip()) for line in behind.strip().splitlines())
    return Message(word.lower(), said, LATER in flags, ANONYMOUS in flags)


def _after_word(text: str) -> tuple[str, str]:
    """The first word of a text, and what stands behind it."""
    word, *rest = text.split(maxsplit=1) or [""]
    return word.rstrip(":"), rest[0] if rest else ""


def _sent(visit: Visit) -> int:
    """How many messages this mail has sent already."""
    return sum(line.note is not None and line.note.key in _SENT for line in visit.lines)


def _send(
    visit: Visit, here: Position, me: Colour, to: Colour | None, message: Message, line: str
) -> None:
    sender = None if message.anonymous else me.value
    stored = StoredPress(sender, to.value if to else None, message.text)
    number = add_press(visit.db, here.game.id, stored, visit.at)
    if message.later and here.state.result is None:
        visit.done(line, "press waits")
        return
    for seat in seats.seated(visit.db, here.game.id):
        if seat.colour != me.value and to in (None, Colour(seat.colour)):
            _deliver(visit, here, seat, number)
    if to is None:
        visit.done(line, "press sent to all")
    else:
        visit.done(line, "press sent", who=to)


def _deliver(visit: Visit, here: Position, seat: Seated, number: int) -> None:
    """A letter with this message, and with those that have waited for one."""
    writer, colour = visit.writer, Colour(seat.colour)
    letter = k.Position(writer.table(here.game.id, colour), writer.situation(here, colour))
    reply = ReplyTo(here.game.id, colour.letter, here.head.number)
    writer.send(seat.player, letter, f"press/{number}/{seat.colour}", reply)
    note_heard(visit.db, here.game.id, seat.colour)

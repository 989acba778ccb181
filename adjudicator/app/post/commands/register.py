"""REGISTER: become a player. The address is confirmed by an answer to a signed address.

What he wants to be called, his language and his zone travel in the subject of that question and
come back with the answer: ``...: Anna Example (fr, Europe/Paris)``. Nothing is stored for somebody
who never answers.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from adjudicator.mail.address import Confirm, fingerprint, write_confirm
from adjudicator.render import letter_kinds as k
from adjudicator.storage import log, seats
from adjudicator.storage.errors import Taken, Unknown
from adjudicator.storage.log import StoredPlayer

from ...mistakes import NotPossible
from ...players import LONGEST_NAME, BadName, new_player
from ..agreement import declined
from ..visit import Visit
from .language import read_language, read_zone

KIND = "register"
_WISH = re.compile(r"(?P<name>.*?)(?: \((?P<language>[a-z]{2}), (?P<zone>[A-Za-z0-9_+/-]+)\))?")


class Wish(NamedTuple):
    """How somebody wants to be known."""

    name: str
    language: str = "en"
    zone: str = "UTC"

    def player(self, visit: Visit) -> StoredPlayer:
        """The player he would be. Raises ``NotPossible`` if he cannot be called so."""
        new = new_player(self.name, visit.letter.sender, self.language, visit.at)
        return new._replace(zone=self.zone)


def run(visit: Visit, words: list[str], text: str) -> None:
    """Ask for a confirmation."""
    if visit.player is not None:
        visit.refused(text, "already registered", name=visit.player.name)
        return
    wish = _read(visit, words, text)
    new = _checked(visit, wish, text) if wish else None
    if wish is None or new is None:
        return
    address = visit.letter.sender
    confirm = write_confirm(Confirm(KIND, fingerprint(address)), visit.sender.signer)
    key = f"answer/{visit.letter.identity}/{KIND}"
    more = "" if wish == Wish(wish.name) else f" ({new.language}, {new.zone})"
    question = k.Confirm(new.name, address)
    visit.writer.send(new, question, key, confirm, visit.thread, about=new.name + more)


def _read(visit: Visit, words: list[str], text: str) -> Wish | None:
    """``Anna Example LANGUAGE fr ZONE Europe/Paris``; a refusal for what nobody knows."""
    upper = [word.upper() for word in words]
    ends = [upper.index(word) for word in ("LANGUAGE", "ZONE") if word in upper]
    name = " ".join(words[: min(ends, default=len(words))]) or _default_name(visit)
    given = {upper[at]: words[at + 1] if at + 1 < len(words) else "?" for at in ends}
    code, zone = read_language(given.get("LANGUAGE", "en")), read_zone(given.get("ZONE", "UTC"))
    if code is None:
        visit.refused(text, "unknown language")
    elif zone is None:
        visit.refused(text, "unknown zone", word=given["ZONE"])
    else:
        return Wish(name, code, zone)
    return None


def _default_name(visit: Visit) -> str:
    return visit.letter.sender.partition("@")[0]


def _checked(visit: Visit, wish: Wish, text: str) -> StoredPlayer | None:
    """The new player, if he can have that name; a refusal that says what to do if not."""
    try:
        new = wish.player(visit)
    except BadName as error:
        visit.refused(text, error.key, name=wish.name[:LONGEST_NAME], number=LONGEST_NAME)
        return None
    except NotPossible:
        visit.refused(text, "bad address", word=visit.letter.sender)
        return None
    if _is_taken(visit, new.name):
        visit.refused(text, "name taken", name=new.name)
        return None
    return new


def _is_taken(visit: Visit, name: str) -> bool:
    try:
        log.find_player(visit.db, name)
    except Unknown:
        return False
    return True


def confirm_registration(visit: Visit, confirm: Confirm) -> None:
    """A yes to a registration: the address is his who answered."""
    if confirm.what != fingerprint(visit.letter.sender):
        note: k.Note | None = k.Note("wrong token")
    elif declined(visit.letter.orders):
        note = k.Note("declined")
    else:
        note = None if visit.player else _registered(visit)
    if note is not None:
        visit.answer(k.NotRead(visit.letter.subject, note))
        return
    known = seats.player_at(visit.db, visit.letter.sender)
    assert known is not None, "he has just been stored"
    visit.player = known
    visit.answer(k.Welcome(known.name, known.zone))


def _registered(visit: Visit) -> k.Note | None:
    """Store the player; a note if his name has been taken or spoilt meanwhile."""
    wish = _wish_in(visit)
    try:
        log.add_player(visit.db, wish.player(visit))
    except Taken:
        return k.Note("name taken", {"name": wish.name})
    except BadName as error:
        return k.Note(error.key, {"name": wish.name[:LONGEST_NAME], "number": LONGEST_NAME})
    return None


def _wish_in(visit: Visit) -> Wish:
    """What stands in the subject behind the last colon and a space."""
    match = _WISH.fullmatch(visit.letter.subject.rpartition(": ")[2].strip())
    assert match is not None, "any text is a name"
    language = read_language(match["language"] or "") or "en"
    zone = read_zone(match["zone"] or "") or "UTC"
    return Wish(match["name"].strip() or _default_name(visit), language, zone)

"""REGISTER: become a player. The address is confirmed by an answer to a signed address."""

from __future__ import annotations

from adjudicator.mail.address import Confirm, fingerprint, write_confirm
from adjudicator.render import letter_kinds as k
from adjudicator.storage import log, seats
from adjudicator.storage.errors import Taken

from ..mistakes import NotPossible
from ..players import new_player
from ..visit import Visit

KIND = "register"


def run(visit: Visit, words: list[str], text: str) -> None:
    """Ask for a confirmation; the name comes back with it in the subject."""
    if visit.player is not None:
        visit.refused(text, "already registered", name=visit.player.name)
        return
    name = " ".join(words) or visit.letter.sender.partition("@")[0]
    try:
        new_player(name, visit.letter.sender, "en", visit.at)
    except NotPossible as error:
        visit.lines.append(k.LineRead(text, k.Fate.REFUSED, why=str(error)))
        return
    address = visit.letter.sender
    confirm = write_confirm(Confirm(KIND, fingerprint(address)), visit.sender.signer)
    visit.ask_back(k.Confirm(name, address), confirm, about=name)


def confirm_registration(visit: Visit, confirm: Confirm) -> None:
    """A yes to a registration: the address is his who answered."""
    address = visit.letter.sender
    if confirm.kind != KIND or confirm.what != fingerprint(address):
        visit.answer(k.NotRead(visit.letter.subject, k.Note("wrong token")))
        return
    if visit.player is None:
        name = _name_in(visit.letter.subject) or address.partition("@")[0]
        try:
            log.add_player(visit.db, new_player(name, address, "en", visit.at))
        except (Taken, NotPossible):
            log.add_player(visit.db, new_player(address, address, "en", visit.at))
    known = seats.player_at(visit.db, address)
    assert known is not None, "he has just been stored"
    visit.player = known
    visit.answer(k.Welcome(known.name, known.zone))


def _name_in(subject: str) -> str:
    """The name stands in the subject behind the last colon."""
    return subject.rpartition(":")[2].strip()

"""ADDRESS: have another mail address. Both the old and the new one must say yes.

Nobody can take somebody's seat by writing in his name, because the old address is asked; nobody can
have our mails sent to a stranger, because the new one is. If the old one is dead, a moderator makes
the change at the shell.
"""

from __future__ import annotations

from datetime import timedelta

from adjudicator.mail.address import Confirm, fingerprint, write_confirm
from adjudicator.mail.headers import split_tag
from adjudicator.mail.outbound import can_write_to
from adjudicator.render import letter_kinds as k
from adjudicator.storage import moves, seats
from adjudicator.storage.errors import Taken
from adjudicator.storage.log import StoredPlayer
from adjudicator.storage.moves import Move

from ...mistakes import NotPossible
from ...players import new_player
from ..agreement import agreed, declined
from ..visit import Visit

LEAVE, ARRIVE = "leave", "arrive"
"""What the old address and the new one are asked."""
DAYS = 7
"""So long a change can be agreed to."""
PAUSE = timedelta(hours=1)
"""So long somebody waits before he asks again: otherwise we would write to any address he likes."""


def run(visit: Visit, words: list[str], text: str) -> None:
    if visit.player is None:
        visit.refused(text, "not registered")
    elif [word.upper() for word in words] == ["CANCEL"]:
        _cancel(visit, visit.player)
        visit.done(text, "move cancelled", address=visit.player.address or "?")
    elif _allows(visit, visit.player, words, text):
        _ask(visit, visit.player, words[0].lower())
        visit.done(text, "move asked", days=DAYS)


def _allows(visit: Visit, player: StoredPlayer, words: list[str], text: str) -> bool:
    """Whether he may ask for this address now; a refusal if not."""
    word = words[0] if words else "?"
    last = moves.move_of(visit.db, player.id)
    if len(words) != 1 or not _is_usable(visit, word):
        visit.refused(text, "bad address", word=word)
    elif word.lower() == player.address:
        visit.refused(text, "same address", address=word)
    elif seats.player_at(visit.db, word) is not None:
        visit.refused(text, "address not free", address=word)
    elif last is not None and visit.at < last.asked_at + PAUSE:
        note = k.Note("move again", {"moment": last.asked_at + PAUSE})
        visit.lines.append(k.LineRead(text, k.Fate.REFUSED, note=note))
    else:
        return True
    return False


def _is_usable(visit: Visit, address: str) -> bool:
    """Whether it is an address that we can write to, and not our own."""
    try:
        new_player("anybody", address, "en", visit.at)
    except NotPossible:
        return False
    own = split_tag(address.lower()).mailbox == visit.sender.signer.mailbox
    return can_write_to(address) and not own


def _ask(visit: Visit, player: StoredPlayer, address: str) -> None:
    """Ask both addresses; each has a signed address of its own to say yes to."""
    move = Move(player.id, address, visit.at)
    moves.put_move(visit.db, move)
    question = k.Confirm(player.name, address, moved=True)
    for kind, reader in ((LEAVE, player), (ARRIVE, player._replace(address=address))):
        reply = write_confirm(Confirm(kind, _named(move)), visit.sender.signer)
        visit.writer.send(reader, question, f"move/{_named(move)}/{kind}", reply)


def _named(move: Move) -> str:
    """What stands for this very wish in the addresses that say yes to it."""
    return fingerprint(f"{move.player_id}/{move.address}/{move.asked_at.timestamp()}")


def _cancel(visit: Visit, player: StoredPlayer) -> None:
    """Forget a wish, but not when it was made."""
    last = moves.move_of(visit.db, player.id)
    if last is not None:
        moves.put_move(visit.db, Move(player.id, "", last.asked_at))


# -- the answers ------------------------------------------------------------------------------


def confirm_move(visit: Visit, confirm: Confirm) -> None:
    """One of the two addresses answers."""
    move = _found(visit, confirm)
    player = seats.player_of(visit.db, move.player_id) if move else None
    if move is None or player is None:
        _tell(visit, "no move")
    elif declined(visit.letter.orders):
        _cancel(visit, player)
        _tell(visit, "declined")
    elif not agreed(visit.letter.orders):
        _tell(visit, "not agreed")
    else:
        move = moves.agree(visit.db, move, "old" if confirm.kind == LEAVE else "new")
        visit.player = player._replace(address=visit.letter.sender)
        if move.agreed:
            _make(visit, player, move)
        else:
            visit.answer(_receipt(move, "move half"))


def _found(visit: Visit, confirm: Confirm) -> Move | None:
    """The wish that is answered, if it still stands and the right address answers."""
    if confirm.kind == LEAVE:
        last = moves.move_of(visit.db, visit.player.id) if visit.player else None
        wishes = [last] if last else []
    else:
        wishes = moves.moves_to(visit.db, visit.letter.sender)
    longest = timedelta(days=DAYS)
    return next(
        (m for m in wishes if _named(m) == confirm.what and visit.at <= m.asked_at + longest), None
    )


def _make(visit: Visit, player: StoredPlayer, move: Move) -> None:
    """Both have said yes: change the address and tell both."""
    try:
        moves.set_address(visit.db, player.id, move.address)
    except Taken:
        _tell(visit, "address not free", address=move.address)
        return
    receipt = _receipt(move, "moved")
    for address in (player.address, move.address):
        reader = player._replace(address=address)
        visit.writer.send(reader, receipt, f"moved/{_named(move)}/{address}")


def _receipt(move: Move, key: str) -> k.Receipt:
    note = k.Note(key, {"address": move.address})
    return k.Receipt(None, (k.LineRead(f"ADDRESS {move.address}", k.Fate.DONE, note=note),))


def _tell(visit: Visit, key: str, **values: str | int) -> None:
    visit.answer(k.NotRead(visit.letter.subject, k.Note(key, values)))

"""Notices to the moderators: mails that come back or cannot be handled."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from adjudicator.mail.address import Confirm, ReplyTo, Signer, find_signed, write_confirm
from adjudicator.mail.automatic import BOUNCE_BYTES
from adjudicator.mail.inbound import Letter, Unfit
from adjudicator.render import letter_kinds as k
from adjudicator.storage import post, seats
from adjudicator.storage.log import StoredPlayer
from adjudicator.storage.post import Owed

from .writer import Writer

BOUNCE = "bounce"
DEAD_AFTER = 3
"""So many mails that came back for the time being count as much as one that came back for good."""
MOST_NOTICES = 20
"""So many mails put aside are told of in a day, however many there are."""
DAY = timedelta(days=1)


def tell_moderators(writer: Writer, moderators: Sequence[str], letter: k.Letter, key: str) -> None:
    """Owe each moderator a letter, in his language if he plays as well."""
    for address in moderators:
        known = seats.player_at(writer.db, address)
        reader = known or StoredPlayer(0, address, address, "en", writer.at)
        writer.send(reader, letter, f"{key}/{address}")


# -- mails that come back ---------------------------------------------------------------------


def envelope_sender(owed: Owed, signer: Signer) -> str:
    """Where a mail goes if it comes back: an address that says for sure which mail it was."""
    return write_confirm(Confirm(BOUNCE, str(owed.id)), signer)


def bounced_to(
    writer: Writer, raw: bytes, letter: Letter, envelope_to: str | None
) -> StoredPlayer | None:
    """Whose mail came back, as far as a signed address proves it.

    Mail systems answer to the envelope sender, which names the mail. Those that answer elsewhere
    return the mail with its signed reply address. A bounce with neither may be anybody's invention
    and marks nobody.
    """
    addresses = (envelope_to or "", *(recipient.address for recipient in letter.recipients))
    signer = writer.sender.signer
    for text in (*addresses, raw[:BOUNCE_BYTES].decode("ascii", "replace")):
        for meant in find_signed(text, signer):
            if player := _player_meant(writer, meant):
                return player
    return None


def _player_meant(writer: Writer, meant: ReplyTo | Confirm) -> StoredPlayer | None:
    if isinstance(meant, ReplyTo):
        sitting = seats.seated(writer.db, meant.game)
        return next((s.player for s in sitting if s.colour.startswith(meant.seat)), None)
    if meant.kind != BOUNCE or not meant.what.isdecimal():
        return None
    recipient = post.recipient_of(writer.db, int(meant.what))
    return seats.player_at(writer.db, recipient) if recipient else None


def note_bounce(
    writer: Writer, player: StoredPlayer, why: str, moderators: Sequence[str], *, permanent: bool
) -> None:
    """Count a mail that came back; when it is enough, tell the moderators once."""
    bounces = player.bounces + (DEAD_AFTER if permanent else 1)
    seats.set_bounces(writer.db, player.id, bounces)
    if player.bounces < DEAD_AFTER <= bounces:
        games = tuple(seats.games_of(writer.db, player.id))
        notice = k.BounceNotice(player.name, player.address or "", why, games, permanent)
        key = f"bounce/{player.id}/{writer.at.isoformat()}"
        tell_moderators(writer, moderators, notice, key)


def note_undeliverable(writer: Writer, owed: Owed, why: str, moderators: Sequence[str]) -> None:
    """A mail was given up: that is as if it had come back for good."""
    player = seats.player_at(writer.db, owed.recipient)
    if player is not None:
        note_bounce(writer, player, why, moderators, permanent=True)


# -- mails put aside --------------------------------------------------------------------------


def tell_of_quarantine(
    writer: Writer, inbound: int, letter: Letter | Unfit, why: str, moderators: Sequence[str]
) -> None:
    """Tell the moderators of a mail that was put aside; not of each in a flood of them."""
    if post.quarantined_since(writer.db, writer.at - DAY) > MOST_NOTICES:
        return
    sender, subject = "?", "?"
    if isinstance(letter, Letter):
        sender, subject = letter.sender, letter.subject
    notice = k.QuarantineNotice(inbound, sender, subject, why, writer.at)
    tell_moderators(writer, moderators, notice, f"quarantine/{inbound}")

"""Reply addresses: who may answer what, written into the address and signed.

`referee+7-b-31-dnwb35peyyuvuunf@example.org` is "the answer of seat b of game 7 to entry 31".
The last word is an HMAC-SHA256 over the others, cut to 80 bits, in lower-case base32, because mail
servers and address books may change the case of an address. Whoever holds such an address may act
for that seat; nobody can make one without the key.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple, TypeVar

_T = TypeVar("_T")

TOKEN_BYTES: Final = 10
TOKEN_LENGTH: Final = 16
LONGEST_LOCAL_PART: Final = 64
LONGEST_MAILBOX: Final = 19
"""Leaves room for the longest tag: 64 characters are allowed before the @."""

_GAME = r"(?:0|[1-9][0-9]{0,9})"
_SEAT = r"[a-z0-9]{1,8}"
_ENTRY = r"(?:0|[1-9][0-9]{0,6})"
_KIND = r"[a-z]{1,8}"
_WHAT = r"[a-z0-9]{1,16}"
_TOKEN = r"[a-z2-7]{16}"
_REPLY = re.compile(rf"({_GAME})-({_SEAT})-({_ENTRY})-({_TOKEN})", re.ASCII)
_CONFIRM = re.compile(rf"c-({_KIND})-({_WHAT})-({_TOKEN})", re.ASCII)
_MAILBOX = re.compile(r"([a-z0-9][a-z0-9._-]*)@([a-z0-9][a-z0-9.-]*)", re.ASCII)


class ReplyTo(NamedTuple):
    """The answer of one seat of one game to the position after one entry of its log."""

    game: int
    seat: str
    entry: int


class Confirm(NamedTuple):
    """A yes to something that was asked by mail: `register`, `leave`, `arrive`, `bounce`, ...

    `what` is a short id chosen by the asker, for instance `fingerprint(address)`.
    """

    kind: str
    what: str


class BadAddress(NamedTuple):
    """Why an address authorises nothing."""

    reason: Literal["foreign", "plain", "malformed", "forged"]
    """foreign: not our mailbox; plain: our mailbox without a tag; malformed: a tag that we never
    write; forged: a well-formed tag whose token does not fit (or whose key is gone)."""


@dataclass(frozen=True, slots=True)
class Signer:
    """Our mailbox and the secret key that signs its reply addresses.

    >>> signer = Signer("referee@example.org", b"a secret of at least 16 bytes")
    >>> write_reply(ReplyTo(7, "b", 31), signer)
    'referee+7-b-31-fgcmncten4obaekm@example.org'
    >>> read_reply("Referee+7-B-31-FGCMNCTEN4OBAEKM@example.org", signer)
    ReplyTo(game=7, seat='b', entry=31)
    >>> read_reply("referee+8-b-31-fgcmncten4obaekm@example.org", signer)
    BadAddress(reason='forged')
    """

    mailbox: str
    key: bytes = field(repr=False)
    old_keys: tuple[bytes, ...] = field(default=(), repr=False)
    """Keys that were used before: still read, never written."""

    def __post_init__(self) -> None:
        parts = _MAILBOX.fullmatch(self.mailbox)
        if parts is None or len(parts[1]) > LONGEST_MAILBOX:
            raise ValueError(
                f"{self.mailbox!r} is not a mailbox like referee@example.org, in lower case and "
                f"with at most {LONGEST_MAILBOX} characters before the @"
            )
        if any(len(key) < 16 for key in (self.key, *self.old_keys)):
            raise ValueError("a key for reply addresses needs at least 16 bytes")


def write_reply(reply: ReplyTo, signer: Signer) -> str:
    """The address that stands for this answer. A value that does not fit is a ValueError."""
    words = _reply_words(reply)
    if not _REPLY.fullmatch(f"{words}-{'a' * TOKEN_LENGTH}"):
        raise ValueError(f"{reply} does not fit into an address")
    return _tagged(signer, f"{words}-{_token(signer.key, 'reply', words)}")


def write_confirm(confirm: Confirm, signer: Signer) -> str:
    """The address that says yes. A value that does not fit is a ValueError."""
    words = _confirm_words(confirm)
    if not _CONFIRM.fullmatch(f"{words}-{'a' * TOKEN_LENGTH}"):
        raise ValueError(f"{confirm} does not fit into an address")
    return _tagged(signer, f"{words}-{_token(signer.key, 'confirm', words)}")


def read_address(address: str, signer: Signer) -> ReplyTo | Confirm | BadAddress:
    """What an address authorises. Upper and lower case do not matter, nor does the domain."""
    mailbox, plus, tag = address.strip().strip("<>").lower().partition("@")[0].partition("+")
    if mailbox != signer.mailbox.partition("@")[0]:
        return BadAddress("foreign")
    if not plus:
        return BadAddress("plain")
    if match := _REPLY.fullmatch(tag):
        reply = ReplyTo(int(match[1]), match[2], int(match[3]))
        return _if_signed(reply, "reply", _reply_words(reply), match[4], signer)
    if match := _CONFIRM.fullmatch(tag):
        confirm = Confirm(match[1], match[2])
        return _if_signed(confirm, "confirm", _confirm_words(confirm), match[3], signer)
    return BadAddress("malformed")


def read_reply(address: str, signer: Signer) -> ReplyTo | BadAddress:
    """Like `read_address`, for answers to positions only."""
    found = read_address(address, signer)
    return BadAddress("malformed") if isinstance(found, Confirm) else found


def read_confirm(address: str, signer: Signer) -> Confirm | BadAddress:
    """Like `read_address`, for confirmations only."""
    found = read_address(address, signer)
    return BadAddress("malformed") if isinstance(found, ReplyTo) else found


def find_signed(text: str, signer: Signer) -> tuple[ReplyTo | Confirm, ...]:
    """Every address of ours with a valid token in a text, for instance in a mail that came back."""
    local = re.escape(signer.mailbox.partition("@")[0])
    places = re.compile(rf"(?<![a-z0-9._+-]){local}\+[a-z0-9-]{{1,60}}@", re.IGNORECASE)
    found = (read_address(match[0], signer) for match in places.finditer(text))
    return tuple(meant for meant in found if not isinstance(meant, BadAddress))


def fingerprint(text: str) -> str:
    """Sixteen lower-case characters that stand for a text, fit for `Confirm.what`.

    >>> fingerprint("anna@example.org")
    'uo7ymi4kdrm32lyk'
    """
    return _base32(hashlib.sha256(text.encode("utf-8", "surrogateescape")).digest())


def secret_word(text: str, signer: Signer) -> str:
    """A word that always follows from a text, and that nobody without the key can foresee.

    >>> secret_word("<7@example.org>", Signer("referee@example.org", b"a secret of 16 bytes"))
    '2ce0a5d054e2a3c501e0de37600c1d03'
    """
    return hmac.digest(signer.key, f"word\0{text}".encode(), "sha256").hex()[:32]


def _reply_words(reply: ReplyTo) -> str:
    return f"{reply.game}-{reply.seat}-{reply.entry}"


def _confirm_words(confirm: Confirm) -> str:
    return f"c-{confirm.kind}-{confirm.what}"


def _tagged(signer: Signer, tag: str) -> str:
    local, _, domain = signer.mailbox.partition("@")
    assert len(f"{local}+{tag}") <= LONGEST_LOCAL_PART
    return f"{local}+{tag}@{domain}"


def _if_signed(what: _T, purpose: str, words: str, token: str, signer: Signer) -> _T | BadAddress:
    keys = (signer.key, *signer.old_keys)
    fits = [hmac.compare_digest(_token(key, purpose, words), token) for key in keys]
    return what if any(fits) else BadAddress("forged")


def _token(key: bytes, purpose: str, words: str) -> str:
    """Two purposes never share a token, whatever their words."""
    return _base32(hmac.digest(key, f"{purpose}\0{words}".encode("ascii"), "sha256"))


def _base32(digest: bytes) -> str:
    return base64.b32encode(digest[:TOKEN_BYTES]).decode("ascii").lower()

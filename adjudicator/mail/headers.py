"""What the headers of a mail say, read so that no header can raise or take long.

Addresses are read by our own few lines, because the standard library's readers raise on hostile
headers and misread some; an address that needs quoting is none for us.
"""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import UTC, datetime
from email.header import decode_header
from email.message import Message
from email.utils import parsedate_to_datetime
from typing import NamedTuple

from .text import clean, decode

LONGEST_SUBJECT = 300
MOST_RECIPIENTS = 50
MOST_REFERENCES = 30
MOST_REPEATED = 10
"""How many headers of one name are read."""

ADDRESS = re.compile(
    r"[^\s\x00-\x1f\x7f@<>()\[\],;:\"\\]{1,64}@[^\s\x00-\x1f\x7f@<>()\[\],;:\"\\]{1,253}"
)
_ID = re.compile(r"<[^\s<>]{1,250}>")
_PREFIX = re.compile(
    r"\s*(?:re|aw|antw|antwort|wg|fw|fwd|tr|réf|réponse|sv|vs|rv|odp)\s*(?:\[\d+\]|\(\d+\))?\s*[:：]",
    re.IGNORECASE,
)
_RECIPIENT_HEADERS = ("Delivered-To", "X-Original-To", "Envelope-To", "X-Envelope-To", "To", "Cc")


class Recipient(NamedTuple):
    """One address a mail was sent to, taken apart."""

    address: str
    mailbox: str
    """The address without its tag."""
    tag: str
    """What stands between the first + and the @."""


def header(message: Message[str, str], name: str) -> str:
    """The first header of that name as it was sent, unfolded; empty if there is none."""
    values = headers(message, name)
    return values[0] if values else ""


def headers(message: Message[str, str], name: str) -> tuple[str, ...]:
    """All headers of that name, unfolded, bytes that are not ASCII decoded as well as possible."""
    values = message.get_all(name, [])
    return tuple(_unfold(str(value)) for value in values[:MOST_REPEATED])


def _unfold(value: str) -> str:
    if not value.isascii():
        value = decode(value.encode("utf-8", "surrogateescape"), "utf-8")
    return " ".join(value.split())


def decoded(value: str) -> str:
    """A header with its encoded words written out; as it is where they are broken.

    >>> decoded("=?iso-8859-1?q?R=E9ponse?= =?utf-8?b?4pSA?=")
    'Réponse─'
    """
    if "=?" not in value:
        return clean(value)
    try:
        parts = decode_header(value[:2_000])
    except Exception:  # broken base64 and the like: hostile input has many ways to fail
        return clean(value)
    return " ".join(clean("".join(_part(text, charset) for text, charset in parts)).split())


def _part(text: str | bytes, charset: str | None) -> str:
    return text if isinstance(text, str) else decode(text, charset or "utf-8")


def subject(message: Message[str, str]) -> str:
    """The decoded subject without the marks of replying and forwarding, on one line."""
    return strip_prefixes(decoded(header(message, "Subject")))[:LONGEST_SUBJECT]


def strip_prefixes(text: str) -> str:
    """
    >>> strip_prefixes("AW: Re[2]: TR : Game 7: your turn")
    'Game 7: your turn'
    """
    start = 0
    while match := _PREFIX.match(text, start):
        start = match.end()
    return text[start:].strip()


def addresses(value: str) -> tuple[str, ...]:
    """The plain addresses in a header; names, comments and groups are skipped.

    >>> addresses('"a@b.c" <Anna@Example.ORG>, bob@example.org (x@y.z), m:RRR;:')
    ('Anna@example.org', 'bob@example.org')
    """
    found = []
    for piece in re.split(r"[,;]", _without_names(value)):
        _, angle, rest = piece.rpartition("<")
        inside = rest.partition(">")[0] if angle else piece.rpartition(":")[2]
        if ADDRESS.fullmatch(inside.strip()):
            found.append(lower_domain(inside.strip()))
    return tuple(found[:MOST_RECIPIENTS])


def _without_names(value: str) -> str:
    """The header without quoted strings and (nested) comments."""
    kept: list[str] = []
    depth, quoted, escaped = 0, False, False
    for sign in value:
        if escaped:
            escaped = False
        elif sign == "\\":
            escaped = True
        elif sign == '"' and depth == 0:
            quoted = not quoted
        elif quoted:
            pass
        elif sign == "(":
            depth += 1
        elif sign == ")" and depth:
            depth -= 1
        elif depth == 0:
            kept.append(sign)
    return "".join(kept)


def lower_domain(address: str) -> str:
    """The address as we compare it: the domain in lower case and ASCII, the rest as it is."""
    local, _, domain = address.rpartition("@")
    domain = domain.lower().rstrip(".")
    if not domain.isascii():
        with suppress(UnicodeError):
            domain = domain[:100].encode("idna").decode("ascii")
    return f"{local}@{domain}"


def recipients(message: Message[str, str]) -> tuple[Recipient, ...]:
    """Everybody the headers name as a recipient, once each, delivery headers first."""
    found: dict[str, Recipient] = {}
    for name in _RECIPIENT_HEADERS:
        for value in headers(message, name):
            for address in addresses(value):
                found.setdefault(address, split_tag(address))
    return tuple(found.values())[:MOST_RECIPIENTS]


def split_tag(address: str) -> Recipient:
    """
    >>> split_tag("judge+7-b@example.org")
    Recipient(address='judge+7-b@example.org', mailbox='judge@example.org', tag='7-b')
    """
    local, _, domain = address.rpartition("@")
    box, _, tag = local.partition("+")
    return Recipient(address, f"{box}@{domain}", tag)


def ids(message: Message[str, str], name: str) -> tuple[str, ...]:
    """The message ids in a header, angle brackets included."""
    return tuple(_ID.findall(header(message, name))[:MOST_REFERENCES])


def date(message: Message[str, str]) -> datetime | None:
    """When the mail says it was written, in UTC; None if it does not say so in a readable way."""
    value = header(message, "Date")[:100]
    try:
        when = parsedate_to_datetime(value)
        return when.replace(tzinfo=UTC) if when.tzinfo is None else when.astimezone(UTC)
    except Exception:  # TypeError, ValueError, IndexError, OverflowError, ...: python/cpython#83281
        return None

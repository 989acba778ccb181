"""Raw mail to a `Letter`: who wrote, to whom, and which words are the writer's own.

`read_mail` never raises, and works in bounded time and memory, whatever the bytes are.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from email.message import Message
from typing import NamedTuple

from . import headers
from .authenticity import Authentic, read_results
from .automatic import Bounce, automatic, is_own, read_bounce
from .body import Body, read_body
from .headers import Recipient
from .limits import DEFAULT_LIMITS, Limits
from .parse import Parsed, parse, split_head
from .quotes import Written, written

ECHO_LINES = 60
ECHO_WIDTH = 300


class LeftOut(NamedTuple):
    """What of a mail was not taken as the writer's words, for telling him."""

    quoted: int = 0
    signature: int = 0
    attachments: int = 0
    cut: bool = False
    """More was written than is read."""


@dataclass(frozen=True, slots=True)
class Letter:
    """What a mail says. Nothing in it is proven except by its reply address."""

    message_id: str
    """As sent, with its angle brackets; made from the content if there is none."""
    identity: str
    """The same for two deliveries of one mail, different for any two mails that differ."""
    sender: str
    """The address in From, its domain in lower case."""
    recipients: tuple[Recipient, ...]
    subject: str
    date: datetime | None
    in_reply_to: tuple[str, ...]
    orders: str
    """What the person wrote: no quotes, no signature, one kind of line end."""
    left_out: LeftOut
    automatic: str = ""
    """What shows that no person wrote it; empty if nothing does."""
    bounce: Bounce | None = None
    own_mail: bool = False
    oversized: bool = False
    too_deep: bool = False
    encrypted: bool = False
    unreadable: bool = False
    """The headers could be read, the body could not."""
    authentic: Authentic = Authentic.UNKNOWN

    @property
    def auto_reply(self) -> bool:
        """Whether a program wrote it, so that it must not be answered."""
        return bool(self.automatic)

    @property
    def readable(self) -> bool:
        """Whether `orders` is all that was written, as far as we can tell."""
        faults = (self.oversized, self.too_deep, self.encrypted, self.unreadable, self.left_out.cut)
        return not any(faults)

    @property
    def echo(self) -> str:
        """The words that were understood as the writer's, quoted for a receipt."""
        lines = self.orders.split("\n") if self.orders else []
        shown = [f"> {line[:ECHO_WIDTH]}".rstrip() for line in lines[:ECHO_LINES]]
        return "\n".join(shown + ["> [...]"] * (len(lines) > ECHO_LINES))


class Unfit(NamedTuple):
    """A mail that nobody can be answered for."""

    reason: str
    identity: str
    """A digest of its bytes."""
    broken: bool = False
    """Whether it broke our reader, which somebody should look at."""


class Context(NamedTuple):
    """What reading a mail depends on, besides the mail."""

    own: frozenset[str]
    limits: Limits
    auth_server: str | None


def read_mail(
    raw: bytes,
    own_addresses: Collection[str] = (),
    limits: Limits = DEFAULT_LIMITS,
    auth_server: str | None = None,
) -> Letter | Unfit:
    """Read one mail. Never raises.

    `own_addresses` are ours, with or without tags. `auth_server` is the authserv-id of our own mail
    server, whose Authentication-Results are believed.
    """
    try:
        return _read(raw, Context(frozenset(own_addresses), limits, auth_server))
    except Exception as error:  # the promise of this module; the kind of the error goes to the log
        return Unfit(f"cannot be read: {type(error).__name__}", digest(raw), broken=True)


def digest(raw: bytes) -> str:
    """What stands for these very bytes."""
    return hashlib.sha256(raw).hexdigest()


def _read(raw: bytes, context: Context) -> Letter | Unfit:
    parsed = parse(raw, context.limits)
    senders = [headers.addresses(value) for value in headers.headers(parsed.message, "From")]
    if len(senders) > 1 or any(len(found) > 1 for found in senders):
        return Unfit("several senders", digest(raw))
    if not senders or not senders[0]:
        return Unfit("no sender", digest(raw))
    return _letter(raw, parsed, senders[0][0], context)


def _letter(raw: bytes, parsed: Parsed, sender: str, context: Context) -> Letter:
    message, limits = parsed.message, context.limits
    _, content = split_head(raw, limits)
    message_id = _message_id(message, sender, content)
    body, unreadable = (Body(), False) if _is_cut(parsed) else _body(message, limits)
    words = written(body.text, limits)
    return Letter(
        message_id=message_id,
        identity=_hash(message_id.encode("utf-8"), sender.encode("utf-8"), content),
        sender=sender,
        recipients=headers.recipients(message),
        subject=headers.subject(message),
        date=headers.date(message),
        in_reply_to=headers.ids(message, "In-Reply-To") + headers.ids(message, "References"),
        orders=words.text,
        left_out=_left_out(words, body),
        automatic=automatic(message, sender),
        bounce=None if _is_cut(parsed) else read_bounce(raw, message, sender),
        own_mail=is_own(message, sender, context.own),
        oversized=parsed.oversized,
        too_deep=parsed.too_deep,
        encrypted=body.encrypted,
        unreadable=unreadable,
        authentic=read_results(message, sender, context.auth_server),
    )


def _is_cut(parsed: Parsed) -> bool:
    return parsed.oversized or parsed.too_deep


def _body(message: Message[str, str], limits: Limits) -> tuple[Body, bool]:
    """The body, and whether it could not be read although there is one."""
    try:
        return read_body(message, limits), False
    except Exception:  # unknown encodings, broken parameters: the sender is told
        return Body(), True


def _left_out(words: Written, body: Body) -> LeftOut:
    cut = words.cut or (body.cut and words.open_end)
    return LeftOut(words.quoted, words.signature, body.attachments, cut)


def _message_id(message: Message[str, str], sender: str, content: bytes) -> str:
    if found := headers.ids(message, "Message-ID"):
        return found[0]
    told = [headers.header(message, name) for name in ("Date", "Subject", "To")]
    return f"<{_hash(sender.encode(), *(text.encode() for text in told), content)}@without-id>"


def _hash(*parts: bytes) -> str:
    whole = hashlib.sha256()
    for part in parts:
        whole.update(len(part).to_bytes(8, "big") + part)
    return whole.hexdigest()

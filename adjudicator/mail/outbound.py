"""A draft to the bytes of a mail: the same draft gives the same bytes, always pure ASCII.

Every mail goes to one person, says that a program wrote it (RFC 3834) and asks for no automatic
answer. Two headers are left out on purpose: `Precedence: bulk`, because mail servers deliver and
bounce such mail less carefully, and `X-Auto-Response-Suppress: All`, because it also suppresses the
bounces that tell us of a dead address.
"""

from __future__ import annotations

import hashlib
import re
from base64 import b64decode, encodebytes
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from email.charset import QP, Charset
from email.encoders import encode_base64
from email.header import Header
from email.message import Message
from email.mime.base import MIMEBase
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText
from email.policy import compat32
from email.utils import format_datetime, formataddr
from typing import Literal, NamedTuple

from css_inline import CSSInliner

from .headers import ADDRESS

MOST_REFERENCES = 10
LONGEST_PLAIN_LINE = 78
SUPPRESSED = "DR, RN, NRN, OOF, AutoReply"
"""Every automatic answer but the report that a mail could not be delivered."""

_ID = re.compile(r"<[\x21-\x3b\x3d\x3f-\x7e]{3,240}>")
_WORD = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,80}")
_BOUNDARY = re.compile(r"[0-9a-f]{32}")
_POLICY = compat32.clone(linesep="\r\n", mangle_from_=False, max_line_length=78)
_INLINER = CSSInliner(
    keep_style_tags=True, keep_at_rules=True, load_remote_stylesheets=False, keep_link_tags=False
)
_MEDIA_TYPES = {"png": "image/png", "svg": "image/svg+xml"}
_DRAWING = re.compile(
    rb"(?P<begin>--=_[0-9a-f]{32}_\d+\r\nContent-Type: image/)svg\+xml\r\n"
    rb"(?P<headers>(?:[^\r\n]+\r\n)+)\r\n"
    rb"(?P<content>(?:[A-Za-z0-9+/=]+\r\n)+)(?=\r\n--=_)"
)
"""A part with a drawing, just as `compose` writes it."""
_UTF8 = Charset("utf-8")
_UTF8.body_encoding = QP


class Picture(NamedTuple):
    """A picture shown inside the HTML, where it says `src="cid:NAME"`."""

    name: str
    data: bytes
    """A PNG, or an SVG drawing that `develop` makes a PNG before the mail leaves."""
    alt: str
    """What it shows, for those who cannot see it. The HTML's `alt` is the template's business."""
    kind: Literal["png", "svg"] = "png"


class Attachment(NamedTuple):
    """A file that comes with the mail."""

    name: str
    kind: str
    """Its media type, like `text/plain`."""
    data: bytes


@dataclass(frozen=True, slots=True)
class Draft:
    """All that a mail is made of."""

    message_id: str
    """With angle brackets; chosen by the caller, kept for every attempt to send it."""
    date: datetime
    sender: str
    recipient: str
    subject: str
    text: str
    html: str | None = None
    sender_name: str = ""
    recipient_name: str = ""
    reply_to: str | None = None
    """The address that stands for the answer: see `address`."""
    in_reply_to: str | None = None
    references: tuple[str, ...] = ()
    """The ids of the thread, oldest first."""
    pictures: tuple[Picture, ...] = ()
    attachments: tuple[Attachment, ...] = ()
    occasion: Literal["auto-generated", "auto-replied"] = "auto-generated"
    """auto-replied for receipts: answers to one mail."""
    language: str | None = None
    unsubscribe: str | None = None
    """An address that takes mails about wanting no more of them."""
    loop: str | None = None
    """Our mailbox, as the mark by which we know our own mail; the sender if not given."""
    boundary: str | None = None
    """32 hexadecimal digits that part the pieces of the mail. Whoever writes a text that we pass on
    must not be able to foresee them; if not given, they follow from the message id."""


def compose(draft: Draft) -> bytes:
    """The mail, with CRLF line ends. A draft that makes no valid mail is a ValueError."""
    _require_fit(draft)
    boundary = _Boundaries(draft)
    mail = _content(draft, boundary)
    technical = mail.items()
    for name, _ in technical:
        del mail[name]
    for name, value in (*_headers(draft), *technical):
        _set(mail, name, value)
    return mail.as_bytes(policy=_POLICY)


def develop(raw: bytes, draw: Callable[[str], bytes]) -> bytes:
    """A composed mail with its drawings made into PNGs; all else stays to the byte.

    The result is the mail that `compose` would have written with the PNG. Drawing takes longer than
    everything else about a mail, so nobody should wait for it before the mail must leave.
    """

    def developed(found: re.Match[bytes]) -> bytes:
        png = encodebytes(draw(b64decode(found["content"]).decode("utf-8")))
        headers = found["headers"].replace(b'.svg"', b'.png"')
        content = png.replace(b"\n", b"\r\n")
        return b"".join((found["begin"], b"png\r\n", headers, b"\r\n", content))

    return _DRAWING.sub(developed, raw)


# -- headers ----------------------------------------------------------------------------------


def _headers(draft: Draft) -> list[tuple[str, str | Header]]:
    thread = _thread(draft)
    told: list[tuple[str, str | Header | None]] = [
        ("From", _person(draft.sender_name, draft.sender)),
        ("To", _person(draft.recipient_name, draft.recipient)),
        ("Reply-To", _person(draft.sender_name, draft.reply_to) if draft.reply_to else None),
        ("Subject", _title(draft.subject)),
        ("Date", format_datetime(draft.date)),
        ("Message-ID", draft.message_id),
        ("In-Reply-To", draft.in_reply_to),
        ("References", " ".join(thread) or None),
        ("Content-Language", draft.language),
        ("Auto-Submitted", draft.occasion),
        ("X-Auto-Response-Suppress", SUPPRESSED),
        ("X-Loop", draft.loop or draft.sender),
        ("List-Unsubscribe", f"<mailto:{draft.unsubscribe}>" if draft.unsubscribe else None),
    ]
    return [(name, value) for name, value in told if value is not None]


def _thread(draft: Draft) -> tuple[str, ...]:
    """The oldest id and the newest ones: mail programs need no more to keep a thread together."""
    ids = draft.references
    if draft.in_reply_to and draft.in_reply_to not in ids:
        ids = (*ids, draft.in_reply_to)
    return ids if len(ids) <= MOST_REFERENCES else (ids[0], *ids[1 - MOST_REFERENCES :])


def _person(name: str, address: str) -> str:
    return formataddr((one_line(name), address), "utf-8")


def _title(text: str) -> Header:
    title = one_line(text)
    return Header(title, "us-ascii" if title.isascii() else "utf-8", header_name="Subject")


def one_line(text: str) -> str:
    """The text as one line without control characters, as a header must be.

    >>> one_line("Your turn\\r\\nBcc: all@example.org\\x00")
    'Your turn Bcc: all@example.org'
    """
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())


def _set(mail: Message[str, str], name: str, value: str | Header) -> None:
    mail[name] = value  # type: ignore[assignment]  # a Header is meant to be set as it is


def can_write_to(address: str) -> bool:
    """Whether a mail can be sent to this address: we write no other letters than ASCII.

    >>> can_write_to("anna@example.org"), can_write_to("ännä@example.org")
    (True, False)
    """
    return bool(ADDRESS.fullmatch(address)) and address.isascii()


def can_repeat(message_id: str) -> bool:
    """Whether an id of somebody else's mail may stand in a header of ours."""
    return bool(_ID.fullmatch(message_id))


def _require_fit(draft: Draft) -> None:
    people = [draft.sender, draft.recipient, draft.reply_to, draft.unsubscribe, draft.loop]
    for address in people:
        if address is not None and not can_write_to(address):
            raise ValueError(f"{address!r} is not an address we can write to")
    for message_id in (draft.message_id, draft.in_reply_to, *draft.references):
        if message_id is not None and not can_repeat(message_id):
            raise ValueError(f"{message_id!r} is not a message id")
    for name in (*(picture.name for picture in draft.pictures), draft.language or "en"):
        if not _WORD.fullmatch(name):
            raise ValueError(f"{name!r} is not a plain word")
    if draft.boundary is not None and not _BOUNDARY.fullmatch(draft.boundary):
        raise ValueError(f"{draft.boundary!r} does not have 32 hexadecimal digits")
    if draft.date.tzinfo is None:
        raise ValueError("the date of a mail needs a time zone")


# -- content ----------------------------------------------------------------------------------


class _Boundaries:
    """Boundaries that depend on the draft only, each different."""

    def __init__(self, draft: Draft) -> None:
        message_id = draft.message_id.encode("ascii")
        self.digest = draft.boundary or hashlib.sha256(message_id).hexdigest()[:32]
        self.made = 0

    def multipart(self, subtype: str, *parts: Message[str, str]) -> Message[str, str]:
        self.made += 1
        return MIMEMultipart(subtype, f"=_{self.digest}_{self.made}", parts)


def _content(draft: Draft, boundary: _Boundaries) -> Message[str, str]:
    body: Message[str, str] = _text(draft.text, "plain")
    if draft.html is not None:
        body = boundary.multipart("alternative", body, _rich(draft, draft.html, boundary))
    if draft.attachments:
        body = boundary.multipart("mixed", body, *(_file(item) for item in draft.attachments))
    return body


def _rich(draft: Draft, html: str, boundary: _Boundaries) -> Message[str, str]:
    """The HTML, its style inlined, with its pictures."""
    html = _INLINER.inline(html)
    pictures = []
    for picture in draft.pictures:
        content_id = f"{picture.name}.{boundary.digest}@{draft.sender.rpartition('@')[2]}"
        html = html.replace(f'"cid:{picture.name}"', f'"cid:{content_id}"')
        pictures.append(_picture(picture, content_id))
    page = _text(html, "html")
    return boundary.multipart("related", page, *pictures) if pictures else page


def _text(text: str, subtype: str) -> Message[str, str]:
    """A text part: as it is if it is short ASCII lines, else quoted-printable UTF-8."""
    text = text.encode("utf-8", "replace").decode("utf-8")
    lines = text.split("\n")
    if text.isascii() and all(len(line) <= LONGEST_PLAIN_LINE for line in lines):
        return MIMEText(text, subtype, "us-ascii")
    return MIMEText(text, subtype, _UTF8)  # type: ignore[arg-type]  # typeshed wants a name here


def _picture(picture: Picture, content_id: str) -> Message[str, str]:
    part = _base64(_MEDIA_TYPES[picture.kind], picture.data)
    part["Content-ID"] = f"<{content_id}>"
    _set(part, "Content-Description", _title(picture.alt))
    part.add_header("Content-Disposition", "inline", filename=f"{picture.name}.{picture.kind}")
    return part


def _file(item: Attachment) -> Message[str, str]:
    part = _base64(item.kind, item.data)
    name = one_line(item.name)
    ascii_name = name if name.isascii() else ("utf-8", "", name)
    part.add_header("Content-Disposition", "attachment", filename=ascii_name)
    return part


def _base64(kind: str, data: bytes) -> Message[str, str]:
    maintype, _, subtype = kind.partition("/")
    part = MIMEBase(maintype, subtype)
    part.set_payload(data)
    encode_base64(part)
    return part

"""The text that a mail carries: the part it is in, its encoding, its conversion from HTML."""

from __future__ import annotations

from email.message import Message
from typing import NamedTuple

from .html import html_to_text
from .limits import Limits
from .parse import children, parameter
from .text import clean, decode, unflow

_PLAIN = frozenset({"text/plain", "text/markdown"})
_SEALED = frozenset({"multipart/encrypted", "application/pkcs7-mime", "application/x-pkcs7-mime"})


class Body(NamedTuple):
    """The readable text of a mail."""

    text: str = ""
    html: bool = False
    """Whether (some of) it was HTML only."""
    attachments: int = 0
    """Parts that were not read: files, pictures, forwarded mails."""
    encrypted: bool = False
    cut: bool = False
    """Whether a text part was longer than what is decoded."""


def read_body(message: Message[str, str], limits: Limits) -> Body:
    """The text of the mail; plain text is preferred, HTML is read where there is no other.

    The message must not be nested deeper than a recursion can go: see `parse.parse`.
    """
    return _Reader(limits.body).read(message)


class _Reader:
    """Reads parts until so many bytes are read."""

    def __init__(self, room: int) -> None:
        self.room = room

    def read(self, message: Message[str, str]) -> Body:
        kind = message.get_content_type()
        if kind in _SEALED:
            return Body(encrypted=True)
        if kind == "message/rfc822" or _is_file(message):
            return Body(attachments=1)
        if parts := children(message):
            return self._best(parts) if kind == "multipart/alternative" else self._all(parts)
        if kind in _PLAIN:
            return self._plain(message)
        if kind == "text/html":
            return self._html(message)
        return Body(attachments=0 if message.is_multipart() else 1)

    def _best(self, parts: list[Message[str, str]]) -> Body:
        """Of several forms of one text: a plain one with something in it, else any such."""
        body = Body()
        for part in sorted(parts, key=lambda part: part.get_content_type() not in _PLAIN):
            body = self.read(part)
            if body.text.strip() or body.encrypted:
                break
        return body

    def _all(self, parts: list[Message[str, str]]) -> Body:
        """Texts one below the other: some programs split a text around each picture."""
        bodies = [self.read(part) for part in parts]
        return Body(
            "\n".join(body.text for body in bodies if body.text),
            any(body.html for body in bodies),
            sum(body.attachments for body in bodies),
            any(body.encrypted for body in bodies),
            any(body.cut for body in bodies),
        )

    def _plain(self, message: Message[str, str]) -> Body:
        text, cut = self._text(message)
        text = clean(text)
        if parameter(message, "format") == "flowed":
            text = unflow(text, delete_space=parameter(message, "delsp") == "yes")
        return Body(text, cut=cut)

    def _html(self, message: Message[str, str]) -> Body:
        text, cut = self._text(message)
        return Body(html_to_text(text), html=True, cut=cut)

    def _text(self, message: Message[str, str]) -> tuple[str, bool]:
        payload: object = message.get_payload(decode=True)
        data = payload if isinstance(payload, bytes) else b""
        read, self.room = data[: self.room], max(0, self.room - len(data))
        return decode(read, _charset(message)), len(data) > len(read)


def _is_file(message: Message[str, str]) -> bool:
    return (message.get_content_disposition() or "") == "attachment"


def _charset(message: Message[str, str]) -> str:
    try:
        return message.get_content_charset() or "utf-8"
    except (LookupError, ValueError, UnicodeError, TypeError, AttributeError):
        return "utf-8"

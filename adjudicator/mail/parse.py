"""Raw bytes to a parsed message, in bounded time whatever the bytes are.

The standard parser is linear in the number of lines times the depth of nesting, and quadratic in
the length of a header. So lines, parts and the length of each header are capped while it works.
"""

from __future__ import annotations

import re
from email.feedparser import BytesFeedParser
from email.message import Message
from email.parser import BytesHeaderParser
from email.policy import Compat32
from typing import NamedTuple

from .limits import Limits

LONGEST_HEADER = 4_000
LONGEST_CONTENT_HEADER = 1_000
"""Content-Type and its like are taken apart by code that is quadratic in their length."""

_END_OF_HEAD = re.compile(rb"\r?\n\r?\n|\r\r")


class Parsed(NamedTuple):
    """A message and what kept it from being parsed whole."""

    message: Message[str, str]
    oversized: bool = False
    too_deep: bool = False


class TooManyParts(Exception):
    """The mail has more parts than we are willing to look at."""


class Careful(Compat32):
    """The old, forgiving policy, with long headers cut and undecoded bytes left as they are."""

    def header_source_parse(self, sourcelines: list[str]) -> tuple[str, str]:
        name, _, start = sourcelines[0].partition(":")
        is_content = name.lower().startswith("content-")
        longest = LONGEST_CONTENT_HEADER if is_content else LONGEST_HEADER
        value = start.lstrip(" \t")
        for line in sourcelines[1:]:
            if len(value) > longest:
                break
            value += line[:longest]
        return name[:200], value[:longest].rstrip("\r\n")

    def header_fetch_parse(self, name: str, value: str) -> str:
        return value


CAREFUL = Careful()


def split_head(raw: bytes, limits: Limits) -> tuple[bytes, bytes]:
    """The head of a mail, cut to its limit, and its body."""
    if raw[:1] in (b"\n", b"\r"):
        return b"", raw
    blank = _END_OF_HEAD.search(raw)
    end = len(raw) if blank is None else blank.end()
    return raw[: min(end, limits.headers)], raw[end:]


def parse(raw: bytes, limits: Limits) -> Parsed:
    """The whole mail if it keeps to the limits, otherwise only its head."""
    head, _ = split_head(raw, limits)
    if len(raw) > limits.size or raw.count(b"\n") + raw.count(b"\r") > limits.lines:
        return Parsed(_parse_head(head), oversized=True)
    try:
        message = parse_whole(raw, limits.parts)
        too_deep = deeper_than(message, limits.depth)
    except (TooManyParts, RecursionError):
        too_deep = True
    return Parsed(_parse_head(head), too_deep=True) if too_deep else Parsed(message)


def deeper_than(message: Message[str, str], depth: int) -> bool:
    """Whether parts are nested in parts more than so many times."""
    level: list[Message[str, str]] = [message]
    for _ in range(depth + 1):
        level = [part for outer in level for part in children(outer)]
        if not level:
            return False
    return True


def children(message: Message[str, str]) -> list[Message[str, str]]:
    """The parts of a multipart, none otherwise."""
    payload: object = message.get_payload() if message.is_multipart() else []
    parts = payload if isinstance(payload, list) else []
    return [part for part in parts if isinstance(part, Message)]


def parameter(message: Message[str, str], name: str) -> str:
    """A parameter of Content-Type in lower case; empty if there is none that can be read."""
    try:
        value = message.get_param(name)
    except Exception:  # python/cpython: TypeError and others for broken continuations
        return ""
    return value.strip().lower() if isinstance(value, str) else ""


def parse_whole(raw: bytes, parts: int) -> Message[str, str]:
    """The parsed mail; TooManyParts or RecursionError if it is nested beyond measure."""
    made = 0

    def counted(policy: object = None) -> Message[str, str]:
        nonlocal made
        made += 1
        if made > parts:
            raise TooManyParts
        return Message(policy=CAREFUL)

    parser: BytesFeedParser[Message[str, str]] = BytesFeedParser(counted, policy=CAREFUL)
    parser.feed(raw)
    return parser.close()


def _parse_head(head: bytes) -> Message[str, str]:
    """The head alone; whatever it says of parts, there are none."""
    return BytesHeaderParser(policy=CAREFUL).parsebytes(head)

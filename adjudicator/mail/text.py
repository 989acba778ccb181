"""Bytes to text that can be read line by line, whatever the sender's software did to it."""

from __future__ import annotations

import codecs
import re

_NEVER = frozenset({"idna", "punycode", "undefined", "unicode_escape", "raw_unicode_escape"})
"""Codecs that are slow on purpose-made input or were never meant for mail."""

_MEANT = {"iso8859-1": "cp1252", "ascii": "utf-8", "gb2312": "gb18030"}
"""What senders mean when they say something narrower."""

_BREAK = re.compile("\r\n?|[\x0b\x0c\x85\u2028\u2029]")
_INVISIBLE = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\xad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff"
    "\ud800-\udfff]"
)
_SPACE = re.compile("[\t\xa0\u1680\u2000-\u200a\u202f\u205f\u3000]")


def decode(data: bytes, charset: str) -> str:
    """The text, read as its charset says if it can be, else as UTF-8, else as Windows-1252.

    >>> decode("Réf €".encode(), "us-ascii"), decode(b"R\\xe9f \\xa4", "iso-8859-15")
    ('Réf €', 'Réf €')
    >>> decode(b"R\\xe9f", "x-unknown"), decode(b"R\\xe9f \\x80", "utf-8")
    ('Réf', 'Réf €')
    """
    for name in (_codec(charset), "utf-8"):
        try:
            return data.decode(name)
        except (UnicodeError, LookupError, ValueError):
            continue
    return data.decode("cp1252", "replace")


def _codec(charset: str) -> str:
    try:
        name = codecs.lookup(charset.strip("\"' ")[:40]).name
    except (LookupError, ValueError, UnicodeError):
        return "utf-8"
    return "utf-8" if name in _NEVER else _MEANT.get(name, name)


def clean(text: str) -> str:
    """One kind of line end, one kind of space, nothing invisible.

    >>> clean("A3\\r\\nWA\\xa0c4\\u200b\\x00")
    'A3\\nWA c4'
    """
    return _SPACE.sub(" ", _INVISIBLE.sub("", _BREAK.sub("\n", text)))


def unflow(text: str, *, delete_space: bool) -> str:
    """Text of `format=flowed` (RFC 3676) with its soft line breaks undone.

    A break after a short line is kept although its line ends in a space: somebody typed that space,
    and two orders must not become one.

    >>> unflow(" From here\\nA3 \\nEND", delete_space=False)
    'From here\\nA3 \\nEND'
    """
    paragraphs: list[tuple[int, list[str]]] = []
    for line in text.split("\n"):
        depth, words = _unquote(line)
        if paragraphs and paragraphs[-1][0] == depth and _is_soft(paragraphs[-1][1][-1], words):
            paragraphs[-1][1].append(words)
        else:
            paragraphs.append((depth, [words]))
    return "\n".join(_quote(depth, _join(lines, delete_space)) for depth, lines in paragraphs)


SHORTEST_SOFT_LINE = 60
"""Mail programs break lines at 65 to 78 columns."""


def _is_soft(line: str, following: str) -> bool:
    if not line.endswith(" ") or line == "-- ":
        return False
    return len(line) + len(following.partition(" ")[0]) >= SHORTEST_SOFT_LINE


def _join(lines: list[str], delete_space: bool) -> str:
    if delete_space:
        return "".join(line[:-1] for line in lines[:-1]) + lines[-1]
    return "".join(lines)


def _unquote(line: str) -> tuple[int, str]:
    depth = len(line) - len(line.lstrip(">"))
    words = line[depth:]
    return depth, words[1:] if words.startswith(" ") else words


def _quote(depth: int, line: str) -> str:
    return f"{'>' * depth} {line}" if depth else line

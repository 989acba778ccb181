"""How much of a stranger's mail is looked at. Every later step works on bounded input."""

from __future__ import annotations

from typing import NamedTuple


class Limits(NamedTuple):
    """Caps on one mail. The defaults let a reply with a quoted picture pass and stop bombs."""

    size: int = 2_000_000
    """Bytes of the whole mail; above it only the headers are read."""
    lines: int = 50_000
    """Lines of the whole mail; the parser works line by line."""
    parts: int = 40
    """MIME parts, nested ones counted; above it the mail is too deep."""
    depth: int = 10
    """How deep parts may be nested."""
    headers: int = 65_536
    """Bytes of the head of the mail that are read."""
    body: int = 262_144
    """Bytes of text that are decoded, all parts together."""
    text_lines: int = 500
    """Lines of text searched for quotes, after the marked quotes are gone."""
    text_size: int = 32_768
    """Characters of the same."""


DEFAULT_LIMITS = Limits()

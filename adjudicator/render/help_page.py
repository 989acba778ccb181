"""What a help page is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Row(NamedTuple):
    """A line one can write, and what it means."""

    line: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Page:
    """A help page. Lines to write are the same in all languages; everything else is translated."""

    topic: str
    summary: str
    usage: tuple[str, ...]
    paragraphs: tuple[str, ...] = ()
    rows: tuple[Row, ...] = ()

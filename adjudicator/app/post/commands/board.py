"""BOARD: the position again, as the asker may see it."""

from __future__ import annotations

from ..visit import Visit


def run(visit: Visit, words: list[str], text: str) -> None:
    """``BOARD 7``, for those who play and those who watch."""
    found = visit.looking_at(words, text)
    if found is not None:
        visit.show_board(*found)

"""BOARD: the position again, as the asker may see it."""

from __future__ import annotations

from adjudicator.engine.ids import Colour
from adjudicator.render import letter_kinds as k

from ..observing import board_for_observer
from ..visit import Visit


def run(visit: Visit, words: list[str], text: str) -> None:
    """``BOARD 7``, for those who play and those who watch."""
    found = visit.looking_at(words, text)
    if found is None:
        return
    here, viewer = found
    if isinstance(viewer, Colour):
        table = visit.writer.table(here.game.id, viewer)
        visit.show(k.Board(table, visit.writer.situation(here, viewer)), here, viewer)
    else:
        visit.show(board_for_observer(visit.writer, here), here, viewer)

"""Small packs of rooms, and what is told of them."""

from __future__ import annotations

from pathlib import Path

from adjudicator.sets.rooms import Fault

HEADER = "room 1R\npair 1\nturns right\n\n"
DRAWING = """\
+---+   +---+
| .   . # . |
+   +---+   +
  .   @   .
+   +   +---+
| O   . | .
+---+   +---+
"""
GOOD = HEADER + DRAWING
TWIN = GOOD.replace("1R", "1L").replace("right", "left")


def pack_of(folder: Path, **texts: str | bytes) -> Path:
    """A pack with these files: ``R=`` is ``1R.txt``, ``L=`` is ``1L.txt``."""
    for letter, text in texts.items():
        data = text if isinstance(text, bytes) else text.encode()
        (folder / f"1{letter}.txt").write_bytes(data)
    return folder


def told(faults: list[Fault]) -> list[str]:
    return [str(fault) for fault in faults]


def changed(old: str, new: str, text: str = GOOD) -> str:
    assert old in text
    return text.replace(old, new, 1)

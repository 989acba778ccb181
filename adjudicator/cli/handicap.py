"""Suggested handicaps by levels of play (BASE-OPTION-08, PRISON-OPTION-07), alike in all sets."""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import NamedTuple

from adjudicator.engine.ids import Colour
from adjudicator.notation.names import COLOURS

from .errors import Mistake


class Handicap(NamedTuple):
    """With how many characters, and without which Combat cards, the stronger player plays."""

    characters: int | None = None
    removed: tuple[int, ...] = ()


def preset(stronger: str | None, levels: str | None) -> tuple[Colour, Handicap]:
    """Who gets which handicap, for ``--stronger blue --levels experienced/newbie``."""
    if stronger is None or levels is None:
        raise Mistake("--stronger and --levels go together: --stronger blue --levels good/newbie")
    colour = COLOURS.get(stronger.strip().lower())
    if colour is None:
        raise Mistake(f"--stronger {stronger}: expected a colour, like blue")
    return colour, suggested(levels)


def suggested(levels: str) -> Handicap:
    """
    >>> suggested("experienced/newbie")
    Handicap(characters=4, removed=(6,))
    >>> suggested("good/good")
    Handicap(characters=None, removed=())
    """
    table = resources.files("adjudicator.sets").joinpath("handicap.toml")
    data = tomllib.loads(table.read_text(encoding="utf-8"))
    known: list[str] = data["levels"]
    strong, _, weak = (part.strip() for part in _plain(levels).partition("/"))
    for level in (strong, weak):
        if level not in known:
            what = f"{level!r} is no level of play" if level else "two levels are needed"
            raise Mistake(f"--levels: {what}; write STRONG/WEAK with {', '.join(known)}")
    if known.index(strong) > known.index(weak):
        raise Mistake(f"--levels: the stronger level comes first: {weak}/{strong}")
    for entry in data["suggested"]:
        if (entry["stronger"], entry["weaker"]) == (strong, weak):
            return Handicap(entry["characters"], tuple(entry["removed"]))
    return Handicap()


def _plain(text: str) -> str:
    return " ".join(text.lower().replace("-", " ").replace(":", "/").split())

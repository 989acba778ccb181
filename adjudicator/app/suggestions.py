"""Ready-made lines for a position mail: legal orders to copy, from the player's own options."""

from __future__ import annotations

from typing import NamedTuple

from adjudicator.engine.decisions import PlayActionCard
from adjudicator.engine.ids import Colour
from adjudicator.engine.options import Group, options
from adjudicator.engine.play import Played, play
from adjudicator.engine.state import State
from adjudicator.engine.view import view
from adjudicator.render.examples import examples

from .hints import short_order

ALL = ("action", "card", "draw")
"""Kinds of decision with so few options that all of them are listed."""
FEW = 3


class Suggestions(NamedTuple):
    """Lines to choose from, and lines that could follow in the same mail."""

    lines: tuple[str, ...]
    afterwards: tuple[str, ...] = ()


def suggestions(state: State, by: Colour) -> Suggestions:
    """What this player could write now. What he may not know changes nothing of it."""
    seen = view(state, by)
    if not seen.mine:
        return Suggestions(())
    groups = options(state, by)
    listed = [line for group in groups if group.kind in ALL for line in _lines(state, by, group)]
    if listed:
        return Suggestions(tuple(dict.fromkeys(listed)), _afterwards(state, by, groups))
    return Suggestions(tuple(examples(seen, seen.mine[0])))


def _lines(state: State, by: Colour, group: Group) -> list[str]:
    return [short_order(state, by, decision) for decision in group]


def _afterwards(state: State, by: Colour, groups: tuple[Group, ...]) -> tuple[str, ...]:
    """Actions once the lowest legal Action card lies open."""
    cards = [c for group in groups for c in group if isinstance(c, PlayActionCard)]
    if not cards:
        return ()
    played = play(state, by, min(cards, key=lambda card: card.points))
    assert isinstance(played, Played), "an option is legal"
    seen = view(played.state, by)
    return tuple(line for ask in seen.mine for line in examples(seen, ask))[: FEW + 1]

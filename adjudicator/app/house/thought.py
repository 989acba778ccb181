"""What the house thinks with: an imagined position, and trying things out in it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from adjudicator.engine import decisions as d
from adjudicator.engine.ids import Colour, Slot
from adjudicator.engine.options import Group
from adjudicator.engine.play import Played, play
from adjudicator.engine.state import Piece, State


class Thought(NamedTuple):
    """What the house thinks about: an imagined position, its seat, its options and some chance."""

    state: State
    me: Colour
    groups: Sequence[Group]
    chance: random.Random

    def hidden(self, slot: Slot) -> Iterator[Piece]:
        """What lies face down in a room, as far as it is known; else as it is imagined."""
        tile = self.state.space.tile_in(slot)
        return iter(self.state.hidden_in(tile) if tile is not None else ())


def tried(state: State, me: Colour, decision: d.Decision) -> State | None:
    """The position after a decision; nothing if it is not allowed."""
    played = play(state, me, decision)
    return played.state if isinstance(played, Played) else None

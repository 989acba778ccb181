"""What orders would do, as far as their sender may know before he plays them."""

from __future__ import annotations

from typing import NamedTuple

from adjudicator.engine import events as e
from adjudicator.engine.ids import Colour
from adjudicator.engine.play import Played, play
from adjudicator.engine.state import State

from ..games import Judged, judge

OPEN_EVENTS = (
    e.ActionCardPlayed,
    e.Asked,
    e.CardsTakenBack,
    e.Claimed,
    e.Closed,
    e.DoorChanged,
    e.DrawOffered,
    e.Eliminated,
    e.EndTriggered,
    e.Escaped,
    e.Pushed,
    e.Fired,
    e.JumpCardUsed,
    e.Jumped,
    e.Left,
    e.Moved,
    e.PointsLost,
    e.PointsSpent,
    e.PurseFilled,
    e.Recovered,
    e.Rescued,
    e.RoomTurned,
    e.Scored,
    e.ThingGone,
    e.TookUp,
    e.TurnBegan,
    e.TurnEnded,
    e.WalkedThrough,
    e.Wounded,
)
"""What follows from the open position alone. All else may uncover something hidden."""


class Preview(NamedTuple):
    """A judged message, and the position up to where nothing hidden is uncovered."""

    outcome: Judged
    state: State
    events: tuple[e.Event, ...]
    shown: int
    """How many orders the position includes; one that would uncover something is left out."""


def preview(before: State, by: Colour | None, text: str) -> Preview:
    """Judge orders without playing them. The referee, who knows everything, is shown everything."""
    outcome = judge(before, by, text)
    state, events, shown = before, list[e.Event](), 0
    for verdict in outcome.verdicts:
        if verdict.played is None or verdict.decision is None or verdict.state is None:
            break
        result = play(verdict.state, by, verdict.decision)
        assert isinstance(result, Played), "what was judged legal is legal"
        if by is not None and not all(isinstance(event, OPEN_EVENTS) for event in result.events):
            break
        state, shown = result.state, shown + 1
        events.extend(result.events)
    return Preview(outcome, state, tuple(events), shown)

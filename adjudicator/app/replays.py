"""A record as one viewer could follow it: steps for replays, without anybody else's secrets."""

from __future__ import annotations

from dataclasses import replace as changed
from typing import NamedTuple

from adjudicator.engine import decisions as d
from adjudicator.engine.events import Event
from adjudicator.engine.ids import Colour
from adjudicator.engine.refusals import Refusal
from adjudicator.engine.requests import Ask
from adjudicator.engine.seen import Role, Viewer
from adjudicator.engine.start import start
from adjudicator.engine.state import State
from adjudicator.engine.telling import tell
from adjudicator.engine.view import view
from adjudicator.notation.orders import Unreadable, read_order, write_order
from adjudicator.notation.record import Record
from adjudicator.render.html import ReplayStep
from adjudicator.render.report import report

from .games import Turn, replay, rules_of

SEALED = (d.ChooseTeam, d.LeaveOut, d.LineUp, d.Hide, d.LayCard)
"""Orders that nobody but their sender may read."""


class SeenOrder(NamedTuple):
    """Who decided, as far as the viewer knows, and the order; ``None`` if it is sealed for him."""

    by: Colour | None
    text: str | None

    @property
    def name(self) -> str:
        return "Referee" if self.by is None else self.by.value.capitalize()


def seen_order(turn: Turn, viewer: Viewer) -> SeenOrder:
    """An order as this viewer may read it.

    A card sealed with an attack is left away. That the deadline for a Combat card has passed would
    tell the card, so to others it looks like any sealed card (BASE-HIDDEN-05).
    """
    if viewer in (turn.by, Role.MODERATOR):
        return SeenOrder(turn.by, turn.order)
    decision = read_order(turn.order, turn.before, turn.by)
    assert not isinstance(decision, Refusal | Unreadable), "the record was replayed"
    if isinstance(decision, SEALED):
        return SeenOrder(turn.by, None)
    if isinstance(decision, d.Attack):
        public = changed(decision, card=None)
        return SeenOrder(turn.by, write_order(turn.before, turn.by, public))
    if isinstance(decision, d.TimeOut):
        return _seen_time_out(turn, decision, viewer)
    return SeenOrder(turn.by, turn.order)


def _seen_time_out(turn: Turn, decision: d.TimeOut, viewer: Viewer) -> SeenOrder:
    request = next(r for r in turn.before.pending if r.number == decision.request)
    if request.ask is Ask.COMBAT_CARD and viewer != request.who:
        return SeenOrder(request.who, None)
    return SeenOrder(turn.by, turn.order)


def replay_steps(record: Record, viewer: Viewer) -> list[ReplayStep]:
    """The deal and then every decision. Raises ``RecordFault`` where one is not legal."""
    dealt = start(rules_of(record), record.tags["Seed"]).state
    steps = [ReplayStep("", "", (), view(dealt, viewer))]
    for turn in replay(record):
        order = seen_order(turn, viewer)
        told = _told(turn.before, turn.events, viewer)
        steps.append(ReplayStep(order.name, order.text, told, view(turn.after, viewer)))
    return steps


def _told(before: State, events: tuple[Event, ...], viewer: Viewer) -> tuple[str, ...]:
    names = {token: before.name(token) for token in before.pieces}
    return tuple(report(tell(before, events, viewer), names))

"""The course of one decision: events as they happen, and the position after each of them."""

from __future__ import annotations

from typing import NamedTuple

from .apply import apply
from .events import Asked, Closed, Event
from .ids import Colour, RuleId, Token
from .requests import TERMS, Ask, Request
from .state import State


class Played(NamedTuple):
    """An accepted decision: the new position and what has happened."""

    state: State
    events: tuple[Event, ...]
    because: tuple[RuleId, ...]
    """For each event the rule that let it happen, as the set of the game calls it."""


class Course:
    """Collects events. What happens next may depend on what has happened so far."""

    __slots__ = ("because", "events", "state")

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []
        self.because: list[RuleId] = []
        """For each event the rule that lets it happen."""

    def happen(self, event: Event, rule: str) -> None:
        self.state = apply(self.state, event)
        self.events.append(event)
        self.because.append(RuleId(rule))

    def played(self) -> Played:
        """Everything that has happened."""
        called, because = self.state.rules.called, self.because
        if called:  # the base set calls its rules as the engine does
            because = [called.get(rule, rule) for rule in because]
        return Played(self.state, tuple(self.events), tuple(because))

    def ask(self, ask: Ask, who: Colour, tokens: tuple[Token, ...] = ()) -> None:
        """Wait for somebody. Every request has a number of its own."""
        self.happen(Asked(Request(self.state.asked + 1, ask, who, tokens)), TERMS[ask].rule)

    def close(self, *asks: Ask) -> None:
        """Stop waiting for answers of these kinds."""
        for request in self.state.pending:
            if request.ask in asks:
                self.happen(Closed(request.number), TERMS[request.ask].rule)

    def close_for(self, who: Colour, ask: Ask) -> None:
        """Stop waiting for one player's answer."""
        for request in self.state.pending:
            if request.ask is ask and request.who == who:
                self.happen(Closed(request.number), TERMS[request.ask].rule)

"""Whom the game waits for: who decides, what kind of thing, and what happens at the deadline."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from .ids import Colour, RuleId, Token


class Ask(StrEnum):
    """The kinds of request."""

    LEAVE_OUT = "out"
    LINE_UP = "line"
    HIDE = "set"
    ACTION_CARD = "action"
    ACT = "act"
    PUT = "put"
    COMBAT_CARD = "card"
    DRAW = "draw"


class Request(NamedTuple):
    """One question to one player. A sealed answer may be replaced until all are in."""

    number: int
    ask: Ask
    who: Colour
    tokens: tuple[Token, ...] = ()
    """For placing: what is to be placed."""
    sealed: bool = False
    final: bool = False
    """The deadline has passed: the default stands and can no longer be replaced."""


class Terms(NamedTuple):
    """What holds for every request of a kind."""

    rule: RuleId
    secret: bool
    default: str
    """What the referee does when no answer comes by the deadline, in plain words."""


TERMS: dict[Ask, Terms] = {
    Ask.LEAVE_OUT: Terms(RuleId("BASE-OPTION-06"), True, "the characters left out are drawn"),
    Ask.LINE_UP: Terms(RuleId("BASE-SETUP-06"), True, "the starting team is drawn"),
    Ask.HIDE: Terms(RuleId("BASE-SETUP-08"), True, "a token and a room are drawn"),
    Ask.ACTION_CARD: Terms(
        RuleId("BASE-OPTION-02"), False, "the lowest legal card is played and its AP are lost"
    ),
    Ask.ACT: Terms(RuleId("BASE-OPTION-02"), False, "the turn ends and the AP left are lost"),
    Ask.PUT: Terms(
        RuleId("BASE-OPTION-03"), False, "the right to place passes to the other player, then drawn"
    ),
    Ask.COMBAT_CARD: Terms(RuleId("BASE-OPTION-04"), True, "the +0 is played"),
    Ask.DRAW: Terms(RuleId("BASE-END-05"), False, "the offer is declined"),
}

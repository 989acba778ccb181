"""Whom the game waits for: who decides, what kind of thing, and what happens at the deadline."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from .ids import Colour, RuleId, Token


class Ask(StrEnum):
    """The kinds of request."""

    TEAM = "team"
    PICK = "pick"
    LEAVE_OUT = "out"
    LINE_UP = "line"
    HIDE = "set"
    ACTION_CARD = "action"
    ACT = "act"
    PUT = "put"
    NAME_CARD = "mind"
    COMBAT_CARD = "card"
    DRAW = "draw"


CHOOSING = (Ask.TEAM, Ask.PICK)
"""What is asked in a mixed game before the teams are complete."""


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
    """The rule by which somebody is asked."""
    late: RuleId
    """The rule by which the default happens when no answer comes by the deadline."""
    secret: bool
    default: str
    """What the referee does then, in plain words."""


def _terms(rule: str, late: str, secret: bool, default: str) -> Terms:
    return Terms(RuleId(rule), RuleId(late), secret, default)


TERMS: dict[Ask, Terms] = {
    Ask.TEAM: _terms(
        "NATURE-SETUP-04", "BASE-HIDDEN-09", True, "the team and the pairs of rooms are drawn"
    ),
    Ask.PICK: _terms("NATURE-SETUP-07", "BASE-HIDDEN-09", False, "what is picked is drawn"),
    Ask.LEAVE_OUT: _terms(
        "BASE-OPTION-06", "BASE-HIDDEN-09", True, "the characters left out are drawn"
    ),
    Ask.LINE_UP: _terms("BASE-SETUP-06", "BASE-HIDDEN-09", True, "the starting team is drawn"),
    Ask.HIDE: _terms("BASE-SETUP-08", "BASE-HIDDEN-09", True, "a token and a room are drawn"),
    Ask.ACTION_CARD: _terms(
        "BASE-TURN-03",
        "BASE-OPTION-02",
        False,
        "the lowest legal card is played and its AP are lost",
    ),
    Ask.ACT: _terms(
        "BASE-TURN-10", "BASE-OPTION-02", False, "the turn ends and the AP left are lost"
    ),
    Ask.PUT: _terms(
        "BASE-REVEAL-09",
        "BASE-OPTION-03",
        False,
        "the right to place passes to the other player, then to chance",
    ),
    Ask.NAME_CARD: _terms("PRISON-ABILITY-26", "PRISON-ABILITY-26", False, "no card is named"),
    Ask.COMBAT_CARD: _terms("BASE-COMBAT-03", "BASE-OPTION-04", True, "the +0 is played"),
    Ask.DRAW: _terms("BASE-END-05", "BASE-END-05", False, "the offer is declined"),
}

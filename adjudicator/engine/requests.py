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
    CLAIM = "claim"


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

    @property
    def late_card(self) -> bool:
        """Whether the +0 was laid because time was up: only its owner knows before the cards are
        turned (BASE-HIDDEN-05)."""
        return self.final and self.ask is Ask.COMBAT_CARD


class Terms(NamedTuple):
    """What holds for every request of a kind."""

    rule: RuleId
    """The rule by which somebody is asked."""
    late: RuleId
    """The rule by which the default happens when no answer comes by the deadline."""
    secret: bool
    default: str
    """What the referee does then, in plain words."""


def _open(rule: str, late: str, default: str) -> Terms:
    return Terms(RuleId(rule), RuleId(late), secret=False, default=default)


def _sealed(rule: str, late: str, default: str) -> Terms:
    return Terms(RuleId(rule), RuleId(late), secret=True, default=default)


TERMS: dict[Ask, Terms] = {
    Ask.TEAM: _sealed(
        "NATURE-SETUP-04", "BASE-HIDDEN-09", "the team and the pairs of rooms are drawn"
    ),
    Ask.PICK: _open("NATURE-SETUP-07", "BASE-HIDDEN-09", "what is picked is drawn"),
    Ask.LEAVE_OUT: _sealed("BASE-OPTION-06", "BASE-HIDDEN-09", "the characters left out are drawn"),
    Ask.LINE_UP: _sealed("BASE-SETUP-06", "BASE-HIDDEN-09", "the starting team is drawn"),
    Ask.HIDE: _sealed("BASE-SETUP-08", "BASE-HIDDEN-09", "a token and a room are drawn"),
    Ask.ACTION_CARD: _open(
        "BASE-TURN-03", "BASE-OPTION-02", "the lowest legal card is played and its AP are lost"
    ),
    Ask.ACT: _open("BASE-TURN-10", "BASE-OPTION-02", "the turn ends and the AP left are lost"),
    Ask.PUT: _open(
        "BASE-REVEAL-09",
        "BASE-OPTION-03",
        "the right to place passes to the other player, then to chance",
    ),
    Ask.NAME_CARD: _open("PRISON-ABILITY-26", "PRISON-ABILITY-26", "no card is named"),
    Ask.COMBAT_CARD: _sealed("BASE-COMBAT-03", "BASE-OPTION-04", "the +0 is played"),
    Ask.DRAW: _open("BASE-END-05", "BASE-END-05", "the offer is declined"),
    Ask.CLAIM: _open("PRISON-END-06", "PRISON-END-06", "the claim holds, and the game is counted"),
}

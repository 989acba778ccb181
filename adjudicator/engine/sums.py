"""Numbers that explain themselves: what a strength is made of, what points were given for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from .ids import RuleId, Token


@dataclass(frozen=True, slots=True)
class Part:
    """A labelled summand of a strength: ``3 Warrior``, ``1 Sword``."""

    label: str
    value: int
    rule: RuleId | None = None


@dataclass(frozen=True, slots=True)
class Point:
    """Victory points with the reason they were given for (BASE-SETUP-17)."""

    value: int
    token: Token
    reason: str


def total(parts: Iterable[Part]) -> int:
    return sum(part.value for part in parts)

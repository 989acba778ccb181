"""A refused decision: which rule forbids it, why, and what would be legal instead."""

from __future__ import annotations

from dataclasses import dataclass

from .decisions import Decision
from .ids import RuleId


@dataclass(frozen=True, slots=True)
class Refusal:
    """Nothing happened (BASE-TURN-15). The reason uses public facts and own secrets only."""

    rule: RuleId
    why: str
    instead: tuple[Decision, ...] = ()


def refuse(rule: str, why: str) -> Refusal:
    return Refusal(RuleId(rule), why)

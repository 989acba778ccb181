"""A refused decision: which rule forbids it, and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from .ids import RuleId


@dataclass(frozen=True, slots=True)
class Refusal:
    """Nothing happened (BASE-TURN-15). The reason uses public facts and own secrets only."""

    rule: RuleId
    why: str


def refuse(rule: str, why: str) -> Refusal:
    return Refusal(RuleId(rule), why)


def renamed(refusal: Refusal, called: Mapping[RuleId, RuleId]) -> Refusal:
    """The same refusal, its rule called as the set of the game calls it."""
    name = called.get(refusal.rule)
    return refusal if name is None else replace(refusal, rule=name)

"""Where abilities register themselves under the name their set's data calls them by."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from adjudicator.engine.abilities import Ability
from adjudicator.engine.ids import RuleId

A = TypeVar("A", bound=Ability)
_ABILITIES: dict[str, Ability] = {}


def ability(name: str, rule: str) -> Callable[[type[A]], type[A]]:
    """Register an ability; its rule is what reports and refusals name."""

    def register(cls: type[A]) -> type[A]:
        cls.rule = RuleId(rule)
        _ABILITIES[name] = cls()
        return cls

    return register


def find_ability(name: str) -> Ability | None:
    return _ABILITIES.get(name)

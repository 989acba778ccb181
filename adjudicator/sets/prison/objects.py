"""The effects of the Prison set's objects: only what the data cannot say."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.abilities import Ability, Weapon
from adjudicator.engine.course import Course
from adjudicator.engine.events import ThingGone
from adjudicator.engine.ids import Cell, RuleId, Side, Token
from adjudicator.engine.refusals import Refusal, refuse
from adjudicator.engine.sight import first_in_line
from adjudicator.engine.state import Piece, State

from ..base import objects as _base_objects  # noqa: F401  # Rope and Fireball Wand are the same
from ..base.characters import ClosePortcullis, OpenPortcullis
from ..registry import ability

# -- Key --------------------------------------------------------------------------------------


class OpenWithKey(OpenPortcullis):
    rule = wrong_state_rule = RuleId("PRISON-OBJECT-02")


class CloseWithKey(ClosePortcullis):
    rule = wrong_state_rule = RuleId("PRISON-OBJECT-02")


@ability("key", rule="PRISON-OBJECT-02")
class Key(Ability):
    verbs = (OpenWithKey(), CloseWithKey())


# -- Telescoping Spear ------------------------------------------------------------------------


class SpearThrust(Weapon):
    """Close combat two squares away, or through an arrow-slit (PRISON-OBJECT-10 to -16)."""

    rule = RuleId("PRISON-OBJECT-10")

    def refusal(self, state: State, bearer: Piece, target: Piece) -> Refusal | None:
        name, there = state.name(bearer.token), state.square(target.cell)
        if _beside_enemy(state, bearer):
            why = f"the {name} has an enemy beside him and no room for the spear"
            return refuse("PRISON-OBJECT-13", why)
        if target.cell in state.space.open_to(bearer.cell, "reach"):
            return refuse("PRISON-OBJECT-13", f"the spear is too long for {there} next to him")
        half = state.space.half_between(bearer.cell, target.cell)
        if half is not None:
            if state.space.blocking(half, "peer") is None:
                return None
            return refuse("PRISON-OBJECT-12", f"the spear does not get through to {there}")
        for between, reached in _two_away(state, bearer.cell):
            if reached == target.cell and state.characters_on(between):
                why = f"somebody stands on {state.square(between)}, in the way of the spear"
                return refuse("PRISON-OBJECT-11", why)
            if reached == target.cell:
                return None
        why = f"the spear reaches two squares in a straight line over open borders, not {there}"
        return refuse("PRISON-OBJECT-10", why)

    def targets(self, state: State, bearer: Piece) -> Iterator[Piece]:
        near = [cell for _, cell in state.space.touching(bearer.cell)]
        for cell in (*near, *(second for _, second in _two_away(state, bearer.cell))):
            yield from state.characters_on(cell)

    def lose(self, course: Course, bearer: Token) -> None:
        load = course.state.load(bearer)
        assert load is not None, "the spear is in somebody's hands"
        course.happen(ThingGone(load.token, "broken"), "PRISON-OBJECT-14")


def _two_away(state: State, cell: Cell) -> Iterator[tuple[Cell, Cell]]:
    """The squares two away in a straight line with open borders, and those between."""
    for direction in Side:
        first = _in_reach(state, cell, direction)
        second = None if first is None else _in_reach(state, first, direction)
        if first is not None and second is not None:
            yield first, second


def _in_reach(state: State, cell: Cell, direction: Side) -> Cell | None:
    """The next square in a direction, if no border is in the way."""
    beyond = state.space.beyond(cell, direction)
    return beyond if beyond in state.space.open_to(cell, "reach") else None


def _beside_enemy(state: State, bearer: Piece) -> bool:
    """Whether a living enemy is next to somebody (PRISON-OBJECT-13, PRISON-RANGED-05)."""
    return any(
        other is not None and other.colour != bearer.colour
        for other in map(state.living_on, state.space.open_to(bearer.cell, "reach"))
    )


@ability("spear", rule="PRISON-OBJECT-10")
class TelescopingSpear(Ability):
    weapon = SpearThrust()


# -- Bow, Large Shield ------------------------------------------------------------------------


class BowShot(Weapon):
    """A shot at the first character in one of the four directions (PRISON-RANGED-01 to -06)."""

    rule = RuleId("PRISON-RANGED-03")
    shoots = True
    value = 1

    def refusal(self, state: State, bearer: Piece, target: Piece) -> Refusal | None:
        name, aim = state.name(bearer.token), state.name(target.token)
        if _beside_enemy(state, bearer):
            return refuse("PRISON-RANGED-05", f"the {name} has an enemy beside him")
        if target.cell in state.space.open_to(bearer.cell, "reach"):
            return refuse("PRISON-RANGED-05", f"the {aim} is too near to be shot at")
        if target not in self.targets(state, bearer):
            why = f"the {aim} is not the first whom the {name} sees in a straight line"
            return refuse("PRISON-RANGED-02", why)
        shield = state.tool(target.token)
        if shield is not None and shield.kind.stops_shots:
            return refuse("PRISON-OBJECT-18", f"the {aim} is behind the {shield.kind.name}")
        return None

    def targets(self, state: State, bearer: Piece) -> Iterator[Piece]:
        for direction in Side:
            first = first_in_line(state, bearer, direction)
            if first is not None:
                yield first


@ability("bow", rule="PRISON-OBJECT-17")
class Bow(Ability):
    weapon = BowShot()


@ability("large-shield", rule="PRISON-OBJECT-18")
class LargeShield(Ability):
    stops_shots = True

"""The abilities of the base set's characters: only what the data cannot say."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.abilities import Ability, Passage, Target, Verb
from adjudicator.engine.actions.move import arrive
from adjudicator.engine.course import Course
from adjudicator.engine.events import DoorChanged, Recovered, WalkedThrough
from adjudicator.engine.ids import Cell, RuleId
from adjudicator.engine.refusals import Refusal, refuse
from adjudicator.engine.space import Layer
from adjudicator.engine.state import FRESH, Piece, State, Status
from adjudicator.engine.walk import Walk, landing_refusal, set_out

from ..registry import ability

PIT = "pit"
WALL = "wall"
STANDING = "standing"
"""The state of walls and of what is like a wall for the Wall-Walker."""
PORTCULLIS = "portcullis"


# -- Cleric -----------------------------------------------------------------------------------


class Heal(Verb):
    """Turn a wounded neighbour of either colour back to living (BASE-ABILITY-02 to -06,
    PRISON-ABILITY-08).
    """

    name = "heal"
    rule = RuleId("BASE-ABILITY-02")
    takes = "piece"

    def check(self, state: State, actor: Piece, target: Target) -> Refusal | None:
        patient = state.pieces.get(target) if isinstance(target, str) else None
        if patient is None or not patient.kind.character or patient.status is not Status.ON_BOARD:
            return refuse("BASE-ABILITY-02", "name a wounded character next to the healer")
        name = state.name(patient.token)
        if not patient.wounded:
            return refuse("BASE-ABILITY-06", f"the {name} is not wounded")
        if patient.carrier == actor.token:
            return refuse("BASE-ABILITY-04", f"the {name} must first be set down on another square")
        if patient.carrier is not None:
            return refuse("BASE-CARRY-21", f"the {name} is being carried")
        if patient.cell in state.space.open_to(actor.cell, "reach"):
            return None
        here, there = state.square(actor.cell), state.square(patient.cell)
        if state.space.half_between(actor.cell, patient.cell) is None:
            return refuse("BASE-ABILITY-02", f"{there} is not next to {here}")
        return refuse("BASE-ABILITY-05", f"the way between {here} and {there} is barred")

    def resolve(self, course: Course, actor: Piece, target: Target) -> None:
        assert isinstance(target, str), "a checked healing names a patient"
        course.happen(Recovered(target, actor.token), self.rule)

    def targets(self, state: State, actor: Piece) -> Iterator[Target]:
        for cell in state.space.open_to(actor.cell, "reach"):
            for piece in state.on(cell):
                if piece.wounded:
                    yield piece.token


@ability("healing", rule="BASE-ABILITY-02")
class Healing(Ability):
    verbs = (Heal(),)


# -- Goblin, Mekanork -------------------------------------------------------------------------


@ability("underdog", rule="BASE-ABILITY-07")
class Underdog(Ability):
    escape_points = 1


@ability("craftsmanship", rule="BASE-ABILITY-08")
class Craftsmanship(Ability):
    """Either way, the own room or its twin (PRISON-ABILITY-02)."""

    chooses_sense = True


# -- Thief ------------------------------------------------------------------------------------


@ability("pits", rule="BASE-ABILITY-09")
class DeactivatesPits(Ability):
    """She walks and stands on pits, and friends cross the pit she stands on (BASE-ABILITY-10)."""

    def as_mover(self, walk: Walk, ground: str) -> Passage | None:
        return Passage.STOP if ground == PIT else None

    def as_occupant(self, walk: Walk, to: Cell, ground: str, owner: Piece) -> Passage | None:
        bridges = (
            ground == PIT and owner.colour == walk.who.colour and owner.token != walk.who.token
        )
        return Passage.PASS if bridges else None


class WorkPortcullis(Verb):
    """Change a portcullis beside the actor; markers are no tokens (BASE-TERRAIN-02, -07).

    A broken one stays so, and all turn with their room (PRISON-TERRAIN-08, -09, -11).
    """

    takes = "border"
    before: str
    after: str
    wrong_state_rule: RuleId

    def check(self, state: State, actor: Piece, target: Target) -> Refusal | None:
        layers = _portcullises(state, target)
        if not isinstance(target, tuple) or not layers:
            return refuse(self.rule, "there is no portcullis there")
        if actor.cell not in target:
            return refuse(
                self.rule,
                f"the {state.name(actor.token)} on {state.square(actor.cell)} is not beside it",
            )
        if not any(layer.state == self.before for layer in layers):
            return refuse(
                self.wrong_state_rule, f"the portcullis is {layers[0].state}, not {self.before}"
            )
        return None

    def resolve(self, course: Course, actor: Piece, target: Target) -> None:
        layers = _portcullises(course.state, target)
        nearest = next(layer for layer in layers if layer.state == self.before)
        course.happen(DoorChanged(actor.token, nearest.id, self.after), self.rule)

    def targets(self, state: State, actor: Piece) -> Iterator[Target]:
        for half, beyond in state.space.touching(actor.cell):
            if any(layer.kind == PORTCULLIS for layer in state.space.layers(half)):
                yield (actor.cell, beyond)


def _layers(state: State, target: Target) -> tuple[Layer, ...]:
    """What is between two squares that touch; nothing for any other target."""
    half = state.space.half_between(*target) if isinstance(target, tuple) else None
    return () if half is None else state.space.layers(half)


def _portcullises(state: State, target: Target) -> list[Layer]:
    """The portcullises on a border; back to back there are two (BASE-TERRAIN-10)."""
    return [layer for layer in _layers(state, target) if layer.kind == PORTCULLIS]


class OpenPortcullis(WorkPortcullis):
    name = "open"
    rule = wrong_state_rule = RuleId("BASE-ABILITY-11")
    before, after = "closed", "open"


class ClosePortcullis(WorkPortcullis):
    name = "close"
    rule = wrong_state_rule = RuleId("BASE-ABILITY-12")
    before, after = "open", "closed"


@ability("lock-picking", rule="BASE-ABILITY-11")
class LockPicking(Ability):
    verbs = (OpenPortcullis(), ClosePortcullis())


# -- Warrior ----------------------------------------------------------------------------------


class BreakPortcullis(WorkPortcullis):
    name = "break"
    rule = wrong_state_rule = RuleId("BASE-ABILITY-20")
    before, after = "closed", "broken"

    def check(self, state: State, actor: Piece, target: Target) -> Refusal | None:
        if not _portcullises(state, target) and _is_wall(state, target):
            return refuse("BASE-TERRAIN-06", "walls cannot be broken")
        return super().check(state, actor, target)


def _is_wall(state: State, target: Target) -> bool:
    return any(layer.kind == WALL for layer in _layers(state, target))


@ability("breaks-portcullises", rule="BASE-ABILITY-20")
class BreaksPortcullises(Ability):
    verbs = (BreakPortcullis(),)


# -- Troll ------------------------------------------------------------------------------------


class Regenerate(Verb):
    """A wounded Troll recovers, but not in the turn of his wound (BASE-ABILITY-13)."""

    name = "regenerate"
    rule = RuleId("BASE-ABILITY-13")
    while_wounded = True

    def check(self, state: State, actor: Piece, target: Target) -> Refusal | None:
        name = state.name(actor.token)
        if not actor.wounded:
            return refuse("BASE-ABILITY-13", f"the {name} is not wounded")
        if actor.carrier is not None:
            return refuse("BASE-CARRY-21", f"the {name} is being carried")
        if FRESH in actor.marks:
            return refuse("BASE-ABILITY-13", f"the {name} was wounded this turn")
        return None

    def resolve(self, course: Course, actor: Piece, target: Target) -> None:
        course.happen(Recovered(actor.token, actor.token), self.rule)

    def targets(self, state: State, actor: Piece) -> Iterator[Target]:
        yield None


@ability("regeneration", rule="BASE-ABILITY-13")
class Regeneration(Ability):
    verbs = (Regenerate(),)


# -- Wizard -----------------------------------------------------------------------------------


@ability("levitation", rule="BASE-ABILITY-14")
class Levitation(Ability):
    """He passes over pits and enemies but lands like anybody else (BASE-ABILITY-15), or leaves over
    an enemy (PRISON-ABILITY-17).
    """

    flies_over_enemies = True

    def as_mover(self, walk: Walk, ground: str) -> Passage | None:
        return Passage.PASS if ground == PIT else None


# -- Wall-Walker ------------------------------------------------------------------------------


def _walls(state: State, border: tuple[Cell, Cell]) -> list[Layer]:
    """Walls, and arrow-slits, which are walls for her (NATURE-TERRAIN-10)."""
    return [layer for layer in _layers(state, border) if layer.state == STANDING]


def _other_side(actor: Piece, border: tuple[Cell, Cell]) -> Cell:
    return border[1] if border[0] == actor.cell else border[0]


class WalkThrough(Verb):
    """Go to the square right behind a wall, or a double wall (BASE-ABILITY-17 to -19)."""

    name = "thru"
    rule = RuleId("BASE-ABILITY-17")
    takes = "border"

    def check(self, state: State, actor: Piece, target: Target) -> Refusal | None:
        if not isinstance(target, tuple) or actor.cell not in target:
            return refuse("BASE-ABILITY-17", "name the wall she stands in front of")
        beyond = _other_side(actor, target)
        if state.space.half_between(actor.cell, beyond) is None:
            return refuse(
                "BASE-ABILITY-18",
                f"{state.square(beyond)} is not right behind a wall of {state.square(actor.cell)}",
            )
        border = (actor.cell, beyond)
        if any(layer.state == "closed" for layer in _portcullises(state, border)):
            return refuse("BASE-ABILITY-19", "she does not pass a closed portcullis")
        if not _walls(state, border):
            return refuse("BASE-ABILITY-19", "there is no wall to walk through")
        refusal = landing_refusal(set_out(state, actor), beyond)
        if refusal is not None and refusal.rule != "BASE-EXIT-03":
            return refuse("BASE-ABILITY-17", refusal.why)
        return refusal

    def resolve(self, course: Course, actor: Piece, target: Target) -> None:
        assert isinstance(target, tuple), "a checked walk names a wall"
        beyond = _other_side(actor, target)
        course.happen(WalkedThrough(actor.token, (actor.cell, beyond)), "BASE-ABILITY-17")
        arrive(course, actor.token)

    def targets(self, state: State, actor: Piece) -> Iterator[Target]:
        for _, beyond in state.space.touching(actor.cell):
            if _walls(state, (actor.cell, beyond)):
                yield (actor.cell, beyond)


@ability("walks-through-walls", rule="BASE-ABILITY-17")
class WalksThroughWalls(Ability):
    verbs = (WalkThrough(),)

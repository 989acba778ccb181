"""The effects of the base set's objects: only what the data cannot say."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.abilities import Ability, Fight, Passage, Target, Verb
from adjudicator.engine.actions.death import die, kill
from adjudicator.engine.course import Course
from adjudicator.engine.events import Fired, PurseFilled, ThingGone
from adjudicator.engine.ids import Cell, RuleId, Side
from adjudicator.engine.refusals import Refusal, refuse
from adjudicator.engine.sight import first_in_line
from adjudicator.engine.state import Piece, State
from adjudicator.engine.sums import Part
from adjudicator.engine.walk import Walk, anchors, anchors_needed

from ..registry import ability
from .characters import PIT

POTION_POINTS = 4


def _use_up(course: Course, actor: Piece, why: str) -> None:
    load = course.state.load(actor.token)
    assert load is not None, "an object in use is carried"
    course.happen(ThingGone(load.token, why), "BASE-OBJECT-01")


# -- Armor, Sword, Treasure -------------------------------------------------------------------


@ability("armor", rule="BASE-OBJECT-02")
class Armor(Ability):
    """+1 on the defending side, for a wounded as well."""

    def strength(self, holder: Piece, fight: Fight) -> Part | None:
        return None if fight.attacking else Part("Armor", 1, self.rule)


@ability("sword", rule="BASE-OBJECT-15")
class Sword(Ability):
    """+1 on the attacking side."""

    def strength(self, holder: Piece, fight: Fight) -> Part | None:
        return Part("Sword", 1, self.rule) if fight.attacking else None


@ability("treasure", rule="BASE-OBJECT-16")
class Treasure(Ability):
    escape_points = 1


# -- Rope -------------------------------------------------------------------------------------


@ability("rope", rule="BASE-OBJECT-07")
class Rope(Ability):
    """Laid over a pit it bears everybody; carried onto one it is laid (BASE-OBJECT-06 to -11).

    Whoever stands on it acts as on floor and takes it along or leaves it there (PRISON-OBJECT-03,
    -06, -23); an enemy on it is in the way as anywhere (PRISON-OBJECT-09).
    """

    def as_load(self, walk: Walk, to: Cell, ground: str) -> Passage | None:
        if ground != PIT or anchors(walk, to) < anchors_needed(walk.state, to):
            return None
        return Passage.STOP

    def as_occupant(self, walk: Walk, to: Cell, ground: str, owner: Piece) -> Passage | None:
        return Passage.STOP if ground == PIT else None

    def lies_on(self, ground: str) -> bool:
        return ground == PIT


# -- Speed Potion -----------------------------------------------------------------------------


class Drink(Verb):
    """The carrier gets action points of his own for this turn (BASE-OBJECT-12 to -14, -19)."""

    name = "drink"
    rule = RuleId("BASE-OBJECT-12")

    def check(self, state: State, actor: Piece, target: Target) -> Refusal | None:
        return None

    def resolve(self, course: Course, actor: Piece, target: Target) -> None:
        _use_up(course, actor, "drunk")
        course.happen(PurseFilled(actor.token, POTION_POINTS), "BASE-OBJECT-12")

    def targets(self, state: State, actor: Piece) -> Iterator[Target]:
        yield None


@ability("speed", rule="BASE-OBJECT-12")
class SpeedPotion(Ability):
    verbs = (Drink(),)


# -- Fireball Wand ----------------------------------------------------------------------------


class Fire(Verb):
    """Eliminate the first character in one of the four directions (BASE-OBJECT-03 to -05, -17).

    This is no combat: no cards, no defence (BASE-RANGED-01). Living and wounded alike are in the
    way (BASE-WOUND-10); objects are not harmed (PRISON-OBJECT-21).
    """

    name = "fire"
    rule = RuleId("BASE-OBJECT-03")
    takes = "direction"
    needs = "magic user"

    def check(self, state: State, actor: Piece, target: Target) -> Refusal | None:
        if self.needs not in actor.kind.tags:
            return refuse("BASE-OBJECT-03", f"the {state.name(actor.token)} cannot use the Wand")
        if not isinstance(target, Side):
            return refuse("BASE-OBJECT-18", "name one of the four directions: n, e, s or w")
        if first_in_line(state, actor, target) is None:
            return refuse("BASE-OBJECT-17", f"nobody is in line to the {target.name.lower()}")
        return None

    def resolve(self, course: Course, actor: Piece, target: Target) -> None:
        assert isinstance(target, Side), "a checked shot has a direction"
        victim = first_in_line(course.state, actor, target)
        assert victim is not None, "a checked shot hits somebody"
        _use_up(course, actor, "fired")
        course.happen(Fired(actor.token, victim.token), "BASE-OBJECT-04")
        load = course.state.load(victim.token)
        if load is not None and load.kind.character:
            die(course, load.token, "burnt with his carrier", "BASE-OBJECT-05")
        kill(course, victim.token, "burnt", "BASE-OBJECT-04")

    def targets(self, state: State, actor: Piece) -> Iterator[Target]:
        yield from Side


@ability("fireball", rule="BASE-OBJECT-03")
class FireballWand(Ability):
    verbs = (Fire(),)

"""The abilities of the Prison set's characters: only what the data cannot say."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.abilities import Ability, CardNaming, Fight, Target, Verb
from adjudicator.engine.actions.death import die
from adjudicator.engine.course import Course
from adjudicator.engine.events import Pushed, TookUp
from adjudicator.engine.footing import are_held
from adjudicator.engine.ids import Cell, RuleId, Side
from adjudicator.engine.layout import LineRule
from adjudicator.engine.refusals import Refusal, refuse
from adjudicator.engine.sight import first_in_line
from adjudicator.engine.state import Piece, State
from adjudicator.engine.sums import Part

from ..base import characters as _base_characters  # noqa: F401  # several abilities are the same
from ..registry import ability

SMALL = 1
"""The highest printed strength with which one passes a Colossus."""

STAB = 2


@ability("contortion", rule="PRISON-ABILITY-03")
class Contortion(Ability):
    """He moves through arrow-slits, with or without a load; nothing else goes through them
    (PRISON-ABILITY-04).
    """

    gait = "slip"


@ability("stab", rule="PRISON-ABILITY-09")
class Stab(Ability):
    """Stronger beside a living friend, attacking or defending, but not when she shoots
    (PRISON-ABILITY-10).
    """

    def strength(self, holder: Piece, fight: Fight) -> Part | None:
        return Part("Stab", STAB, self.rule) if fight.friends else None


@ability("giant", rule="PRISON-ABILITY-13")
class Giant(Ability):
    """Small enemies pass him, but take nothing from him (PRISON-ABILITY-14)."""

    lets_pass = SMALL


@ability("mind-control", rule="PRISON-ABILITY-26")
class MindControl(Ability):
    naming = CardNaming(
        annulled=refuse("PRISON-ABILITY-29", "two Telepaths: neither of them names a card")
    )


# -- Banshee ----------------------------------------------------------------------------------


class Scream(Verb):
    """Push the first character in a direction one square further (PRISON-ABILITY-18, -19).

    This is no combat: friends and enemies, living and wounded, all may be pushed.
    """

    name = "scream"
    rule = RuleId("PRISON-ABILITY-18")
    takes = "direction"
    price = 2

    def check(self, state: State, actor: Piece, target: Target) -> Refusal | None:
        if not isinstance(target, Side):
            return refuse("PRISON-ABILITY-18", "name one of the four directions: n, e, s or w")
        victim = first_in_line(state, actor, target)
        if victim is None:
            return refuse("PRISON-ABILITY-18", f"nobody is in line to the {target.name.lower()}")
        return _push_refusal(state, victim, target)

    def resolve(self, course: Course, actor: Piece, target: Target) -> None:
        assert isinstance(target, Side), "a checked scream has a direction"
        victim = first_in_line(course.state, actor, target)
        assert victim is not None, "a checked scream meets somebody"
        beyond = course.state.space.beyond(victim.cell, target)
        assert beyond is not None, "nobody is pushed off the board"
        load = course.state.load(victim.token)
        stands = _can_stand(course.state, victim, beyond)
        left = load.token if load is not None and not stands else None
        way = (victim.cell, beyond)
        course.happen(Pushed(victim.token, actor.token, way, left), self.rule)
        if stands:
            _settle(course, course.state.pieces[victim.token])
            return
        ground = course.state.space.ground(beyond)
        die(course, victim.token, f"pushed into the {ground}", "PRISON-ABILITY-23")

    def targets(self, state: State, actor: Piece) -> Iterator[Target]:
        yield from Side


@ability("scream", rule="PRISON-ABILITY-18")
class RepulsiveScream(Ability):
    verbs = (Scream(),)


def _push_refusal(state: State, victim: Piece, direction: Side) -> Refusal | None:
    """Why somebody cannot be pushed further in a direction (PRISON-ABILITY-20, -25)."""
    space, name, here = state.space, state.name(victim.token), state.square(victim.cell)
    line = space.line(victim.cell)
    if line is not None and line.rule(victim.colour) is LineRule.HOME:
        return refuse("PRISON-ABILITY-25", f"the {name} stands on his own starting line")
    half = space.half_towards(victim.cell, direction)
    layer = space.blocking(half, "slip") or space.blocking(half, "walk")  # a wall before a slit
    if layer is not None:
        border = space.geometry.borders[layer.kind].name
        return refuse("PRISON-ABILITY-20", f"a {border} beside {here} holds the {name}")
    if space.hidden_slot_beyond(half) is not None:
        return refuse("PRISON-ABILITY-20", f"the {name} cannot be pushed into a face-down room")
    beyond = space.across(half)
    if beyond is None:
        return refuse("PRISON-ABILITY-25", f"the {name} cannot be pushed off the board")
    line = space.line(beyond)
    if line is not None and not line.rule(victim.colour).may_stand:
        return refuse("PRISON-ABILITY-25", f"the {name} cannot be pushed out of the labyrinth")
    return _landing_refusal(state, victim, beyond)


def _landing_refusal(state: State, victim: Piece, beyond: Cell) -> Refusal | None:
    """Why somebody cannot come to lie or stand on a square (PRISON-ABILITY-20 to -23)."""
    there, load = state.square(beyond), state.load(victim.token)
    name = state.name(victim.token)
    for other in state.characters_on(beyond):
        friendly = other.colour == victim.colour and other.wounded != victim.wounded
        if not friendly:
            why = f"the {state.name(other.token)} on {there} is in the way of the {name}"
            return refuse("PRISON-ABILITY-20", why)
    if not _can_stand(state, victim, beyond):
        return None  # he falls, and whatever he had stays behind
    found = list(state.on(beyond))
    if len(found) + (load is not None) > 1:
        rule = "PRISON-ABILITY-22" if load and load.kind.character else "PRISON-ABILITY-21"
        return refuse(rule, f"there is no room for the {name} and his load on {there}")
    return None


def _can_stand(state: State, victim: Piece, cell: Cell) -> bool:
    """Whether a square holds somebody who is pushed onto it (PRISON-ABILITY-23)."""
    load = state.load(victim.token)
    there = [piece for piece in state.on(cell) if not piece.kind.character]
    return are_held(state, cell, [victim, *([load] if load else []), *there])


def _settle(course: Course, victim: Piece) -> None:
    """Who comes to be under a living character is carried by him (PRISON-ABILITY-21)."""
    if course.state.load(victim.token) is not None:
        return
    others = [piece for piece in course.state.on(victim.cell) if piece.token != victim.token]
    for other in others:
        if victim.wounded and other.living:
            course.happen(TookUp(other.token, victim.token), "PRISON-ABILITY-21")
        else:
            course.happen(TookUp(victim.token, other.token), "PRISON-ABILITY-21")

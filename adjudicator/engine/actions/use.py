"""Using abilities and objects: the verbs a character and his load offer (BASE-ABILITY-01)."""

from __future__ import annotations

from collections.abc import Mapping

from ..abilities import Verb
from ..course import Course
from ..decisions import Use
from ..ids import Colour
from ..refusals import Refusal, refuse
from ..state import Piece, State, Status
from .common import check_actor, check_price, pay
from .move import after_action


def verbs_of(state: State, actor: Piece) -> Mapping[str, Verb]:
    """What a character may use: his own verbs and those of what he carries (BASE-OBJECT-01)."""
    tool = state.tool(actor.token)
    return actor.kind.verbs if tool is None else {**actor.kind.verbs, **tool.kind.verbs}


def check_use(state: State, by: Colour, decision: Use) -> Refusal | None:
    actor = state.pieces.get(decision.actor)
    verb = None
    if actor is not None and actor.status is Status.ON_BOARD:
        verb = verbs_of(state, actor).get(decision.verb)
    refusal = check_actor(state, by, decision.actor, _wounded_rule(state, decision.verb, verb))
    if refusal is not None:
        return refusal
    assert actor is not None, "check_actor refuses an unknown actor"
    if verb is None:
        return _no_such_verb(state, actor, decision.verb)
    return verb.check(state, actor, decision.target) or check_price(
        state, actor, decision.purse, verb.price
    )


def _wounded_rule(state: State, name: str, verb: Verb | None) -> str | None:
    """The rule that keeps a wounded from it, unless it is just for him (BASE-ABILITY-13)."""
    if verb is not None:
        return None if verb.while_wounded else "BASE-WOUND-03"
    things = (kind for kind in state.rules.kinds.values() if not kind.character)
    return "BASE-WOUND-09" if any(name in thing.verbs for thing in things) else "BASE-WOUND-03"


def _no_such_verb(state: State, actor: Piece, name: str) -> Refusal:
    who, kinds = state.name(actor.token), state.rules.kinds.values()
    able = next((k for k in kinds if k.character and name in k.verbs), None)
    tool = next((k for k in kinds if not k.character and name in k.verbs), None)
    if able is not None and tool is not None:
        why = f"the {who} carries no {tool.name} and is no {able.name}"
        return refuse(tool.verbs[name].rule, why)
    if able is not None:
        why = f"the {who} cannot do that; the {able.name} can"
        return refuse(able.verbs[name].rule, why)
    if tool is not None:
        return refuse("BASE-OBJECT-01", f"the {who} does not carry a {tool.name}")
    return refuse("BASE-ABILITY-01", f"nobody in this game knows how to {name}")


def resolve_use(course: Course, by: Colour, decision: Use) -> None:
    actor = course.state.pieces[decision.actor]
    verb = verbs_of(course.state, actor)[decision.verb]
    pay(course, decision.actor, decision.purse, verb.price)
    verb.resolve(course, course.state.pieces[decision.actor], decision.target)
    after_action(course)

"""Using abilities and objects: the verbs a character and his load offer (BASE-ABILITY-01)."""

from __future__ import annotations

from ..abilities import Verb
from ..course import Course
from ..decisions import Use
from ..ids import Colour
from ..refusals import Refusal, refuse
from ..state import INERT, Piece, State, Status
from .common import check_actor, check_price, pay
from .move import after_action


def verbs_of(state: State, actor: Piece) -> dict[str, Verb]:
    """What a character may use: his own verbs and those of what he carries (BASE-OBJECT-01)."""
    tool = state.tool(actor.token)
    return actor.kind.verbs if tool is None else {**actor.kind.verbs, **tool.kind.verbs}


def check_use(state: State, by: Colour, decision: Use) -> Refusal | None:
    actor = state.pieces.get(decision.actor)
    verb = None
    if actor is not None and actor.status is Status.ON_BOARD:
        verb = verbs_of(state, actor).get(decision.verb)
    if actor is None or verb is None or not (verb.while_wounded and actor.wounded):
        refusal = check_actor(state, by, decision.actor, "BASE-WOUND-03")
        if refusal:
            if (
                actor is not None
                and actor.wounded
                and verb is None
                and _known(state, decision.verb)
            ):
                return refuse("BASE-WOUND-09", refusal.why)
            return refusal
    assert actor is not None, "check_actor refuses an unknown actor"
    if actor.colour != by:
        return refuse("BASE-TURN-02", f"the {state.name(actor.token)} is not yours to command")
    if INERT in actor.marks:
        return refuse("BASE-TURN-20", f"the {state.name(actor.token)} rests until the turn ends")
    if verb is None:
        return _no_such_verb(state, actor, decision.verb)
    refusal = verb.check(state, actor, decision.target)
    if refusal:
        return refusal
    return check_price(state, actor, decision.purse, verb.price)


def _known(state: State, name: str) -> bool:
    return any(name in kind.verbs and not kind.character for kind in state.rules.kinds.values())


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

"""Why something happened or was refused: the rules and numbers that the engine has recorded."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from adjudicator.engine import events as e
from adjudicator.engine.apply import apply
from adjudicator.engine.ids import Colour
from adjudicator.engine.play import Played, play
from adjudicator.engine.refusals import Refusal
from adjudicator.engine.seen import Role
from adjudicator.engine.state import CombatUnderWay, State
from adjudicator.engine.sums import Part
from adjudicator.engine.telling import tell
from adjudicator.notation.orders import Unreadable
from adjudicator.render.report import report
from adjudicator.render.text import QUESTIONS
from adjudicator.sets.load import known_rules

from ..again import Again
from ..games import Verdict, judge

PRINTED = "printed on the token"


class Summand(NamedTuple):
    """One labelled part of a strength, and the rule that adds it."""

    colour: Colour
    value: int
    label: str
    rule: str | None
    """``None``: the value is printed on the token, or it is a card of the player's choice."""


class Reason(NamedTuple):
    """One thing that happened, and the rule that let it happen."""

    words: str
    rule: str
    summands: tuple[Summand, ...] = ()


class Explained(NamedTuple):
    """One order: what it led to, or why it was refused; neither: it was held back."""

    order: str
    reasons: tuple[Reason, ...] = ()
    refusal: Refusal | Unreadable | None = None


class RuleText(NamedTuple):
    title: str
    text: str


def explain(before: State, by: Colour | None, orders: str) -> tuple[Explained, ...]:
    """Judge a message and say for each of its orders why it goes as it does."""
    return tuple(_explained(verdict, by) for verdict in judge(before, by, orders).verdicts)


def explain_again(again: Again) -> tuple[Explained, ...]:
    """The same for a message that was played."""
    return tuple(
        Explained(taken.order, tuple(_reasons(taken.before, taken.played))) for taken in again.taken
    )


def _explained(verdict: Verdict, by: Colour | None) -> Explained:
    if verdict.refusal is not None:
        return Explained(verdict.order.text, refusal=verdict.refusal)
    if verdict.played is None or verdict.decision is None or verdict.state is None:
        return Explained(verdict.order.text)
    played = play(verdict.state, by, verdict.decision)
    assert isinstance(played, Played), "what was judged legal is legal"
    return Explained(verdict.played, tuple(_reasons(verdict.state, played)))


def _reasons(state: State, played: Played) -> Iterator[Reason]:
    for event, rule in zip(played.events, played.because, strict=True):
        yield Reason(_words(state, event), rule, tuple(_summands(state, event)))
        state = apply(state, event)


def _words(state: State, event: e.Event) -> str:
    """An event in plain words; players are not told of bookkeeping, moderators are."""
    match event:
        case e.PointsSpent(actor, purse, amount):
            return f"The {state.name(actor)} ({actor}) spends {amount} AP ({purse})."
        case e.Closed(number):
            return f"Request {number} is answered."
        case e.Asked(request):
            question = QUESTIONS[request.ask]
            return f"{request.who.capitalize()} is asked (request {request.number}): {question}."
        case e.TurnEnded(colour):
            return f"The turn of {colour.capitalize()} ends."
        case e.RevealFinished(slot):
            return f"Everything found in {slot} is placed."
    names = {token: state.name(token) for token in state.pieces}
    lines = report(tell(state, (event,), Role.MODERATOR), names)
    return " ".join(line for line in lines if not line.startswith("  "))


def _summands(state: State, event: e.Event) -> Iterator[Summand]:
    """The numbers of a combat: when it is declared, and again with the cards."""
    if isinstance(event, e.CombatDeclared):
        yield from _parts(event.parts)
    combat = state.under_way
    if isinstance(event, e.CardsTurned) and isinstance(combat, CombatUnderWay):
        yield from _parts(combat.parts.items())
        for colour, card in event.cards:
            yield Summand(colour, card, "Combat card", None)


def _parts(sides: Iterable[tuple[Colour, tuple[Part, ...]]]) -> Iterator[Summand]:
    for colour, parts in sides:
        for part in parts:
            yield Summand(colour, part.value, part.label, part.rule)


def rules_named(set_name: str, explained: Iterable[Explained]) -> Mapping[str, RuleText]:
    """Every rule that is mentioned, in our words, in the order of first mention."""
    known = known_rules(set_name)
    found: dict[str, RuleText] = {}
    for rule in _mentioned(explained):
        if rule in known:
            found[rule] = RuleText(str(known[rule]["title"]), str(known[rule]["text"]))
    return found


def _mentioned(explained: Iterable[Explained]) -> Iterator[str]:
    for order in explained:
        for reason in order.reasons:
            yield reason.rule
            yield from (summand.rule for summand in reason.summands if summand.rule)
        if isinstance(order.refusal, Refusal):
            yield order.refusal.rule

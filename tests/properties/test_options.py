"""``options`` lists what ``check`` lets pass, and ``check`` lets pass what ``options`` lists."""

from __future__ import annotations

import random
from collections.abc import Hashable
from dataclasses import replace

from hypothesis import given

from adjudicator.engine import decisions as d
from adjudicator.engine.essence import essence
from adjudicator.engine.options import Group, options
from adjudicator.engine.play import Played, check, play
from adjudicator.engine.search import outcome
from adjudicator.engine.state import LAID, State
from tests.strategies import any_decision, chances, examples, some_options, states


def meaning(state: State, decision: d.Decision) -> Hashable:
    """What a decision comes to; two decisions with one meaning lead to the same position."""
    match decision:
        case d.Move(actor, path):
            return (
                "move",
                actor,
                paying(state, decision),
                outcome(state, state.pieces[actor], path),
            )
        case d.Rotate(actor, slot, quarters, sense):
            tile = state.space.tile_in(slot)
            assert tile is not None
            way = sense or state.space.geometry.tiles[tile].sense
            return ("rotate", actor, paying(state, decision), slot, quarters, way)
        case d.Attack(actor, target):
            return ("attack", actor, paying(state, decision), target, frozenset(decision.helpers))
        case d.Use(actor, verb, target):
            what = frozenset(target) if isinstance(target, tuple) else target
            return ("use", actor, paying(state, decision), verb, what)
        case d.Reveal() | d.Jump():
            return replace(decision, purse=paying(state, decision))
        case d.LineUp(places) | d.Put(places):
            return (type(decision).__name__, frozenset(places))
        case d.LeaveOut(tokens):
            return ("out", frozenset(tokens))
        case _:
            return decision


def paying(state: State, action: d.Action) -> d.Purse:
    """Which action points pay for it (BASE-OBJECT-13)."""
    if action.purse is not None:
        return action.purse
    own = state.turn.purses.get(action.actor, 0) if state.pieces[action.actor].can_act else 0
    return d.Purse.OWN if own else d.Purse.CARD


def listed(state: State, groups: tuple[Group, ...], decision: d.Decision) -> d.Decision | None:
    """The option that means the same."""
    wanted = meaning(state, decision)
    actor = getattr(decision, "actor", None)
    for group in groups:
        if group.actor != actor or type(group[0]) is not type(decision):
            continue
        if len(group) > 5000:
            return decision  # too many arrangements to look through
        for option in group:
            if meaning(state, option) == wanted:
                return option
    return None


@examples(40)
@given(states(), chances())
def test_every_option_passes_check(state: State, chance: random.Random) -> None:
    for asked in some_options(state, chance, 25):
        refusal = check(state, asked.by, asked.decision)
        assert refusal is None, f"{asked.decision}: {refusal}"


@examples(250)
@given(states(), chances())
def test_whatever_passes_check_is_an_option(state: State, chance: random.Random) -> None:
    by = chance.choice([request.who for request in state.pending])
    groups = options(state, by)
    for _ in range(12):
        decision = any_decision(state, by, chance)
        if check(state, by, decision) is not None:
            continue
        option = listed(state, groups, decision)
        assert option is not None, f"{decision} is legal but not listed"
        if isinstance(decision, d.Attack):
            decision = replace(decision, card=None)
        first, second = play(state, by, decision), play(state, by, option)
        assert isinstance(first, Played) and isinstance(second, Played)
        assert essence(unlaid(first.state)) == essence(unlaid(second.state))


def unlaid(state: State) -> State:
    """The same without the mark of a rope that its bearer found in place: whether he brought it or
    put it there and came back, it is one outcome.
    """
    pieces = {t: piece._replace(marks=piece.marks - {LAID}) for t, piece in state.pieces.items()}
    return state._replace(pieces=pieces)


@examples(60)
@given(states(), chances())
def test_options_are_distinct(state: State, chance: random.Random) -> None:
    """No movement is listed twice under the same outcome, and nothing else twice at all."""
    for by in state.rules.seats:
        for group in options(state, by):
            if len(group) < 500:
                found = [meaning(state, option) for option in group]
                assert len(found) == len(set(found)), f"{group.kind} of {group.actor}"


@examples(60)
@given(states(), chances())
def test_several_quarters_are_single_ones_in_a_row(state: State, chance: random.Random) -> None:
    for asked in some_options(state, chance, 2):
        if isinstance(asked.decision, d.Rotate):
            twice = play(state, asked.by, replace(asked.decision, quarters=2))
            once = play(state, asked.by, asked.decision)
            assert isinstance(once, Played)
            again = play(once.state, asked.by, asked.decision)
            assert isinstance(twice, Played) == isinstance(again, Played)
            if isinstance(twice, Played) and isinstance(again, Played):
                assert essence(twice.state) == essence(again.state)

"""Ready-made lines for a position mail: legal orders to copy, from the player's own options."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from adjudicator.engine.actions.combat import attackable, helpers
from adjudicator.engine.actions.use import verbs_of
from adjudicator.engine.decisions import Action, Attack, PlayActionCard, Use
from adjudicator.engine.ids import Colour
from adjudicator.engine.options import Group, options
from adjudicator.engine.play import Played, check, play
from adjudicator.engine.requests import Ask
from adjudicator.engine.seen import View
from adjudicator.engine.state import Piece, State, Status
from adjudicator.engine.view import view
from adjudicator.render.examples import examples, with_end

from .hints import short_order

ALL = ("pick", "action", "card", "mind", "draw", "claim")
"""Kinds of decision with so few options that all of them are listed."""
MOST_DEEDS = 4
FEW = 3


class Suggestions(NamedTuple):
    """Lines to choose from, and lines that could follow in the same mail."""

    lines: tuple[str, ...]
    afterwards: tuple[str, ...] = ()


def suggestions(state: State, by: Colour) -> Suggestions:
    """What this player could write now. What he may not know changes nothing of it."""
    seen = view(state, by)
    if not seen.mine:
        return Suggestions(())
    if seen.mine[0].ask is Ask.ACT:
        return Suggestions(_actions(state, by, seen))
    groups = options(state, by)
    listed = [line for group in groups if group.kind in ALL for line in _lines(state, by, group)]
    if listed:
        return Suggestions(tuple(dict.fromkeys(listed)), _afterwards(state, by, groups))
    return Suggestions(tuple(examples(seen, seen.mine[0])))


def _lines(state: State, by: Colour, group: Group) -> list[str]:
    return [short_order(state, by, decision) for decision in group]


def _afterwards(state: State, by: Colour, groups: tuple[Group, ...]) -> tuple[str, ...]:
    """Actions once the lowest legal Action card lies open."""
    cards = [c for group in groups for c in group if isinstance(c, PlayActionCard)]
    if not cards:
        return ()
    played = play(state, by, min(cards, key=lambda card: card.points))
    assert isinstance(played, Played), "an option is legal"
    return _actions(played.state, by, view(played.state, by))


# -- actions ----------------------------------------------------------------------------------


def _actions(state: State, by: Colour, seen: View) -> tuple[str, ...]:
    """What stands on the board invites to: attacks and abilities first, then a few plain ways.

    Which attacks there are, only the engine tells; a view cannot.
    """
    plain = [line for ask in seen.mine for line in examples(seen, ask)]
    plain = [line for line in plain if " x " not in line and line != "END"]
    deeds = list(_deeds(state, by))[:MOST_DEEDS]
    return tuple(with_end(list(dict.fromkeys([*deeds, *plain]))[: MOST_DEEDS + FEW]))


def _deeds(state: State, by: Colour) -> Iterator[str]:
    """For each character an attack, with all who can help, and each of his abilities once."""
    for actor in state.of(by):
        if actor.status is not Status.ON_BOARD or not actor.kind.character or not actor.can_act:
            continue
        deeds: tuple[Action, ...] = (*_attacks(state, actor), *_uses(state, actor))
        for deed in deeds:
            if check(state, by, deed) is None:
                yield short_order(state, by, deed)


def _attacks(state: State, actor: Piece) -> Iterator[Attack]:
    for target in attackable(state, actor)[:1]:
        joined = tuple(piece.token for piece in helpers(state, actor, target))
        if joined:
            yield Attack(actor.token, target.token, helpers=joined)
        yield Attack(actor.token, target.token)


def _uses(state: State, actor: Piece) -> Iterator[Use]:
    """The first thing that can be done with each ability and with what he carries."""
    for verb in verbs_of(state, actor).values():
        uses = (Use(actor.token, verb.name, target) for target in verb.targets(state, actor))
        yield from islice((use for use in uses if check(state, actor.colour, use) is None), 1)

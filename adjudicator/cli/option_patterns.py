"""Large groups of options: a pattern to fill in, and what may stand in it."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine import decisions as d
from adjudicator.engine.actions.choose import character_pool, object_pool
from adjudicator.engine.ids import Colour
from adjudicator.engine.options import Group
from adjudicator.engine.state import State, Status
from adjudicator.notation.orders import write_order, write_token

from .shared import listed

CHOOSABLE = (Status.UNPLACED, Status.LINED_UP)


def _team(state: State, by: Colour, group: Group) -> Iterator[str]:
    rules = state.rules
    yield _pattern(state, by, group, "TEAM codes PAIRS .. .. RESERVE .. ..")
    yield from listed("  characters", list(character_pool(rules, by)))
    yield from listed("  objects", list(object_pool(rules, by)))
    yield from listed("  pairs", list(rules.pairs))


def _out(state: State, by: Colour, group: Group) -> Iterator[str]:
    decisions = [decision for decision in group if isinstance(decision, d.LeaveOut)]
    tokens = dict.fromkeys(token for decision in decisions for token in decision.tokens)
    yield _pattern(state, by, group, "OUT" + " .." * len(decisions[0].tokens))
    yield from listed("  characters", [write_token(state, token, by) for token in tokens])


def _line_up(state: State, by: Colour, group: Group) -> Iterator[str]:
    first = group[0]
    assert isinstance(first, d.LineUp), "a group has one kind"
    squares = " ".join(f"..@{state.square(cell)}" for _, cell in first.team)
    own = [p.token for p in state.of(by) if p.kind.character and p.status in CHOOSABLE]
    yield _pattern(state, by, group, f"LINE {squares}")
    yield from listed("  characters", [write_token(state, token, by) for token in own])


def _hide(state: State, by: Colour, group: Group) -> Iterator[str]:
    hides = [decision for decision in group if isinstance(decision, d.Hide)]
    tokens = dict.fromkeys(hide.token for hide in hides)
    slots = dict.fromkeys(hide.slot for hide in hides)
    yield _pattern(state, by, group, "SET token room")
    yield from listed("  tokens", [write_token(state, token, by) for token in tokens])
    yield from listed("  rooms", list(slots))


def _put(state: State, by: Colour, group: Group) -> Iterator[str]:
    request = next(r for r in state.pending if r.who == by and r.tokens)
    names = [write_token(state, token, by) for token in request.tokens]
    yield _pattern(state, by, group, f"PUT {' '.join(f'{name}@..' for name in names)}")
    yield from listed("  squares", _squares(state, group))


def _squares(state: State, group: Group) -> list[str]:
    """The squares the first token may go to; in the list of all ways it changes fastest."""
    found: dict[str, None] = {}
    for put in group:
        name = state.square(put.places[0][1]) if isinstance(put, d.Put) else ""
        if name in found:
            break
        found[name] = None
    return list(found)


def _pattern(state: State, by: Colour, group: Group, pattern: str) -> str:
    return f"  {pattern}   for example {write_order(state, by, group[0])}"


PATTERNS = {"team": _team, "out": _out, "line": _line_up, "set": _hide, "put": _put}

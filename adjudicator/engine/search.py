"""Searching movements: every way a movement can turn out, and the way to a goal."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterator
from itertools import pairwise
from typing import NamedTuple

from .decisions import Step
from .handling import Handled, handle
from .ids import Cell, Token
from .state import Piece, State
from .walk import Walk, entry, go, is_exit, may_end, set_out


class _Node(NamedTuple):
    """A movement as far as it has come, the steps so far, and what it has changed on its way."""

    walk: Walk
    path: tuple[Step, ...]
    changes: Hashable


def movements(state: State, who: Piece) -> Iterator[tuple[Step, ...]]:
    """One shortest path for every outcome a movement of this character can have.

    Two movements have the same outcome when he ends on the same square with the same load and
    everything he touched on his way lies where the other movement would have left it.
    """
    start = set_out(state, who)
    frontier = [_Node(start, (Step(who.cell),), None)]
    seen: set[Hashable] = set()
    ended: set[Hashable] = set()
    for _ in range(who.kind.speed):
        following: list[_Node] = []
        for node in frontier:
            for loaded in _handlings(node):
                yield from _spread(loaded, seen, ended, following)
        frontier = following


def _spread(
    node: _Node, seen: set[Hashable], ended: set[Hashable], following: list[_Node]
) -> Iterator[tuple[Step, ...]]:
    """Go on to every neighbour not reached before in the same circumstances."""
    walk = node.walk
    for to in walk.state.space.open_to(walk.cell, walk.who.kind.gait):
        entered = entry(walk, to)
        if not entered.passage:
            continue
        key = (to, walk.load, entered, node.changes)
        if key in seen:
            continue
        seen.add(key)
        path = (*node.path, Step(to))
        further = go(walk, to, entered)
        leaves = is_exit(walk.state, walk.who, to)
        if leaves or may_end(further, entered):
            end = _ending(further, node.changes, leaves)
            if end not in ended:
                ended.add(end)
                yield path
        if leaves:
            continue
        following.append(_Node(further, path, node.changes))


def _ending(walk: Walk, changes: Hashable, leaves: bool) -> Hashable:
    """What a movement leads to if it ends here; who stops on something carries it."""
    here = walk.content(walk.cell)
    if leaves or walk.load is not None or not here:
        return (walk.cell, walk.load, changes)
    taken = walk._replace(changed={**walk.changed, walk.cell: ()})
    return (walk.cell, here[0], _changes(taken))


def _handlings(node: _Node) -> Iterator[_Node]:
    """The same movement with everything that may be left or taken before going on."""
    yield node
    walk = node.walk
    here = walk.content(walk.cell)
    if walk.load is None and not here:
        return
    takes: list[Token | None] = list(here)
    if walk.load is not None:
        takes.append(None)
    for take in takes:
        handled = handle(walk, walk.load, take)
        if isinstance(handled, Handled):
            step = Step(walk.cell, walk.load, take)
            after = handled.walk
            yield _Node(after, (*node.path[:-1], step), _changes(after))


def _changes(walk: Walk) -> Hashable:
    """What lies differently now than before the movement."""
    untouched = set_out(walk.state, walk.who)
    return (
        frozenset(
            (cell, frozenset(tokens))
            for cell, tokens in walk.changed.items()
            if set(tokens) != set(untouched.content(cell))
        )
        or None
    )


def find_way(walk: Walk, goal: Cell, limit: int, last: bool) -> tuple[Cell, ...] | None:
    """A shortest way to a square without handling anything; on the last leg he must end there."""
    queue: deque[tuple[Walk, tuple[Cell, ...]]] = deque([(walk, (walk.cell,))])
    seen = {(walk.cell, walk.laid)}
    while queue:
        here, path = queue.popleft()
        if len(path) > limit:
            continue
        for to in here.state.space.open_to(here.cell, here.who.kind.gait):
            entered = entry(here, to)
            if not entered.passage:
                continue
            further = go(here, to, entered)
            leaves = is_exit(here.state, here.who, to)
            if to == goal and (not last or leaves or may_end(further, entered)):
                return (*path, to)[1:]
            if not leaves and (to, further.laid) not in seen:
                seen.add((to, further.laid))
                queue.append((further, (*path, to)))
    return None


def nearest_way(walk: Walk, goal: Cell) -> tuple[Cell, ...]:
    """The way to a square that breaks the fewest rules, so that a refusal names the right one."""
    best: dict[Cell, int] = {walk.cell: 0}
    queue: deque[tuple[Walk, tuple[Cell, ...], int]] = deque([(walk, (walk.cell,), 0)])
    found: tuple[Cell, ...] = (goal,)
    while queue:
        here, path, faults = queue.popleft()
        if here.cell == goal:
            found = path[1:]
            break
        for _, to in here.state.space.touching(here.cell):
            entered = entry(here, to)
            open_to = here.state.space.open_to(here.cell, here.who.kind.gait)
            barred = to not in open_to or not entered.passage
            cost = faults + barred
            if cost < best.get(to, 99):
                best[to] = cost
                add = queue.append if barred else queue.appendleft
                add((go(here, to, entered), (*path, to), cost))
    return found


def outcome(state: State, who: Piece, path: tuple[Step, ...]) -> Hashable:
    """What a legal movement leads to, in the terms ``movements`` counts outcomes by."""
    walk = set_out(state, who)
    for step, following in pairwise(path):
        if step.leave is not None or step.take is not None:
            handled = handle(walk, step.leave, step.take)
            assert isinstance(handled, Handled), "a legal movement handles its loads legally"
            walk = handled.walk
        walk = go(walk, following.cell, entry(walk, following.cell))
    return _ending(walk, _changes(walk), is_exit(state, who, walk.cell))

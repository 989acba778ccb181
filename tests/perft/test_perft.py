"""Pinned numbers: how many decisions are legal in fixed positions, and how many positions follow.

Any change to the rules, however small, shows here. ``pins.txt`` holds the positions with their
numbers. If a number changes on purpose, look at every difference, then write the new numbers with

    PERFT=write python -m pytest tests/perft

and say in the commit which rule changed. New positions are added to the file by hand, without
numbers.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Hashable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from adjudicator.app.cases.case import position
from adjudicator.engine.essence import essence
from adjudicator.engine.ids import Colour
from adjudicator.engine.options import Group, options
from adjudicator.engine.play import Played, play
from adjudicator.engine.state import State
from adjudicator.notation.position import read_state

FILE = Path(__file__).with_name("pins.txt")
PINS = ("groups", "decisions", "positions")


class Pin(NamedTuple):
    """A position of the file, how deep to look, and the numbers it has."""

    name: str
    depth: int
    lines: tuple[str, ...]
    numbers: tuple[str, ...]

    def state(self) -> State:
        first, *rest = self.lines
        if first.startswith("state "):
            return read_state(first.removeprefix("state").strip())
        if first.startswith("set "):
            return position("\n".join(rest), first.removeprefix("set").strip())
        return position("\n".join(self.lines))


def read_pins() -> list[Pin]:
    """Entries are parted by blank lines: a name with the depth, the position, the numbers."""
    pins = []
    for block in FILE.read_text(encoding="utf-8").split("\n\n"):
        lines = [line for line in block.splitlines() if line and not line.startswith("#")]
        if lines:
            name, _, depth = lines[0].removeprefix("name").strip().rpartition(" depth ")
            numbers = tuple(line for line in lines[1:] if line.startswith(PINS))
            rest = tuple(line for line in lines[1:] if not line.startswith(PINS))
            pins.append(Pin(name, int(depth), rest, numbers))
    return pins


# -- counting ---------------------------------------------------------------------------------


class Offer(NamedTuple):
    """Somebody who has not answered yet, and some of what he may answer."""

    by: Colour
    group: Group


def offers(state: State) -> Iterator[Offer]:
    """What everybody who has not answered yet may answer."""
    for request in state.pending:
        if not request.sealed:
            alone = state._replace(pending=(request,))
            yield from (Offer(request.who, group) for group in options(alone, request.who))


def count(state: State, depth: int) -> Iterator[str]:
    """The numbers of a position, as the file writes them.

    Decisions are counted to the given depth, distinct positions to one less: the last decisions
    are not played.
    """
    groups: Counter[str] = Counter()
    for _, group in offers(state):
        groups[group.kind] += len(group)
    yield "groups " + " ".join(f"{kind}={number}" for kind, number in sorted(groups.items()))
    paths, decisions, positions = [state], [], []
    for ply in range(1, depth + 1):
        decisions.append(sum(len(offer.group) for path in paths for offer in offers(path)))
        if ply < depth:
            paths = list(_followers(paths))
            positions.append(len({_key(path) for path in paths}))
    yield "decisions " + " ".join(map(str, decisions))
    yield "positions " + " ".join(map(str, positions))


def _followers(paths: list[State]) -> Iterator[State]:
    for state in paths:
        for by, group in offers(state):
            for decision in group:
                played = play(state, by, decision)
                assert isinstance(played, Played), f"an option was refused: {played}"
                yield played.state


def _key(state: State) -> Hashable:
    """Requests are numbered in passing; the numbers make no position of their own."""
    pending = tuple(request._replace(number=0) for request in state.pending)
    return essence(state._replace(asked=0, pending=pending))


# -- the test ---------------------------------------------------------------------------------


@pytest.mark.parametrize("pin", read_pins(), ids=lambda pin: pin.name.replace(" ", "-"))
def test_pinned_numbers(pin: Pin) -> None:
    found = tuple(count(pin.state(), pin.depth))
    if os.environ.get("PERFT") == "write":
        _write(pin, found)
        return
    assert found == pin.numbers


def _write(pin: Pin, numbers: tuple[str, ...]) -> None:
    """Put the numbers under their position, and leave everything else as it is."""
    blocks = FILE.read_text(encoding="utf-8").split("\n\n")
    for index, block in enumerate(blocks):
        if f"name   {pin.name} depth {pin.depth}" in block.splitlines():
            kept = [line for line in block.strip("\n").splitlines() if not line.startswith(PINS)]
            blocks[index] = "\n".join([*kept, *numbers])
    FILE.write_text("\n\n".join(block.strip("\n") for block in blocks) + "\n", encoding="utf-8")


def test_there_are_enough_positions() -> None:
    pins = read_pins()
    assert len(pins) >= 10
    assert sum(pin.lines[0].startswith("state ") for pin in pins) >= 5
    scenarios = {pin.state().rules.scenario for pin in pins if "prison" in pin.lines[0]}
    assert scenarios == set("12345")
    assert len({pin.name for pin in pins}) == len(pins)

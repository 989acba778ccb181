"""Playing whole games without people, to find out whether the referee ever contradicts himself.

Every decision is drawn from ``engine.options``; after each one the invariants are checked, the
events are folded again and somebody must be asked next. A fault ends a game with ``BrokenGame``.
Two styles of play: ``random`` wanders through everything that is legal, ``eager`` plays to win.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import cycle, groupby
from pathlib import Path
from typing import NamedTuple

from adjudicator.app.eager import prefer
from adjudicator.app.games import Game, extend, new_game, result_tag
from adjudicator.engine import decisions as d
from adjudicator.engine.apply import apply
from adjudicator.engine.ids import Colour
from adjudicator.engine.invariants import broken_invariants, essence
from adjudicator.engine.options import Group, options
from adjudicator.engine.play import Played, check, play
from adjudicator.engine.requests import Ask, Request
from adjudicator.engine.ruleset import Options
from adjudicator.engine.state import State
from adjudicator.notation.orders import write_order

LIMIT = 1500
"""Decisions after which a game is given up as unfinished."""

Choose = Callable[[State, Request, Sequence[Group], random.Random], d.Decision]


def choose_at_random(
    state: State, request: Request, groups: Sequence[Group], chance: random.Random
) -> d.Decision:
    """Every group alike, then every decision of the group alike."""
    return chance.choice(chance.choice(groups))


@dataclass(frozen=True, slots=True)
class Style:
    """How somebody plays, and how often something interrupts the game instead."""

    name: str
    choose: Choose
    time_out: float = 0.0
    """How likely a deadline passes before a decision."""
    offer_draw: float = 0.0
    accept_draw: float = 0.0
    resign: float = 0.0
    change_mind: float = 0.0
    """How likely a sealed answer is replaced while that is possible."""


RANDOM = Style(
    "random",
    choose_at_random,
    time_out=0.01,
    offer_draw=0.004,
    accept_draw=0.1,
    resign=0.0002,
    change_mind=0.1,
)
EAGER = Style("eager", prefer)
STYLES: Mapping[str, Style] = {style.name: style for style in (RANDOM, EAGER)}


@dataclass(frozen=True, slots=True)
class Table:
    """What is played: a set, a scenario and the options agreed on."""

    set_name: str = "base"
    scenario: str = "standard"
    options: Options = field(default_factory=Options)


BASE_TABLES = (
    Table(),
    Table(scenario="beginner"),
    Table(options=Options(target=7, memory="strict")),
    Table(options=Options(characters={Colour.BLUE: 5}, removed={Colour.BLUE: (5, 6)})),
    Table(options=Options(characters={Colour.BLUE: 6, Colour.YELLOW: 4})),
)
PRISON_TABLES = (
    *(Table("prison", scenario) for scenario in "12345"),
    Table("prison", "2", Options(memory="strict")),
    Table("prison", "5", Options(target=6, memory="strict", rope_anchors=2)),
    Table("prison", "4", Options(rope_anchors=2)),
    Table("prison", "5", Options(target=7, characters={Colour.YELLOW: 6, Colour.BLUE: 5})),
    Table("prison", "5", Options(characters={Colour.BLUE: 4}, removed={Colour.BLUE: (5, 6)})),
)
MIXED_TABLES = (
    Table("mixed", "free"),
    Table("mixed", "mutual"),
    Table("mixed", "free", Options(memory="strict", characters={Colour.BLUE: 6}, rope_anchors=0)),
    Table("mixed", "mutual", Options(characters={Colour.YELLOW: 5}, target=7)),
)
TABLES = BASE_TABLES + PRISON_TABLES + MIXED_TABLES
"""What ``play_games`` goes through by turns."""


class BrokenGame(AssertionError):
    """The engine contradicted itself. The record leads to the decision in question."""

    def __init__(self, game: Game, by: Colour | None, order: str, faults: Sequence[str]) -> None:
        who = by.letter if by else "ref"
        super().__init__(f"after {who}: {order!r}: {'; '.join(faults)}")
        self.game = game
        self.faults = tuple(faults)


class _Turn(NamedTuple):
    """Who decides next, and what."""

    by: Colour | None
    decision: d.Decision


class _Entry(NamedTuple):
    """A decision that was played: who made it, how it is written, and the position after it."""

    by: Colour | None
    order: str
    after: State


def play_game(
    table: Table, seed: str, chance: random.Random, style: Style, limit: int = LIMIT
) -> Game:
    """One whole game with its record; after ``limit`` decisions it is left unfinished."""
    game = new_game(table.set_name, table.scenario, table.options, seed)
    state, entries = game.state, list[_Entry]()
    while state.result is None and len(entries) < limit:
        turn = next_turn(state, chance, style)
        order = write_order(state, turn.by, turn.decision)
        played = play(state, turn.by, turn.decision)
        faults = find_faults(state, played)
        if faults or not isinstance(played, Played):
            raise BrokenGame(_recorded(game, entries), turn.by, order, faults)
        state = played.state
        entries.append(_Entry(turn.by, order, state))
    return _recorded(game, entries)


def next_turn(state: State, chance: random.Random, style: Style) -> _Turn:
    """Whose decision is next, and what it is: mostly an answer, now and then an interruption."""
    request = chance.choice([request for request in state.pending if not request.sealed])
    if chance.random() < style.time_out:
        return _Turn(None, d.TimeOut(request.number))
    wish = _wish(chance, style)
    by = chance.choice(state.rules.seats)
    if wish is not None and check(state, by, wish) is None:
        return _Turn(by, wish)
    sealed = [r for r in state.pending if r.sealed and not r.final]
    if sealed and chance.random() < style.change_mind:
        request = chance.choice(sealed)
    if request.ask is Ask.DRAW:
        return _Turn(request.who, d.AnswerDraw(chance.random() < style.accept_draw))
    groups = _answers(state, request)
    return _Turn(request.who, style.choose(state, request, groups, chance))


def _wish(chance: random.Random, style: Style) -> d.Decision | None:
    """What somebody wants without being asked."""
    draw = chance.random()
    if draw < style.resign:
        return d.Resign()
    return d.OfferDraw() if draw < style.resign + style.offer_draw else None


def _answers(state: State, request: Request) -> tuple[Group, ...]:
    """The options of this one request, should its player be asked several things at once."""
    return options(state._replace(pending=(request,)), request.who)


def find_faults(before: State, played: Played | object) -> list[str]:
    """What is wrong with a step of a game."""
    if not isinstance(played, Played):
        return [f"an option was refused: {played}"]
    faults = broken_invariants(played.state)
    if essence(reduce(apply, played.events, before)) != essence(played.state):
        faults.append("the events do not lead to the same position again")
    over = played.state.result is not None
    if not over and not any(not request.sealed for request in played.state.pending):
        faults.append("the game goes on but waits for nobody")
    return faults


def _recorded(game: Game, entries: Sequence[_Entry]) -> Game:
    """Consecutive decisions of one seat are one message."""
    for by, group in groupby(entries, key=lambda entry: entry.by):
        message = list(group)
        game = extend(game, by, tuple(entry.order for entry in message), message[-1].after)
    return game


# -- many games -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Tally:
    """The games of one style, counted."""

    games: int = 0
    finished: int = 0
    decisions: int = 0
    bytes: int = 0
    largest: int = 0
    results: Mapping[str, int] = field(default_factory=dict)
    """How often each result came about: ``b``, ``y``, ``draw``, and ``*`` for unfinished."""

    def with_game(self, game: Game) -> Tally:
        size = len(game.text().encode())
        result = result_tag(game.state)
        return Tally(
            self.games + 1,
            self.finished + (game.state.result is not None),
            self.decisions + sum(1 for _ in game.record.orders),
            self.bytes + size,
            max(self.largest, size),
            Counter(self.results) + Counter([result]),
        )

    def __str__(self) -> str:
        if not self.games:
            return "no games"
        results = ", ".join(f"{name} {number}" for name, number in sorted(self.results.items()))
        return (
            f"{self.games} games, {self.finished} finished ({results});"
            f" {self.decisions / self.games:.0f} decisions and"
            f" {self.bytes / self.games / 1000:.1f} kB a game, the largest"
            f" {self.largest / 1000:.1f} kB"
        )


@dataclass(frozen=True, slots=True)
class Fault:
    """A game in which the engine contradicted itself, and how to play it again."""

    seed: str
    style: str
    why: str
    record: str


@dataclass(frozen=True, slots=True)
class Summary:
    """What came out of many games."""

    tallies: Mapping[str, Tally]
    faults: tuple[Fault, ...]


def play_games(
    count: int,
    seed: str,
    styles: Sequence[str] = tuple(STYLES),
    progress: Callable[[int, int], None] | None = None,
    out_dir: Path | None = None,
    tables: Sequence[Table] = TABLES,
    limit: int = LIMIT,
) -> Summary:
    """Play many games, styles and tables by turns; each has a seed of its own made from ``seed``.

    A broken game does not stop the others. Records go to ``out_dir`` if one is given.
    """
    tallies = {name: Tally() for name in styles}
    faults = []
    for number, (name, table) in zip(range(1, count + 1), _programme(styles, tables), strict=False):
        own_seed = f"{seed}-{number}"
        try:
            game = play_game(table, own_seed, random.Random(own_seed), STYLES[name], limit)
            tallies[name] = tallies[name].with_game(game)
            file = f"{number:05d}-{name}.dt"
        except BrokenGame as broken:
            game = broken.game
            faults.append(Fault(own_seed, name, str(broken), game.text()))
            file = f"{number:05d}-{name}-broken.dt"
        if out_dir is not None:
            out_dir.joinpath(file).write_text(game.text(), encoding="utf-8")
        if progress is not None:
            progress(number, count)
    return Summary(tallies, tuple(faults))


def _programme(styles: Sequence[str], tables: Sequence[Table]) -> Iterator[tuple[str, Table]]:
    """Every style at every table, by turns for ever."""
    return cycle((style, table) for table in tables for style in styles)

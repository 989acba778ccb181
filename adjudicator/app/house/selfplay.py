"""Playing whole games without people, to find out whether the referee ever contradicts himself.

Every decision is drawn from ``engine.options``; after each one the invariants are checked, the
events are folded again and somebody must be asked next. A fault ends a game with ``BrokenGame``.
Styles of play: ``random`` wanders through everything that is legal, ``eager`` plays to win,
``house`` is the practice opponent; ``house:eager`` is a match of two, Blue's style first. Many
games are played by ``app/series.py``.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import groupby
from typing import NamedTuple

from adjudicator.app.games import Game, extend, new_game
from adjudicator.app.house.decide import decide
from adjudicator.app.house.eager import prefer
from adjudicator.app.mistakes import NotPossible
from adjudicator.engine import decisions as d
from adjudicator.engine.apply import apply
from adjudicator.engine.essence import essence
from adjudicator.engine.ids import Colour
from adjudicator.engine.invariants import broken_invariants
from adjudicator.engine.options import Group, options
from adjudicator.engine.play import Played, check, play
from adjudicator.engine.requests import Ask, Request
from adjudicator.engine.ruleset import Options
from adjudicator.engine.state import State
from adjudicator.engine.view import view
from adjudicator.notation.orders import write_order
from adjudicator.notation.record import write_options

LIMIT = 1500
"""Decisions after which a game is given up as unfinished."""

Choose = Callable[[State, Request, Sequence[Group], random.Random], d.Decision]


def choose_at_random(
    state: State, request: Request, groups: Sequence[Group], chance: random.Random
) -> d.Decision:
    """Every group alike, then every decision of the group alike."""
    return chance.choice(chance.choice(groups))


def choose_as_the_house(
    state: State, request: Request, groups: Sequence[Group], chance: random.Random
) -> d.Decision:
    """What the house does when it sees what its seat may see, and is asked what its seat is."""
    return decide(view(state, request.who), options(state, request.who), chance)


@dataclass(frozen=True, slots=True)
class Style:
    """How somebody plays, and how often something interrupts the game instead."""

    name: str
    choose: Choose
    time_out: float = 0.0
    """How likely a deadline passes before a decision."""
    offer_draw: float = 0.0
    accept_draw: float = 0.0
    claim: float = 0.0
    agree: float = 0.0
    resign: float = 0.0
    change_mind: float = 0.0
    """How likely a sealed answer is replaced while that is possible."""


RANDOM = Style(
    "random",
    choose_at_random,
    time_out=0.01,
    offer_draw=0.004,
    accept_draw=0.1,
    claim=0.004,
    agree=0.1,
    resign=0.0002,
    change_mind=0.1,
)
EAGER = Style("eager", prefer)
HOUSE = Style("house", choose_as_the_house)
STYLES: Mapping[str, Style] = {style.name: style for style in (RANDOM, EAGER, HOUSE)}
USUAL_STYLES = (RANDOM.name, EAGER.name)
"""What is played if nothing is said: the house takes its time."""


def style_called(name: str) -> Style:
    """A style by its name, or a match of two styles.

    >>> style_called("house:eager").name
    'house:eager'
    """
    blue, colon, yellow = name.partition(":")
    if blue not in STYLES or (colon and yellow not in STYLES):
        known = ", ".join(STYLES)
        raise NotPossible(
            f"{name!r} is no style; known: {known}, or two of them for Blue and Yellow, like"
            " house:eager"
        )
    return match(STYLES[blue], STYLES[yellow]) if colon else STYLES[blue]


def match(blue: Style, yellow: Style) -> Style:
    """Each seat in its own style; nothing interrupts the game, so that it shows who is better."""
    styles = {Colour.BLUE: blue, Colour.YELLOW: yellow}

    def choose(
        state: State, request: Request, groups: Sequence[Group], chance: random.Random
    ) -> d.Decision:
        return styles[request.who].choose(state, request, groups, chance)

    return Style(f"{blue.name}:{yellow.name}", choose)


@dataclass(frozen=True, slots=True)
class Table:
    """What is played: a set, a scenario and the options agreed on."""

    set_name: str = "base"
    scenario: str = "standard"
    options: Options = field(default_factory=Options)

    def __str__(self) -> str:
        """
        >>> str(Table("prison", "5", Options(target=6, memory="strict")))
        'prison 5 target=6 memory=strict'
        """
        usual = write_options(Options()).split()
        agreed = (word for word in write_options(self.options).split() if word not in usual)
        return " ".join((self.set_name, self.scenario, *agreed))


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
"""Every scenario of every set, and options that matter."""


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
    if request.ask is Ask.CLAIM:
        return _Turn(request.who, d.AnswerClaim(chance.random() < style.agree))
    groups = _answers(state, request)
    return _Turn(request.who, style.choose(state, request, groups, chance))


def _wish(chance: random.Random, style: Style) -> d.Decision | None:
    """What somebody wants without being asked."""
    draw = chance.random()
    if draw < style.resign:
        return d.Resign()
    if draw < style.resign + style.offer_draw:
        return d.OfferDraw()
    return d.Claim() if draw < style.resign + style.offer_draw + style.claim else None


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

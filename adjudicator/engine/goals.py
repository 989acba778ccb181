"""How a game is won, in a form that can be told to everybody."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache

from .ids import Colour
from .layout import LineRule
from .ruleset import Ruleset
from .seen import ExitSeen, GoalSeen, Worth


@lru_cache(maxsize=64)
def goal_seen(rules: Ruleset) -> GoalSeen:
    """What brings points in this game; said once if it is the same for all players."""
    found = {colour: tuple(_usual(_worth(rules, colour))) for colour in rules.seats}
    worth = next(iter(found.values()))
    if len(set(found.values())) > 1:
        worth = tuple(_of(colour, w, rules) for colour, some in found.items() for w in some)
    prize = rules.goal.prize
    return GoalSeen(
        rules.goal.at_once,
        worth,
        rules.kinds[prize].name if prize else None,
        tuple(_exits(rules)),
        rules.target_fixed,
    )


def _exits(rules: Ruleset) -> Iterator[ExitSeen]:
    """Over which lines the characters of each player leave."""
    layout = rules.layout
    for colour in rules.seats:
        for line in layout.lines:
            if line.rule(colour) is LineRule.EXIT:
                names = [layout.square_names[layout.square(*at)] for at in line.squares]
                home = (owner for owner in rules.seats if line.rule(owner) is LineRule.HOME)
                yield from (ExitSeen(colour, owner, (names[0], names[-1])) for owner in home)


def _worth(rules: Ruleset, colour: Colour) -> Iterator[Worth]:
    """What one player can score for, piece by piece."""
    goal = rules.goal
    if any(line.rule(colour) is LineRule.EXIT for line in rules.layout.lines):
        for kind in (rules.kinds[code] for code in sorted(rules.teams[colour])):
            points = kind.escape_points + (goal.for_escape(kind.code) if kind.character else 0)
            yield Worth("escaped" if kind.character else "carried out", points, kind.name)
    if rules.combat_cards:
        enemies = {code for c, team in rules.teams.items() if c != colour for code in team}
        for kind in (rules.kinds[code] for code in sorted(enemies)):
            if kind.character:
                yield Worth("eliminated", goal.for_death(kind.code), kind.name)


def _usual(pieces: Iterable[Worth]) -> Iterator[Worth]:
    """What most pieces are worth, then those that are worth something else."""
    worth = tuple(pieces)
    for how in dict.fromkeys(w.how for w in worth):
        points = [w.points for w in worth if w.how == how]
        usual = max(sorted(set(points)), key=points.count)
        if how == "carried out":
            usual = 0
        elif usual:
            yield Worth(how, usual)
        yield from (w for w in worth if w.how == how and w.points not in (usual, 0))


def _of(colour: Colour, worth: Worth, rules: Ruleset) -> Worth:
    """What only one player scores for; a single piece is named with its colour."""
    if worth.name is None:
        return replace(worth, who=colour)
    owner = colour
    if worth.how == "eliminated":
        owner = next(c for c in rules.seats if c != colour)
    return replace(worth, who=colour, name=f"{owner} {worth.name}")

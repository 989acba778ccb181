"""Which game is played and what wins it, in words."""

from __future__ import annotations

from collections.abc import Iterator
from string import ascii_lowercase

from ..engine.seen import ExitSeen, GoalSeen, Worth
from .language import N_, Language

SCENARIOS = {
    ("base", "standard"): N_("base set, standard game"),
    ("base", "beginner"): N_("base set, beginner's game"),
    ("prison", "1"): N_("Prison, scenario 1 (both out)"),
    ("prison", "2"): N_("Prison, scenario 2 (the Colossus)"),
    ("prison", "3"): N_("Prison, scenario 3 (to the death)"),
    ("prison", "4"): N_("Prison, scenario 4 (four points)"),
    ("prison", "5"): N_("Prison, scenario 5 (the full game)"),
    ("mixed", "free"): N_("base set and Prison, free choice"),
    ("mixed", "mutual"): N_("base set and Prison, mutual choice"),
}

WINNING = {
    "escaped": N_("{who} wins when the {piece} has left the labyrinth unwounded."),
    "eliminated": N_("{who} wins when the {piece} is eliminated."),
}
"""A single character who decides the game."""


def game_words(set_name: str, scenario: str, say: Language) -> str:
    """A scenario by its name; one that nobody has named by what its files are called."""
    known = SCENARIOS.get((set_name, scenario))
    return say(known) if known else f"{set_name}, {scenario}"


def goal_words(goal: GoalSeen, target: int, say: Language) -> str:
    """What brings points, and what ends the game."""
    if any(worth.who for worth in goal.worth):
        return " ".join([*_by_player(goal, target, say), *_ways_out(goal, say)])
    points = say.many("{n} point", "{n} points", target)
    end = N_("When somebody has {points}, that turn is the last; whoever has more then wins.")
    if goal.at_once:
        end = N_("The first to have {points} wins at once.")
    return " ".join([*_for_all(goal, say), *_ways_out(goal, say), say(end, points=points)])


def _ways_out(goal: GoalSeen, say: Language) -> Iterator[str]:
    """Over which lines the characters leave."""
    if goal.exits:
        ways = say("; ").join(_way_out(way, say) for way in goal.exits)
        yield say.many("Way out: {ways}.", "Ways out: {ways}.", len(goal.exits), ways=ways)


def _way_out(way: ExitSeen, say: Language) -> str:
    who, owner = say.seat(way.who), say.seat(way.line_of)
    rows = {square.lstrip(ascii_lowercase) for square in way.ends}
    if len(rows) > 1:
        where = "-".join(way.ends)
        return say("{who} over {owner}'s line, {where}", who=who, owner=owner, where=where)
    return say("{who} over {owner}'s line, row {row}", who=who, owner=owner, row=rows.pop())


def _for_all(goal: GoalSeen, say: Language) -> Iterator[str]:
    """What is the same for all players; in brackets what is worth more or less."""
    odd = {"escaped": ("escaped", "carried out"), "eliminated": ("eliminated",)}
    for worth in goal.worth:
        if worth.name is None:
            others = [w for w in goal.worth if w.how in odd[worth.how] and w.name]
            listed = ", ".join(_odd(w, say) for w in others)
            yield _each(worth, say) + (f" ({listed})." if listed else ".")


def _each(worth: Worth, say: Language) -> str:
    if worth.how == "escaped":
        return say.many(
            "{n} point for each of your characters who leaves the labyrinth",
            "{n} points for each of your characters who leaves the labyrinth",
            worth.points,
        )
    return say.many(
        "{n} point for each enemy who is eliminated",
        "{n} points for each enemy who is eliminated",
        worth.points,
    )


def _odd(worth: Worth, say: Language) -> str:
    sign = "+" if worth.how == "carried out" else ""
    return f"{say.kind(worth.name or '')}{say(': ')}{sign}{worth.points}"


def _by_player(goal: GoalSeen, target: int, say: Language) -> Iterator[str]:
    """Where not everybody wants the same: a sentence for each thing."""
    for worth in goal.worth:
        who = say.seat(worth.who or "")
        if worth.name is None:
            yield f"{who}{say(': ')}{_each(worth, say)}."
        elif worth.points >= target and worth.how in WINNING:
            yield say(WINNING[worth.how], who=who, piece=say.piece(worth.name))
        else:
            yield f"{who}{say(': ')}{say.piece(worth.name)}{say(': ')}{worth.points}."
    if goal.prize is not None:
        yield say("If he leaves the game in another way, it is a draw.")

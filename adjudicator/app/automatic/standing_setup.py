"""Standing orders for the set-up: what they answer, and how long they are in force.

- **Choosing.** ``TEAM`` takes the first characters, objects and pairs named, as many as a team has;
  the next pairs are the reserve. ``PICK`` takes the first thing named that can still be picked; a
  thing named once is not picked a second time. If nothing named is left, he is asked.
- **Leaving out and lining up.** ``LINE`` and ``OUT`` take the first characters named that may be
  taken; if too few are named, he is asked. Each takes the first of his dots that is free; then the
  others take what is left, from left to right.
- **Hiding.** ``SET`` lines are tried in order: the first whose token is still to be hidden and one
  of whose rooms has space.
"""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.engine import decisions as d
from adjudicator.engine.options import Group
from adjudicator.engine.requests import Ask
from adjudicator.engine.seen import PlayerSeen, View
from adjudicator.engine.state import State
from adjudicator.notation.standing_lines import (
    ChooseLine,
    OutLine,
    PickLine,
    SetLine,
    Standing,
    TeamLine,
)

from ..house.imagine import imagine

SETTING_UP = (Ask.TEAM, Ask.PICK, Ask.LEAVE_OUT, Ask.LINE_UP, Ask.HIDE)
"""What is asked before the first turn, in this order; each has lines that begin with its word."""


def in_force(lines: Sequence[str], state: State) -> tuple[str, ...]:
    """The lines that may still be used: those for a part of the set-up end with it.

    They are not deleted with it: a moderator may take a game back to its set-up.
    """
    asked = [request.ask for request in state.pending if request.ask in SETTING_UP]
    now = min(map(SETTING_UP.index, asked), default=len(SETTING_UP))
    over = [ask.upper() for ask in SETTING_UP[:now]]
    return tuple(line for line in lines if line.split()[0] not in over)


def own_seat(view: View) -> PlayerSeen:
    return next(player for player in view.players if player.colour == view.viewer)


# -- choosing ---------------------------------------------------------------------------------


def choose_team(view: View, standing: Standing) -> d.Decision | None:
    wish = next((line for line in standing if isinstance(line, ChooseLine)), None)
    choice = view.choice
    if wish is None or choice is None:
        return None
    characters = [code for code in wish.codes if code.isupper()][: choice.characters]
    objects = [code for code in wish.codes if code.islower()][: choice.objects]
    wanted, reserve = wish.pairs[: choice.each], wish.pairs[choice.each : 2 * choice.each]
    return d.ChooseTeam((*characters, *objects), wanted, reserve)


def pick(view: View, groups: Sequence[Group], standing: Standing) -> d.Decision | None:
    picked = view.choice.picked if view.choice is not None else ()
    legal = [option for group in groups for option in group]
    for line in standing:
        if isinstance(line, PickLine):
            for number, item in enumerate(line.items):
                had = picked.count(item) > line.items[:number].count(item)
                if d.Pick(item) in legal and not had:
                    return d.Pick(item)
    return None


# -- leaving out, lining up, hiding -----------------------------------------------------------


def leave_out(view: View, standing: Standing) -> d.Decision | None:
    me = own_seat(view)
    lines = [line for line in standing if isinstance(line, OutLine)]
    named = [token for line in lines for token in line.tokens if token in me.unplaced]
    if len(named) < me.left_out:
        return None
    return d.LeaveOut(tuple(named[: me.left_out]))


def line_up(view: View, groups: Sequence[Group], standing: Standing) -> d.Decision | None:
    plan = next((line for line in standing if isinstance(line, TeamLine)), None)
    first = groups[0][0] if groups else None
    if plan is None or not isinstance(first, d.LineUp):
        return None
    space = imagine(view, groups).space
    free = {name: space.cell(space.geometry.layout.square_by_name[name]) for name in _dots(view)}
    present = own_seat(view).unplaced
    wanted = len(first.team)
    team = [(token, dots) for token, dots in plan.members if token in present][:wanted]
    if len(team) < wanted:
        return None
    places = {
        token: free.pop(dot)
        for token, dots in team
        if (dot := next((dot for dot in dots if dot in free), None)) is not None
    }
    rest = iter(free.values())
    return d.LineUp(
        tuple((token, places[token] if token in places else next(rest)) for token, _ in team)
    )


def _dots(view: View) -> list[str]:
    """The dots of the own line, as the board shows them."""
    home = [line.name for line in view.lines if view.viewer in line.home_of]
    dots = [square for square in view.squares.values() if square.dot and square.line in home]
    return [square.name for square in sorted(dots, key=lambda square: (square.y, square.x))]


def hide(groups: Sequence[Group], standing: Standing) -> d.Decision | None:
    legal = [option for group in groups for option in group if isinstance(option, d.Hide)]
    for line in standing:
        if isinstance(line, SetLine):
            for slot in line.slots:
                for found in legal:
                    if found.slot == slot and line.token in (None, found.token):
                        return found
    return None

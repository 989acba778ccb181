"""The house: a practice opponent who sees what a player in his seat would see, and no more.

``decide`` is handed a ``View`` and the seat's own options. It imagines a position that looks like
that (``app/imagine.py``) and thinks in it: how to make ready (``app/muster.py``), how to spend a
turn (``app/manoeuvre.py``), how to fight (``app/clash.py``). Positions are judged by
``app/outlook.py``, Combat cards by the odds (``app/duel.py``). The same view, options and chance
always give the same decision. No set, character or object is named here.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from adjudicator.engine import decisions as d
from adjudicator.engine.actions.finish import count_up
from adjudicator.engine.ids import Colour
from adjudicator.engine.options import Group
from adjudicator.engine.requests import Ask
from adjudicator.engine.seen import AskSeen, View

from . import clash, manoeuvre, muster
from .imagine import imagine
from .thought import Thought


def decide(view: View, options: Sequence[Group], chance: random.Random) -> d.Decision:
    """What the house does in this seat. It must be asked something it has not answered yet."""
    assert isinstance(view.viewer, Colour), "the house sits at the table"
    waiting = [ask for ask in view.mine if not ask.sealed]
    ask = min(waiting, key=lambda ask: ask.ask is not Ask.DRAW)  # an offer is answered first
    groups = [group for group in options if _answers(group, ask)]
    thought = Thought(imagine(view, groups), view.viewer, groups, chance)
    return _DECIDES[ask.ask](thought)


def _answers(group: Group, ask: AskSeen) -> bool:
    """Whether a group of options answers this request; actions are named by what is done."""
    others = {kind.value for kind in Ask}
    return group.kind not in others if ask.ask is Ask.ACT else group.kind == ask.ask


def _draw(thought: Thought) -> d.Decision:
    """Only when clearly behind."""
    players = thought.state.players
    own = players[thought.me].score
    return d.AnswerDraw(any(player.score >= own + 2 for player in players.values()))


def _claim(thought: Thought) -> d.Decision:
    """If it wins by the count, or if it would take a draw and gets one."""
    winners = count_up(thought.state)
    would_draw = not winners and _draw(thought) == d.AnswerDraw(True)
    return d.AnswerClaim(winners == (thought.me,) or would_draw)


_DECIDES: dict[Ask, Callable[[Thought], d.Decision]] = {
    Ask.TEAM: muster.team,
    Ask.PICK: muster.pick,
    Ask.LEAVE_OUT: muster.leave_out,
    Ask.LINE_UP: muster.line_up,
    Ask.HIDE: muster.hide,
    Ask.ACTION_CARD: manoeuvre.action_card,
    Ask.ACT: manoeuvre.act,
    Ask.PUT: manoeuvre.put,
    Ask.NAME_CARD: clash.name_card,
    Ask.COMBAT_CARD: clash.lay_card,
    Ask.DRAW: _draw,
    Ask.CLAIM: _claim,
}

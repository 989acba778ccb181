"""CREATE: open a game and sit down; it is dealt when all seats are taken."""

from __future__ import annotations

from adjudicator.notation.record import BadOptionText, read_options, write_options
from adjudicator.render import letter_kinds as k
from adjudicator.sets.load import BadOption, load_ruleset, scenarios
from adjudicator.storage import seats

from ..automatic import HOUSE
from ..visit import Visit
from .join import invite_house, sit_down


def run(visit: Visit, words: list[str], text: str) -> None:
    """``CREATE standard target=7 blue house``; scenario, options and so on are optional."""
    if visit.player is None:
        visit.refused(text, "not registered")
        return
    known = scenarios("base")
    scenario = next((word.lower() for word in words if word.lower() in known), "standard")
    try:
        options = read_options(" ".join(word for word in words if "=" in word))
        rules = load_ruleset("base", scenario, options)
    except (BadOption, BadOptionText) as error:
        visit.lines.append(k.LineRead(text, k.Fate.REFUSED, why=str(error)))
        return
    number = seats.open_proposal(visit.db, scenario, write_options(options), visit.at)
    named = [colour for colour in rules.seats if colour.value in (w.lower() for w in words)]
    visit.done(text, "created", game=number)
    mine = (named or list(rules.seats))[0]
    sit_down(visit, number, mine, text)
    if any(word.lower() == HOUSE for word in words):
        invite_house(visit, number, next(c for c in rules.seats if c != mine))

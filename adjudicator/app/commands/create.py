"""CREATE: open a game and sit down; it is dealt when all seats are taken."""

from __future__ import annotations

from typing import NamedTuple

from adjudicator.engine.ids import Colour
from adjudicator.engine.ruleset import Ruleset
from adjudicator.notation.names import COLOURS
from adjudicator.notation.record import BadOptionText, read_options, write_options
from adjudicator.render import letter_kinds as k
from adjudicator.sets.load import BadOption, load_ruleset, scenarios
from adjudicator.storage import seats

from .. import terms
from ..automatic import HOUSE
from ..terms import BadTerms, Terms
from ..visit import Visit
from .join import invite_house, sit_down

SET = "base"
SCENARIO = "standard"
OPTIONS = ("target", "memory", "handicap", "removed", "pair", "rope_anchors")
"""Of the rules; everything else is a term."""


class _Wish(NamedTuple):
    """What the words behind CREATE ask for."""

    scenario: str
    rules: Ruleset
    terms: Terms
    colour: Colour | None
    house: bool


def run(visit: Visit, words: list[str], text: str) -> None:
    """``CREATE standard target=7 days=2 off=sat,sun blue house``; all of it is optional."""
    if visit.player is None:
        visit.refused(text, "not registered")
        return
    try:
        wish = _read(words)
    except BadTerms as error:
        visit.lines.append(k.LineRead(text, k.Fate.REFUSED, note=error.note))
        return
    except (BadOption, BadOptionText) as error:
        visit.lines.append(k.LineRead(text, k.Fate.REFUSED, why=str(error)))
        return
    options, agreed = write_options(wish.rules.options), terms.write_terms(wish.terms)
    number = seats.open_proposal(visit.db, SET, wish.scenario, options, agreed, visit.at)
    visit.done(text, "created", game=number)
    mine = wish.colour or wish.rules.seats[0]
    sit_down(visit, number, mine, text)
    if wish.house:
        invite_house(visit, number, next(c for c in wish.rules.seats if c != mine))


def _read(words: list[str]) -> _Wish:
    """Raises ``BadTerms``, ``BadOption`` or ``BadOptionText`` for what cannot be had."""
    options, agreed, others = _sorted(words)
    known = scenarios(SET)
    for word in others:
        if word not in known and word not in COLOURS and word != HOUSE:
            raise BadTerms("unknown scenario", word=word[:40], known=", ".join(sorted(known)))
    scenario = next((word for word in others if word in known), SCENARIO)
    rules = load_ruleset(SET, scenario, read_options(" ".join(options)))
    named = (COLOURS[word] for word in others if word in COLOURS)
    colour = next((colour for colour in named if colour in rules.seats), None)
    return _Wish(scenario, rules, terms.read_terms(" ".join(agreed)), colour, HOUSE in others)


def _sorted(words: list[str]) -> tuple[list[str], list[str], list[str]]:
    """The options of the rules, the terms of the game, and the rest in lower case."""
    options: list[str] = []
    agreed: list[str] = []
    for word in (word.lower() for word in words if "=" in word):
        key = word.partition("=")[0].partition(".")[0]
        if key in terms.KEYS:
            agreed.append(word)
        elif key in OPTIONS:
            options.append(word)
        else:
            known = ", ".join((*OPTIONS, *terms.KEYS))
            raise BadTerms("unknown option", word=key[:40], known=known)
    return options, agreed, [word.lower() for word in words if "=" not in word]

"""CREATE: open a game and sit down; it is dealt when all seats are taken."""

from __future__ import annotations

from typing import NamedTuple

from adjudicator.engine.ids import Colour
from adjudicator.engine.ruleset import Ruleset
from adjudicator.notation.names import COLOURS
from adjudicator.notation.record import BadOptionText, read_options, write_options
from adjudicator.render import letter_kinds as k
from adjudicator.sets.load import SETS, BadOption, full_game, load_ruleset, scenarios
from adjudicator.storage import seats

from ... import terms
from ...automatic.play import HOUSE
from ...terms import BadTerms, Terms
from ..visit import Visit
from .join import colour_of, invite_house, sit_down

FILLERS = ("set", "scenario", "game")
OPTIONS = ("target", "memory", "handicap", "removed", "pair", "rope_anchors")
"""Of the rules; everything else is a term."""


class _Wish(NamedTuple):
    """What the words behind CREATE ask for."""

    rules: Ruleset
    terms: Terms
    colour: Colour | None
    house: bool


def run(visit: Visit, words: list[str], text: str) -> None:
    """``CREATE prison 3 target=7 days=2 off=sat,sun blue house``; all of it is optional."""
    if visit.player is None:
        visit.refused(text, "not registered")
        return
    try:
        wish = _read(words)
    except BadTerms as error:
        visit.refuse(text, error.note)
        return
    except (BadOption, BadOptionText) as error:
        visit.lines.append(k.LineRead(text, k.Fate.REFUSED, why=str(error)))
        return
    options, agreed = write_options(wish.rules.options), terms.write_terms(wish.terms)
    rules = wish.rules
    number = seats.open_proposal(
        visit.db, rules.set_name, rules.scenario, options, agreed, visit.at
    )
    mine = wish.colour if wish.colour and not rules.seats_drawn else rules.seats[0]
    sit_down(visit, number, mine)
    if wish.house:
        invite_house(visit, number, next(c for c in rules.seats if c != mine))
        visit.done(text, "created with house", game=number, who=colour_of(visit, number))
    elif rules.seats_drawn:
        visit.done(text, "created drawn", game=number)
    else:
        visit.done(text, "created", game=number, who=mine)


def _read(words: list[str]) -> _Wish:
    """Raises ``BadTerms``, ``BadOption`` or ``BadOptionText`` for what cannot be had."""
    options, agreed, others = _sorted(words)
    set_name, scenario = _scenario(
        [word for word in others if word not in COLOURS and word not in (HOUSE, *FILLERS)]
    )
    rules = load_ruleset(set_name, scenario, read_options(" ".join(options)))
    colours = [word for word in others if word in COLOURS]
    for word in colours:
        if COLOURS[word] not in rules.seats:
            known = ", ".join(rules.seats)
            raise BadTerms("no such colour", word=word, known=known)
    colour = COLOURS[colours[0]] if colours else None
    return _Wish(rules, terms.read_terms(" ".join(agreed)), colour, HOUSE in others)


def _scenario(words: list[str]) -> tuple[str, str]:
    """The set and the scenario that are meant; either of them can do without the other.

    >>> _scenario(["prison", "3"]), _scenario(["prison"]), _scenario(["beginner"]), _scenario([])
    (('prison', '3'), ('prison', '5'), ('base', 'beginner'), ('base', 'standard'))
    """
    sets = {word: word for word in words if word in SETS}
    wanted = [word for word in words if word not in sets]
    named = next(iter(sets), None)
    for word in wanted:
        if named is not None and word not in scenarios(named):
            known = ", ".join(scenarios(named))
            raise BadTerms("unknown scenario", word=f"{named} {word[:40]}", known=known)
        if not any(word in scenarios(name) for name in SETS):
            raise BadTerms("unknown word", word=word[:40], known=_known())
    for twice in (list(sets), wanted):
        if len(twice) > 1:
            raise BadTerms("scenario twice", first=twice[0], second=twice[1])
    if named is None and wanted:
        named = next(name for name in SETS if wanted[0] in scenarios(name))
    set_name = named or SETS[0]
    return set_name, wanted[0] if wanted else full_game(set_name)


def _known() -> str:
    """``base standard``, ``prison 1`` and so on."""
    return ", ".join(f"{name} {scene}" for name in SETS for scene in scenarios(name))


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

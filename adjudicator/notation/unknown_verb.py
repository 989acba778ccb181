"""A verb that nobody knows, and what to say to whoever wrote it."""

from __future__ import annotations

from difflib import get_close_matches

from adjudicator.engine.ids import Colour
from adjudicator.engine.ruleset import Ruleset

from .names import COLOURS, find_code, with_codes
from .words import Unreadable


def unknown_verb(rules: Ruleset, by: Colour, typed: str, words: list[str]) -> Unreadable:
    """Quotes the player's own word and says how orders are written.

    >>> from adjudicator.sets.load import load_ruleset
    >>> rules = load_ruleset("prison", "5")
    >>> unknown_verb(rules, Colour.BLUE, "BS stab y.CO", ["BS", "fw", "y.CO"]).why
    "there is no order 'stab'; a movement is written BS c4-c5, an attack BS x y.CO"
    """
    actor, verb, *rest = words
    verb = _as_typed(rules, typed, verb)
    column = max(f" {typed}".find(f" {verb}") + 1, 1)
    close = get_close_matches(verb.lower(), [*rules.verbs, "rv", "rt", "jump"], 1, 0.8)
    if close:
        return Unreadable(column, f"{verb!r} is nothing one can do", close[0])
    if not rules.combat_cards:
        why = f"there is no order {verb!r}; a movement is written {actor} c4-c5"
        return Unreadable(column, why)
    attack = f"{actor} x {_victim(rules, by, actor, rest)}"
    why = f"there is no order {verb!r}; a movement is written {actor} c4-c5, an attack {attack}"
    return Unreadable(column, why)


def _as_typed(rules: Ruleset, typed: str, word: str) -> str:
    """What the player wrote for a word: "Stab" became the code of the Wand, its German name."""
    own = (w for w in typed.split()[1:] if with_codes(rules, w).lower() == word.lower())
    return next(own, word)


def _victim(rules: Ruleset, by: Colour, actor: str, rest: list[str]) -> str:
    """Whom the order names, if he may be an enemy; else anybody."""
    colour, _, name = "".join(rest).rpartition(".")
    code = find_code(rules, name)
    if code is None or not rules.is_character(code) or COLOURS.get(colour.lower()) == by:
        others = (c for c in rules.kinds if c in rules.codes and c != actor)
        return next(filter(rules.is_character, others))
    return f"{colour}.{code}" if colour else code

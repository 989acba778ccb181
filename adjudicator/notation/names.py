"""The names pieces go by in three languages, and how texts are searched for them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache

from adjudicator.engine.ids import Colour
from adjudicator.engine.ruleset import Ruleset

COLOURS: Mapping[str, Colour] = {
    name: colour
    for colour, names in {
        Colour.BLUE: ("b", "blue", "bleu", "blau"),
        Colour.YELLOW: ("y", "yellow", "jaune", "gelb"),
        Colour.RED: ("r", "red", "rouge", "rot"),
        Colour.GREEN: ("g", "green", "vert", "gruen", "grun"),
        Colour.WHITE: ("w", "white", "blanc", "weiss"),
    }.items()
    for name in names
}

ALIASES: Mapping[str, str] = {"tr": "tz"}
"""Old object codes that still work where no character is meant (decision 0003)."""


def plain(text: str) -> str:
    """Lower case without accents.

    >>> plain("Épée"), plain("RÜSTUNG")
    ('epee', 'rustung')
    """
    split = unicodedata.normalize("NFD", text.replace("ß", "ss"))
    return "".join(letter for letter in split if not unicodedata.combining(letter)).lower()


@lru_cache(maxsize=8)
def _names(rules: Ruleset) -> Mapping[str, str]:
    """Every name in every language, and the code it stands for."""
    found = {}
    for code, languages in rules.names.items():
        for names in languages.values():
            for name in names:
                found[plain(name)] = code
                found[plain(name).replace("u", "ue")] = code  # Ruestung for Rüstung
    return found


@lru_cache(maxsize=8)
def _pattern(rules: Ruleset) -> re.Pattern[str]:
    names = sorted(_names(rules), key=len, reverse=True)
    alternatives = "|".join(re.escape(name).replace(r"\ ", r"\s+") for name in names)
    return re.compile(rf"(?<![a-z])(?:{alternatives})(?![a-z])")


def with_codes(rules: Ruleset, text: str) -> str:
    """An order with full names replaced by codes; everything else is left as it is.

    >>> from adjudicator.sets.load import load_ruleset
    >>> with_codes(load_ruleset(), "Guerrier c4-c5+Épée")
    'WA c4-c5+sw'
    """
    names = _names(rules)
    simple = plain(text)
    if len(simple) != len(text):  # a ligature or ß: names cannot be replaced in place
        text = simple
    result, end = [], 0
    for match in _pattern(rules).finditer(simple):
        result.append(text[end : match.start()])
        result.append(names[re.sub(r"\s+", " ", match.group())])
        end = match.end()
    return "".join(result) + text[end:]


def find_code(rules: Ruleset, text: str) -> str | None:
    """The code a word stands for; ``tr`` in lower case stays open between Troll and Treasure."""
    if text in rules.kinds:
        return text
    for code in rules.kinds:
        if code.lower() == text.lower():
            return code
    return ALIASES.get(text.lower())

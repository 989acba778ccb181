"""Phrases that the engine makes, in the reader's language.

The engine gives its reasons in plain English with names and numbers in them; it knows no other
language. Here each of its phrases is listed once as a pattern. A pattern that fits gives back its
values, and the translated pattern takes them. What no pattern fits stays English; a test reads the
engine's source and fails for a phrase that is missing here.

Placeholders say what stands there: ``piece`` a piece with its colour, ``pieces`` a list of them,
``kind`` a name without a colour, ``colour`` a player, ``a_thing`` a word that follows "a" and
``the_thing`` one that follows "the", ``thing`` one that follows neither. Everything else (squares,
rooms, numbers, codes) is the same in all languages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from .language import Language
from .phrase_list import PHRASES

_PIECE = r"(?:blue|yellow|red|green|white) [A-Z][\w'-]*(?: [A-Z][\w'-]*)*"
_SHAPES = {
    "piece": _PIECE,
    "pieces": rf"{_PIECE}(?:, {_PIECE})*",
    "colour": "blue|yellow|red|green|white",
    "kind": r"[A-Z][\w'-]*(?: [A-Z][\w'-]*)*",
    "thing": r"[a-z][a-z -]*(?:: [A-Z]+)?",
}
_PLAYER = re.compile(rf"^(?:{_SHAPES['colour']})(?= (?!token))")
"""A player, as the engine begins a phrase with him; letters give him a capital."""
_CITED = re.compile(r"(.+) (\([A-Z]+-[A-Z]+-\d+\))")
"""A phrase with the rule it comes from behind it."""
_PLACEHOLDER = re.compile(r"\{(\w+)\}")


class _Pattern(NamedTuple):
    message: str
    shape: re.Pattern[str]


def phrase(text: str, language: Language) -> str:
    """A phrase of the engine in this language.

    >>> from .language import language
    >>> phrase("the blue Warrior is no character", language("de"))
    'der blaue Krieger ist keine Figur'
    >>> phrase("something new", language("de"))
    'something new'
    """
    if language.code == "en":
        return _PLAYER.sub(lambda player: player[0].capitalize(), text)
    if cited := _CITED.fullmatch(text):
        return f"{phrase(cited[1], language)} {cited[2]}"
    for pattern in _patterns():
        if found := pattern.shape.fullmatch(text):
            words = {name: _word(name, word, language) for name, word in found.groupdict().items()}
            return language(pattern.message, **words)
    return text


def fits(text: str) -> bool:
    """Whether a phrase is listed."""
    return any(pattern.shape.fullmatch(text) for pattern in _patterns())


@cache
def _patterns() -> tuple[_Pattern, ...]:
    """Those with most words of their own first: they fit least by accident."""
    found = [_Pattern(message, _compiled(message)) for message in PHRASES]
    return tuple(sorted(found, key=lambda p: -len(_PLACEHOLDER.sub("", p.message))))


def _compiled(message: str) -> re.Pattern[str]:
    return re.compile("".join(_pieces_of(message)))


def _pieces_of(message: str) -> Iterator[str]:
    """Literal text, and a group for each placeholder."""
    for index, part in enumerate(_PLACEHOLDER.split(message)):
        if index % 2 == 0:
            yield re.escape(part)
        else:
            yield f"(?P<{part}>{_SHAPES.get(_sort(part), '.+?')})"


def _sort(placeholder: str) -> str:
    """What stands at a placeholder: ``piece2`` is a piece, ``a_thing`` a thing."""
    return placeholder.rstrip("0123456789").rpartition("_")[2]


def _word(placeholder: str, word: str, language: Language) -> object:
    match _sort(placeholder):
        case "piece":
            return language.piece(word)
        case "pieces":
            return ", ".join(str(language.piece(name)) for name in word.split(", "))
        case "kind":
            return language.kind(word)
        case "colour":
            return language.seat(word)
        case "thing":
            return language.term(placeholder.rstrip("0123456789"), word)
        case _:
            return word

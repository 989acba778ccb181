"""Pieces within sentences: articles, endings and the words for colours, language by language.

A sentence names the form it needs behind a colon: ``{token:Der}`` is "Der blaue Krieger" or "Die
blaue Diebin" in German, ``{token:du}`` is "du Guerrier bleu" or "de l'Armure bleue" in French. A
form with a capital begins a sentence; ``{token:code}`` is what orders call it. English needs no
other forms.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

GENDERS: Mapping[str, str] = {"en": "n", "fr": "mf", "de": "mfn"}
"""What a noun may be in each language."""


@dataclass(frozen=True, slots=True)
class Called:
    """A piece as a sentence calls it; with ``code`` also by what orders call it.

    >>> str(Called("en", "blue", "Warrior", "n", "bWA"))
    'blue Warrior (bWA)'
    >>> thief = Called("de", "yellow", "Diebin", "f")
    >>> f"{thief:Der} trifft {Called('de', 'blue', 'Krieger', 'm', 'bWA'):den}."
    'Die gelbe Diebin trifft den blauen Krieger (bWA).'
    >>> f"{Called('fr', 'yellow', 'Voleuse', 'f'):Le} est blessé{Called('fr', '', '', 'f'):e}."
    'La Voleuse jaune est blessée.'
    """

    language: str
    colour: str
    name: str
    gender: str
    code: str = ""

    def __format__(self, form: str) -> str:
        if form == "e":  # the ending of a French participle
            return "e" if self.gender == "f" else ""
        if form == "code":
            return self.code
        text = _FORMS[self.language](self, form.lower())
        if form[:1].isupper():
            text = text[0].upper() + text[1:]
        return f"{text} ({self.code})" if self.code else text

    def __str__(self) -> str:
        return format(self, "")


# -- English ----------------------------------------------------------------------------------


def _english(piece: Called, form: str) -> str:
    assert not form, "English sentences carry their articles themselves"
    return f"{piece.colour} {piece.name}"


# -- French -----------------------------------------------------------------------------------

_FRENCH_COLOURS: Mapping[str, tuple[str, str]] = {
    "blue": ("bleu", "bleue"),
    "yellow": ("jaune", "jaune"),
    "red": ("rouge", "rouge"),
    "green": ("vert", "verte"),
    "white": ("blanc", "blanche"),
}

_FRENCH_ARTICLES: Mapping[str, tuple[str, str, str]] = {
    "": ("", "", ""),
    "le": ("le ", "la ", "l'"),
    "du": ("du ", "de la ", "de l'"),
    "au": ("au ", "à la ", "à l'"),
}
"""For a form: before a masculine noun, a feminine one, and a vowel."""


def _french(piece: Called, form: str) -> str:
    masculine, feminine, before_vowel = _FRENCH_ARTICLES[form]
    article = masculine if piece.gender == "m" else feminine
    if piece.name[0] in "AEIOUÉÈÊaeiouéèê":
        article = before_vowel
    colour = _FRENCH_COLOURS[piece.colour][piece.gender == "f"]
    return f"{article}{piece.name} {colour}"


# -- German -----------------------------------------------------------------------------------

_GERMAN_COLOURS: Mapping[str, str] = {
    "blue": "blau",
    "yellow": "gelb",
    "red": "rot",
    "green": "grün",
    "white": "weiß",
}

_GERMAN_ENDINGS: Mapping[str, Mapping[str, tuple[str, str]]] = {
    "": {"m": ("", "er"), "f": ("", "e"), "n": ("", "es")},
    "der": {"m": ("der ", "e"), "f": ("die ", "e"), "n": ("das ", "e")},
    "den": {"m": ("den ", "en"), "f": ("die ", "e"), "n": ("das ", "e")},
    "dem": {"m": ("dem ", "en"), "f": ("der ", "en"), "n": ("dem ", "en")},
}
"""For a form and a gender: the article, and the ending of the adjective behind it."""


_GERMAN_WEAK = frozenset({"Telepath"})
"""Nouns that have an ending behind ``den`` and ``dem``."""


def _german(piece: Called, form: str) -> str:
    article, ending = _GERMAN_ENDINGS[form][piece.gender]
    name = _german_name(piece, form, ending)
    return f"{article}{_GERMAN_COLOURS[piece.colour]}{ending} {name}"


def _german_name(piece: Called, form: str, ending: str) -> str:
    """The name with its own endings; one of two words begins with an adjective, like the colour.

    >>> f"{Called('de', 'blue', 'Großer Schild', 'm'):den}"
    'den blauen Großen Schild'
    """
    adjective, gap, noun = piece.name.rpartition(" ")
    if noun in _GERMAN_WEAK and form in ("den", "dem"):
        noun += "en"
    usual = _GERMAN_ENDINGS[""][piece.gender][1]
    return (adjective.removesuffix(usual) + ending if adjective else "") + gap + noun


_FORMS: Mapping[str, Callable[[Called, str], str]] = {
    "en": _english,
    "fr": _french,
    "de": _german,
}

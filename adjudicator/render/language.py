"""The languages of the readers: gettext catalogues, names of pieces, dates and times.

Messages are written in English where they are used; ``N_`` marks those that are translated later.
Catalogues are read from their ``.po`` files once, when a language is first needed: there is nothing
to compile and nothing that could be out of date. Placeholders are those of ``str.format``.
"""

from __future__ import annotations

import gettext
from collections.abc import Mapping
from datetime import date, datetime, tzinfo
from functools import cache
from io import BytesIO
from typing import Final

from babel import Locale
from babel.dates import format_date, format_datetime, get_day_names
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from ..sets.load import SETS, set_names
from .grammar import Called
from .templates import template_folder

CODES: Final = ("en", "fr", "de")
DOMAIN: Final = "adjudicator"

_MOMENTS: Mapping[str, str] = {
    "en": "EEEE d MMMM y, HH:mm",
    "fr": "EEEE d MMMM y 'à' HH:mm",
    "de": "EEEE, d. MMMM y, HH:mm 'Uhr'",
}
_DAYS: Mapping[str, str] = {"en": "d MMMM y", "fr": "d MMMM y", "de": "d. MMMM y"}


def N_(message: str) -> str:  # the name that gettext tools know
    """Marks a message that is translated where it is used."""
    return message


class UnknownLanguage(ValueError):
    """Nobody has translated the mails into this language yet."""


class Language:
    """One language. Calling it translates a message and fills in its placeholders.

    >>> ENGLISH("Turn {number}: {who}", number=3, who="Blue")
    'Turn 3: Blue'
    >>> language("de")("Turn {number}: {who}", number=3, who="Blau")
    'Zug 3: Blau'
    >>> language("fr").many("{n} point", "{n} points", 0)
    '0 point'
    """

    def __init__(self, code: str, catalogue: gettext.NullTranslations) -> None:
        self.code = code
        self.locale = Locale.parse(code)
        self._catalogue = catalogue

    def __repr__(self) -> str:
        return f"language({self.code!r})"

    # -- messages -----------------------------------------------------------------------------

    def __call__(self, message: str, /, **values: object) -> str:
        text = self._catalogue.gettext(message) if message else ""
        return text.format(**values) if values else text

    def many(self, singular: str, plural: str, n: int, /, **values: object) -> str:
        """A message with a number, called ``n`` in it."""
        return self._catalogue.ngettext(singular, plural, n).format(n=n, **values)

    def term(self, context: str, word: str) -> str:
        """A single word whose translation depends on where it stands."""
        return self._catalogue.pgettext(context, word)

    # -- names --------------------------------------------------------------------------------

    def seat(self, colour: str) -> str:
        """A player, by the colour he plays: ``Blue``."""
        return self.term("player", colour.capitalize())

    def kind(self, name: str) -> str:
        """The name of a kind of piece, from its English name."""
        return _names(self.code).get(name, name)

    def piece(self, name: str, code: str = "") -> Called:
        """A piece from its English name, ``blue Warrior``, as a sentence may call it."""
        colour, kind = name.split(" ", 1)
        gender = "n" if self.code == "en" else self.term("gender", kind)
        return Called(self.code, colour, self.kind(kind), gender, code)

    # -- times --------------------------------------------------------------------------------

    def moment(self, at: datetime, zone: tzinfo) -> str:
        """A point in time on the reader's clock, with the name of the clock.

        >>> from datetime import UTC
        >>> from zoneinfo import ZoneInfo
        >>> ENGLISH.moment(datetime(2026, 11, 21, 18, 0, tzinfo=UTC), ZoneInfo("Europe/Paris"))
        'Saturday 21 November 2026, 19:00 (Europe/Paris)'
        """
        assert at.tzinfo is not None, "a point in time needs a zone"
        text = format_datetime(at.astimezone(zone), _MOMENTS[self.code], locale=self.locale)
        return f"{text} ({zone})"

    def day(self, day: date) -> str:
        return format_date(day, _DAYS[self.code], locale=self.locale)

    def weekday(self, number: int) -> str:
        """A day of the week; 0 is Monday.

        >>> ENGLISH.weekday(5), language("fr").weekday(5), language("de").weekday(5)
        ('Saturday', 'samedi', 'Samstag')
        """
        return str(get_day_names("wide", locale=self.locale)[number])


# -- loading ----------------------------------------------------------------------------------


@cache
def language(code: str) -> Language:
    """A language by its code: ``en``, ``fr`` or ``de``."""
    if code not in CODES:
        raise UnknownLanguage(f"there is no language {code!r}; known: {', '.join(CODES)}")
    return Language(code, gettext.NullTranslations() if code == "en" else _catalogue(code))


def _catalogue(code: str) -> gettext.NullTranslations:
    file = template_folder() / "locale" / code / "LC_MESSAGES" / f"{DOMAIN}.po"
    compiled = BytesIO()
    with file.open("rb") as source:
        write_mo(compiled, read_po(source, locale=code))
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


@cache
def _names(code: str) -> Mapping[str, str]:
    """For the English name of every piece of every set the name in a language."""
    return {
        names["en"][0]: names[code][0]
        for set_name in SETS
        for names in set_names(set_name).values()
    }


ENGLISH: Final = language("en")

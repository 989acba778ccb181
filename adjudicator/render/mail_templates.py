"""The templates of the letters: one set of wordings, laid out as plain text or as HTML.

A letter is one template. It is made of building blocks with the same names in ``kit.txt.j2`` and
``kit.html.j2``, so that the two parts of a mail always say the same.
"""

from __future__ import annotations

import re
import textwrap
from functools import cache, lru_cache
from typing import Literal

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from .language import language
from .scene import person
from .templates import template_folder
from .text import WIDEST
from .words import TIED

Medium = Literal["txt", "html"]

QUOTE = "    "


@cache
def mail_templates(medium: Medium, code: str) -> Environment:
    """Templates for one medium and language; HTML is escaped, an unknown name is an error."""
    say = language(code)
    environment = Environment(
        loader=FileSystemLoader(template_folder()),
        autoescape=medium == "html",
        undefined=StrictUndefined,
        finalize=clean,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    environment.filters |= {
        "wrap": wrap,
        "quoted": quoted,
        "one_line": one_line,
        "clip": clip,
        "tied": tied,
    }
    environment.globals |= {
        "t": say,
        "kit": f"mail/kit.{medium}.j2",
        "seat": lambda who: person(who, say),
    }
    return environment


@lru_cache(maxsize=2048)
def wrap(text: str, indent: str = "") -> str:
    """Lines that fit into a mail; only a word that is longer than a line is broken.

    Most of what a letter says is in every letter, so the lines are kept.

    >>> print(wrap("- " + "word " * 20, "  "))
    - word word word word word word word word word word word word word word word
      word word word word word
    """
    lines = textwrap.wrap(printable(text), WIDEST, subsequent_indent=indent, break_on_hyphens=False)
    return "\n".join(lines).replace(TIED, " ")


def quoted(text: str) -> str:
    """Somebody's own text, line by line, set in so that nobody takes it for ours."""
    lines: list[str] = []
    for line in text.splitlines():
        lines += textwrap.wrap(printable(line), WIDEST - len(QUOTE), break_on_hyphens=False) or [""]
    return "\n".join(f"{QUOTE}{line}".rstrip() for line in lines)


def one_line(text: str) -> str:
    return " ".join(_UNPRINTABLE.sub(" ", text).split())


def clip(text: str) -> str:
    """A line of somebody else's that must not be broken, cut to fit."""
    longest = WIDEST - len(QUOTE)
    return text if len(text) <= longest else f"{text[: longest - 3]}..."


def tied(text: str) -> str:
    """Spaces at which no line is broken, as HTML knows them."""
    return text.replace(TIED, "\N{NO-BREAK SPACE}")


_UNPRINTABLE = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)
"""Control characters, halves of characters, and signs that turn the direction of writing."""


def printable(text: str) -> str:
    return _UNPRINTABLE.sub(lambda sign: TIED if sign[0] == TIED else " ", text.replace("\t", " "))


def clean(value: object) -> object:
    """Whatever is written into a letter: nothing unprintable gets through, who ever wrote it."""
    if isinstance(value, str) and _UNPRINTABLE.search(value):
        return type(value)(_UNPRINTABLE.sub(" ", value))
    return value


def tidy(text: str) -> str:
    """A finished text: one blank line between blocks, none at the ends, no trailing spaces."""
    lines = "\n".join(line.rstrip() for line in text.splitlines())
    return re.sub(r"\n{3,}", "\n\n", lines).strip("\n") + "\n"

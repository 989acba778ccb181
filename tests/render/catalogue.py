"""What has to be translated, found in the source; and the catalogues brought up to date.

``python -m tests.render.catalogue`` adds new messages to the ``.po`` files, untranslated, and takes
out those that nobody uses any more.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from babel.messages import Catalog
from babel.messages.pofile import read_po, write_po
from jinja2 import nodes

from adjudicator.engine.ids import Colour
from adjudicator.render.board import border_words
from adjudicator.render.language import CODES, DOMAIN
from adjudicator.render.mail_templates import mail_templates
from adjudicator.render.templates import PACKAGE, template_folder
from adjudicator.sets.load import SETS, set_borders, set_grounds, set_names

RENDER = PACKAGE / "render"
TRANSLATED = tuple(code for code in CODES if code != "en")
CALLS = ("N_", "say", "t")
"""Functions whose first argument is a message."""


class Message(NamedTuple):
    """A message as gettext knows it: text, plural if there is one, context if there is one."""

    text: str
    plural: str | None = None
    context: str | None = None


@cache
def messages() -> tuple[Message, ...]:
    """Every message there is, each once, in the order of the files."""
    found = [*_in_source(), *_in_templates(), *_terms()]
    return tuple(dict.fromkeys(message for message in found if message.text))


# -- Python -----------------------------------------------------------------------------------


def _in_source() -> Iterator[Message]:
    for file in sorted(RENDER.glob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                yield from _in_call(node)


def _in_call(call: ast.Call) -> Iterator[Message]:
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    texts = [arg.value for arg in call.args if isinstance(arg, ast.Constant)]
    strings = [text for text in texts if isinstance(text, str)]
    if name == "many" and len(strings) == 2:
        yield Message(strings[0], strings[1])
    elif name in CALLS and call.args and isinstance(call.args[0], ast.Constant) and strings:
        yield Message(strings[0])


# -- templates --------------------------------------------------------------------------------


def _in_templates() -> Iterator[Message]:
    environment = mail_templates("html", "en")
    for file in sorted((template_folder() / "mail").glob("*.j2")):
        tree = environment.parse(file.read_text(encoding="utf-8"))
        for call in tree.find_all(nodes.Call):
            if isinstance(call.node, nodes.Name) and call.node.name == "t":
                yield from (
                    Message(arg.value) for arg in call.args[:1] if isinstance(arg, nodes.Const)
                )


# -- single words -----------------------------------------------------------------------------


def _terms() -> Iterator[Message]:
    """Words that come from data, each with the context it is used in."""
    for colour in Colour:
        yield Message(colour.value.capitalize(), context="player")
        yield Message(colour.value, context="token")
        yield Message(colour.value, context="tokens")
    for set_name in SETS:
        for names in set_names(set_name).values():
            yield Message(names["en"][0], context="gender")
        yield from _of_the_board(set_name)
    for context, words in WORDS.items():
        yield from (Message(word, context=context) for word in words)


def _of_the_board(set_name: str) -> Iterator[Message]:
    for ground in set_grounds(set_name):
        yield Message(ground, context="a_thing")
        yield Message(ground, context="the_thing")
    for name, border in set_borders(set_name).items():
        yield Message(name, context="a_thing")
        layers = [name] if len(border.blocks) == 1 else [f"{name} {s}" for s in border.blocks]
        yield from (Message(border_words(layer), context="border") for layer in layers)


WORDS = {
    "a_thing": ("border", "closed portcullis", "piece", "direction", "pair", "character", "object"),
    "thing": ("clockwise", "counter-clockwise"),
    "portcullis_thing": ("closed", "open", "broken"),
    "how_thing": ("handed in whole and in secret: TEAM", "picked in turn: PICK"),
    "tokens_thing": ("objects", "characters"),
    "to_thing": ("north", "east", "south", "west"),
    "reason": ("eliminated", "escaped", "carried out", "rescued", "lost"),
    "role": ("observer", "moderator"),
    "room": ("empty",),
    "pieces": ("none",),
    "cards": ("none",),
    "games": ("none",),
}
"""Words of the engine that no data file lists."""


# -- catalogues -------------------------------------------------------------------------------


def po_file(code: str) -> Path:
    return template_folder() / "locale" / code / "LC_MESSAGES" / f"{DOMAIN}.po"


def read_catalogue(code: str) -> Catalog:
    with po_file(code).open("rb") as file:
        return read_po(file, locale=code)


def update(code: str) -> int:
    """Bring one catalogue up to date; how many messages have no translation yet."""
    old = read_catalogue(code)
    new = Catalog(locale=code)
    missing = 0
    for message in messages():
        key = message.text if message.plural is None else (message.text, message.plural)
        known = old.get(message.text, message.context)
        string = known.string if known else ("" if message.plural is None else ("", ""))
        new.add(key, string, context=message.context)
        missing += not (all(string) if isinstance(string, tuple) else string)
    with po_file(code).open("wb") as file:
        file.write(HEADER.format(code=code, plural=new.plural_forms).encode())
        write_po(file, new, width=100, omit_header=True)
    return missing


HEADER = r"""# Brought up to date by: python -m tests.render.catalogue
msgid ""
msgstr ""
"Language: {code}\n"
"Plural-Forms: {plural}\n"
"MIME-Version: 1.0\n"
"Content-Type: text/plain; charset=utf-8\n"
"Content-Transfer-Encoding: 8bit\n"

"""


if __name__ == "__main__":
    for language_code in TRANSLATED:
        print(f"{language_code}: {update(language_code)} to translate", file=sys.stderr)

"""What several commands print or ask for in the same way."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from adjudicator.engine.events import Event
from adjudicator.engine.seen import View, Viewer
from adjudicator.engine.state import State
from adjudicator.engine.telling import tell
from adjudicator.engine.view import view
from adjudicator.render.report import report
from adjudicator.render.text import QUESTIONS

F = TypeVar("F", bound=Callable[..., Any])
WIDEST = 78


def program() -> str:
    """How to call this program here: by its name, or by its path if the shell would not find it.

    ``make run`` puts it into ``.venv/bin``, which is on nobody's path.
    """
    called = Path(sys.argv[0])
    if called.name != "adjudicator" or shutil.which("adjudicator"):
        return "adjudicator"
    return os.path.relpath(called)


class FileName(click.ParamType[Path]):
    """A path; whether there is something to read is said by ``files``, in one wording."""

    name = "file"

    def convert(
        self, value: str | Path, param: click.Parameter | None, ctx: click.Context | None
    ) -> Path:
        if not str(value) or "\0" in str(value):
            self.fail(f"{str(value)!r} is no file name", param, ctx)
        return Path(value)


FILE = click.argument("file", type=FileName())
"""A game record."""


def colour_option(command: F) -> F:
    """``--colour/--no-colour``; without it, colour in a terminal only."""
    return click.option(
        "--colour/--no-colour",
        "--color/--no-color",
        "colour",
        default=None,
        help="Colours on or off; by default on in a terminal (and off if NO_COLOR is set).",
    )(command)


def wants_colour(colour: bool | None) -> bool:
    if colour is not None:
        return colour
    return sys.stdout.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"


def print_report(
    before: State, events: Iterable[Event], viewer: Viewer, indent: str = "  "
) -> None:
    """What happened, as this viewer may be told."""
    names = {token: before.name(token) for token in before.pieces}
    for line in report(tell(before, events, viewer), names):
        for part in wrapped_words(line, indent, indent + "  "):
            click.echo(part)


def print_next(state: State, viewer: Viewer) -> None:
    """Whom the game waits for, and for what."""
    for line in next_lines(view(state, viewer)):
        click.echo(line)


def next_lines(seen: View) -> list[str]:
    if seen.winners is not None:
        winners = " and ".join(colour.capitalize() for colour in seen.winners)
        return [f"The game is over: {f'{winners} has won' if winners else 'a draw'}."]
    lines = []
    for ask in seen.asks:
        if ask.sealed and not ask.mine:
            continue
        who = "you" if ask.mine else ask.who.capitalize()
        text = f"The game waits for {who}: {QUESTIONS[ask.ask]} (request {ask.number})."
        if ask.sealed:
            text = f"Your answer is sealed (request {ask.number}); you may still replace it."
        lines.append(text)
    return lines


def counted(number: int, what: str) -> str:
    """
    >>> counted(1, "game"), counted(2, "game")
    ('1 game', '2 games')
    """
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def wrapped(text: str, indent: str) -> list[str]:
    """Lines of at most 78 columns; orders are not torn apart."""
    kept = text.replace(" ", "\0").replace(",\0", ", ").replace(":\0", ": ")
    lines = textwrap.wrap(
        kept,
        WIDEST,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [line.replace("\0", " ") for line in lines]


def listed(title: str, texts: Sequence[str]) -> list[str]:
    """``title: one, two, three`` in lines of at most 78 columns."""
    return wrapped(f"{title}: {', '.join(texts)}", " " * (len(title) + 2))


def wrapped_words(text: str, indent: str, further: str | None = None) -> list[str]:
    """Prose in lines of at most 78 columns."""
    further = indent if further is None else further
    return textwrap.wrap(
        text, WIDEST, initial_indent=indent, subsequent_indent=further, break_on_hyphens=False
    )

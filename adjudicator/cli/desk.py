"""What the commands of the moderator's desk have in common."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any, TypeVar

import click

from adjudicator.app.differences import differences
from adjudicator.app.mistakes import NotPossible
from adjudicator.app.moderation import Warrant
from adjudicator.app.ruling_case import position_lines
from adjudicator.app.store import Store, now
from adjudicator.engine.state import State
from adjudicator.engine.view import Viewer, view
from adjudicator.render.text import render_text

from .database import opened_store
from .errors import Mistake, printable
from .looking import VARIABLE, moderator_name
from .places import HIGHEST, StoredGameName
from .shared import wrapped_words

F = TypeVar("F", bound=Callable[..., Any])

GAME = click.argument("game", type=StoredGameName())
"""A game of the database."""
ENTRY = click.IntRange(0, HIGHEST)
"""The number of an entry of a log; which there are is said by the desk, in one wording."""


@contextmanager
def desk_store() -> Iterator[Store]:
    """The database; what cannot be done with a game in it is the user's mistake."""
    try:
        with opened_store() as store:
            yield store
    except NotPossible as error:
        raise Mistake(str(error)) from error


def warranted(*, reason: bool = False, at: bool = False) -> Callable[[F], F]:
    """Options that say who acts, why, and in which position; the command gets a ``Warrant``."""

    def decorate(command: F) -> F:
        @functools.wraps(command)
        def call(
            *args: object,
            as_moderator: str,
            reason: str | None = None,
            at: str | None = None,
            **rest: object,
        ) -> object:
            return command(*args, warrant=Warrant(as_moderator, now(), reason, at), **rest)

        wrapped: Any = _moderator(call)
        if reason:
            wrapped = _reason(wrapped)
        return _at(wrapped) if at else wrapped  # type: ignore[no-any-return]  # it wraps an F

    return decorate


_moderator = click.option(
    "--as-moderator",
    envvar=VARIABLE,
    default=moderator_name,
    show_envvar=True,
    metavar="NAME",
    help="Who moderates; without it your login name.",
)
_reason = click.option(
    "--reason", required=True, help="Why; it stays in the log for everybody to read."
)
_at = click.option(
    "--at",
    metavar="ENTRY|HASH",
    help="Only if this is still the newest entry: its number, or the first signs of its hash.",
)


def when(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d %H:%M} UTC"


def print_lines(lines: Iterable[str], indent: str = "  ") -> None:
    for line in lines:
        click.echo(printable(f"{indent}{line}"))


def print_prose(text: str, indent: str = "  ", further: str | None = None) -> None:
    for line in wrapped_words(printable(text), indent, further):
        click.echo(line)


def print_board(state: State, viewer: Viewer) -> None:
    click.echo("")
    click.echo(f"-- as {viewer} sees it " + "-" * 40)
    click.echo(render_text(view(state, viewer)), nl=False)


def print_position(title: str, state: State) -> None:
    """The whole truth, in the lines of a case file."""
    click.echo(f"{title}:")
    print_lines(position_lines(state))


def print_differences(one: State, other: State) -> None:
    found = differences(one, other)
    for difference in found:
        print_prose(f"{difference.what}: {difference.one} -> {difference.other}", "  ", "      ")
    if not found:
        click.echo("  nothing")

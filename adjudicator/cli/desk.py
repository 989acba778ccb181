"""What the commands of the moderator's desk have in common."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

import click

from adjudicator.app.desk.differences import differences
from adjudicator.app.desk.herald import Herald
from adjudicator.app.desk.moderation import Warrant
from adjudicator.app.desk.ruling_case import position_lines
from adjudicator.app.letters.writer import Sender
from adjudicator.app.mistakes import NotPossible
from adjudicator.app.service.config import KEY_VARIABLE, Config, read_config
from adjudicator.app.store import Store, now
from adjudicator.engine.seen import Viewer
from adjudicator.engine.state import State
from adjudicator.engine.view import view
from adjudicator.render.text import render_text

from .database import opened_store
from .errors import Mistake, printable
from .looking import VARIABLE, moderator_name
from .places import HIGHEST, StoredGameName
from .serve import CONFIG
from .shared import wrapped_words

F = TypeVar("F", bound=Callable[..., Any])

GAME = click.argument("game", type=StoredGameName())
"""A game of the database."""
SETTINGS = "adjudicator.settings"
"""Where a command keeps the settings of the mail service that it was told."""
ENTRY = click.IntRange(0, HIGHEST)
"""The number of an entry of a log; which there are is said by the desk, in one wording."""


@contextmanager
def desk_store() -> Iterator[Store]:
    """The database; what cannot be done with a game in it is the user's mistake."""
    try:
        with opened_store(click.get_current_context().meta.get(SETTINGS)) as store:
            yield store
    except NotPossible as error:
        raise Mistake(str(error)) from error


def warranted(*, reason: bool = False, at: bool = False, tells: bool = False) -> Callable[[F], F]:
    """Options that say who acts, why, and in which position; the command gets a ``Warrant``.

    If the command ``tells``, the players get letters about what it did.
    """

    def decorate(command: F) -> F:
        @functools.wraps(command)
        def call(
            *args: object,
            as_moderator: str,
            reason: str | None = None,
            at: str | None = None,
            config_file: Path | None = None,
            **rest: object,
        ) -> object:
            herald = _herald(config_file) if tells else None
            warrant = Warrant(as_moderator, now(), reason, at, herald)
            result = command(*args, warrant=warrant, **rest)
            if herald is not None:
                _print_told(herald)
            return result

        wrapped: Any = _moderator(call)
        if reason:
            wrapped = _reason(wrapped)
        if tells:
            wrapped = CONFIG(wrapped)
        return _at(wrapped) if at else wrapped  # type: ignore[no-any-return]  # it wraps an F

    return decorate


def _herald(config_file: Path | None) -> Herald:
    """Who tells the players: the mail service of the settings, or that was used here."""
    config = read_config(config_file)
    if config_file is None and not _in_use(config):
        return Herald(None)
    click.get_current_context().meta[SETTINGS] = config if config_file else None
    return Herald(Sender(config.signer(), config.name, config.pictures, config.days))


def _in_use(config: Config) -> bool:
    return KEY_VARIABLE in os.environ or config.key_place.exists()


def _print_told(herald: Herald) -> None:
    names = list(dict.fromkeys(herald.told))
    if not herald.acted:
        return
    if herald.sender is None:
        click.echo("No mail is configured (--config): tell the players yourself.")
    elif names:
        click.echo(printable(f"Letters are queued for {' and '.join(names)}."))
    else:
        click.echo("Nobody at this table has a mail address: tell the players yourself.")


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

"""Looks of moderators at what is hidden in stored games: written down, and told at the end."""

from __future__ import annotations

import os
from pathlib import Path

import click

from adjudicator.engine.seen import Role, Viewer

from .database import opened_store, shell_user
from .errors import printable
from .places import GameId

VARIABLE = "ADJUDICATOR_MODERATOR"


def moderator_name() -> str:
    """Who moderates, if the command line does not say it."""
    return os.environ.get(VARIABLE) or shell_user()


def note_look(game: Path | GameId, viewer: Viewer, what: str) -> None:
    """Write down that somebody looks at a running game of the database with a moderator's eyes."""
    if viewer is not Role.MODERATOR or isinstance(game, Path):
        return
    from adjudicator.app.desk.looks import note_access  # database code takes long to import
    from adjudicator.app.desk.moderation import warrant_now

    with opened_store() as store:
        note_access(store, game.number, what, warrant_now(moderator_name()))


def print_accesses(game: GameId, indent: str = "  ") -> None:
    """Who has looked at what was hidden."""
    from adjudicator.app.desk.looks import accesses  # database code takes long to import

    with opened_store() as store:
        found = accesses(store, game.number)
    if found:
        click.echo(f"{indent}looks of moderators at what was hidden:")
    for access in found:
        when = access.at.strftime("%Y-%m-%d %H:%M")
        click.echo(printable(f"{indent}  {when} {access.moderator}: {access.what}"))

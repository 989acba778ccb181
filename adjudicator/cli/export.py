"""``adjudicator export``: a stored game as a record file."""

from __future__ import annotations

from pathlib import Path

import click

from adjudicator.engine.seen import Role

from .database import opened_store
from .files import create
from .looking import note_look
from .places import GameId, StoredGameName
from .shared import FileName


@click.command()
@click.argument("game", type=StoredGameName())
@click.argument("out", type=FileName(), required=False)
def export(game: GameId, out: Path | None) -> None:
    """Write the record of the stored GAME to the new file OUT, or print it.

    What was imported comes back byte for byte. The record holds the secret seed: while the game
    goes on, it is for the referee alone.

    \b
    Examples:
      adjudicator export G7 final.dt
      adjudicator export 7 | less
    """
    with opened_store() as store:
        text = store.export_record(game.number)
    note_look(game, Role.MODERATOR, "export")
    if out is None:
        click.echo(text, nl=False)
        return
    create(out, text)
    click.echo(f"{out}: {game}")

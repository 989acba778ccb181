"""``adjudicator import``: records into the database."""

from __future__ import annotations

from pathlib import Path

import click

from adjudicator.notation.record import RecordFault

from .database import opened_store, shell_user
from .errors import Mistake
from .files import read_text
from .shared import FileName


@click.command("import")
@click.argument("files", nargs=-1, required=True, type=FileName(), metavar="FILE...")
def import_(files: tuple[Path, ...]) -> None:
    """Take the games of record FILEs into the database, after proving them legal and genuine.

    Each file is taken whole or not at all; one that is refused does not stop the others.

    \b
    Examples:
      adjudicator import my.dt
      adjudicator import archive/*.dt
    """
    refused = []
    with opened_store() as store:
        for file in files:
            try:
                game_id = store.import_record(read_text(file, exact=True), shell_user())
                click.echo(f"{file}: G{game_id}")
            except (RecordFault, Mistake) as error:
                why = error.message if isinstance(error, Mistake) else f"{file}: {error}"
                refused.append(why)
    if refused:
        raise Mistake("\n".join([f"{len(refused)} of {len(files)} files refused:", *refused]))

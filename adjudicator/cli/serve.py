"""``adjudicator serve``, ``receive`` and ``status``: the mail service at the shell."""

from __future__ import annotations

import asyncio
import logging
import sys
from pathlib import Path

import click

from .database import database_name, opened_store
from .errors import Mistake

CONFIG = click.option(
    "--config",
    "config_file",
    type=click.Path(path_type=Path),
    envvar="ADJUDICATOR_CONFIG",
    help="The TOML file with the settings; without it, mail lies in folders below ./mail.",
)
LARGEST = 2_000_000


@click.command()
@CONFIG
@click.option("--once", is_flag=True, help="Handle what is there, send what is owed, and end.")
def serve(config_file: Path | None, once: bool) -> None:
    """Take mail in, play it, send the answers, watch the deadlines; stop on SIGTERM.

    \b
    Examples:
      adjudicator serve
      adjudicator serve --config adjudicator.toml
      adjudicator serve --once
    """
    from adjudicator.app.config import read_config
    from adjudicator.daemon import Service
    from adjudicator.storage.migrate import upgrade

    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(name)s %(message)s")
    logging.getLogger("alembic").setLevel(logging.WARNING)
    config = read_config(config_file)
    upgrade(database_name())
    with opened_store() as store:
        service = Service(store, config)
        if once:
            asyncio.run(service.once())
            return
        where = f", listening on {config.listen}" if config.listen else ""
        click.echo(f"Serving {config.mailbox} with mail in {config.folder}{where}. Stop: Ctrl-C.")
        asyncio.run(service.run())


@click.command()
@CONFIG
@click.option("--from", "sender", help="The envelope sender, as the mail server knows it.")
def receive(config_file: Path | None, sender: str | None) -> None:
    """Take in one mail from standard input, for pipes of a mail server.

    \b
    Examples:
      adjudicator receive < mail.eml
      adjudicator receive --from "$SENDER" --config adjudicator.toml < mail.eml
    """
    from adjudicator.app.config import read_config
    from adjudicator.daemon import Service

    raw = sys.stdin.buffer.read(LARGEST + 1)
    if not raw.strip():
        raise Mistake("no mail on standard input")
    with opened_store() as store:
        service = Service(store, read_config(config_file))
        click.echo(service.office.receive(raw[:LARGEST], sender))


@click.command()
def status() -> None:
    """Tell how much mail waits, and what went wrong.

    \b
    Examples:
      adjudicator status
    """
    from adjudicator.storage.post import queue_lengths

    with opened_store() as store, store.transaction() as db:
        lengths = queue_lengths(db)
    click.echo(f"to be sent: {lengths.queued}, given up: {lengths.dead}")
    click.echo(f"in quarantine: {lengths.quarantined}")

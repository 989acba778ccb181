"""``adjudicator serve`` and ``receive``: the mail service at the shell."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import click

from .database import database_name, opened_store
from .errors import Mistake
from .logs import FORMATS, LEVELS, set_up_logs

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
@click.option(
    "--log-format",
    type=click.Choice(FORMATS),
    default="logfmt",
    show_default=True,
    help="How the lines of the log are written.",
)
@click.option(
    "--log-level",
    type=click.Choice(LEVELS),
    default="info",
    show_default=True,
    help="What is worth a line.",
)
def serve(config_file: Path | None, once: bool, log_format: str, log_level: str) -> None:
    """Take mail in, play it, send the answers, watch the deadlines; stop on SIGTERM.

    \b
    Examples:
      adjudicator serve
      adjudicator serve --config adjudicator.toml
      adjudicator serve --once
      adjudicator serve --log-format json --log-level warning
    """
    from adjudicator.app.service.config import read_config
    from adjudicator.daemon import Service
    from adjudicator.storage.migrate import upgrade

    set_up_logs(log_format, log_level)
    config = read_config(config_file)
    upgrade(database_name(config))
    with opened_store(config) as store:
        service = Service(store, config)
        if once:
            asyncio.run(service.once())
            return
        sources = ", ".join(part.label() for part in config.sources) or "adjudicator receive"
        click.echo(f"Serving {config.mailbox} in {config.folder}; mail comes from {sources}.")
        click.echo("Stop with Ctrl-C.")
        asyncio.run(service.run())


@click.command()
@CONFIG
@click.option("--from", "sender", help="The envelope sender, as the mail server knows it.")
def receive(config_file: Path | None, sender: str | None) -> None:
    """Take in one mail from standard input, for pipes of a mail server.

    The exit code is 75 if it should be offered again, as mail servers understand it.

    \b
    Examples:
      adjudicator receive < mail.eml
      adjudicator receive --from "$SENDER" --config adjudicator.toml < mail.eml
    """
    from adjudicator.app.service.config import read_config
    from adjudicator.daemon import Service
    from adjudicator.storage.errors import StorageError

    raw = sys.stdin.buffer.read(LARGEST + 1)
    if not raw.strip():
        raise Mistake("no mail on standard input")
    config = read_config(config_file)
    try:
        with opened_store(config) as store:
            click.echo(Service(store, config).office.receive(raw, sender))
    except StorageError as error:
        raise TryLater(str(error)) from error


class TryLater(Mistake):
    """The mail is not at fault; ``sysexits.h`` calls it EX_TEMPFAIL."""

    exit_code = 75

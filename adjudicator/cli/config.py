"""``adjudicator config``: the settings of the mail service."""

from __future__ import annotations

from pathlib import Path

import click

from .database import database_name
from .errors import Mistake, printable
from .serve import CONFIG
from .shared import counted


@click.group()
def config() -> None:
    """Write and check the settings of the mail service.

    \b
    Examples:
      adjudicator config example > adjudicator.toml
      adjudicator config check --config adjudicator.toml --connect
    """


@config.command()
def example() -> None:
    """Print settings with everything explained, to begin with.

    \b
    Examples:
      adjudicator config example > adjudicator.toml
    """
    from adjudicator.app.service.config import EXAMPLE

    click.echo(EXAMPLE.read_text(encoding="utf-8"), nl=False)


@config.command()
@CONFIG
@click.option("--connect", is_flag=True, help="Also connect to the mail servers and log in.")
def check(config_file: Path | None, connect: bool) -> None:
    """Say what the settings mean, and what is wrong with them. Exit code 2 if something is.

    Nothing is made or changed, no mail is read or sent.

    \b
    Examples:
      adjudicator config check
      adjudicator config check --config adjudicator.toml --connect
    """
    from adjudicator.app.service.config import read_config
    from adjudicator.app.service.config_check import Weight, check_config

    settings = read_config(config_file)
    faults = 0
    for weight, text in check_config(settings, database_name(settings), connect):
        click.echo(printable(f"{weight.value:8}{text}"))
        faults += weight is Weight.FAULT
    if faults:
        raise Mistake(f"{counted(faults, 'fault')} in the settings; see above")

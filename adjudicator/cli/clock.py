"""``adjudicator clock``: whether the clock is in doubt, and a person's word on it."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .database import opened_store, shell_user
from .serve import CONFIG

if TYPE_CHECKING:
    from adjudicator.app.service.config import Config


@click.group(invoke_without_command=True)
@CONFIG
@click.pass_context
def clock(ctx: click.Context, config_file: Path | None) -> None:
    """Tell whether the clock of the mail service can be trusted.

    A clock that jumps, or a service that was away for long, stops all reminders and time-outs until
    a person has looked at the time and confirmed it.

    \b
    Examples:
      adjudicator clock
      adjudicator clock confirm
      adjudicator clock --config adjudicator.toml confirm
    """
    from adjudicator.app.service.config import read_config

    ctx.obj = read_config(config_file)
    if ctx.invoked_subcommand is None:
        _show(ctx.obj)


def _show(config: Config) -> None:
    from adjudicator.app.post.heartbeat import doubt_text  # database code takes long to import
    from adjudicator.app.store import now
    from adjudicator.storage.beat import last_beat

    with opened_store(config) as store, store.transaction() as db:
        beat = last_beat(db)
    click.echo(f"The clock says {_moment(now())}.")
    if beat is None:
        click.echo("The mail service has not looked at it yet.")
        return
    click.echo(f"The mail service looked at it last at {_moment(beat.at)}.")
    if beat.doubt is None:
        click.echo("It is trusted: reminders and time-outs go on.")
    else:
        click.echo(f"It is in doubt: {doubt_text(beat.doubt)}")


@clock.command("confirm")
@click.pass_obj
def confirm_time(config: Config) -> None:
    """Say that the clock is right now. Everybody who is asked has his full time from now on.

    \b
    Examples:
      adjudicator clock confirm
    """
    from adjudicator.app.post.heartbeat import confirm  # database code takes long to import
    from adjudicator.app.store import now

    moment = now()
    with opened_store(config) as store:
        games = confirm(store, shell_user(), moment)
    click.echo(f"Confirmed: it is {_moment(moment)}. Deadlines run again, from now on.")
    click.echo(f"Games whose players have their full time again: {games}")


def _moment(at: datetime) -> str:
    return f"{at:%Y-%m-%d %H:%M} UTC"

"""``adjudicator trial``: everything for trying a game by mail alone, against the house."""

from __future__ import annotations

import asyncio
from contextlib import closing
from email.message import EmailMessage
from email.utils import parseaddr
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .logs import set_up_logs
from .shared import FileName, program

if TYPE_CHECKING:
    from adjudicator.app.store import Store
    from adjudicator.daemon import Service

ADDRESS = "you@example.org"
OPENING = ("CREATE standard blue", "JOIN 1 house")
DATABASE, SETTINGS = "adjudicator.db", "adjudicator.toml"
SETTINGS_TEXT = f"""\
# A trial: no mail leaves this machine. All settings: adjudicator config example
folder = "mail"
database = "{DATABASE}"
"""


@click.command()
@click.option(
    "--folder",
    type=FileName(),
    default="trial",
    show_default=True,
    help="Where the database and the mail folders lie.",
)
@click.option("--no-serve", is_flag=True, help="Set everything up and end.")
def trial(folder: Path, no_serve: bool) -> None:
    """Set up a game by mail between you and the house, then serve it until Ctrl-C.

    No mail leaves this machine: what would be sent to you lies in a folder.

    \b
    Examples:
      adjudicator trial
      adjudicator trial --no-serve
    """
    from adjudicator.app.service.config import read_config
    from adjudicator.app.store import Store
    from adjudicator.daemon import Service
    from adjudicator.storage.migrate import upgrade

    set_up_logs("logfmt", "warning")
    settings = folder / SETTINGS
    _write_settings(settings)
    upgrade(str(folder / DATABASE))
    with closing(Store.open(str(folder / DATABASE))) as store:
        service = Service(store, read_config(settings))
        if _is_dealt(store):
            click.echo(f"The trial in {folder} exists already; remove the folder to begin anew.")
            asyncio.run(service.once())
        else:
            _open_game(service, settings)
            click.echo(f"A game by mail between you ({ADDRESS}) and the house is set up.")
        _print_commands(folder, service, serving=not no_serve)
        if not no_serve:
            asyncio.run(service.run())


def _write_settings(file: Path) -> None:
    if file.exists():
        return
    file.parent.mkdir(parents=True, exist_ok=True)
    draft = file.with_suffix(".new")
    draft.write_text(SETTINGS_TEXT, encoding="utf-8")
    draft.replace(file)


def _is_dealt(store: Store) -> bool:
    from adjudicator.storage.log import game_ids

    with store.reading() as db:
        return bool(game_ids(db))


def _open_game(service: Service, settings: Path) -> None:
    """Register and open a game as everybody would: by mails to the referee.

    The same mails each time: if we were interrupted, those that were read count once.
    """
    from .mailbox import mails_to, oldest_question

    to_us = service.config.mailbox
    _mail(service, to_us, "REGISTER You")
    asked = oldest_question(mails_to(ADDRESS, settings))
    _mail(service, parseaddr(str(asked["Reply-To"]))[1], "ok", f"Re: {asked['Subject']}")
    for line in OPENING:
        _mail(service, to_us, line)


def _mail(service: Service, to: str, text: str, subject: str = "Dungeon Twister") -> None:
    """Put a mail of yours into the referee's mailbox, and let him read and answer it."""
    from adjudicator.mail.maildir import deliver

    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = ADDRESS, to, subject
    mail["Message-ID"] = f"<trial-{text.split()[0].lower()}@shell.example>"
    mail.set_content(text)
    deliver(service.config.inbox, mail.as_bytes())
    asyncio.run(service.once())


def _print_commands(folder: Path, service: Service, serving: bool) -> None:
    from adjudicator.mail.maildir import maildir_of

    config = f"--config {folder / SETTINGS}"
    click.echo(f"Your mailbox is {maildir_of(service.config.outbox, ADDRESS)}\n")
    click.echo("Read your newest mail:")
    click.echo(f"  {program()} inbox {ADDRESS} {config}")
    click.echo("Answer it, for example:")
    click.echo(f'  {program()} reply {ADDRESS} {config} "LINE CL@b1 TH@d1 WI@g1 TR@i1"')
    if serving:
        click.echo("Do that in another terminal; the referee answers here until Ctrl-C.")
        return
    click.echo("Let the referee read and answer once, or keep him waiting for mail:")
    click.echo(f"  {program()} serve --once {config}")
    click.echo(f"  {program()} serve {config}")

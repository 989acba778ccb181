"""``adjudicator trial``: everything for trying a game by mail alone, against the house."""

from __future__ import annotations

import asyncio
import json
from contextlib import closing
from email.message import EmailMessage
from email.utils import make_msgid, parseaddr
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .shared import FileName

if TYPE_CHECKING:
    from adjudicator.daemon import Service

ADDRESS = "you@example.org"
OPENING = ("CREATE standard blue", "JOIN 1 house")
DATABASE, SETTINGS = "adjudicator.db", "adjudicator.toml"


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
    from adjudicator.app.config import read_config
    from adjudicator.app.store import Store
    from adjudicator.daemon import Service
    from adjudicator.storage.migrate import upgrade

    settings = folder / SETTINGS
    known = settings.exists()
    if not known:
        _write_settings(folder)
    upgrade(str(folder / DATABASE))
    with closing(Store.open(str(folder / DATABASE))) as store:
        service = Service(store, read_config(settings))
        if known:
            click.echo(f"The trial in {folder} exists already; remove the folder to begin anew.")
        else:
            _open_game(service, settings)
            click.echo(f"A game by mail between you ({ADDRESS}) and the house is set up.")
        _print_commands(folder, service, serving=not no_serve)
        if not no_serve:
            asyncio.run(service.run())


def _write_settings(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    mail = json.dumps(str((folder / "mail").resolve()))
    (folder / SETTINGS).write_text(f"folder = {mail}\n", encoding="utf-8")


def _open_game(service: Service, settings: Path) -> None:
    """Register and open a game as everybody would: by mails to the referee."""
    from .mailbox import mails_to, newest_question

    _mail(service, service.config.mailbox, "REGISTER You")
    asked = newest_question(mails_to(ADDRESS, settings))
    _mail(service, parseaddr(str(asked["Reply-To"]))[1], "ok", f"Re: {asked['Subject']}")
    for line in OPENING:
        _mail(service, service.config.mailbox, line)


def _mail(service: Service, to: str, text: str, subject: str = "Dungeon Twister") -> None:
    """Put a mail of yours into the referee's mailbox, and let him read and answer it."""
    from adjudicator.mail.maildir import deliver, make_maildir

    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = ADDRESS, to, subject
    mail["Message-ID"] = make_msgid(domain="shell.example")
    mail.set_content(text)
    make_maildir(service.config.inbox)
    deliver(service.config.inbox, mail.as_bytes())
    asyncio.run(service.once())


def _print_commands(folder: Path, service: Service, serving: bool) -> None:
    from adjudicator.mail.maildir import maildir_of

    config = f"--config {folder / SETTINGS}"
    click.echo(f"Your mailbox is {maildir_of(service.config.outbox, ADDRESS)}\n")
    click.echo("Read your newest mail:")
    click.echo(f"  adjudicator inbox {ADDRESS} {config}")
    click.echo("Answer it, for example:")
    click.echo(f'  adjudicator reply {ADDRESS} {config} "LINE CL@b1 TH@d1 WI@g1 TR@i1"')
    if serving:
        click.echo("Do that in another terminal; the referee answers here until Ctrl-C.")
        return
    click.echo("Let the referee read and answer once, or keep him waiting for mail:")
    click.echo(f"  adjudicator --db {folder / DATABASE} serve --once {config}")
    click.echo("  adjudicator trial")

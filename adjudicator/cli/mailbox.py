"""``adjudicator inbox`` and ``reply``: reading and answering the mails of a trial at the shell."""

from __future__ import annotations

import email
import email.policy
from email.message import EmailMessage
from email.utils import make_msgid, parseaddr
from pathlib import Path

import click

from .errors import Mistake
from .files import read_orders
from .serve import CONFIG


@click.command()
@click.argument("address")
@click.option("--all", "everything", is_flag=True, help="List all mails instead of the newest.")
@click.option("--number", type=click.IntRange(1), help="Print this mail of the list.")
@CONFIG
def inbox(address: str, everything: bool, number: int | None, config_file: Path | None) -> None:
    """Print the newest mail to ADDRESS, as text.

    \b
    Examples:
      adjudicator inbox anna@example.org
      adjudicator inbox anna@example.org --all
      adjudicator inbox anna@example.org --number 4
    """
    mails = mails_to(address, config_file)
    if everything:
        for place, mail in enumerate(mails, start=1):
            click.echo(f"{place:4}  {mail['Subject']}")
        return
    if number is not None and number > len(mails):
        raise Mistake(f"there is no mail {number}; --all lists 1 to {len(mails)}")
    mail = mails[-1 if number is None else number - 1]
    click.echo(f"From: {mail['From']}\nTo: {mail['To']}\nSubject: {mail['Subject']}\n")
    body = mail.get_body(("plain",))
    click.echo(body.get_content() if body else "(no text)")


@click.command()
@click.argument("address")
@click.argument("orders", nargs=-1)
@click.option("--new", is_flag=True, help="Write a new mail instead of answering the newest one.")
@CONFIG
def reply(address: str, orders: tuple[str, ...], new: bool, config_file: Path | None) -> None:
    """Answer the newest game mail to ADDRESS with ORDERS, as that player would.

    \b
    Examples:
      adjudicator reply anna@example.org "LINE CL@b1 TH@d1 WI@g1 TR@i1"
      adjudicator reply anna@example.org --new "REGISTER Anna"
    """
    from adjudicator.app.service.config import read_config
    from adjudicator.mail.maildir import deliver

    config = read_config(config_file)
    mail = EmailMessage()
    mail["From"], mail["Message-ID"] = address, make_msgid(domain="shell.example")
    if new:
        mail["To"], mail["Subject"] = config.mailbox, "Dungeon Twister"
    else:
        asked = newest_question(mails_to(address, config_file))
        mail["To"] = parseaddr(str(asked["Reply-To"]))[1]
        mail["Subject"] = f"Re: {asked['Subject']}"
        mail["In-Reply-To"] = str(asked["Message-ID"])
    mail.set_content(read_orders(orders))
    deliver(config.inbox, mail.as_bytes())
    click.echo(f"Sent to {mail['To']}. The answer comes when the service has read it.")


def mails_to(address: str, config_file: Path | None) -> list[EmailMessage]:
    """The mails to somebody, the oldest first."""
    from adjudicator.app.service.config import read_config
    from adjudicator.mail.maildir import maildir_of

    folder = maildir_of(read_config(config_file).outbox, address)
    files = sorted(
        (file for part in ("new", "cur") for file in (folder / part).glob("*")),
        key=lambda file: (file.stat().st_mtime_ns, file.name),
    )
    if not files:
        raise Mistake(f"there is no mail for {address}; is the service running?")
    return [_read(file) for file in files]


def _read(file: Path) -> EmailMessage:
    return email.message_from_bytes(file.read_bytes(), policy=email.policy.default)


def newest_question(mails: list[EmailMessage]) -> EmailMessage:
    """The newest mail that can be answered."""
    return _questions(mails)[-1]


def oldest_question(mails: list[EmailMessage]) -> EmailMessage:
    """The first mail that could be answered."""
    return _questions(mails)[0]


def _questions(mails: list[EmailMessage]) -> list[EmailMessage]:
    """Mails that can be answered: their reply addresses are signed."""
    asking = [mail for mail in mails if "+" in parseaddr(str(mail["Reply-To"]))[1]]
    if not asking:
        raise Mistake("no mail asks for an answer yet; write a new one with --new")
    return asking

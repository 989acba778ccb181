"""``adjudicator queue`` and ``quarantine``: mail that needs a person."""

from __future__ import annotations

from pathlib import Path

import click

from .database import opened_store, shell_user
from .errors import printable
from .serve import CONFIG

MAIL = click.argument("mail", type=click.IntRange(min=1, max=2**63 - 1))


# -- out --------------------------------------------------------------------------------------


@click.group()
def queue() -> None:
    """Look after mails that could not be sent.

    \b
    Examples:
      adjudicator queue list
      adjudicator queue retry 17
    """


@queue.command("list")
@CONFIG
def list_dead(config_file: Path | None) -> None:
    """List the mails that were given up, with the reason.

    \b
    Examples:
      adjudicator queue list
    """
    from adjudicator.app.service.config import read_config
    from adjudicator.storage.queues import dead_mails

    with opened_store(read_config(config_file)) as store, store.reading() as db:
        found = dead_mails(db)
    for mail in found:
        game = "" if mail.game is None else f" (G{mail.game})"
        tried = f"{mail.attempts} attempts"
        click.echo(printable(f"{mail.id:6}  to {mail.recipient}{game}, {tried}: {mail.why}"))
    click.echo(f"{len(found)} given up." if found else "No mail was given up.")


@queue.command("retry")
@MAIL
@CONFIG
def retry_dead(mail: int, config_file: Path | None) -> None:
    """Send a mail again that was given up.

    \b
    Examples:
      adjudicator queue retry 17
    """
    from adjudicator.app.service.config import read_config
    from adjudicator.app.store import now
    from adjudicator.storage.queues import send_again

    with opened_store(read_config(config_file)) as store, store.transaction() as db:
        send_again(db, mail, now())
    click.echo(f"Mail {mail} is sent again as soon as the service runs.")


@queue.command("drop")
@MAIL
@CONFIG
def drop_mail(mail: int, config_file: Path | None) -> None:
    """Never send a mail that was given up. It is kept in the database.

    \b
    Examples:
      adjudicator queue drop 17
    """
    from adjudicator.app.service.config import read_config
    from adjudicator.storage.queues import drop_dead

    with opened_store(read_config(config_file)) as store, store.transaction() as db:
        drop_dead(db, mail)
    click.echo(f"Mail {mail} will not be sent.")


# -- in ---------------------------------------------------------------------------------------


@click.group()
def quarantine() -> None:
    """Look after mails that could not be handled.

    \b
    Examples:
      adjudicator quarantine list
      adjudicator quarantine show 17
    """


@quarantine.command("list")
@CONFIG
def list_odd(config_file: Path | None) -> None:
    """List the mails in quarantine, with the reason.

    \b
    Examples:
      adjudicator quarantine list
    """
    from adjudicator.app.service.config import read_config
    from adjudicator.storage.queues import odd_mails

    with opened_store(read_config(config_file)) as store, store.reading() as db:
        found = odd_mails(db)
    for mail in found:
        sender = mail.sender or "somebody"
        line = f"{mail.id:6}  {mail.received_at:%Y-%m-%d %H:%M} UTC  from {sender}: {mail.why}"
        click.echo(printable(line))
    click.echo(f"{len(found)} in quarantine." if found else "No mail is in quarantine.")


@quarantine.command("show")
@MAIL
@CONFIG
def show_odd(mail: int, config_file: Path | None) -> None:
    """Print a mail in quarantine as it came. It may hold somebody's secret orders.

    \b
    Examples:
      adjudicator quarantine show 17
    """
    from adjudicator.app.service.config import read_config
    from adjudicator.storage.queues import odd_bytes

    with opened_store(read_config(config_file)) as store, store.reading() as db:
        raw = odd_bytes(db, mail)
    click.echo(printable(raw.decode("utf-8", "replace").replace("\r\n", "\n")))


@quarantine.command("retry")
@MAIL
@CONFIG
def retry_odd(mail: int, config_file: Path | None) -> None:
    """Handle a mail again, after the reason was put right.

    \b
    Examples:
      adjudicator quarantine retry 17
    """
    from adjudicator.app.service.config import read_config
    from adjudicator.daemon import Service
    from adjudicator.storage.queues import take_again

    config = read_config(config_file)
    with opened_store(config) as store:
        service = Service(store, config)
        with store.transaction() as db:
            raw = take_again(db, mail)
        click.echo(f"Mail {mail}: {service.office.receive(raw)}.")


@quarantine.command("drop")
@MAIL
@CONFIG
def drop_odd_mail(mail: int, config_file: Path | None) -> None:
    """Never handle a mail in quarantine. It is kept in the database.

    \b
    Examples:
      adjudicator quarantine drop 17
    """
    from adjudicator.app.service.config import read_config
    from adjudicator.storage.queues import drop_odd

    with opened_store(read_config(config_file)) as store, store.transaction() as db:
        drop_odd(db, mail, shell_user())
    click.echo(f"Mail {mail} will not be handled.")

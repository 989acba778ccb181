"""``adjudicator status``: how the mail service is doing, for people and for monitoring."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .database import opened_store
from .errors import printable
from .serve import CONFIG
from .shared import counted

if TYPE_CHECKING:
    from adjudicator.app.service.health import Health

NEEDED = 1
"""Exit code when somebody should look after it."""


@click.command()
@CONFIG
@click.option("--json", "as_json", is_flag=True, help="For monitoring: one JSON object.")
def status(config_file: Path | None, as_json: bool) -> None:
    """Tell how much mail waits, who is late, and what went wrong.

    The exit code is 1 if something needs a person: mails that were given up or lie in quarantine,
    mail that waits for more than an hour, a source in trouble, a clock in doubt.

    \b
    Examples:
      adjudicator status
      adjudicator status --config adjudicator.toml --json
    """
    from adjudicator.app.service.config import read_config
    from adjudicator.app.service.health import health
    from adjudicator.app.store import now

    config = read_config(config_file)
    at = now()
    with opened_store(config) as store:
        found = health(store, config.folder, timedelta(days=config.days), at)
    if as_json:
        click.echo(json.dumps(found.as_table(), indent=2, default=_written))
    else:
        click.echo(printable("\n".join(_lines(found, at))))
    if found.needs:
        raise click.exceptions.Exit(NEEDED)


def _written(value: object) -> str:
    assert isinstance(value, datetime), f"{value!r} in the status"
    return value.isoformat(timespec="seconds")


def _lines(found: Health, at: datetime) -> list[str]:
    queue = found.queue
    waits = "" if queue.oldest is None else f", the oldest for {_span(at - queue.oldest)}"
    lines = [
        f"to be sent: {queue.queued + queue.claimed} ({queue.claimed} of them now){waits}",
        f"given up: {queue.dead}",
        *(f"  {_when(m.queued_at)}  mail {m.id} to {m.recipient}: {m.why}" for m in found.dead),
        f"in quarantine: {queue.quarantined}",
        *(f"  {_when(m.received_at)}  mail {m.id} {_from(m.sender)}: {m.why}" for m in found.odd),
        f"late games: {len(found.late)}",
        *(f"  G{late.game}: {late.who}, asked {_when(late.since)}" for late in found.late),
        f"in trouble: {counted(len(found.troubles), 'part')}",
        *(f"  {_when(t.since)}  {t.part} ({t.worker}): {t.why}" for t in found.troubles),
    ]
    if found.doubt is not None:
        lines.append(f"clock: {found.doubt}")
    if found.needs:
        lines.append(f"\nThis needs a person: {'; '.join(found.needs)}.")
    return lines


def _from(sender: str) -> str:
    return f"from {sender}" if sender else "from somebody"


def _when(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d %H:%M} UTC"


def _span(time: timedelta) -> str:
    """
    >>> _span(timedelta(minutes=5)), _span(timedelta(days=2, hours=3))
    ('5 min', '51 h')
    """
    minutes = int(time.total_seconds() // 60)
    return f"{minutes} min" if minutes < 120 else f"{minutes // 60} h"

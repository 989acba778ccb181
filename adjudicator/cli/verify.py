"""``adjudicator verify``: prove that a record is legal and genuine."""

from __future__ import annotations

from pathlib import Path

import click

from adjudicator.app.games import verify as prove
from adjudicator.notation.record import RecordFault

from .errors import Mistake
from .files import read_text
from .shared import FILE


@click.command()
@FILE
def verify(file: Path) -> None:
    """Check the record FILE: legal from first to last, all digests, the commitment to the seed.

    \b
    Examples:
      adjudicator verify my.dt
      adjudicator verify archive/final.dt && echo genuine
    """
    try:
        game = prove(read_text(file))
    except RecordFault as fault:
        raise Mistake(f"{file}: {fault}") from fault
    record = game.record
    decisions = sum(len(message.orders) for message in record.messages)
    click.echo(f"{file}: genuine")
    click.echo(f"  {len(record.messages)} messages, {decisions} decisions, all legal; digests fit")
    click.echo(f"  commitment {game.commitment} fits the seed")
    click.echo(f"  result {record.tags['Result']}{'' if game.state.result else ' (not over)'}")

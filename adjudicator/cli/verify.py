"""``adjudicator verify``: prove that a game is legal and genuine."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from adjudicator.app.games import verify as prove
from adjudicator.notation.record import RecordFault

from .database import opened_store
from .errors import Mistake, printable
from .files import read_text
from .looking import print_accesses
from .places import GAME, GameId

if TYPE_CHECKING:
    from adjudicator.storage.log import Entry


@click.command()
@GAME
def verify(game: Path | GameId) -> None:
    """Check GAME: legal from first to last, all digests, the commitment to the seed.

    GAME is a record file, or the number of a game in the database. There the hash of each log entry
    is checked as well, and what moderators did is listed.

    \b
    Examples:
      adjudicator verify my.dt
      adjudicator verify archive/final.dt && echo genuine
      adjudicator verify G7
    """
    if isinstance(game, Path):
        _verify_file(game)
    else:
        _verify_stored(game)


def _verify_file(file: Path) -> None:
    try:
        game = prove(read_text(file))
    except RecordFault as fault:
        raise Mistake(f"{file}: {fault}") from fault
    record = game.record
    decisions = sum(len(message.orders) for message in record.messages)
    click.echo(f"{file}: genuine")
    click.echo(f"  {len(record.messages)} messages, {decisions} decisions, all legal; digests fit")
    click.echo(f"  commitment {game.commitment} fits the seed")
    _print_result(record.tags["Result"])


def _verify_stored(game: GameId) -> None:
    from adjudicator.app import proof  # database code takes long to import

    with opened_store() as store:
        found = proof.prove(proof.read_stored(store, game.number))
    if found.fault is not None:
        _print_interventions(found.interventions, over=False)
        raise Mistake(f"{game} is not genuine: {found.fault}")
    entries = len(found.stored.entries)
    click.echo(f"{game}: genuine")
    click.echo(f"  {entries} entries in the log, none changed, missing or added")
    click.echo(f"  {found.decisions} decisions count, all legal; digests fit")
    click.echo(f"  commitment {found.stored.game.commitment} fits the seed")
    _print_result(found.result)
    over = found.result != "*"
    _print_interventions(found.interventions, over)
    if over:
        print_accesses(game)


def _print_result(result: str) -> None:
    click.echo(f"  result {result}{' (not over)' if result == '*' else ''}")


def _print_interventions(entries: tuple[Entry, ...], over: bool) -> None:
    from adjudicator.app.moderation import public_words  # database code takes long to import

    if entries:
        click.echo("  interventions:")
    for entry in entries:
        reason = f" ({entry.reason})" if entry.reason else ""
        when = entry.at.strftime("%Y-%m-%d %H:%M")
        what = f"{entry.kind} {public_words(entry, over)}{reason}"
        text = f"{entry.number}  {when} {entry.author}: {what}"
        click.echo(f"    {printable(text)}")

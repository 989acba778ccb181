"""``adjudicator db``: the database itself."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .database import database_name, opened_store
from .errors import printable
from .shared import FileName, counted

if TYPE_CHECKING:
    from adjudicator.app.proof.verify import Stored
    from adjudicator.app.store import Store

FOUND = 1
"""Exit code when something is wrong with what is stored."""


@click.group()
def db() -> None:
    """Make, check, replay or copy the database that --db or ADJUDICATOR_DB names.

    \b
    Examples:
      adjudicator db upgrade
      adjudicator --db postgresql://referee@localhost/games db check
    """


@db.command()
def upgrade() -> None:
    """Make the database, or bring it to the form that this program needs.

    Each step happens wholly or not at all. Make a copy before: there is no way back.

    \b
    Examples:
      adjudicator db upgrade
      adjudicator --db club.db db upgrade
    """
    from adjudicator.storage import migrate  # database code takes long to import

    before = migrate.upgrade(database_name())
    if not before.pending:
        click.echo(f"Nothing to do: the database has form {before.needed}.")
    elif before.found is None:
        click.echo(f"The database is ready, in form {before.needed}.")
    else:
        click.echo(f"The database was brought from form {before.found} to {before.needed}.")


@db.command()
@click.option("--drop-snapshots", is_flag=True, help="Also throw the cached positions away.")
def check(drop_snapshots: bool) -> None:
    """Check the form of the database, the file, and the hash chain of every game.

    Exit code 1 if something is wrong. Whether all games are legal is said by replay-all.

    \b
    Examples:
      adjudicator db check
    """
    from adjudicator.app.proof.verify import chain_fault  # database code takes long to import
    from adjudicator.storage.check import faults

    with opened_store() as store:
        with store.transaction() as connection:
            found = faults(connection)
        found += _faults_of_games(store, "Checking", chain_fault)
        if drop_snapshots:
            _drop(store)
    _conclude(found, "The database is in order; the hash chains of all games fit.")


@db.command("drop-snapshots")
def drop_snapshots() -> None:
    """Throw the cached positions away. They are made again from the logs when they are needed.

    \b
    Examples:
      adjudicator db drop-snapshots
    """
    with opened_store() as store:
        _drop(store)


def _drop(store: Store) -> None:
    from adjudicator.storage import snapshots  # database code takes long to import

    with store.transaction() as connection:
        number = snapshots.drop_snapshots(connection)
    click.echo(f"{counted(number, 'snapshot')} dropped.")


@db.command()
@click.argument("out", type=FileName())
def backup(out: Path) -> None:
    """Copy the database into the new file OUT, also while others are writing.

    An SQLite database becomes another one; a PostgreSQL database a dump for pg_restore.

    \b
    Examples:
      adjudicator db backup /backup/games-monday.db
    """
    from adjudicator.storage.backup import backup as copy  # database code takes long to import

    copy(database_name(), out)
    click.echo(f"Copied to {out}.")


@db.command("replay-all")
def replay_all() -> None:
    """Replay every stored game with this program, and name each game that ends up elsewhere.

    Exit code 1 if there is one. A changed ruling needs a new version of the rules; games of a
    version that this program does not have are named as well.

    \b
    Examples:
      adjudicator db replay-all
    """
    from adjudicator.app.proof.verify import replay_fault  # database code takes long to import

    with opened_store() as store:
        found = _faults_of_games(store, "Replaying", replay_fault)
    _conclude(found, "All games lead where their logs say.")


def _faults_of_games(store: Store, label: str, look: Callable[[Stored], str | None]) -> list[str]:
    """What is wrong with each game, one after the other."""
    from adjudicator.app.proof.verify import read_stored  # database code takes long to import
    from adjudicator.storage import log
    from adjudicator.storage.errors import Damaged, OtherRules, Unknown

    def fault_of(game_id: int) -> str | None:
        try:
            return look(read_stored(store, game_id))
        except (Damaged, OtherRules, Unknown) as error:
            return str(error)

    with store.transaction() as connection:
        ids = log.game_ids(connection)
    with click.progressbar(ids, label=label, show_pos=True, file=sys.stderr) as bar:
        faults = [(game_id, fault_of(game_id)) for game_id in bar]
    click.echo(f"{label} {counted(len(ids), 'game')}: done.")
    return [f"G{game_id}: {why}" for game_id, why in faults if why is not None]


def _conclude(found: Iterable[str], all_well: str) -> None:
    lines = [printable(line) for line in found]
    for line in lines:
        click.echo(line)
    if lines:
        click.echo(f"{counted(len(lines), 'fault')} found.")
        raise click.exceptions.Exit(FOUND)
    click.echo(all_well)

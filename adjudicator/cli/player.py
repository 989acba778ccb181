"""``adjudicator player``: who plays."""

from __future__ import annotations

import click

from .database import opened_store

LANGUAGES = ("en", "fr", "de")


@click.group()
def player() -> None:
    """Add or list the players of the database, or change an address.

    \b
    Examples:
      adjudicator player add Anna --address anna@example.org --language fr
      adjudicator player address Anna anna@example.net
      adjudicator player list
    """


@player.command("add")
@click.argument("name")
@click.option("--address", help="Where mail to the player goes.")
@click.option(
    "--language", type=click.Choice(LANGUAGES), default="en", show_default=True, help="Of mails."
)
def add(name: str, address: str | None, language: str) -> None:
    """Add a player called NAME; two players cannot have the same name or address.

    \b
    Examples:
      adjudicator player add Anna
      adjudicator player add Ben --address ben@example.org --language de
    """
    from adjudicator.app.players import new_player  # database code takes long to import
    from adjudicator.app.store import now
    from adjudicator.storage import log

    with opened_store() as store:
        new = new_player(name, address, language, now())
        with store.transaction() as db:
            log.add_player(db, new)
    click.echo(f"{new.name} can play now.")


@player.command("address")
@click.argument("name")
@click.argument("address")
def address_(name: str, address: str) -> None:
    """Give the player NAME another ADDRESS, if he cannot confirm the change by mail himself.

    \b
    Examples:
      adjudicator player address Anna anna@example.net
    """
    from adjudicator.app.players import new_player  # database code takes long to import
    from adjudicator.app.store import now
    from adjudicator.storage import log, moves

    with opened_store() as store, store.transaction() as db:
        known = log.find_player(db, name)
        new = new_player(known.name, address, known.language, now())
        moves.set_address(db, known.id, new.address or "")
    click.echo(f"Mails to {known.name} go to {new.address} now.")


@player.command("list")
def list_() -> None:
    """Print all players: name, language, address.

    \b
    Examples:
      adjudicator player list
    """
    from adjudicator.storage import log  # database code takes long to import

    with opened_store() as store, store.transaction() as db:
        players = log.players(db)
    width = max((len(one.name) for one in players), default=0)
    for one in players:
        click.echo(f"{one.name:<{width}}  {one.language}  {one.address or '-'}".rstrip())
    if not players:
        click.echo("There are no players yet; add one with: adjudicator player add NAME")

"""``adjudicator mod rewind, amend, restore``: which messages count."""

from __future__ import annotations

import click

from adjudicator.app.desk import looks, moderation
from adjudicator.app.desk.amend import Plan
from adjudicator.app.desk.moderation import Change, Warrant
from adjudicator.engine.seen import Role
from adjudicator.notation.record import seat_letter

from .desk import ENTRY, GAME, desk_store, print_differences, print_lines, print_prose, warranted
from .files import read_orders
from .places import GameId
from .seats import Seat
from .shared import print_next


@click.command()
@GAME
@click.argument("entry", type=ENTRY)
@warranted(reason=True, at=True, tells=True)
def rewind(game: GameId, entry: int, warrant: Warrant) -> None:
    """Set GAME back to where it stood after ENTRY (0: as it was dealt).

    The later messages stay in the log but no longer count; `mod restore` takes it back.

    \b
    Examples:
      adjudicator mod rewind G7 28 --reason "both players agreed" --at 31
    """
    with desk_store() as store:
        change = moderation.rewind(store, game.number, entry, warrant)
    _print_change(f"{game} is set back to entry {entry}", change)


@click.command()
@GAME
@click.argument("entry", type=ENTRY)
@warranted(reason=True, at=True, tells=True)
def restore(game: GameId, entry: int, warrant: Warrant) -> None:
    """Let exactly those messages of GAME count that counted when ENTRY was the newest.

    So a rewind or an amendment is taken back. It is an entry of the log like they are.

    \b
    Examples:
      adjudicator mod restore G7 31 --reason "the rewind was a mistake"
    """
    with desk_store() as store:
        change = moderation.restore(store, game.number, entry, warrant)
    _print_change(f"{game} is what it was after entry {entry}", change)


def _print_change(title: str, change: Change) -> None:
    click.echo(f"{title}; this is entry {change.entry} of its log.")
    click.echo("What is different now:")
    print_differences(change.before, change.after)
    print_next(change.after, Role.MODERATOR)


@click.command()
@GAME
@click.argument("entry", type=ENTRY)
@click.argument("orders", nargs=-1)
@click.option(
    "--yes", is_flag=True, help="Do it; without this you are only shown what it leads to."
)
@warranted(reason=True, at=True, tells=True)
def amend(game: GameId, entry: int, orders: tuple[str, ...], yes: bool, warrant: Warrant) -> None:
    """Put ORDERS in the place of those of ENTRY in GAME and play the game forward again.

    Each later message that is still legal is kept; those that are not are listed with the reason.
    Nothing happens without --yes, but that your look at the outcome is written down.

    \b
    Examples:
      adjudicator mod amend G7 28 "A3; TH c7" --reason "misread mail"
      adjudicator mod amend G7 28 "A3; TH c7" --reason "misread mail" --at 31 --yes
    """
    text = read_orders(orders)
    with desk_store() as store:
        if yes:
            planned = moderation.amend(store, game.number, entry, text, warrant)
        else:
            planned = looks.plan_amendment(store, game.number, entry, text, warrant)
    _print_plan(planned)
    if yes:
        click.echo(f"{game} is amended.")
        print_next(planned.after, Role.MODERATOR)
    else:
        click.echo("Nothing has been changed; --yes carries it out.")


def _print_plan(planned: Plan) -> None:
    change = planned.amendment
    click.echo(f"Entry {change.entry}, orders of {Seat(planned.by).name}:")
    print_prose(f"instead of: {'; '.join(planned.instead_of)}", "  ", "    ")
    print_prose(f"now:        {'; '.join(change.orders)}", "  ", "    ")
    click.echo(f"Later messages: {len(planned.kept)} are kept, {len(planned.broken)} are dropped.")
    for number, orders in change.reread:
        print_lines([f"entry {number} is written differently now: {'; '.join(orders)}"])
    for broken in planned.broken:
        placed = broken.placed
        said = f"entry {placed.entry} {seat_letter(placed.by)}: {'; '.join(placed.orders)}"
        print_prose(said, "  ", "    ")
        print_prose(f"dropped: {broken.why}", "      ", "        ")
    click.echo("What is different at the end:")
    print_differences(planned.before, planned.after)

"""``adjudicator games``: the games of the database at a glance."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta
from math import isnan
from typing import TYPE_CHECKING

import click

from adjudicator.engine.ids import Colour
from adjudicator.notation.names import COLOURS

from .database import opened_store
from .errors import Mistake, printable
from .shared import counted

if TYPE_CHECKING:
    from adjudicator.app.overview import Overview, Wait
    from adjudicator.app.store import Store

HEADINGS = ("game", "scenario", "turn", "players", "waits for", "since (UTC)")


@click.command()
@click.option("--waiting-for", metavar="NAME|SEAT", help="Only games that wait for this player.")
@click.option("--late", is_flag=True, help="Only games that have waited for more than --days.")
@click.option(
    "--days",
    type=click.FloatRange(min=0, max=10_000),
    default=3.0,
    show_default=True,
    help="How long somebody may take before he is late.",
)
@click.option("--all", "finished", is_flag=True, help="Finished games as well.")
def games(waiting_for: str | None, late: bool, days: float, finished: bool) -> None:
    """List games: whose they are, the turn, whom they wait for, and since when.

    Pauses, disputes and extensions do not make anybody late.

    \b
    Examples:
      adjudicator games
      adjudicator games --waiting-for anna
      adjudicator games --late --days 7
    """
    from adjudicator.app.overview import overviews  # database code takes long to import

    if isnan(days):
        raise Mistake("--days needs a number")
    with opened_store() as store:
        found = overviews(store)
        if waiting_for is not None:
            found = _waiting_for(store, found, waiting_for)
        if late:
            found = _late(store, found, timedelta(days=days))
    shown = [game for game in found if finished or not game.over]
    for line in _table(shown):
        click.echo(line)
    hidden = len(found) - len(shown)
    more = f"; {hidden} finished, shown with --all" if hidden else ""
    click.echo(f"{counted(len(shown), 'game')}{more}")


def _waiting_for(store: Store, found: list[Overview], who: str) -> list[Overview]:
    """Those that wait for a seat, or for a player wherever he sits."""
    seat = COLOURS.get(who.strip().lower())
    if seat is not None:
        return _narrowed(found, lambda game, wait: wait.seat == seat)
    from adjudicator.storage import log  # database code takes long to import

    with store.transaction() as db:
        name = log.find_player(db, who).name
    return _narrowed(found, lambda game, wait: game.players.get(wait.seat) == name)


def _narrowed(found: list[Overview], wanted: Callable[[Overview, Wait], bool]) -> list[Overview]:
    """The games with only the waits that are wanted; those without any are left out."""
    narrowed = (g._replace(waits=tuple(w for w in g.waits if wanted(g, w))) for g in found)
    return [game for game in narrowed if game.waits]


def _late(store: Store, found: list[Overview], longest: timedelta) -> list[Overview]:
    from adjudicator.app.overview import late_waits  # database code takes long to import
    from adjudicator.app.store import now

    moment = now()
    narrowed = (g._replace(waits=late_waits(store, g, longest, moment)) for g in found)
    return [game for game in narrowed if game.waits]


def _table(found: Iterable[Overview]) -> Iterator[str]:
    rows = [HEADINGS, *(_row(game) for game in found)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        yield "  ".join(cells).rstrip()


def _row(game: Overview) -> tuple[str, ...]:
    players = ", ".join(f"{seat} {name}" for seat, name in sorted(game.players.items()))
    waits = ", ".join(_named(game, wait.seat) for wait in game.waits)
    since = min((wait.since for wait in game.waits), default=None)
    return (
        f"G{game.id}",
        game.scenario,
        str(game.turn or "-"),
        printable(players) or "-",
        printable(game.trouble or waits) or ("over" if game.over else "-"),
        _moment(since) if since else "-",
    )


def _named(game: Overview, seat: Colour) -> str:
    name = game.players.get(seat)
    return f"{seat} ({name})" if name else str(seat)


def _moment(at: datetime) -> str:
    return at.strftime("%Y-%m-%d %H:%M")

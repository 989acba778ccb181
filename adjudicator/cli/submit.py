"""``adjudicator submit``: play orders into a game."""

from __future__ import annotations

from pathlib import Path

import click

from adjudicator.app.games import Judged

from .errors import Mistake
from .files import read_orders
from .places import GAME, GameId, open_place
from .seats import Seat, SeatType
from .shared import print_next, print_report
from .verdicts import verdict_lines


@click.command()
@GAME
@click.option("--as", "seat", type=SeatType(), required=True, help="blue, yellow or referee.")
@click.argument("orders", nargs=-1)
def submit(game: Path | GameId, seat: Seat, orders: tuple[str, ...]) -> None:
    """Play ORDERS into GAME; without them, or with -, they are read from standard input.

    GAME is a record file, or the number of a game in the database. A message is one order or
    several, one a line or with ; between them. All of it is played up to the first halt (a room is
    revealed, somebody else must decide), or nothing is: then the game stays as it is and the exit
    code is 2.

    \b
    Examples:
      adjudicator submit my.dt --as blue "LINE CL@b1 TH@d1 WI@g1 TR@i1"
      adjudicator submit G7 --as blue "A3; CL RV R1"
      adjudicator submit my.dt --as yellow - < orders.txt
      adjudicator submit my.dt --as referee "TIMEOUT 12"
    """
    text = read_orders(orders)
    with open_place(game) as place:
        outcome = place.submit(seat, text)
    if not outcome.verdicts:
        raise Mistake("there are only comments in this message; no orders")
    click.echo(f"Orders of {seat.name}:")
    for line in verdict_lines(outcome, seat.colour):
        click.echo(line)
    if not outcome.accepted:
        print_next(outcome.before, seat.viewer)
        raise Mistake("nothing was played; put it right and send the whole message again")
    _print_accepted(outcome, seat)


def _print_accepted(outcome: Judged, seat: Seat) -> None:
    click.echo("What happened:")
    print_report(outcome.before, outcome.events, seat.viewer)
    if any(verdict.held_back for verdict in outcome.verdicts):
        click.echo("What was held back is not kept: send it again when it is your turn to decide.")
    print_next(outcome.state, seat.viewer)

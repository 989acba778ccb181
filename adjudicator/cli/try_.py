"""``adjudicator try``: a preview of orders, without playing them."""

from __future__ import annotations

from pathlib import Path

import click

from adjudicator.app.post.preview import Preview, preview
from adjudicator.engine.view import view
from adjudicator.render.text import render_text

from .errors import Mistake
from .files import read_orders
from .looking import note_look
from .places import GAME, GameId, open_place
from .seats import Seat, SeatType
from .shared import colour_option, print_report, wants_colour
from .verdicts import verdict_lines


@click.command("try")
@GAME
@click.option("--as", "seat", type=SeatType(), required=True, help="blue, yellow or referee.")
@click.argument("orders", nargs=-1)
@colour_option
def try_(game: Path | GameId, seat: Seat, orders: tuple[str, ...], colour: bool | None) -> None:
    """Preview ORDERS in GAME. Nothing is written, and nobody is told.

    GAME is a record file, or the number of a game in the database. The preview goes up to the first
    halt. An order that would uncover something hidden is only judged: what it would uncover is not
    shown.

    \b
    Examples:
      adjudicator try my.dt --as blue "A3; TH c7; TH c9"
      adjudicator try G7 --as blue "CL RV R3"
    """
    text = read_orders(orders)
    with open_place(game) as place:
        state = place.state()
    seat.check(state)
    seen = preview(state, seat.colour, text)
    if not seen.outcome.verdicts:
        raise Mistake("there are only comments in this message; no orders")
    note_look(game, seat.viewer, "try")
    click.echo(f"If {seat.name} sent this:")
    for line in verdict_lines(seen.outcome, seat.colour, preview=True):
        click.echo(line)
    if not seen.outcome.accepted:
        raise Mistake("as a whole this message would be refused, and nothing would be played")
    _print_result(seen, seat, wants_colour(colour))


def _print_result(seen: Preview, seat: Seat, colour: bool) -> None:
    judged = sum(verdict.played is not None for verdict in seen.outcome.verdicts)
    if seen.shown:
        click.echo("What would happen:")
        print_report(seen.outcome.before, seen.events, seat.viewer)
    if seen.shown < judged:
        order = seen.outcome.verdicts[seen.shown].played
        click.echo(f"{order} is legal; what it leads to is not known before it is played.")
    if seen.shown:
        click.echo("")
        click.echo(render_text(view(seen.state, seat.viewer), colour), nl=False, color=colour)
    click.echo("This was a preview: nothing has been played.")

"""``adjudicator demo``: a short game, played through the same door as everybody's orders."""

from __future__ import annotations

import click

from adjudicator.app.games import Game, new_game, submit
from adjudicator.engine.ids import Colour
from adjudicator.engine.ruleset import Options
from adjudicator.engine.view import view
from adjudicator.render.text import render_text

from .shared import colour_option, next_lines, print_report, program, wants_colour

SEED = "demo-2"
BLUE, YELLOW = Colour.BLUE, Colour.YELLOW

TEAMS = (
    (BLUE, "LINE CL@b1 TH@d1 WI@g1 WA@i1"),
    (YELLOW, "LINE CL@b22 TH@d22 WI@g22 TR@i22"),
)
HIDING = (
    ("GO R3", "GO R1"),
    ("ME R4", "WA R6"),
    ("WW R5", "ME R5"),
    ("TR R6", "WW R4"),
    ("ar R3", "ar R8"),
    ("fw R4", "fw R7"),
    ("ro R1", "ro R3"),
    ("sp R5", "sp R8"),
    ("sw R2", "sw R7"),
    ("tz R6", "tz R2"),
)
"""What Blue and Yellow hide by turns."""
PLAY = (
    (BLUE, "A2; TH RV R1"),
    (BLUE, "PUT y.GO@c3"),
    (YELLOW, "PUT b.ro@a6"),
    (BLUE, "TH c2"),
    (YELLOW, "A3; GO x TH +1"),
    (BLUE, "CARD +3"),
    (YELLOW, "END"),
)


@click.command()
@colour_option
def demo(colour: bool | None) -> None:
    """Play a short demonstration game: set-up, a reveal, a move, a combat. No file is written.

    \b
    Examples:
      adjudicator demo
      adjudicator demo --no-colour
    """
    painted = wants_colour(colour)
    game = new_game("base", "standard", Options(), SEED)
    click.echo("What each player types, and what Blue is told.\n\nThe starting teams, in secret:")
    for by, orders in TEAMS:
        game = _play(game, by, orders)
    click.echo("\nBy turns they hide one token in a face-down room:")
    for blue, yellow in HIDING:
        game = _hide(game, blue, yellow)
    click.echo("\nThe game begins:")
    for by, orders in PLAY:
        game = _play(game, by, orders)
    click.echo("")
    click.echo(render_text(view(game.state, BLUE), painted), color=painted)
    click.echo(f"Now start a game of your own: {program()} new my.dt")


def _play(game: Game, by: Colour, orders: str) -> Game:
    """Send a message, and print it with what Blue is told of it."""
    click.echo(f"  {by}> {orders}")
    outcome = submit(game, by, orders)
    assert outcome.accepted, f"the demonstration is legal: {orders}"
    print_report(outcome.before, outcome.events, BLUE, indent="      ")
    return outcome.game


def _hide(game: Game, blue: str, yellow: str) -> Game:
    """Both hide a token, in the order that was drawn; one line for the two."""
    first = game.state.pending[0].who
    order = ((BLUE, blue), (YELLOW, yellow))
    for by, token in order if first is BLUE else order[::-1]:
        outcome = submit(game, by, f"SET {token}")
        assert outcome.accepted, "the demonstration is legal"
        game = outcome.game
    click.echo(f"  blue> SET {blue:<10} yellow> SET {yellow}")
    if all(request.ask != "set" for request in game.state.pending):
        print_report(outcome.before, outcome.events, BLUE, indent="      ")
        click.echo(f"      {next_lines(view(game.state, BLUE))[0]}")
    return game

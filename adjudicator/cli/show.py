"""``adjudicator show``: the game as one viewer may see it."""

from __future__ import annotations

from pathlib import Path

import click

from adjudicator.engine.view import Viewer, view
from adjudicator.render.text import render_text

from .files import read_game
from .seats import ViewerType, check_viewer
from .shared import FILE, colour_option, wants_colour


@click.command()
@FILE
@click.option(
    "--as",
    "viewer",
    type=ViewerType(),
    required=True,
    help="Whose eyes: blue, yellow, observer or moderator.",
)
@colour_option
def show(file: Path, viewer: Viewer, colour: bool | None) -> None:
    """Print the board, the hand, the hidden tokens and what is asked, as one viewer may see them.

    \b
    Examples:
      adjudicator show my.dt --as blue
      adjudicator show my.dt --as observer --no-colour
    """
    game = read_game(file)
    check_viewer(viewer, game.state)
    painted = wants_colour(colour)
    click.echo(render_text(view(game.state, viewer), painted), nl=False, color=painted)

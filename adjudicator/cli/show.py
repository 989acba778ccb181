"""``adjudicator show``: the game as one viewer may see it."""

from __future__ import annotations

from pathlib import Path

import click

from adjudicator.engine.seen import Viewer
from adjudicator.engine.view import view
from adjudicator.render.text import render_text

from .looking import note_look, print_accesses
from .places import GAME, GameId, open_place
from .seats import ViewerType, check_viewer
from .shared import colour_option, wants_colour


@click.command()
@GAME
@click.option(
    "--as",
    "viewer",
    type=ViewerType(),
    required=True,
    help="Whose eyes: blue, yellow, observer or moderator.",
)
@colour_option
def show(game: Path | GameId, viewer: Viewer, colour: bool | None) -> None:
    """Print the board, the hand, the hidden tokens and what is asked, as one viewer may see them.

    GAME is a record file, or the number of a game in the database.

    \b
    Examples:
      adjudicator show my.dt --as blue
      adjudicator show G7 --as blue
      adjudicator show my.dt --as observer --no-colour
    """
    with open_place(game) as place:
        state = place.state()
    check_viewer(viewer, state)
    note_look(game, viewer, "show")
    painted = wants_colour(colour)
    click.echo(render_text(view(state, viewer), painted), nl=False, color=painted)
    if isinstance(game, GameId) and state.result is not None:
        print_accesses(game, "")

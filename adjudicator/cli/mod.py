"""``adjudicator mod``: the moderator's desk."""

from __future__ import annotations

import click

from .mod_clock import extend, pause, resume
from .mod_line import amend, restore, rewind
from .mod_look import accesses, inspect, what_if, why
from .mod_play import note, play_for, replace, result


@click.group()
def mod() -> None:
    """The moderator's desk: look into stored games, explain them, and intervene.

    Nothing is ever deleted: each intervention is an entry of the game's log with your name, the
    time and the reason. Looking at what is hidden in a running game is written down too; the
    players are told at its end.

    \b
    Examples:
      adjudicator mod inspect G7
      adjudicator mod why G7 31
      adjudicator mod amend G7 31 "A3; TH c7" --reason "misread mail"
    """


for command in (
    inspect, why, what_if, accesses, rewind, amend, restore, play_for, result, extend, pause,
    resume, replace, note,
):  # fmt: skip
    mod.add_command(command)

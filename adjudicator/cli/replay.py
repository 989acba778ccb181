"""``adjudicator replay``: step through a record as one viewer saw the game."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace as changed
from itertools import groupby
from pathlib import Path

import click

from adjudicator.app.games import Turn
from adjudicator.app.games import replay as turns_of
from adjudicator.engine import decisions as d
from adjudicator.engine.refusals import Refusal
from adjudicator.engine.view import Role, Viewer, view
from adjudicator.notation.orders import Unreadable, read_order, write_order
from adjudicator.notation.record import RecordFault, read_record
from adjudicator.render.text import render_text

from .errors import Mistake
from .files import read_text
from .seats import ViewerType, check_viewer
from .shared import FILE, colour_option, print_report, wants_colour

SEALED = (d.LeaveOut, d.LineUp, d.Hide, d.LayCard)
"""Orders that nobody but their sender may read."""


@click.command()
@FILE
@click.option("--as", "viewer", type=ViewerType(), default="observer", help="Whose eyes.")
@click.option("--from", "first", type=click.IntRange(min=1), default=1, help="First message shown.")
@click.option("--step", is_flag=True, help="Wait for Enter after each message.")
@click.option("--boards/--no-boards", default=True, help="Draw the board after each message.")
@colour_option
def replay(
    file: Path, viewer: Viewer, first: int, step: bool, boards: bool, colour: bool | None
) -> None:
    """Step through the record FILE: every message, what happened, and the board.

    \b
    Examples:
      adjudicator replay my.dt
      adjudicator replay my.dt --as blue --from 20 --step
      adjudicator replay my.dt --as moderator --no-boards
    """
    painted = wants_colour(colour)
    try:
        record = read_record(read_text(file))
        if first > max(1, len(record.messages)):
            last = len(record.messages)
            raise Mistake(f"there is no message {first}; the last one of {file} is {last}")
        if not record.messages:
            click.echo("Nothing has been played yet.")
        for number, turns in _messages(turns_of(record)):
            if number < first:
                continue
            _print_message(number, turns, viewer)
            if boards:
                click.echo("")
                click.echo(render_text(view(turns[-1].after, viewer), painted), color=painted)
            if step and number < len(record.messages) and not _go_on():
                return
    except RecordFault as fault:
        raise Mistake(f"{file}: {fault}") from fault


def _messages(turns: Iterator[Turn]) -> Iterator[tuple[int, list[Turn]]]:
    for number, group in groupby(turns, key=lambda turn: turn.message):
        yield number, list(group)


def _print_message(number: int, turns: list[Turn], viewer: Viewer) -> None:
    check_viewer(viewer, turns[0].before)
    who = "referee" if turns[0].by is None else turns[0].by.value
    click.echo(f"{number}  {who}: {'; '.join(_readable(turn, viewer) for turn in turns)}")
    for turn in turns:
        print_report(turn.before, turn.events, viewer, indent="     ")


def _readable(turn: Turn, viewer: Viewer) -> str:
    """An order as this viewer may read it: what is sealed is not shown to others."""
    if viewer in (turn.by, Role.MODERATOR):
        return turn.order
    decision = read_order(turn.order, turn.before, turn.by)
    assert not isinstance(decision, Refusal | Unreadable), "the record was replayed"
    if isinstance(decision, SEALED):
        return "(sealed)"
    if isinstance(decision, d.Attack):
        return write_order(turn.before, turn.by, changed(decision, card=None))
    return turn.order


def _go_on() -> bool:
    """Whether Enter is pressed; the end of the input ends the replay."""
    click.echo("-- Enter for the next message, q to stop --", err=True)
    line = "" if sys.stdin is None else sys.stdin.readline()
    return bool(line) and line.strip().lower() not in ("q", "quit")

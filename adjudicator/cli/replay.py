"""``adjudicator replay``: step through a record as one viewer saw the game."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import click

from adjudicator.app.games import Turn
from adjudicator.app.games import replay as turns_of
from adjudicator.app.replays import replay_steps, seen_order
from adjudicator.engine.view import Viewer, view
from adjudicator.notation.record import Record, RecordFault, read_record
from adjudicator.render.html import ReplayStep, write_replay
from adjudicator.render.svg import draw_svg
from adjudicator.render.text import render_text

from .errors import Mistake
from .files import create, read_text
from .seats import ViewerType, check_viewer
from .shared import FILE, colour_option, print_report, wants_colour

OUT = click.Path(path_type=Path)


@click.command()
@FILE
@click.option("--as", "viewer", type=ViewerType(), default="observer", help="Whose eyes.")
@click.option("--from", "first", type=click.IntRange(min=1), default=1, help="First message shown.")
@click.option("--step", is_flag=True, help="Wait for Enter after each message.")
@click.option("--boards/--no-boards", default=True, help="Draw the board after each message.")
@click.option("--html", type=OUT, help="Write a replay for a browser, all in this one file.")
@click.option("--png", type=OUT, help="Write a picture of each position into this folder.")
@colour_option
def replay(
    file: Path,
    viewer: Viewer,
    first: int,
    step: bool,
    boards: bool,
    colour: bool | None,
    html: Path | None,
    png: Path | None,
) -> None:
    """Step through the record FILE: every message, what happened, and the board.

    With --html or --png nothing is printed; the whole game is written as files instead.

    \b
    Examples:
      adjudicator replay my.dt
      adjudicator replay my.dt --as blue --from 20 --step
      adjudicator replay my.dt --as moderator --no-boards
      adjudicator replay my.dt --as blue --html my.html
    """
    if html is not None or png is not None:
        _write_files(file, viewer, html, png)
        return
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
    orders = [seen_order(turn, viewer) for turn in turns]
    texts = [order.text or "(sealed)" for order in orders]
    click.echo(f"{number}  {orders[0].name.lower()}: {'; '.join(texts)}")
    for turn in turns:
        print_report(turn.before, turn.events, viewer, indent="     ")


def _go_on() -> bool:
    """Whether Enter is pressed; the end of the input ends the replay."""
    click.echo("-- Enter for the next message, q to stop --", err=True)
    line = "" if sys.stdin is None else sys.stdin.readline()
    return bool(line) and line.strip().lower() not in ("q", "quit")


# -- files ------------------------------------------------------------------------------------


def _write_files(file: Path, viewer: Viewer, html: Path | None, png: Path | None) -> None:
    """The whole game as a page, as pictures, or both; nothing is overwritten."""
    try:
        record = read_record(read_text(file))
        steps = _steps_for(record, viewer)
    except RecordFault as fault:
        raise Mistake(f"{file}: {fault}") from fault
    if html is not None:
        create(html, write_replay(file.stem, viewer, steps))
        click.echo(f"Wrote {html}: {len(steps) - 1} decisions as seen by {viewer}.")
    if png is not None:
        _write_pictures(png, steps)
        click.echo(f"Wrote {len(steps)} pictures into {png}.")


def _steps_for(record: Record, viewer: Viewer) -> list[ReplayStep]:
    for turn in turns_of(record):
        check_viewer(viewer, turn.before)
        break
    return replay_steps(record, viewer)


def _write_pictures(folder: Path, steps: list[ReplayStep]) -> None:
    from adjudicator.render.png import write_png  # brings a library that only pictures need

    try:
        folder.mkdir(parents=True)
    except FileExistsError as error:
        raise Mistake(f"{folder} exists already; name a new folder") from error
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        raise Mistake(f"cannot make the folder {folder}: {reason or error}") from error
    with click.progressbar(list(enumerate(steps)), label="Drawing", show_pos=True) as bar:
        for number, step in bar:
            folder.joinpath(f"{number:04d}.png").write_bytes(write_png(draw_svg(step.view)))

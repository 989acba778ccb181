"""``adjudicator replay``: step through a record as one viewer saw the game."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from itertools import groupby
from pathlib import Path

import click

from adjudicator.app.games import Turn
from adjudicator.app.games import replay as turns_of
from adjudicator.app.replays import replay_steps, seen_order
from adjudicator.engine.seen import Viewer
from adjudicator.engine.view import view
from adjudicator.notation.record import Record
from adjudicator.render.html import ReplayStep, write_replay
from adjudicator.render.svg import draw_svg
from adjudicator.render.text import render_text

from .errors import Mistake, printable
from .files import create
from .keys import is_terminal, open_terminal
from .looking import note_look
from .places import GAME, GameId, Place, open_place
from .seats import ViewerType, check_viewer
from .shared import colour_option, print_report, wants_colour
from .stepper import Page, Stepping, make_outline, make_pages, make_screen, page_lines, press

OUT = click.Path(path_type=Path)


@click.command()
@GAME
@click.option("--as", "viewer", type=ViewerType(), default="observer", help="Whose eyes.")
@click.option("--from", "first", type=click.IntRange(min=1), default=1, help="First message shown.")
@click.option("--step", is_flag=True, help="Step with keys; outside a terminal, with Enter.")
@click.option("--boards/--no-boards", default=True, help="Draw the board after each message.")
@click.option("--html", type=OUT, help="Write a replay for a browser, all in this one file.")
@click.option("--png", type=OUT, help="Write a picture of each position into this folder.")
@colour_option
def replay(
    game: Path | GameId,
    viewer: Viewer,
    first: int,
    step: bool,
    boards: bool,
    colour: bool | None,
    html: Path | None,
    png: Path | None,
) -> None:
    """Step through GAME: every message, what happened, and the board.

    GAME is a record file, or the number of a game in the database. With --html or --png nothing is
    printed; the whole game is written as files instead.

    With --step in a terminal: Right and Left (n and p, space and backspace) step by messages, Up
    and Down scroll, Home and End go to the deal and to the last message, PgUp and PgDn to the turn
    before and after. g 12 Enter jumps to message 12, t 3 Enter to turn 3. v switches the viewer:
    between --as and observer, and for the moderator through all. h explains the keys, q or Esc
    ends.

    \b
    Examples:
      adjudicator replay my.dt
      adjudicator replay my.dt --as blue --from 20 --step
      adjudicator replay G7 --as moderator --step
      adjudicator replay G7 --as moderator --no-boards
      adjudicator replay my.dt --as blue --html my.html
    """
    note_look(game, viewer, "replay")
    with open_place(game) as place:
        if html is not None or png is not None:
            _write_files(place, viewer, html, png)
        elif step and is_terminal():
            _step_through(place, viewer, first, boards, wants_colour(colour))
        else:
            _print_game(place, viewer, first, step, boards, wants_colour(colour))


def _print_game(
    place: Place, viewer: Viewer, first: int, step: bool, boards: bool, painted: bool
) -> None:
    record = _record_from(place, first)
    last = len(record.messages)
    for number, turns in _messages(turns_of(record)):
        if number < first:
            continue
        _print_message(number, turns, viewer)
        if boards:
            click.echo("")
            click.echo(render_text(view(turns[-1].after, viewer), painted), color=painted)
        if step and number < last and not _go_on():
            return


def _record_from(place: Place, first: int) -> Record:
    record = place.record()
    last = len(record.messages)
    if first > max(1, last):
        raise Mistake(f"there is no message {first}; the last one of {place} is {last}")
    if not record.messages:
        click.echo("Nothing has been played yet.")
    return record


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


# -- keys -------------------------------------------------------------------------------------


def _step_through(place: Place, caller: Viewer, first: int, boards: bool, painted: bool) -> None:
    record, title = _record_from(place, first), printable(place.title)
    if not record.messages:
        return

    @cache
    def pages(viewer: Viewer) -> tuple[Page, ...]:
        return make_pages(record, _steps_for(record, viewer))

    outline, now = make_outline(pages(caller), caller), Stepping(first, caller)
    with open_terminal() as terminal:
        while not now.done:
            lines = page_lines(pages(now.viewer)[now.page], boards, painted)
            screen = make_screen(title, lines, now, outline, terminal.height())
            terminal.show(screen.lines)
            now = press(screen.now, terminal.key(), outline)


# -- files ------------------------------------------------------------------------------------


def _write_files(place: Place, viewer: Viewer, html: Path | None, png: Path | None) -> None:
    """The whole game as a page, as pictures, or both; nothing is overwritten."""
    steps = _steps_for(place.record(), viewer)
    if html is not None:
        create(html, write_replay(place.title, viewer, steps))
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

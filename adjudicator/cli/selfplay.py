"""``adjudicator selfplay``: random legal games, checked at each step."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from adjudicator.app.selfplay import STYLES, Summary, play_games

from .errors import Mistake, printable
from .shared import FileName

BROKEN = 3
"""Exit code when the engine contradicted itself: a bug of ours."""


@click.command()
@click.option(
    "--games", type=click.IntRange(min=1), default=10, show_default=True, help="How many."
)
@click.option(
    "--seed", default="selfplay", show_default=True, help="The same seed, the same games."
)
@click.option("--out", type=FileName(), help="A folder for the records.")
@click.option(
    "--style",
    "styles",
    multiple=True,
    type=click.Choice(list(STYLES)),
    help="How they play; several by turns. By default all styles.",
)
def selfplay(games: int, seed: str, out: Path | None, styles: Sequence[str]) -> None:
    """Play random legal games to the end. All decisions are drawn from what options lists.

    \b
    Examples:
      adjudicator selfplay --games 20 --seed 7
      adjudicator selfplay --games 500 --seed night --out records/
    """
    if '"' in seed or not seed.isprintable():
        raise Mistake('a seed is a text on one line, without "')
    if out is not None:
        _make_folder(out)
    with click.progressbar(length=games, label="Playing", show_pos=True) as bar:
        summary = play_games(
            games, seed, styles or tuple(STYLES), lambda done, all_games: bar.update(1), out
        )
    _print_summary(summary)
    if summary.faults:
        raise click.exceptions.Exit(BROKEN)


def _make_folder(out: Path) -> None:
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Mistake(f"cannot make the folder {out}: {error.strerror or error}") from error


def _print_summary(summary: Summary) -> None:
    for style, tally in summary.tallies.items():
        click.echo(f"{style}: {tally}")
    for fault in summary.faults:
        click.echo(f"BROKEN: seed {fault.seed}, style {fault.style}: {printable(fault.why)}")
    if not summary.faults:
        click.echo("All invariants held at every step.")

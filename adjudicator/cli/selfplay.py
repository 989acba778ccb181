"""``adjudicator selfplay``: random legal games, checked at each step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from adjudicator.app.house.selfplay import USUAL_STYLES, style_called
from adjudicator.app.house.series import Row, Summary, Tally, play_games, tables_of

from .errors import Mistake, printable
from .shared import FileName

BROKEN = 3
"""Exit code when the engine contradicted itself: a bug of ours."""
MOST_JOBS = 64
HEADINGS = ("table", "style", "games", "blue", "yellow", "draw", "unfinished", "decisions", "kB")


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
    metavar="STYLE",
    help="random, eager, house, or a match like house:eager (Blue's style first); several by"
    " turns. By default random and eager.",
)
@click.option("--set", "sets", multiple=True, metavar="SET", help="Only this set; several allowed.")
@click.option("--scenario", "scenarios", multiple=True, help="Only this scenario; several allowed.")
@click.option(
    "--jobs",
    type=click.IntRange(1, MOST_JOBS),
    default=1,
    show_default=True,
    help="How many processes play. The games are the same for any number.",
)
def selfplay(
    games: int,
    seed: str,
    out: Path | None,
    styles: Sequence[str],
    sets: Sequence[str],
    scenarios: Sequence[str],
    jobs: int,
) -> None:
    """Play random legal games to the end. All decisions are drawn from what options lists.

    Tables and styles come by turns: each scenario of each set, and some with options agreed on.

    \b
    Examples:
      adjudicator selfplay --games 20 --seed 7
      adjudicator selfplay --games 500 --seed night --out records/ --jobs 4
      adjudicator selfplay --games 40 --set prison --scenario 2 --scenario 3
      adjudicator selfplay --games 20 --set prison --style house:eager --style eager:house
    """
    if '"' in seed or not seed.isprintable():
        raise Mistake('a seed is a text on one line, without "')
    names = [style_called(name).name for name in styles or USUAL_STYLES]
    tables = tables_of(sets, scenarios)
    if out is not None:
        _make_folder(out)
    with click.progressbar(length=games, label="Playing", show_pos=True) as bar:
        summary = play_games(
            games, seed, names, lambda *_: bar.update(1), out, tables=tables, jobs=jobs
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
    rows = [_cells(row, tally) for row, tally in summary.rows.items()]
    rows += [_cells(Row("all", style), tally) for style, tally in summary.styles.items()]
    for line in _aligned((HEADINGS, *rows)):
        click.echo(line)
    for fault in summary.faults:
        where = f"{fault.row.table}, style {fault.row.style}"
        click.echo(f"BROKEN: seed {fault.seed}, {where}: {printable(fault.why)}")
    if not summary.faults:
        click.echo("All invariants held at every step.")


def _cells(row: Row, tally: Tally) -> tuple[str, ...]:
    """One line of the summary: who won how often, and how long a game is on average."""
    results = (tally.results.get(result, 0) for result in ("b", "y", "draw", "*"))
    games = max(1, tally.games)
    averages = (f"{tally.decisions / games:.0f}", f"{tally.bytes / games / 1000:.1f}")
    return (row.table, row.style, str(tally.games), *map(str, results), *averages)


def _aligned(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Words to the left, numbers to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = zip(row, widths, strict=True)
        yield "  ".join(
            cell.ljust(width) if column < 2 else cell.rjust(width)
            for column, (cell, width) in enumerate(cells)
        )

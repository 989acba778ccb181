"""``adjudicator case``: run rule cases."""

from __future__ import annotations

from pathlib import Path

import click

from adjudicator.app.cases.case import CaseResult, run_cases

from .errors import printable
from .files import read_text
from .shared import FileName

FAILED = 1
"""Exit code when cases fail; a file that cannot be read is a user's mistake (2)."""


@click.command()
@click.argument("files", nargs=-1, required=True, type=FileName())
@click.option("-v", "--verbose", is_flag=True, help="Also name the cases that hold.")
def case(files: tuple[Path, ...], verbose: bool) -> None:
    """Run the rule cases in FILES. The exit code is 1 if one does not hold.

    \b
    Examples:
      adjudicator case tests/cases/BASE-MOVE.case
      adjudicator case -v tests/cases/*.case
    """
    results = [(file, result) for file in files for result in run_cases(read_text(file))]
    for file, result in results:
        if verbose or not result.ok:
            click.echo(_line(file, result))
    failed = sum(not result.ok for _, result in results)
    click.echo(f"{len(results)} cases: {len(results) - failed} hold, {failed} fail")
    if failed:
        raise click.exceptions.Exit(FAILED)


def _line(file: Path, result: CaseResult) -> str:
    verdict = "ok" if result.ok else "FAIL"
    text = f"{file}:{result.line}: {verdict} {result.id} {result.polarity} {result.title}"
    return printable(text if result.why is None else f"{text}\n    {result.why}")

"""``adjudicator verify``: prove that a game is legal and genuine."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from adjudicator.app.games import verify as prove
from adjudicator.app.seals import Seal, seals_of_record
from adjudicator.notation.record import Record, RecordFault

from .database import opened_store
from .errors import Mistake, printable
from .files import read_text
from .looking import print_accesses
from .places import GAME, GameId
from .seal_words import print_meaning, print_seals
from .shared import FileName

if TYPE_CHECKING:
    from adjudicator.storage.log import Entry


@click.command()
@GAME
@click.option("--seals", "all_seals", is_flag=True, help="Print all sealed cards, opened.")
@click.option("--seal", "digests", multiple=True, help="Say which card this fingerprint seals.")
@click.option(
    "--mail",
    "mails",
    multiple=True,
    type=FileName(),
    help="A mail you kept, as text: say of each fingerprint in it what it stands for.",
)
def verify(
    game: Path | GameId, all_seals: bool, digests: tuple[str, ...], mails: tuple[Path, ...]
) -> None:
    """Check GAME: legal from first to last, all digests, the commitment to the seed, the seals.

    GAME is a record file, or the number of a game in the database. There the hash of each log entry
    is checked as well, and what moderators did is listed. Combat cards that lay face down are
    committed to in the mails; a fingerprint that does not belong to the game is a mistake.

    \b
    Examples:
      adjudicator verify my.dt
      adjudicator verify archive/final.dt && echo genuine
      adjudicator verify G7 --seals
      adjudicator verify game-7.dt --mail kept-1.txt --mail kept-2.txt
    """
    asked = tuple(_digest(text) for text in digests) + _digests_in(mails)
    proven = _verify_file(game) if isinstance(game, Path) else _verify_stored(game)
    if (all_seals or asked) and not proven.open:
        raise Mistake(f"{game} is not over; its sealed cards are opened at its end")
    if all_seals:
        print_seals(proven.seals)
    for digest in asked:
        print_meaning(digest, proven.seals, proven.record)


_DIGEST = re.compile(r"(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])")


def _digest(text: str) -> str:
    digest = text.strip().lower()
    if not _DIGEST.fullmatch(digest):
        raise Mistake(f"{text[:70]!r} is no fingerprint; it has 64 signs, 0 to 9 and a to f")
    return digest


def _digests_in(mails: tuple[Path, ...]) -> tuple[str, ...]:
    """The fingerprints in mails. An opened text is none: a card stands behind it."""
    found: list[str] = []
    for mail in mails:
        in_mail = [d for d in _DIGEST.findall(re.sub(r"[0-9a-f]{64} \+", "", read_text(mail)))]
        if not in_mail:
            raise Mistake(f"there is no fingerprint in {mail}")
        found.extend(in_mail)
    return tuple(dict.fromkeys(found))


class Proven(NamedTuple):
    """A genuine game, and every card that lay face down in it."""

    record: Record
    seals: tuple[Seal, ...]
    open: bool
    """Whether the seals may be opened."""


def _verify_file(file: Path) -> Proven:
    try:
        game = prove(read_text(file))
    except RecordFault as fault:
        raise Mistake(f"{file}: {fault}") from fault
    record = game.record
    decisions = sum(len(message.orders) for message in record.messages)
    seals = seals_of_record(record)
    click.echo(f"{file}: genuine")
    click.echo(f"  {len(record.messages)} messages, {decisions} decisions, all legal; digests fit")
    click.echo(f"  commitment {game.commitment} fits the seed")
    click.echo(f"  {len(seals)} cards were sealed")
    _print_result(record.tags["Result"])
    return Proven(record, seals, open=True)


def _verify_stored(game: GameId) -> Proven:
    from adjudicator.app.proof import verify as proof  # database code takes long to import

    with opened_store() as store:
        found = proof.prove(proof.read_stored(store, game.number))
        if found.fault is not None:
            _print_interventions(found.interventions, over=False)
            raise Mistake(f"{game} is not genuine: {found.fault}")
        record = store.load(game.number).record
    entries = len(found.stored.entries)
    click.echo(f"{game}: genuine")
    click.echo(f"  {entries} entries in the log, none changed, missing or added")
    click.echo(f"  {found.decisions} decisions count, all legal; digests fit")
    click.echo(f"  commitment {found.stored.game.commitment} fits the seed")
    click.echo(f"  {len(found.seals)} cards were sealed")
    _print_result(found.result)
    over = found.result != "*"
    _print_interventions(found.interventions, over)
    if over:
        print_accesses(game)
    return Proven(record, found.seals, open=over)


def _print_result(result: str) -> None:
    click.echo(f"  result {result}{' (not over)' if result == '*' else ''}")


def _print_interventions(entries: tuple[Entry, ...], over: bool) -> None:
    from adjudicator.app.desk.moderation import public_words  # database code takes long to import

    if entries:
        click.echo("  interventions:")
    for entry in entries:
        reason = f" ({entry.reason})" if entry.reason else ""
        when = entry.at.strftime("%Y-%m-%d %H:%M")
        what = f"{entry.kind} {public_words(entry, over)}{reason}"
        text = f"{entry.number}  {when} {entry.author}: {what}"
        click.echo(f"    {printable(text)}")

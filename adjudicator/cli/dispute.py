"""``adjudicator dispute``: open, discuss, rule, and keep the ruling as a case."""

from __future__ import annotations

from pathlib import Path

import click

from adjudicator.app.desk import disputes
from adjudicator.app.desk.disputes import Docket, Export, Seen
from adjudicator.app.desk.history import Message
from adjudicator.app.desk.moderation import Warrant
from adjudicator.engine.ids import Colour
from adjudicator.render.text import render_text
from adjudicator.storage.desk import Dispute

from .desk import ENTRY, GAME, desk_store, print_lines, print_prose, warranted, when
from .errors import Mistake
from .files import create, read_orders
from .places import HIGHEST, GameId, StoredGameName
from .seats import Seat, SeatType
from .shared import FileName

NUMBER = click.argument("number", type=click.IntRange(1, HIGHEST))
SPEAKER = click.option("--as", "seat", type=SeatType(), help="Which seat speaks; else a moderator.")


@click.group()
def dispute() -> None:
    """Disputes about stored games: each has a number, stops the clock, and ends with a ruling.

    \b
    Examples:
      adjudicator dispute open G7 31 "the portcullis was closed" --as yellow
      adjudicator dispute rule 4 "It was broken in entry 28; the move stands."
      adjudicator dispute export 4 --rule BASE-MOVE-11 rulings/4.case
    """


@dispute.command("open")
@GAME
@click.argument("entry", type=ENTRY)
@click.argument("text")
@SPEAKER
@warranted(at=True, tells=True)
def open_(game: GameId, entry: int, text: str, seat: Seat | None, warrant: Warrant) -> None:
    """Open a dispute about ENTRY of GAME. The clock stands still until it is ruled.

    \b
    Examples:
      adjudicator dispute open G7 31 "the portcullis was closed" --as yellow
    """
    with desk_store() as store:
        opened = disputes.open_dispute(store, game.number, entry, text, _colour(seat), warrant)
    click.echo(f"Dispute {opened.id} about entry {entry} of {game} is open; its clock is stopped.")


def _colour(seat: Seat | None) -> Colour | None:
    return None if seat is None else seat.colour


@dispute.command()
@NUMBER
@click.argument("text")
@SPEAKER
@warranted(tells=True)
def say(number: int, text: str, seat: Seat | None, warrant: Warrant) -> None:
    """Add what somebody has to say to dispute NUMBER.

    \b
    Examples:
      adjudicator dispute say 4 "I broke it two turns ago" --as blue
    """
    with desk_store() as store:
        said = disputes.say(store, number, text, _colour(seat), warrant)
    print_lines([f"Dispute {number}, {said.author}: {said.text}"], "")


@dispute.command("list")
@click.argument("game", type=StoredGameName(), required=False)
@click.option("--open", "only_open", is_flag=True, help="Only those that are not ruled yet.")
def list_(game: GameId | None, only_open: bool) -> None:
    """List all disputes, or those of GAME.

    \b
    Examples:
      adjudicator dispute list --open
      adjudicator dispute list G7
    """
    with desk_store() as store:
        found = disputes.disputes(store, None if game is None else game.number)
    shown = [one for one in found if one.ruling is None or not only_open]
    for one in shown:
        state = "open" if one.ruling is None else f"ruled by {one.ruled_by}"
        said = f"{one.id}  G{one.game_id} entry {one.entry}, {one.opened_by}: {one.text} [{state}]"
        print_prose(said, "", "    ")
    if not shown:
        click.echo("There are no disputes.")


@dispute.command()
@NUMBER
@warranted()
def show(number: int, warrant: Warrant) -> None:
    """Show dispute NUMBER: the entry, what was said, what each player was told and saw then.

    It shows what is hidden, so your look is written down.

    \b
    Examples:
      adjudicator dispute show 4
    """
    with desk_store() as store:
        docket = disputes.show(store, number, warrant)
    _print_docket(docket)
    for seen in docket.seen:
        _print_seen(seen)


def _print_docket(docket: Docket) -> None:
    one, entry = docket.dispute, docket.entry
    click.echo(f"Dispute {one.id} about entry {one.entry} of G{one.game_id}")
    print_prose(f"{when(one.opened_at)}  {one.opened_by}: {one.text}", "  ", "    ")
    for saying in docket.sayings:
        print_prose(f"{when(saying.at)}  {saying.author}: {saying.text}", "  ", "    ")
    if one.ruling is not None and one.ruled_at is not None:
        print_prose(f"{when(one.ruled_at)}  RULED by {one.ruled_by}: {one.ruling}", "  ", "    ")
    click.echo(f"Entry {entry.number} ({entry.kind}, {entry.seat}):")
    print_prose(entry.text, "  ", "    ")


def _print_seen(seen: Seen) -> None:
    click.echo("")
    click.echo(f"-- what {seen.viewer} was told, and saw after it " + "-" * 20)
    for line in seen.told:
        print_prose(line, "  ", "    ")
    click.echo(render_text(seen.view), nl=False)


@dispute.command()
@NUMBER
@click.argument("text")
@warranted(at=True, tells=True)
def rule(number: int, text: str, warrant: Warrant) -> None:
    """End dispute NUMBER with the ruling TEXT. It stays in the log; the clock runs again.

    If the game has to be changed, do that first: adjudicator mod amend, rewind or result.

    \b
    Examples:
      adjudicator dispute rule 4 "It was broken in entry 28; the move stands."
    """
    with desk_store() as store:
        ruled: Dispute = disputes.rule(store, number, text, warrant)
    print_prose(f"Dispute {number} is ruled: {ruled.ruling}", "", "  ")


@dispute.command()
@NUMBER
@click.option("--rule", "rule_id", help="The rule it is about; by default the one that refuses.")
@click.option("--title", help="What the case shows; by default the ruling.")
@click.option("--orders", help="Other orders than those of the entry, for instance refused ones.")
@click.option("--as", "seat", type=SeatType(), help="Who sends --orders.")
@click.argument("file", type=FileName(), required=False)
@warranted()
def export(
    number: int,
    rule_id: str | None,
    title: str | None,
    orders: str | None,
    seat: Seat | None,
    file: Path | None,
    warrant: Warrant,
) -> None:
    """Write the ruling of dispute NUMBER as a case into FILE, or print it.

    The case holds the position before the disputed entry (hidden things included, but not the
    seed), the orders, and what they lead to. `adjudicator case FILE` runs it.

    \b
    Examples:
      adjudicator dispute export 4 --rule BASE-MOVE-11
      adjudicator dispute export 4 --rule BASE-MOVE-11 rulings/4.case
      adjudicator dispute export 4 --rule BASE-COMBAT-02 --orders "WA x GO" --as blue
    """
    if (orders is None) != (seat is None):
        raise Mistake("--orders and --as belong together")
    message = None if orders is None else Message(_colour(seat), read_orders((orders,)))
    with desk_store() as store:
        wanted = Export(rule_id.strip().upper() if rule_id else None, title, message)
        text = disputes.export(store, number, wanted, warrant)
    if file is None:
        click.echo(text, nl=False)
    else:
        create(file, text)
        click.echo(f"Wrote {file}; run it with: adjudicator case {file}")

"""``adjudicator mod play-for, result, replace, note``: decisions, players, remarks."""

from __future__ import annotations

import click

from adjudicator.app.desk import moderation
from adjudicator.app.desk.history import read_history
from adjudicator.app.desk.moderation import Warrant
from adjudicator.app.games import Judged
from adjudicator.engine.seen import Role

from .desk import GAME, desk_store, warranted
from .errors import Mistake
from .files import read_orders
from .places import GameId
from .seats import Seat, SeatType
from .shared import print_next, print_report
from .verdicts import verdict_lines

SEAT = click.argument("seat", type=SeatType())


@click.command("play-for")
@GAME
@SEAT
@click.argument("orders", nargs=-1)
@warranted(reason=True, at=True, tells=True)
def play_for(game: GameId, seat: Seat, orders: tuple[str, ...], warrant: Warrant) -> None:
    """Play ORDERS in GAME in the place of SEAT. The log names you as their author.

    \b
    Examples:
      adjudicator mod play-for G7 blue "CARD +2" --reason "asked me by phone" --at 31
      adjudicator mod play-for G7 referee "TIMEOUT 12" --reason "three days late"
    """
    text = read_orders(orders)
    with desk_store() as store:
        seat.check(read_history(store, game.number).first)
        judged = moderation.play_for(store, game.number, seat.colour, text, warrant)
    _print_judged(judged, seat)


def _print_judged(judged: Judged, seat: Seat) -> None:
    if not judged.verdicts:
        raise Mistake("there are only comments in this message; no orders")
    click.echo(f"Orders of {seat.name}:")
    for line in verdict_lines(judged, seat.colour):
        click.echo(line)
    if not judged.accepted:
        raise Mistake("nothing was played")
    click.echo("What happened:")
    print_report(judged.before, judged.events, Role.MODERATOR)
    print_next(judged.state, Role.MODERATOR)


@click.command()
@GAME
@click.argument("winner")
@warranted(reason=True, at=True, tells=True)
def result(game: GameId, winner: str, warrant: Warrant) -> None:
    """End GAME with a result: WINNER is blue, yellow or draw.

    \b
    Examples:
      adjudicator mod result G7 blue --reason "yellow has given up by phone" --at 31
      adjudicator mod result G7 draw --reason "agreed at the table"
    """
    word = read_orders((winner,)).strip()
    if len(word.split()) != 1 or not word.isalpha():
        raise Mistake(f"{winner!r} is no result; write blue, yellow or draw")
    with desk_store() as store:
        judged = moderation.declare(store, game.number, word, warrant)
    _print_judged(judged, Seat(None))


@click.command()
@GAME
@SEAT
@click.argument("player")
@warranted(reason=True, at=True, tells=True)
def replace(game: GameId, seat: Seat, player: str, warrant: Warrant) -> None:
    """Give SEAT of GAME to another PLAYER. The log keeps who had it before.

    \b
    Examples:
      adjudicator mod replace G7 yellow Bert --reason "Anna has no time any more"
    """
    if seat.colour is None:
        raise Mistake("the referee is no player; name blue or yellow")
    with desk_store() as store:
        entry = moderation.replace(store, game.number, seat.colour, player, warrant)
    click.echo(f"{seat.name} of {game} is now {player}; this is entry {entry} of its log.")


@click.command()
@GAME
@click.argument("text")
@warranted(at=True, tells=True)
def note(game: GameId, text: str, warrant: Warrant) -> None:
    """Add a remark to GAME. Everybody can read it; it stands in the record as a comment.

    \b
    Examples:
      adjudicator mod note G7 "mail of 3 May came late because of our server"
    """
    with desk_store() as store:
        entry = moderation.remark(store, game.number, text, warrant)
    click.echo(f"Noted; this is entry {entry} of the log of {game}.")

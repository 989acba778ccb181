"""``adjudicator mod inspect, why, what-if, accesses``: looking, without changing a game."""

from __future__ import annotations

import click

from adjudicator.app.desk import looks
from adjudicator.app.desk.amend import refusal_words
from adjudicator.app.desk.history import Message, read_history
from adjudicator.app.desk.looks import Inspection, Told
from adjudicator.app.desk.moderation import Warrant
from adjudicator.app.desk.why import PRINTED, Explained, Reason, rules_named
from adjudicator.app.games import Judged
from adjudicator.engine.ids import Colour
from adjudicator.engine.seen import Role, Viewer

from .desk import (
    ENTRY,
    GAME,
    desk_store,
    print_board,
    print_lines,
    print_position,
    print_prose,
    warranted,
    when,
)
from .errors import Mistake, printable
from .files import read_orders
from .places import GameId
from .seats import Seat, SeatType
from .shared import print_report
from .verdicts import verdict_lines

RULE_WIDTH = 18


@click.command()
@GAME
@click.argument("entry", type=ENTRY, required=False)
@click.option("--boards/--no-boards", default=True, help="Also draw the board for every viewer.")
@warranted()
def inspect(game: GameId, entry: int | None, boards: bool, warrant: Warrant) -> None:
    """Show ENTRY of GAME (by default the newest): as received, as read, and what it led to.

    With boards: the position after it as every viewer saw it. Your look is written down.

    \b
    Examples:
      adjudicator mod inspect G7
      adjudicator mod inspect G7 31 --no-boards
    """
    with desk_store() as store:
        found = looks.inspect(store, game.number, entry, warrant)
    _print_entry(game, found)
    print_position("Position before", found.before)
    print_position("Position after", found.after)
    if boards:
        viewers: list[Viewer] = [Role.MODERATOR, *found.after.rules.seats, Role.OBSERVER]
        for viewer in viewers:
            print_board(found.after, viewer)


def _print_entry(game: GameId, found: Inspection) -> None:
    entry = found.entry
    click.echo(f"Entry {entry.number} of {game}: {entry.kind}, {_whose(entry.seat)}")
    print_lines([f"written by {entry.author}, {when(entry.at)}"])
    if entry.reason:
        print_prose(f"reason: {entry.reason}", "  ", "    ")
    print_lines([f"hash {entry.hash}, digest {entry.digest}", found.standing])
    if entry.received is not None:
        click.echo("Received:")
        print_lines(entry.received.splitlines(), "  | ")
    click.echo("Read as:" if found.events else "Says:")
    print_prose(entry.text, "  ", "    ")
    if found.events:
        click.echo("What happened:")
        print_report(found.before, found.events, Role.MODERATOR)
    if found.press:
        click.echo("Press since the entry before:")
    for at, press in found.press:
        to = press.addressee or "all"
        click.echo(f"  {when(at)} {press.sender or 'anonymous'} to {to}:")
        print_lines(press.text.splitlines(), "  | ")


def _whose(seat: str) -> str:
    known = {"ref": "of the referee", "mod": "of a moderator"}
    return known.get(seat) or f"of {next(c for c in Colour if c.letter == seat).capitalize()}"


# -- why ----------------------------------------------------------------------------------------


@click.command()
@GAME
@click.argument("entry", type=ENTRY, required=False)
@click.option("--orders", help="Explain these orders instead, now or in the place of ENTRY.")
@click.option("--as", "seat", type=SeatType(), help="Who sends the orders.")
@warranted()
def why(
    game: GameId, entry: int | None, orders: str | None, seat: Seat | None, warrant: Warrant
) -> None:
    """Say which rules and numbers led to what happened in ENTRY of GAME.

    With --orders: why these orders would be played, or refused. Everything is what the engine has
    recorded while judging. Your look is written down.

    \b
    Examples:
      adjudicator mod why G7 31
      adjudicator mod why G7 --orders "WA x GO" --as blue
      adjudicator mod why G7 31 --orders "WA c7" --as blue
    """
    with desk_store() as store:
        if orders is not None:
            message = Message(_sender(seat), read_orders((orders,)))
            told = looks.why_orders(store, game.number, entry, message, warrant)
        elif seat is not None:
            raise Mistake("--as belongs to --orders")
        elif entry is None:
            raise Mistake("name an entry, or give --orders to be explained")
        else:
            told = looks.why(store, game.number, entry, warrant)
    _print_told(told)


def _sender(seat: Seat | None) -> Colour | None:
    if seat is None:
        raise Mistake("say with --as who sends the orders: blue, yellow or referee")
    return seat.colour


def _print_told(told: Told) -> None:
    click.echo(f"Orders of {Seat(told.by).name}:")
    for order in told.orders:
        _print_explained(order)
    rules = rules_named(told.set_name, told.orders)
    if rules:
        click.echo("The rules in our words:")
    for rule, text in rules.items():
        click.echo(f"  {rule}  {text.title}")
        print_prose(text.text, "      ")


def _print_explained(order: Explained) -> None:
    print_lines([order.order])
    if order.refusal is not None:
        print_prose(f"refused: {refusal_words(order.refusal)}", "      ", "        ")
    elif not order.reasons:
        print_lines(["held back: it stands behind a halt"], "      ")
    for reason in order.reasons:
        start = f"      {reason.rule:<{RULE_WIDTH}}"
        print_prose(f"{start}{reason.words}", "", " " * len(start))
        _print_sums(reason, " " * (len(start) + 2))


def _print_sums(reason: Reason, indent: str) -> None:
    """The strength of each side, part by part, each with its rule."""
    for colour in dict.fromkeys(summand.colour for summand in reason.summands):
        parts = [summand for summand in reason.summands if summand.colour == colour]
        for part in parts:
            because = part.rule or (PRINTED if part.label != "Combat card" else "card played")
            click.echo(f"{indent}{colour}: {part.value:+d} {part.label} ({because})")
        click.echo(f"{indent}{colour}: = {sum(part.value for part in parts)}")


# -- what-if --------------------------------------------------------------------------------------


@click.command("what-if")
@GAME
@click.argument("entry", type=ENTRY)
@click.argument("orders", nargs=-1)
@click.option("--as", "seat", type=SeatType(), help="Who sends them; by default whose ENTRY it is.")
@click.option("--after", is_flag=True, help="Play from the position after ENTRY, not before it.")
@click.option(
    "--then",
    "more",
    type=(SeatType(), str),
    multiple=True,
    metavar="SEAT ORDERS",
    help="A further message, of anybody; may be given again.",
)
@click.option("--boards/--no-boards", default=True, help="Draw the board at the end.")
@warranted()
def what_if(
    game: GameId,
    entry: int,
    orders: tuple[str, ...],
    seat: Seat | None,
    after: bool,
    more: tuple[tuple[Seat, str], ...],
    boards: bool,
    warrant: Warrant,
) -> None:
    """Play ORDERS in a copy of GAME, in the place of ENTRY. Nothing is stored but that you looked.

    \b
    Examples:
      adjudicator mod what-if G7 31 "A3; WA x GO +3" --then yellow "CARD +1"
      adjudicator mod what-if G7 31 --after --as yellow "GO c9"
    """
    text = read_orders(orders)
    with desk_store() as store:
        by = seat.colour if seat is not None else None
        if seat is None and after:
            by = _sender(seat)
        elif seat is None:
            by = looks.seat_at(read_history(store, game.number), entry)
        messages = (Message(by, text), *(Message(s.colour, t) for s, t in more))
        attempt = looks.what_if(store, game.number, entry, messages, warrant, after)
    for sender, judged in attempt.tried:
        _print_tried(sender, judged)
    if not attempt.accepted:
        raise Mistake("these orders would be refused; nothing was stored")
    if boards:
        print_board(attempt.after, Role.MODERATOR)
    click.echo("This was a copy: nothing has been played.")


def _print_tried(by: Colour | None, judged: Judged) -> None:
    click.echo(f"If {Seat(by).name} sent this:")
    for line in verdict_lines(judged, by, preview=True):
        click.echo(line)
    if judged.accepted:
        click.echo("What would happen:")
        print_report(judged.before, judged.events, Role.MODERATOR)


@click.command()
@GAME
@warranted()
def accesses(game: GameId, warrant: Warrant) -> None:
    """List who has looked at what is hidden in GAME. The players are told at the end of the game.

    \b
    Examples:
      adjudicator mod accesses G7
    """
    with desk_store() as store:
        found = looks.accesses(store, game.number)
    for access in found:
        click.echo(printable(f"{when(access.at)}  {access.moderator}: {access.what}"))
    if not found:
        click.echo(f"Nobody has looked at what is hidden in {game}.")

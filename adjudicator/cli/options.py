"""``adjudicator options``: what is legal now, with the notation to type."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from adjudicator.app.hints import short_order
from adjudicator.engine import decisions as d
from adjudicator.engine.ids import Colour, Token
from adjudicator.engine.options import Group
from adjudicator.engine.options import options as legal
from adjudicator.engine.state import State
from adjudicator.notation.orders import write_order, write_token

from .option_patterns import PATTERNS
from .places import GAME, GameId, open_place
from .seats import Seat, SeatType
from .shared import listed, print_next

TITLES = {
    "team": "Choose a team",
    "pick": "Pick for both",
    "out": "Leave characters out",
    "line": "Line up",
    "set": "Hide a token",
    "action": "Action card",
    "put": "Place what was found",
    "card": "Combat card",
    "draw": "Answer the offer of a draw",
    "claim": "Answer the claim that nobody can win",
    "end": "End the turn",
}


@click.command()
@GAME
@click.option("--as", "seat", type=SeatType(), required=True, help="blue, yellow or referee.")
def options(game: Path | GameId, seat: Seat) -> None:
    """List what SEAT may do now in GAME, by character and kind, as it is typed.

    GAME is a record file, or the number of a game in the database.

    \b
    Examples:
      adjudicator options my.dt --as blue
      adjudicator options G7 --as blue
      adjudicator options my.dt --as referee
    """
    with open_place(game) as place:
        state = place.state()
    seat.check(state)
    lines = list(_lines(state, seat))
    for line in lines:
        click.echo(line)
    if not lines:
        click.echo(f"Nothing is asked of {seat.name} now.")
        print_next(state, seat.viewer)
    elif seat.colour is not None:
        click.echo("Always: RESIGN, DRAW (offer a draw).")


def _lines(state: State, seat: Seat) -> Iterator[str]:
    by = seat.colour
    if by is None:
        for request in state.pending:
            if not request.sealed:
                order = write_order(state, None, d.TimeOut(request.number))
                yield f"{order}    if {request.who.capitalize()} has not answered in time"
        return
    actor: Token | None = None
    for group in legal(state, by):
        if group.actor is not None and group.actor != actor:
            piece = state.pieces[group.actor]
            name = write_token(state, group.actor, by)
            yield f"{name}  {piece.kind.name} on {state.square(piece.cell)}"
        actor = group.actor
        yield from _group(state, by, group)


def _group(state: State, by: Colour, group: Group) -> Iterator[str]:
    if group.kind in PATTERNS:
        yield f"{TITLES[group.kind]} ({len(group)} ways)"
        yield from PATTERNS[group.kind](state, by, group)
    elif group.kind == "move":
        yield from _moves(state, by, group)
    else:
        title = TITLES.get(group.kind, group.kind)
        indent = "" if group.actor is None else "  "
        yield from listed(indent + title, _texts(state, by, group))


def _texts(state: State, by: Colour, group: Group) -> list[str]:
    """Every order once; that the card may pay instead is said once for all."""
    chosen = [x for x in group if getattr(x, "purse", None) is None]
    texts = [write_order(state, by, decision) for decision in chosen]
    return [*texts, *(["... by card"] if len(chosen) < len(group) else [])]


def _moves(state: State, by: Colour, group: Group) -> Iterator[str]:
    """Goals in one list; a path first where something is handled, or the goal is not enough."""
    goals: dict[str, None] = {}
    ways: dict[str, list[str]] = {}
    for move in group:
        if isinstance(move, d.Move) and move.purse is None:
            way, dash, goal = short_order(state, by, move).rpartition("-")
            if dash:
                ways.setdefault(way, []).append(goal)
            else:
                goals[goal.split()[-1]] = None
    by_card = any(isinstance(move, d.Move) and move.purse for move in group)
    if goals:
        example = f"{write_token(state, _actor(group), by)} {next(iter(goals))}"
        how = f"{example} ... by card" if by_card else example
        yield from listed(f"  move to (type {how})", list(goals))
    for way, ends in ways.items():
        yield from listed(f"  {way}-", ends)


def _actor(group: Group) -> Token:
    assert group.actor is not None, "somebody moves"
    return group.actor

"""``adjudicator mod extend, pause, resume``: the clock of a game."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import click

from adjudicator.app.desk import moderation
from adjudicator.app.desk.moderation import Warrant

from .desk import GAME, desk_store, warranted, when
from .errors import Mistake
from .places import GameId
from .seats import Seat, SeatType

_PART = re.compile(r"([0-9]{1,5})([wdhm])")
_UNITS = {"w": "weeks", "d": "days", "h": "hours", "m": "minutes"}


class Span(click.ParamType[timedelta]):
    """A length of time: 3d, 36h, 1w2d12h.

    >>> Span().convert("1d12h", None, None)
    datetime.timedelta(days=1, seconds=43200)
    """

    name = "time"

    def convert(
        self, value: str | timedelta, param: click.Parameter | None, ctx: click.Context | None
    ) -> timedelta:
        if isinstance(value, timedelta):
            return value
        word = value.strip().lower()
        if not re.fullmatch(f"(?:{_PART.pattern})+", word):
            self.fail(f"{value[:40]!r} is no length of time; write 3d, 36h or 1w2d", param, ctx)
        parts = (timedelta(**{_UNITS[u]: int(n)}) for n, u in _PART.findall(word))
        return sum(parts, timedelta())


class Moment(click.ParamType[datetime]):
    """A moment: 2026-12-24, or 2026-12-24T18:00+01:00; without a zone it is UTC."""

    name = "moment"

    def convert(
        self, value: str | datetime, param: click.Parameter | None, ctx: click.Context | None
    ) -> datetime:
        if isinstance(value, datetime):
            return value
        try:
            moment = datetime.fromisoformat(value.strip())
            return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC)
        except (ValueError, OverflowError):
            self.fail(f"{value[:40]!r} is no moment; write 2026-12-24T18:00", param, ctx)


@click.command()
@GAME
@click.argument("time", type=Span())
@click.option("--for", "seat", type=SeatType(), help="Only for this seat; else for all.")
@warranted(reason=True, at=True, tells=True)
def extend(game: GameId, time: timedelta, seat: Seat | None, warrant: Warrant) -> None:
    """Give TIME more (like 3d or 36h) to those who are asked now in GAME.

    \b
    Examples:
      adjudicator mod extend G7 3d --reason "holidays"
      adjudicator mod extend G7 36h --for yellow --reason "his mail bounced"
    """
    if seat is not None and seat.colour is None:
        raise Mistake("the referee needs no more time; name blue or yellow")
    colour = seat.colour if seat is not None else None
    with desk_store() as store:
        entry = moderation.extend(store, game.number, time, colour, warrant)
    click.echo(f"{game} is extended by {time}; this is entry {entry} of its log.")


@click.command()
@GAME
@click.option("--until", type=Moment(), help="When it ends: 2026-12-24T18:00, in UTC or a zone.")
@click.option("--for", "span", type=Span(), help="How long it lasts: 3d, 36h, 1w.")
@warranted(reason=True, at=True, tells=True)
def pause(game: GameId, until: datetime | None, span: timedelta | None, warrant: Warrant) -> None:
    """Stop the clock of GAME. A pause always has an end, and a new pause replaces an old one.

    \b
    Examples:
      adjudicator mod pause G7 --for 1w --reason "both are at a fair"
      adjudicator mod pause G7 --until 2026-12-27 --reason "Christmas"
    """
    if (until is None) == (span is None):
        raise Mistake("say when the pause ends: either --until or --for")
    if span is not None:
        until = warrant.at + min(span, 2 * moderation.LONGEST_PAUSE)
    assert until is not None, "one of the two was given"
    with desk_store() as store:
        entry = moderation.pause(store, game.number, until, warrant)
    click.echo(f"{game} is paused until {when(until)}; this is entry {entry} of its log.")


@click.command()
@GAME
@warranted(reason=True, at=True, tells=True)
def resume(game: GameId, warrant: Warrant) -> None:
    """End the pause of GAME before its time.

    \b
    Examples:
      adjudicator mod resume G7 --reason "both are back"
    """
    with desk_store() as store:
        entry = moderation.resume(store, game.number, warrant)
    click.echo(f"The clock of {game} runs again; this is entry {entry} of its log.")

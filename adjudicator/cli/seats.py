"""Who speaks and who looks: the values of ``--as``."""

from __future__ import annotations

from typing import NamedTuple

import click

from adjudicator.engine.ids import Colour
from adjudicator.engine.seen import Role, Viewer
from adjudicator.engine.state import State
from adjudicator.notation.names import COLOURS

from .errors import Mistake

REFEREES = ("referee", "ref")
ROLES = {"observer": Role.OBSERVER, "moderator": Role.MODERATOR, "referee": Role.MODERATOR}


class Seat(NamedTuple):
    """A sender of orders: a player, or the referee (no colour)."""

    colour: Colour | None

    @property
    def viewer(self) -> Viewer:
        return Role.MODERATOR if self.colour is None else self.colour

    @property
    def name(self) -> str:
        return "the referee" if self.colour is None else self.colour.value.capitalize()

    def check(self, state: State) -> None:
        """Refuse a colour that does not play in this game."""
        if self.colour is not None and self.colour not in state.rules.seats:
            seats = ", ".join(state.rules.seats)
            raise Mistake(f"{self.colour} does not play in this game; its seats are {seats}")


class SeatType(click.ParamType[Seat]):
    """blue, yellow (or b, y) or referee."""

    name = "seat"

    def convert(
        self, value: str | Seat, param: click.Parameter | None, ctx: click.Context | None
    ) -> Seat:
        if isinstance(value, Seat):
            return value
        if value.strip().lower() in REFEREES:
            return Seat(None)
        colour = COLOURS.get(value.strip().lower())
        if colour is None:
            self.fail(f"{value!r} is no seat; write blue, yellow or referee", param, ctx)
        return Seat(colour)


class ViewerType(click.ParamType[Viewer]):
    """blue, yellow (or b, y), observer or moderator."""

    name = "viewer"

    def convert(
        self, value: str | Viewer, param: click.Parameter | None, ctx: click.Context | None
    ) -> Viewer:
        if isinstance(value, Colour | Role):
            return value
        word = value.strip().lower()
        viewer = ROLES.get(word) or COLOURS.get(word)
        if viewer is None:
            text = f"{value!r} is no viewer; write blue, yellow, observer or moderator"
            self.fail(text, param, ctx)
        return viewer


def check_viewer(viewer: Viewer, state: State) -> None:
    """Refuse a colour that does not play in this game."""
    if isinstance(viewer, Colour):
        Seat(viewer).check(state)

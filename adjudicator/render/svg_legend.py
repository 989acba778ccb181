"""Samples of everything in the picture of the board, each with its meaning."""

from __future__ import annotations

from collections.abc import Iterator

from ..engine.ids import Colour, Token
from ..engine.seen import HiddenSeen, RoomSeen, TokenSeen
from . import svg_parts as parts


def legend(*, slits: bool) -> Iterator[tuple[str, str]]:
    """A small picture and the words for it, one after the other; arrow-slits if there are some."""
    yield _figure("bTH"), "blue character: round, white letters"
    yield _figure("yTH"), "yellow character: square, black letters"
    yield _figure("bTH", wounded=True), "wounded: pale, lying, dashed outline and a cross"
    yield _figure("bTH", wounded=True, marks=("fresh",)), "! wounded in this turn"
    yield _figure("bTH", marks=("inert",)), "~ recovered in this turn, cannot act"
    yield _figure("yTH", load="bro"), "carries something"
    yield _figure("bro"), "object lying on its square"
    yield _sample(parts.chip(HiddenSeen(Colour.YELLOW, None))), "face-down token"
    yield _sample(_line("dt-wall")), "wall"
    yield _sample(_line("dt-double") + _line("dt-core")), "double wall"
    for state in ("closed", "open", "broken"):
        yield _sample(parts.at(-22, 0, f'<use href="#dt-{state}"/>')), f"{state} portcullis"
    if slits:
        words = "arrow-slit: a wall, open to the sight of those who stand right at it"
        yield _sample(parts.at(-22, 0, '<use href="#dt-slit"/>')), words
    yield _sample('<use href="#dt-pit"/>'), "Pit Trap"
    yield _sample(parts.gear(_room(1))), "Rotation Gear of pair 1, clockwise"
    yield _sample(parts.gear(_room(-1))), "Rotation Gear of pair 1, counter-clockwise"


def _sample(body: str) -> str:
    floor = '<rect class="dt-floor" width="44" height="44"/>'
    return (
        '<svg viewBox="-4 -4 52 52" width="44" height="44" aria-hidden="true">'
        f"{floor}{parts.at(22, 22, body)}</svg>"
    )


def _line(style: str) -> str:
    return f'<path class="{style}" d="M-22 0h44"/>'


def _room(sense: int) -> RoomSeen:
    return RoomSeen("R1", 0, 0, 5, 5, 0, True, "1R", "1", sense, 0, ())


def _figure(
    token: str, wounded: bool = False, marks: tuple[str, ...] = (), load: str | None = None
) -> str:
    loads = [_token(load, False, ())] if load else []
    return _sample(parts.laden(_token(token, wounded, marks), loads))


def _token(token: str, wounded: bool, marks: tuple[str, ...]) -> TokenSeen:
    colour = Colour.BLUE if token[0] == "b" else Colour.YELLOW
    code = token[1:]
    return TokenSeen(Token(token), colour, code, code, code.isupper(), wounded, None, marks)

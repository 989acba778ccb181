"""A replay as one HTML file that needs nothing else: no network, no other files.

Steps share most of their pictures. A part that occurs again (a room, a piece, a panel) is stored
once; a step is a list of parts and where they lie. The page holds what the viewer may see and was
told, because nothing else comes in.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from markupsafe import Markup

from ..engine.ids import Colour, Token
from ..engine.requests import Ask
from ..engine.seen import PlayerSeen, View
from .board import has_slits
from .svg import Layer, caption, draw_layers, frame_size, place, standing
from .svg_legend import legend
from .svg_parts import DEFS, STYLE
from .templates import html_templates, template_text
from .text import QUESTIONS


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """One decision as the viewer knows it, and the position after it. The first is the deal."""

    by: str
    """``Blue``, ``Referee``; nothing for the deal."""
    order: str | None
    """In notation; ``None`` if it is sealed for this viewer."""
    told: tuple[str, ...]
    view: View


class Chapter(NamedTuple):
    """The steps of a turn, or of the set-up, for the list of moves."""

    title: str
    start: int
    """The step whose position the turn begins with."""
    steps: list[tuple[int, ReplayStep]]


WHO = {"observer": "an observer", "moderator": "the moderator"}
"""Viewers that are no players, in a sentence."""


def write_replay(title: str, viewer: str, steps: Sequence[ReplayStep]) -> str:
    """The whole file. ``steps`` must have been made for this viewer; there is at least one."""
    style = Markup(STYLE + template_text("replay/viewer.css"))  # our own files: nothing to escape
    script = Markup(template_text("replay/viewer.js"))
    last = steps[-1].view
    slits = any(has_slits(step.view) for step in steps)
    return (
        html_templates()
        .get_template("replay/page.html.j2")
        .render(
            title=title,
            viewer=WHO.get(viewer, viewer.capitalize()),
            chapters=list(_chapters(steps)),
            last=last,
            steps=len(steps) - 1,
            result=result(last),
            board=_inline_board(last),
            legend=[(Markup(picture), words) for picture, words in legend(slits=slits)],
            data=_data(steps),
            style=style,
            script=script,
            style_hash=_hash(style),
            script_hash=_hash(script),
        )
    )


def _hash(text: str) -> str:
    """What the page's policy knows its own style and script by."""
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


# -- steps ------------------------------------------------------------------------------------


class _Store:
    """Texts by number, each kept once."""

    def __init__(self) -> None:
        self.texts: dict[str, int] = {}

    def number(self, text: str) -> int:
        return self.texts.setdefault(text, len(self.texts))


def _data(steps: Sequence[ReplayStep]) -> Markup:
    """All steps for the script: keys and parts by number, places in the picture."""
    keys, parts = _Store(), _Store()
    listed = []
    for step in steps:
        layers: list[float] = []
        for layer in draw_layers(step.view):
            layers += (keys.number(layer.key), parts.number(layer.body))
            layers += (_short(layer.x), _short(layer.y))
        panels = [parts.number(panel) for panel in _panels(step.view)]
        listed.append([layers, panels, parts.number(caption(step.view))])
    text = json.dumps(
        {"keys": list(keys.texts), "parts": list(parts.texts), "steps": listed},
        separators=(",", ":"),
    )
    return Markup(text.replace("&", r"\u0026").replace("<", r"\u003c").replace(">", r"\u003e"))


def _short(value: float) -> float:
    return int(value) if value == int(value) else round(value, 1)


def _chapters(steps: Sequence[ReplayStep]) -> Iterator[Chapter]:
    """A decision belongs to the turn in which it was made, so to the position before it."""
    chapter = Chapter("Set-up", 0, [])
    turn = 0
    for number, step in enumerate(steps):
        before = steps[max(0, number - 1)].view
        if before.active is not None and before.turn != turn:
            if chapter.steps:
                yield chapter
            turn = before.turn
            title = f"Turn {turn} · {before.active.capitalize()}"
            chapter = Chapter(title, number - 1, [])
        if number > 0:
            chapter.steps.append((number, step))
    yield chapter


# -- panels -----------------------------------------------------------------------------------


def _panels(view: View) -> Iterator[str]:
    """What stands beside the board: the course of the game, then each player."""
    module = html_templates().get_template("replay/panels.html.j2").module
    yield str(module.status(view, headline(view), result(view), QUESTIONS))  # type: ignore[attr-defined]  # a macro
    for player in view.players:
        yield str(module.player(view, player, player_lines(view, player)))  # type: ignore[attr-defined]  # a macro


def headline(view: View) -> str:
    if view.winners is not None:
        return f"The game is over after turn {view.turn}"
    if view.active is None:
        return "Set-up"
    begins = any(ask.ask is Ask.ACTION_CARD for ask in view.asks)
    points = "" if begins else f" · {view.pool} AP left"
    return f"Turn {view.turn} · {view.active.capitalize()} plays{points}"


def result(view: View) -> str:
    """Who has won and why; nothing while the game goes on."""
    if view.winners is None:
        return ""
    winners = " and ".join(colour.capitalize() for colour in view.winners)
    return f"{f'Won by {winners}' if winners else 'A draw'}: {view.why_ended}"


def player_lines(view: View, player: PlayerSeen) -> Iterator[tuple[str, str]]:
    """A player's things in words, each with its heading."""
    cards = f"{player.cards} in hand, {player.used} used"
    yield "Combat and Jump cards", cards
    yield "On the board", standing(view, player.colour)
    yield from _chosen(view, player.colour)
    if player.lined_up:
        yield "Lined up in secret", _joined(f"{token[1:]} {at}" for token, at in player.lined_up)
    if player.unplaced:
        yield "Still to be placed", _joined(token[1:] for token in player.unplaced)
    elif player.to_place:
        yield "Still to be hidden", _counted(player.to_place, "token")
    if player.left_out:
        yield "Left out", _counted(player.left_out, "character")
    hidden = _joined(_hidden_words(view, player.colour))
    if hidden:
        yield "Face down", hidden
    if player.off_board:
        yield "Off the board", _joined(f"{token[1:]} {how}" for token, how in player.off_board)
    if player.points:
        yield "Points", _joined(f"{p.value} for {p.token} {p.reason}" for p in player.points)


def _chosen(view: View, colour: Colour) -> Iterator[tuple[str, str]]:
    """What a player of a mixed game has chosen, as far as the viewer knows."""
    choice = view.choice
    if choice is None:
        return
    if choice.picked:
        yield "Picked for both", _joined(choice.picked)
    for team in choice.teams:
        if team.colour == colour:
            yield "Team", _joined(team.codes)
            yield "Pairs of rooms", _joined(team.allotted or team.pairs)


def _hidden_words(view: View, colour: Colour) -> Iterator[str]:
    """``R3 GO ro``; tokens that the viewer does not know are counted: ``R4 2 unknown``."""
    for room in view.rooms:
        tokens = [hidden.token for hidden in room.hidden if hidden.colour == colour]
        known = [Token(token)[1:] for token in tokens if token is not None]
        unknown = len(tokens) - len(known)
        if tokens:
            yield " ".join([room.slot, *known, *([f"{unknown} unknown"] if unknown else [])])


def _counted(count: int, thing: str) -> str:
    return f"{count} {thing}{'' if count == 1 else 's'}"


def _joined(words: Iterable[str]) -> str:
    return ", ".join(words)


# -- pictures ---------------------------------------------------------------------------------


def _inline_board(view: View) -> Markup:
    """The last position, for a browser that runs no script."""
    layers = "".join(_group(layer) for layer in draw_layers(view))
    return Markup(
        f'<svg id="board" {frame_size(view)} role="img"><defs>{DEFS}</defs>'
        f'<g id="layers">{layers}</g><g id="trail"></g></svg>'
    )


def _group(layer: Layer) -> str:
    return f'<g transform="{place(layer)}">{layer.body}</g>'

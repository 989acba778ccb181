"""Stepping through a replay with keys, without a terminal: pages, what a key does, the screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

from adjudicator.engine.seen import Role, View, Viewer
from adjudicator.notation.record import Record
from adjudicator.render.html import ReplayStep
from adjudicator.render.text import render_text

from .shared import wrapped_words


class Key(StrEnum):
    """Keys that write no character. Any other key is the character it writes."""

    RIGHT = "right"
    LEFT = "left"
    UP = "up"
    DOWN = "down"
    HOME = "home"
    END = "end"
    PAGE_UP = "page up"
    PAGE_DOWN = "page down"
    ENTER = "enter"
    BACKSPACE = "backspace"
    ESCAPE = "escape"
    REDRAW = "redraw"
    """Nothing was pressed, but the screen must be drawn again."""


# -- what is stepped through ------------------------------------------------------------------


class Page(NamedTuple):
    """A message as one viewer knows it, and the position after it. Page 0 is the deal."""

    number: int
    heading: str
    told: tuple[str, ...]
    view: View


class Outline(NamedTuple):
    """What keys need to know of a game; it is the same for every viewer."""

    turns: tuple[int, ...]
    """For each page the turn it belongs to; 0 is the set-up."""
    viewers: tuple[Viewer, ...]
    """Through whose eyes one may look."""

    @property
    def last(self) -> int:
        return len(self.turns) - 1


def make_pages(record: Record, steps: Sequence[ReplayStep]) -> tuple[Page, ...]:
    """The steps of a record by messages; they must have been made from this record."""
    pages = [Page(0, "The deal", (), steps[0].view)]
    end = 1
    for number, message in enumerate(record.messages, start=1):
        begin, end = end, end + len(message.orders)
        part = steps[begin:end]
        orders = "; ".join(step.order or "(sealed)" for step in part)
        told = tuple(line for step in part for line in step.told)
        pages.append(Page(number, f"{part[0].by.lower()}: {orders}", told, part[-1].view))
    return tuple(pages)


def make_outline(pages: Sequence[Page], caller: Viewer) -> Outline:
    """A message belongs to the turn in which it was sent, so to the position before it."""
    turns = [0]
    for page in pages[:-1]:
        turns.append(turns[-1] if page.view.active is None else page.view.turn)
    return Outline(tuple(turns), viewers_for(caller, pages[0].view))


def viewers_for(caller: Viewer, seen: View) -> tuple[Viewer, ...]:
    """Nobody sees more than he came to see: a player himself and observer, a moderator all."""
    if caller is Role.OBSERVER:
        return (Role.OBSERVER,)
    if caller is Role.MODERATOR:
        return (Role.OBSERVER, *(player.colour for player in seen.players), Role.MODERATOR)
    return (Role.OBSERVER, caller)


# -- what a key does --------------------------------------------------------------------------


class Target(StrEnum):
    """What a typed number counts."""

    MESSAGE = "message"
    TURN = "turn"


@dataclass(frozen=True, slots=True)
class Typing:
    """A number on its way in."""

    target: Target
    digits: str = ""


@dataclass(frozen=True, slots=True)
class Stepping:
    """Where the reader is."""

    page: int
    viewer: Viewer
    top: int = 0
    """The first line shown of a page that is longer than the screen."""
    typing: Typing | None = None
    help: bool = False
    note: str = ""
    done: bool = False


NEXT = (Key.RIGHT, "n", " ", Key.ENTER)
BACK = (Key.LEFT, "p", Key.BACKSPACE)
QUIT = ("q", Key.ESCAPE)
LONGEST_NUMBER = 6


def press(now: Stepping, key: str, outline: Outline) -> Stepping:
    """What a key leads to. Keys without a meaning change nothing."""
    if key == Key.REDRAW:
        return now
    now = replace(now, note="")
    if now.typing is None:
        return _command(now, key, outline)
    return _typed(now, now.typing, key, outline)


def _typed(now: Stepping, typing: Typing, key: str, outline: Outline) -> Stepping:
    """Digits go into the number; a key that has no business there is a command as always."""
    if key in tuple("0123456789"):
        return replace(now, typing=Typing(typing.target, (typing.digits + key)[:LONGEST_NUMBER]))
    if key == Key.BACKSPACE and typing.digits:
        return replace(now, typing=Typing(typing.target, typing.digits[:-1]))
    now = replace(now, typing=None)
    if key == Key.ENTER and typing.digits:
        return _jump(now, typing.target, int(typing.digits), outline)
    if key in (Key.ENTER, Key.BACKSPACE, Key.ESCAPE):
        return now
    return _command(now, key, outline)


def _command(now: Stepping, key: str, outline: Outline) -> Stepping:
    if key in QUIT:
        return replace(now, done=True)
    if key in (Key.UP, Key.DOWN):
        return replace(now, top=max(0, now.top + (1 if key == Key.DOWN else -1)))
    if key in ("g", "t"):
        return replace(now, typing=Typing(Target.MESSAGE if key == "g" else Target.TURN))
    if key == "h":
        return replace(now, help=not now.help)
    if key == "v":
        return _next_viewer(now, outline)
    return replace(now, page=_page_after(now.page, key, outline))


def _page_after(page: int, key: str, outline: Outline) -> int:
    if key in NEXT:
        return min(page + 1, outline.last)
    if key in BACK:
        return max(page - 1, 0)
    if key == Key.HOME:
        return 0
    if key == Key.END:
        return outline.last
    if key == Key.PAGE_DOWN:
        later = (p for p in range(page, outline.last + 1) if outline.turns[p] > outline.turns[page])
        return next(later, outline.last)
    if key == Key.PAGE_UP:
        return outline.turns.index(outline.turns[max(page - 1, 0)])
    return page


def _next_viewer(now: Stepping, outline: Outline) -> Stepping:
    viewers = outline.viewers
    if len(viewers) == 1:
        text = f"you look as {now.viewer}; --as blue or --as moderator shows other views"
        return replace(now, note=text)
    return replace(now, viewer=viewers[(viewers.index(now.viewer) + 1) % len(viewers)])


def _jump(now: Stepping, target: Target, number: int, outline: Outline) -> Stepping:
    if target is Target.MESSAGE:
        if number <= outline.last:
            return replace(now, page=number)
        return replace(now, note=f"there is no message {number}; the last one is {outline.last}")
    if number in outline.turns:
        return replace(now, page=outline.turns.index(number))
    return replace(now, note=f"there is no turn {number}; the last one is {outline.turns[-1]}")


# -- the screen -------------------------------------------------------------------------------

HINT = "Right and Left step, h help, q quit"
HELP = (
    "Right Left (n p, space backspace) step; Up Down scroll; Home End; PgUp PgDn turn",
    "g 12 Enter: message 12; t 3 Enter: turn 3; v viewer; h help off; q or Esc quit",
)


class Screen(NamedTuple):
    """The lines to show, and where the reader is now that the size of the screen is known."""

    lines: tuple[str, ...]
    now: Stepping


def page_lines(page: Page, boards: bool, painted: bool) -> list[str]:
    """All there is to read on a page."""
    lines = wrapped_words(f"{page.number}  {page.heading}", "", "     ")
    for told in page.told:
        lines += wrapped_words(told, "     ", "       ")
    if boards:
        lines += ["", *render_text(page.view, painted).rstrip("\n").split("\n")]
    return lines


def make_screen(
    title: str, lines: Sequence[str], now: Stepping, outline: Outline, height: int
) -> Screen:
    """A line about where we are, as much of the page as fits, and a line about the keys."""
    foot = _foot(now)
    room = max(1, height - 1 - len(foot))
    top = min(now.top, max(0, len(lines) - room))
    shown = lines[top : top + room]
    turn = outline.turns[now.page]
    head = f"{title}: message {now.page} of {outline.last}, {f'turn {turn}' if turn else 'set-up'}"
    head += f", seen as {now.viewer}"
    if len(shown) < len(lines):
        head += f" [lines {top + 1}-{top + len(shown)} of {len(lines)}]"
    filling = [""] * (room - len(shown))
    return Screen((head, *shown, *filling, *foot), replace(now, top=top))


def _foot(now: Stepping) -> tuple[str, ...]:
    if now.typing is not None:
        return (f"Jump to {now.typing.target} (Enter; Esc to stay): {now.typing.digits}",)
    if now.note:
        return (now.note,)
    return HELP if now.help else (HINT,)

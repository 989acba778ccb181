"""Stepping with keys: what each key does, what the screen shows, and a real terminal."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import reduce

import pytest

from adjudicator.app.replays import replay_steps
from adjudicator.cli.keys import read_keys
from adjudicator.cli.stepper import (
    HELP,
    HINT,
    Key,
    Outline,
    Page,
    Stepping,
    make_outline,
    make_pages,
    make_screen,
    page_lines,
    press,
)
from adjudicator.engine.ids import Colour
from adjudicator.engine.seen import Role, Viewer
from tests.cli.conftest import ATTACKED, BEGUN, MakeGame, demo_game
from tests.cli.test_processes import PROGRAM, ROOT

OUTLINE = Outline((0, 0, 0, 1, 1, 1, 2, 2, 3), (Role.OBSERVER, Colour.BLUE))
START = Stepping(4, Colour.BLUE)


def after(*keys: str, start: Stepping = START, outline: Outline = OUTLINE) -> Stepping:
    return reduce(lambda now, key: press(now, key, outline), keys, start)


@pytest.mark.parametrize(
    ("keys", "page"),
    [
        ([Key.RIGHT], 5),
        (["n"], 5),
        ([" "], 5),
        ([Key.ENTER], 5),
        ([Key.LEFT], 3),
        (["p"], 3),
        ([Key.BACKSPACE], 3),
        ([Key.HOME], 0),
        ([Key.HOME, Key.LEFT], 0),
        ([Key.END], 8),
        ([Key.END, Key.RIGHT], 8),
        ([Key.PAGE_DOWN], 6),
        ([Key.PAGE_DOWN, Key.PAGE_DOWN], 8),
        ([Key.PAGE_DOWN] * 3, 8),
        ([Key.PAGE_UP], 3),
        ([Key.PAGE_UP, Key.PAGE_UP], 0),
        ([Key.PAGE_UP] * 3, 0),
        (["x"], 4),
        ([Key.REDRAW], 4),
        (["g", "7", Key.ENTER], 7),
        (["g", "0", Key.ENTER], 0),
        (["g", "7", "7", Key.BACKSPACE, Key.ENTER], 7),
        (["g", "7", Key.ESCAPE], 4),
        (["g", Key.BACKSPACE], 4),
        (["g", Key.ENTER], 4),
        (["g", "7", Key.RIGHT], 5),
        (["t", "2", Key.ENTER], 6),
        (["t", "0", Key.ENTER], 0),
        (["g", "9", Key.ENTER], 4),
        (["t", "4", Key.ENTER], 4),
    ],
)
def test_where_keys_lead(keys: list[str], page: int) -> None:
    assert after(*keys) == replace(START, page=page, note=after(*keys).note)


def test_a_wrong_number_is_explained_until_the_next_key() -> None:
    wrong = after("g", "9", Key.ENTER)
    assert wrong.note == "there is no message 9; the last one is 8"
    assert after(Key.REDRAW, start=wrong) == wrong, "a resized window tells it still"
    assert after("x", start=wrong).note == ""
    assert after("t", "4", Key.ENTER).note == "there is no turn 4; the last one is 3"


def test_very_long_numbers() -> None:
    assert "there is no message 999999;" in after("g", *"9" * 5000, Key.ENTER).note


def test_quit_and_help() -> None:
    assert after("q").done
    assert after(Key.ESCAPE).done
    assert after("g", "1", "q").done
    assert not after("g", "1", Key.ESCAPE).done
    assert after("h").help
    assert not after("h", "h").help


# -- viewers ----------------------------------------------------------------------------------


def pages(viewer: Viewer, messages: int | None = None) -> tuple[Page, ...]:
    record = demo_game(messages).record
    return make_pages(record, replay_steps(record, viewer))


@pytest.mark.parametrize(
    ("caller", "round"),
    [
        (Role.OBSERVER, ["observer", "observer"]),
        (Colour.BLUE, ["observer", "blue", "observer", "blue"]),
        (Colour.YELLOW, ["observer", "yellow", "observer"]),
        (Role.MODERATOR, ["observer", "blue", "yellow", "moderator", "observer"]),
    ],
)
def test_nobody_sees_more_than_he_came_to_see(caller: Viewer, round: list[str]) -> None:
    outline = make_outline(pages(caller, 2), caller)
    now, seen = Stepping(1, caller), []
    for _ in round:
        now = press(now, "v", outline)
        seen.append(str(now.viewer))
    assert seen == round
    assert bool(now.note) == (caller is Role.OBSERVER)


def test_pages_are_messages_as_the_viewer_knows_them() -> None:
    seen = {who: pages(who, ATTACKED) for who in (Role.OBSERVER, Colour.BLUE, Colour.YELLOW)}
    assert {len(found) for found in seen.values()} == {ATTACKED + 1}
    assert seen[Role.OBSERVER][1].heading == "blue: (sealed)"
    assert seen[Colour.BLUE][1].heading.startswith("blue: LINE CL@b1")
    assert seen[Colour.BLUE][23].heading == "blue: A2; TH RV R1"
    assert seen[Colour.BLUE][27].heading == "yellow: A3; GO x b.TH"
    assert seen[Colour.YELLOW][27].heading == "yellow: A3; GO x b.TH +1"
    assert {page.view.viewer for page in seen[Colour.BLUE]} == {Colour.BLUE}


def test_the_outline_is_the_same_for_all() -> None:
    outlines = {make_outline(pages(who), who).turns for who in (*Role, Colour.BLUE, Colour.YELLOW)}
    (turns,) = outlines
    assert turns[: BEGUN + 2] == (0,) * (BEGUN + 1) + (1,)
    assert list(turns) == sorted(turns)
    assert turns[-1] > 1


# -- the screen -------------------------------------------------------------------------------


def test_a_screen_that_is_large_enough() -> None:
    screen = make_screen("my", ["one", "two"], START, OUTLINE, 6)
    assert screen.lines == (
        "my: message 4 of 8, turn 1, seen as blue",
        "one",
        "two",
        "",
        "",
        HINT,
    )
    assert (
        make_screen("my", ["one"], after(Key.HOME), OUTLINE, 6)
        .lines[0]
        .endswith("of 8, set-up, seen as blue")
    )


def test_a_long_page_is_scrolled() -> None:
    lines = [str(number) for number in range(10)]
    screen = make_screen("my", lines, after(Key.UP, Key.DOWN, Key.DOWN), OUTLINE, 6)
    assert screen.lines[1:5] == ("2", "3", "4", "5")
    assert screen.lines[0].endswith("[lines 3-6 of 10]")
    end = make_screen("my", lines, after(*[Key.DOWN] * 50), OUTLINE, 6)
    assert end.lines[1:5] == ("6", "7", "8", "9")
    assert after(Key.UP, start=end.now).top == 5, "the way back begins at the end of the page"


@pytest.mark.parametrize("height", [0, 1, 2, 3, 24])
def test_tiny_screens(height: int) -> None:
    for now in (START, after("h"), after("g"), after("g", "9", Key.ENTER)):
        assert "one" in make_screen("my", ["one", "two"], now, OUTLINE, height).lines


def test_the_foot() -> None:
    def foot(*keys: str) -> tuple[str, ...]:
        return make_screen("my", [], after(*keys), OUTLINE, 5).lines[3:]

    assert foot("h")[-2:] == HELP
    assert foot("g", "1", "2")[-1].endswith("message (Enter; Esc to stay): 12")
    assert foot("t")[-1].startswith("Jump to turn")
    assert foot("g", "9", Key.ENTER)[-1].startswith("there is no message 9")


def test_what_is_on_a_page() -> None:
    page = pages(Colour.BLUE)[23]
    plain = page_lines(page, boards=False, painted=False)
    assert plain[0] == "23  blue: A2; TH RV R1"
    assert all(line.startswith("     ") for line in plain[1:])
    board = "\n".join(page_lines(page, boards=True, painted=False))
    painted = "\n".join(page_lines(page, boards=True, painted=True))
    assert "Pieces on the board" in board
    assert "\x1b" not in board
    assert re.sub(r"\x1b\[[0-9;]*m", "", painted) == board


# -- keys -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("\x1b[C\x1b[D\x1b[A\x1b[B", [Key.RIGHT, Key.LEFT, Key.UP, Key.DOWN]),
        ("\x1bOC\x1bOD\x1bOH\x1bOF", [Key.RIGHT, Key.LEFT, Key.HOME, Key.END]),
        ("\x1b[H\x1b[F\x1b[1~\x1b[4~\x1b[7~\x1b[8~", [Key.HOME, Key.END] * 3),
        ("\x1b[5~\x1b[6~", [Key.PAGE_UP, Key.PAGE_DOWN]),
        ("\x1b[1;5C\x1b[5;2~", [Key.RIGHT, Key.PAGE_UP]),
        ("\r\n\x7f\x08 ", [Key.ENTER, Key.ENTER, Key.BACKSPACE, Key.BACKSPACE, " "]),
        ("\x1b\x1b", [Key.ESCAPE, Key.ESCAPE]),
        ("\x1b[15~\x1bq\x1b[[Aq\x1b[?1;2cn\x1b[", ["q", "n"]),
        ("g12\xc3", ["g", "1", "2", "\xc3"]),
    ],
)
def test_keys(text: str, keys: list[str]) -> None:
    assert list(read_keys(text, complete=True).keys) == keys
    found, rest = list[str](), ""
    for character in text:  # a slow line
        read = read_keys(rest + character, complete=False)
        found, rest = [*found, *read.keys], read.rest
    assert [*found, *read_keys(rest, complete=True).keys] == keys


# -- a real terminal --------------------------------------------------------------------------


class Window:
    """The program in a terminal of 100 columns; what it has drawn since the last look."""

    def __init__(self, rows: int, words: list[str]) -> None:
        self.ours, self.theirs = pty.openpty()
        self.resize(rows)
        self.before = termios.tcgetattr(self.theirs)
        self.process = subprocess.Popen(
            words,
            cwd=ROOT,
            stdin=self.theirs,
            stdout=self.theirs,
            stderr=self.theirs,
            env={**os.environ, "TERM": "xterm"},
            preexec_fn=self._take_over,
        )

    def _take_over(self) -> None:
        os.setsid()
        fcntl.ioctl(self.theirs, termios.TIOCSCTTY, 0)

    def resize(self, rows: int) -> None:
        fcntl.ioctl(self.ours, termios.TIOCSWINSZ, struct.pack("HHHH", rows, 100, 0, 0))

    def type(self, text: str) -> None:
        os.write(self.ours, text.encode())

    def until(self, wanted: str) -> str:
        """What is written until a text has come; a complete screen ends with wrapping on."""
        seen, deadline = "", time.monotonic() + 30
        while not (wanted in seen and seen.endswith("\x1b[?7h")):
            assert select.select([self.ours], [], [], max(0, deadline - time.monotonic()))[0], seen
            seen += os.read(self.ours, 4096).decode()
        return seen.rsplit("\x1b[H\x1b[J", 1)[-1]

    def end(self) -> int:
        """Wait for the end; the terminal must be as it was."""
        deadline = time.monotonic() + 30
        while self.process.poll() is None and time.monotonic() < deadline:
            if select.select([self.ours], [], [], 0.05)[0]:
                os.read(self.ours, 4096)
        assert self.process.returncode is not None, "it goes on and on"
        assert termios.tcgetattr(self.theirs) == self.before
        return self.process.returncode

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.ours)
        os.close(self.theirs)


OpenWindow = Callable[..., Window]


@pytest.fixture
def window() -> Iterator[OpenWindow]:
    windows = list[Window]()

    def opened(*args: object, rows: int = 120, program: list[str] = PROGRAM) -> Window:
        windows.append(Window(rows, [*program, *map(str, args)]))
        return windows[-1]

    yield opened
    for each in windows:
        each.close()


def test_in_a_terminal(window: OpenWindow, make_game: MakeGame) -> None:
    at = window("replay", make_game(), "--step", "--as", "blue", "--from", 23, "--no-colour")
    first = at.until("message 23 of 29, turn 1, seen as blue")
    assert "23  blue: A2; TH RV R1" in first
    assert "Your hand:" in first
    assert "\x1b" not in first.removesuffix("\x1b[0m\x1b[?7h"), "no colours"
    assert termios.tcgetattr(at.theirs) != at.before
    at.type("\x1b[C\x1b[C")
    at.until("message 25 of 29")
    at.type("\x1b[D")
    at.until("message 24 of 29")
    at.type("g1\n")
    assert "1  blue: LINE CL@b1" in at.until("message 1 of 29, set-up")
    at.type("v")
    observed = at.until("message 1 of 29, set-up, seen as observer")
    assert "1  blue: (sealed)" in observed
    assert "Your hand" not in observed
    at.type("h")
    at.until(HELP[0])
    at.resize(12)
    at.until("[lines 1-9 of")
    at.type("q")
    assert at.end() == 0


def test_escape_and_colours(window: OpenWindow, make_game: MakeGame) -> None:
    at = window("replay", make_game(), "--step", "--colour")
    assert "\x1b[1m" in at.until("message 1 of 29")
    at.type("\x1b")
    assert at.end() == 0


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal(window: OpenWindow, make_game: MakeGame, number: signal.Signals) -> None:
    at = window("replay", make_game(), "--step")
    at.until("message 1 of 29")
    at.process.send_signal(number)
    assert at.end() == (1 if number is signal.SIGINT else 128 + number)


def test_control_keys(window: OpenWindow, make_game: MakeGame) -> None:
    at = window("replay", make_game(), "--step", rows=0)  # a terminal that does not know its size
    at.until("message 1 of 29")
    at.type("\x1a")  # Ctrl-Z, where no shell could call us back
    at.until("message 1 of 29")
    at.type("n")
    at.until("message 2 of 29")
    at.type("\x03")
    assert at.end() == 1


BROKEN = """
from adjudicator.cli import main, replay

def press(*args):
    raise ZeroDivisionError

replay.press = press
main.main()
"""


def test_a_bug_leaves_the_terminal_as_it_was(window: OpenWindow, make_game: MakeGame) -> None:
    at = window("replay", make_game(), "--step", program=[sys.executable, "-c", BROKEN])
    at.until("message 1 of 29")
    at.type("n")
    assert at.end() == 3


def test_nothing_to_step_through(window: OpenWindow, make_game: MakeGame) -> None:
    assert window("replay", make_game(0), "--step").end() == 0
    assert window("replay", make_game(3, "b.dt"), "--step", "--from", 9).end() == 2

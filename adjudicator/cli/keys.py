"""The terminal: single keys in, whole screens out, and everything as it was afterwards."""

from __future__ import annotations

import os
import re
import select
import signal
import sys
import termios
import tty
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from types import FrameType
from typing import Any, NamedTuple, NoReturn

from .stepper import Key

PATIENCE = 0.1
"""Seconds after which an Escape is the key and not the begin of an arrow."""

_NO_WRAP, _WRAP, _PLAIN = "\x1b[?7l", "\x1b[?7h", "\x1b[0m"
_CLEAR = "\x1b[H\x1b[J"

_SEQUENCE = re.compile(r"\x1b(?:\[\[.|\[([0-?]*)[ -/]*([@-Z\\-~])|O(.)|[^\[O])", re.S)
"""An arrow or the like; also Alt with a character, which we have no use for."""
_BY_LETTER = {
    "A": Key.UP,
    "B": Key.DOWN,
    "C": Key.RIGHT,
    "D": Key.LEFT,
    "F": Key.END,
    "H": Key.HOME,
    "M": Key.ENTER,
}
_BY_NUMBER = {
    "1": Key.HOME,
    "4": Key.END,
    "5": Key.PAGE_UP,
    "6": Key.PAGE_DOWN,
    "7": Key.HOME,
    "8": Key.END,
}
_BY_CHARACTER = {
    "\r": Key.ENTER,
    "\n": Key.ENTER,
    "\x08": Key.BACKSPACE,
    "\x7f": Key.BACKSPACE,
}


class Read(NamedTuple):
    """Keys, and what may be the begin of another."""

    keys: tuple[str, ...]
    rest: str


def read_keys(text: str, complete: bool) -> Read:
    """The keys that sent these characters.

    >>> read_keys("n\\x1b[C\\x1b[", complete=False)
    Read(keys=('n', <Key.RIGHT: 'right'>), rest='\\x1b[')
    >>> read_keys("\\x1b", complete=True)
    Read(keys=(<Key.ESCAPE: 'escape'>,), rest='')
    """
    keys = list[str]()
    while text:
        if text[0] != "\x1b":
            keys.append(_BY_CHARACTER.get(text[0], text[0]))
            text = text[1:]
        elif text.startswith("\x1b\x1b"):
            keys.append(Key.ESCAPE)
            text = text[1:]
        elif found := _SEQUENCE.match(text):
            keys += _sequence_key(found)
            text = text[found.end() :]
        elif complete:
            keys += [Key.ESCAPE] if text == "\x1b" else []
            text = ""
        else:
            break
    return Read(tuple(keys), text)


def _sequence_key(found: re.Match[str]) -> list[str]:
    """One key, or none if we do not know it. Shift and the like make no difference."""
    numbers, letter = found[1] or "", found[2] or found[3] or ""
    if letter == "~":
        key = _BY_NUMBER.get(numbers.split(";")[0])
    else:
        key = _BY_LETTER.get(letter)
    return [] if key is None else [key]


# -- the terminal -----------------------------------------------------------------------------


def is_terminal() -> bool:
    """Whether somebody can press keys and see the screen drawn anew."""
    if sys.stdin is None or sys.stdout is None or os.environ.get("TERM") == "dumb":
        return False
    return sys.stdin.isatty() and sys.stdout.isatty()


@contextmanager
def open_terminal() -> Iterator[Terminal]:
    """A terminal that gives single keys. However it ends, the terminal is as it was before."""
    with ExitStack() as stack:
        terminal = Terminal(sys.stdin.fileno(), stack.enter_context(_alarm_bell()))
        stack.callback(terminal.leave)
        terminal.enter()
        terminal.scroll_away()
        yield terminal


class Terminal:
    """Keys and screens. Made by ``open_terminal``, which cleans up."""

    def __init__(self, keyboard: int, bell: int) -> None:
        self._keyboard = keyboard
        self._bell = bell
        self._before = termios.tcgetattr(keyboard)
        self._text = ""
        self._keys = list[str]()

    def enter(self) -> None:
        tty.setcbreak(self._keyboard, termios.TCSADRAIN)

    def leave(self) -> None:
        with suppress(termios.error):  # the window may be closed
            termios.tcsetattr(self._keyboard, termios.TCSADRAIN, self._before)
        with suppress(OSError):
            self._write(f"{_PLAIN}{_WRAP}\n")

    def scroll_away(self) -> None:
        """What is on the screen can be scrolled back to later."""
        self._write("\n" * self.height())

    def height(self) -> int:
        try:
            return os.get_terminal_size(sys.stdout.fileno()).lines or 24
        except OSError:
            return 24

    def show(self, lines: Sequence[str]) -> None:
        """Draw the screen anew. What is too long for a line is cut off by the terminal."""
        self._write(_NO_WRAP + _CLEAR + "\r\n".join(lines) + _PLAIN + _WRAP)

    def _write(self, text: str) -> None:
        sys.stdout.write(text)
        sys.stdout.flush()

    def key(self) -> str:
        """The next key; ``q`` if nobody is there any more."""
        while not self._keys:
            ready = self._wait()
            if self._bell in ready:
                self._answer_signals()
            elif ready and not self._take():
                return "q"
            read = read_keys(self._text, complete=not ready)
            self._keys, self._text = [*self._keys, *read.keys], read.rest
        return self._keys.pop(0)

    def _wait(self) -> Sequence[int]:
        """What can be read; nothing if the rest of a begun key does not come."""
        patience = PATIENCE if self._text else None
        return select.select([self._keyboard, self._bell], [], [], patience)[0]

    def _take(self) -> bool:
        try:
            more = os.read(self._keyboard, 1024)
        except OSError:
            more = b""
        self._text += more.decode("latin-1")  # our keys are all ASCII
        return bool(more)

    def _answer_signals(self) -> None:
        rung = os.read(self._bell, 1024)
        if signal.SIGTSTP in rung:
            self.leave()
            _sleep()
        if signal.SIGTSTP in rung or signal.SIGCONT in rung:
            self.enter()
        self._keys.append(Key.REDRAW)


# -- signals ----------------------------------------------------------------------------------


@contextmanager
def _alarm_bell() -> Iterator[int]:
    """A file that can be read when a signal came; those that end us become exceptions."""
    handlers = {
        signal.SIGWINCH: _noted,
        signal.SIGTSTP: _noted,
        signal.SIGCONT: _noted,
        signal.SIGTERM: _ended,
        signal.SIGHUP: _ended,
    }
    bell, rope = os.pipe()
    with ExitStack() as stack:
        stack.callback(os.close, bell)
        stack.callback(os.close, rope)
        os.set_blocking(rope, False)
        stack.callback(signal.set_wakeup_fd, signal.set_wakeup_fd(rope, warn_on_full_buffer=False))
        for number, handler in handlers.items():
            if signal.getsignal(number) is signal.SIG_IGN:
                continue  # as nohup wants it
            stack.callback(_put_back, number, signal.signal(number, handler))
        yield bell


def _put_back(number: signal.Signals, handler: Any) -> None:  # as typeshed types handlers
    signal.signal(number, signal.SIG_DFL if handler is None else handler)


def _sleep() -> None:
    """Stop as Ctrl-Z stops any program, until the shell calls us back."""
    noted = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
    os.kill(os.getpid(), signal.SIGTSTP)
    signal.signal(signal.SIGTSTP, noted)


def _noted(number: int, frame: FrameType | None) -> None:
    """The wake-up file has it already."""


def _ended(number: int, frame: FrameType | None) -> NoReturn:
    raise SystemExit(128 + number)

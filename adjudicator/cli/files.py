"""Records on disk: read carefully, written wholly or not at all, one writer at a time."""

from __future__ import annotations

import fcntl
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import click

from adjudicator.app.games import Game, load_game
from adjudicator.notation.record import RecordFault

from .errors import Mistake

LONGEST_RECORD = 1_000_000
LONGEST_MESSAGE = 50_000
"""Bytes. A whole game takes about 10 kB, a long turn a few hundred bytes."""


def read_text(path: Path, longest: int = LONGEST_RECORD, exact: bool = False) -> str:
    """The text of a file, or a ``Mistake`` saying why there is none.

    A byte order mark is no part of it, unless it is wanted exactly as it is.
    """
    try:
        if path.exists() and not path.is_file():
            raise Mistake(f"{path} is not a file")
        with path.open("rb") as file:
            data = file.read(longest + 1)
    except OSError as error:
        raise Mistake(f"cannot read {path}: {error.strerror or error}") from error
    if len(data) > longest:
        raise Mistake(f"{path} is longer than {longest} bytes; that is not what is expected here")
    return _decoded(data, str(path), "utf-8" if exact else "utf-8-sig")


def read_game(path: Path) -> Game:
    """The game in a record file."""
    try:
        return load_game(read_text(path))
    except RecordFault as fault:
        raise Mistake(f"{path}: {fault}") from fault


def read_orders(words: tuple[str, ...]) -> str:
    """The orders given as arguments; without any, or with ``-``, those on standard input."""
    text = _standard_input() if words in ((), ("-",)) else _typed(" ".join(words))
    if not text.strip():
        raise Mistake("no orders; write them after the file, in quotes, or on standard input")
    return text


def _typed(text: str) -> str:
    """Words of the command line, which may hold any bytes."""
    return _decoded(text.encode("utf-8", "surrogateescape"), "what was typed")


def _standard_input() -> str:
    if sys.stdin is None or sys.stdin.closed:
        raise Mistake("no orders, and standard input is closed")
    if sys.stdin.isatty():
        click.echo("Type your orders, one a line, and end with Ctrl-D:", err=True)
    data = sys.stdin.buffer.read(LONGEST_MESSAGE + 1)
    if len(data) > LONGEST_MESSAGE:
        raise Mistake(f"a message has at most {LONGEST_MESSAGE} bytes")
    return _decoded(data, "standard input")


def _decoded(data: bytes, name: str, encoding: str = "utf-8-sig") -> str:
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        raise Mistake(f"{name} is no text (byte {error.start} is not UTF-8)") from error
    if "\0" in text:
        raise Mistake(f"{name} is no text")
    return text


# -- writing ----------------------------------------------------------------------------------


def create(path: Path, text: str) -> None:
    """Write a new file that only its owner may read: a record holds the secret seed."""
    try:
        number = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError as error:
        raise Mistake(f"{path} exists already; it is not overwritten") from error
    except OSError as error:
        raise Mistake(f"cannot make {path}: {error.strerror or error}") from error
    with os.fdopen(number, "w", encoding="utf-8") as file:
        _write_down(file.fileno(), text)


@contextmanager
def locked(path: Path) -> Iterator[Path]:
    """Keep all other writers out of a file; gives its real path.

    Writing replaces the file, so after waiting for the lock we may hold the old one: then we try
    again with the new one.
    """
    real = path.resolve()
    while True:
        number = _open_to_write(path, real)
        try:
            fcntl.flock(number, fcntl.LOCK_EX)
            if _is_current(number, real):
                yield real
                return
        finally:
            os.close(number)


def _open_to_write(path: Path, real: Path) -> int:
    try:
        if real.exists() and not real.is_file():
            raise Mistake(f"{path} is not a file")
        return os.open(real, os.O_RDWR)
    except OSError as error:
        raise Mistake(f"cannot write {path}: {error.strerror or error}") from error


def _is_current(number: int, real: Path) -> bool:
    try:
        now = real.stat()
    except FileNotFoundError:
        return False
    return os.path.samestat(os.fstat(number), now)


def replace(real: Path, text: str) -> None:
    """Put a new text in the place of a file: after a crash there is the old or the new one."""
    try:
        number, name = tempfile.mkstemp(prefix=f"{real.name}.tmp", dir=real.parent)
    except OSError as error:
        raise Mistake(f"cannot write in {real.parent}: {error.strerror or error}") from error
    try:
        with os.fdopen(number, "w", encoding="utf-8") as file:
            os.fchmod(file.fileno(), real.stat().st_mode & 0o777)
            _write_down(file.fileno(), text)
        os.replace(name, real)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise
    _flush_folder(real.parent)


def _write_down(number: int, text: str) -> None:
    data = memoryview(text.encode())
    while data:
        data = data[os.write(number, data) :]
    os.fsync(number)


def _flush_folder(folder: Path) -> None:
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)

"""What a running service tells those who ask how it does: a small file beside its mail folders."""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple


class Trouble(NamedTuple):
    """A part of the service that does not work at the moment."""

    worker: str
    part: str
    """A source, or a job of the service."""
    since: datetime
    why: str


class Troubles:
    """The troubles of one worker, kept in a file as long as they last."""

    def __init__(self, folder: Path, worker: str) -> None:
        self.worker = worker
        self._file = folder / f"trouble-{_short(worker)}.json"
        self._known: dict[str, tuple[str, str]] = {}

    def forget(self) -> None:
        """At the start and at the end: whatever was the matter is over."""
        self._known.clear()
        self._file.unlink(missing_ok=True)

    def tell(self, part: str, why: str | None) -> None:
        """A part is in trouble, or it works again."""
        old = self._known.pop(part, None)
        if why is not None:
            since = old[0] if old else datetime.now(UTC).isoformat(timespec="seconds")
            self._known[part] = (since, why)
        if self._known.get(part) != old:
            self._write()

    def _write(self) -> None:
        if not self._known:
            self._file.unlink(missing_ok=True)
            return
        self._file.parent.mkdir(parents=True, exist_ok=True)
        draft = self._file.with_suffix(".new")
        draft.write_text(json.dumps({"worker": self.worker, "parts": self._known}))
        os.replace(draft, self._file)


def troubles_in(folder: Path) -> list[Trouble]:
    """The troubles of all workers that keep their mail in a folder."""
    found = []
    for file in sorted(folder.glob("trouble-*.json")):
        try:
            told = json.loads(file.read_text())
        except (OSError, ValueError):  # it is over, or not written by us
            continue
        for part, (since, why) in sorted(told["parts"].items()):
            found.append(Trouble(told["worker"], part, datetime.fromisoformat(since), why))
    return found


@contextmanager
def alone(folder: Path, worker: str) -> Iterator[bool]:
    """Whether nobody else works under this name. The lock ends with the process, however it ends.

    A name has one owner, so that whoever starts under it may take what it claimed before.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / f"worker-{_short(worker)}.lock").open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
            return
        yield True


def _short(worker: str) -> str:
    """A name of any kind as part of a file name."""
    return hashlib.sha256(worker.encode()).hexdigest()[:12]

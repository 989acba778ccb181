"""Mail as files: a Maildir is the simplest mailbox, for trying out and for handing mail over.

A mail is written to `tmp`, made durable, and only then renamed into `new`: whoever reads sees whole
mails only. A mail that was dealt with is renamed into `cur`.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import random
import time
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote

from .backoff import pause
from .verdict import Outcome, Take, Tell, safely, tell_nobody

_SEEN = ("", ":2,", ":2,S", ":2,RS", ":2,FS", ":2,F", ":2,R", ":2,T", ":2,ST")
"""How a reader may have marked a mail that it has seen before."""


def make_maildir(folder: Path) -> None:
    """Create the folders of a Maildir where they are missing."""
    for name in ("tmp", "new", "cur"):
        (folder / name).mkdir(parents=True, exist_ok=True)


def maildir_of(folder: Path, address: str) -> Path:
    """The Maildir of one recipient below a folder. The name cannot leave the folder.

    >>> maildir_of(Path("p"), "Anna@example.org").as_posix(), maildir_of(Path("p"), "../a").name
    ('p/anna@example.org', '%2E.%2Fa')
    """
    name = quote(address.lower(), safe="@+.")[:200]
    return folder / (f"%2E{name[1:]}" if name.startswith(".") else name or "%")


def deliver(folder: Path, raw: bytes) -> Path:
    """Put a mail into a Maildir. It is durable on return; the same bytes are delivered once."""
    make_maildir(folder)
    name = f"{hashlib.sha256(raw).hexdigest()[:40]}.adjudicator"
    place = folder / "new" / name
    if place.exists() or any((folder / "cur" / f"{name}{mark}").exists() for mark in _SEEN):
        return place
    draft = folder / "tmp" / f"{name}.{os.getpid()}.{random.getrandbits(32):08x}"
    with draft.open("xb") as file:
        file.write(raw)
        file.flush()
        os.fsync(file.fileno())
    draft.rename(place)
    sync_folder(place.parent)
    return place


def sync_folder(folder: Path) -> None:
    """Make the names in a folder durable."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def waiting(folder: Path) -> list[Path]:
    """The new mails of a Maildir, oldest first."""
    found = []
    for entry in os.scandir(folder / "new"):
        with suppress(FileNotFoundError):  # somebody else has just taken it
            if not entry.name.startswith(".") and entry.is_file(follow_symlinks=False):
                found.append((entry.stat(follow_symlinks=False).st_mtime_ns, entry.name))
    return [folder / "new" / name for _, name in sorted(found)]


class MaildirSource:
    """Takes in what appears in a Maildir: `new` to `cur` only after the mail was taken."""

    def __init__(
        self,
        folder: Path,
        take: Take,
        *,
        poll: float = 1.0,
        largest: int = 2_000_001,
        tell: Tell = tell_nobody,
    ) -> None:
        self.folder, self.take, self.poll, self.largest = folder, take, poll, largest
        self.tell = tell
        self._ending = False
        self._failures: dict[str, tuple[int, float]] = {}

    async def run(self) -> None:
        """Take in mail until cancelled; a mail being taken is finished first."""
        make_maildir(self.folder)
        self._ending = False
        while True:
            work = asyncio.ensure_future(self.sweep())
            try:
                await asyncio.shield(work)
            except asyncio.CancelledError:
                self._ending = True
                await work
                raise
            self.tell(None)
            await asyncio.sleep(self.poll)

    async def sweep(self) -> int:
        """Offer every waiting mail once; how many were taken or refused for good."""
        files = await asyncio.to_thread(waiting, self.folder)
        names = {file.name for file in files}
        self._failures = {name: last for name, last in self._failures.items() if name in names}
        done = 0
        for file in files:
            if self._ending:
                break
            if self._failures.get(file.name, (0, 0.0))[1] <= time.monotonic():
                done += await self._offer(file)
        return done

    async def _offer(self, file: Path) -> bool:
        try:
            raw = await asyncio.to_thread(_read, file, self.largest)
        except FileNotFoundError:  # somebody else has just taken it
            return False
        verdict = await safely(self.take, raw, None, None)
        if verdict.outcome is Outcome.LATER:
            failures = self._failures.get(file.name, (0, 0.0))[0] + 1
            again = time.monotonic() + pause(failures, random.random())
            self._failures[file.name] = (failures, again)
            return False
        mark = "S" if verdict.outcome is Outcome.TAKEN else "FS"
        name = file.name.partition(":")[0]
        with suppress(FileNotFoundError):  # somebody else was given the same mail
            await asyncio.to_thread(file.rename, self.folder / "cur" / f"{name}:2,{mark}")
        return True


def _read(file: Path, largest: int) -> bytes:
    """At most so many bytes: one more than the limit is enough to see that it is too large."""
    with file.open("rb") as stream:
        return stream.read(largest)

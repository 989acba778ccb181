"""Mail from a mailbox at a provider, by IMAP: pushed by IDLE, and looked for from time to time.

imap-tools is not asynchronous, so it works in a thread of its own. A mail is fetched without
marking it and moved to another folder only after it was taken; until then it is offered again.
"""

from __future__ import annotations

import asyncio
import logging
import random
import ssl
import threading
import time
from concurrent.futures import CancelledError, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from imaplib import IMAP4
from typing import Literal

from imap_tools.errors import ImapToolsError, MailboxLoginError
from imap_tools.mailbox import BaseMailBox, MailBox, MailBoxStartTls, MailBoxUnencrypted

from .backoff import pause
from .verdict import LATER, Outcome, Take, Tell, Verdict, safely, tell_nobody

log = logging.getLogger(__name__)

_TROUBLE = (ImapToolsError, IMAP4.error, OSError, ValueError)
"""Whatever a server or the way to it may do to us; the answer is always a new connection."""


@dataclass(frozen=True, slots=True)
class ImapSettings:
    """The mailbox, and how often to look into it."""

    host: str
    user: str
    password: str = field(repr=False)
    port: int = 993
    security: Literal["tls", "starttls", "none"] = "tls"
    folder: str = "INBOX"
    taken: str = "Taken"
    """Where mails go that were taken; created if missing."""
    refused: str = "Refused"
    idle: float = 120.0
    """Seconds of one IDLE, then a look of our own: servers end it after 29 minutes, routers forget
    it sooner, and Dovecot does not push what arrives in the second of a look."""
    poll: float = 60.0
    """Seconds between two looks if the server cannot push."""
    timeout: float = 60.0
    longest_pause: float = 300.0
    largest: int = 2_000_001
    """Bytes fetched of a mail: one more than the limit is enough to see that it is too large."""
    ca_file: str | None = None
    """Certificates to trust instead of the system's."""


def open_box(wanted: ImapSettings) -> BaseMailBox:
    """A connection to the server, not logged in yet."""
    if wanted.security == "none":
        return MailBoxUnencrypted(wanted.host, wanted.port, timeout=wanted.timeout)
    trusted = ssl.create_default_context(cafile=wanted.ca_file)
    kind = MailBox if wanted.security == "tls" else MailBoxStartTls
    return kind(wanted.host, wanted.port, timeout=wanted.timeout, ssl_context=trusted)


def describe(error: Exception) -> str:
    """What went wrong, without what the server said: it may repeat what we told it."""
    if isinstance(error, MailboxLoginError):
        return "the server refuses user and password"
    return (error.strerror if isinstance(error, OSError) else None) or type(error).__name__


def can_push(box: BaseMailBox) -> bool:
    """Whether the server tells of new mail by itself."""
    return "IDLE" in box.client.capabilities


class ImapSource:
    """Takes in the mails of one folder, oldest first."""

    def __init__(self, take: Take, settings: ImapSettings, tell: Tell = tell_nobody) -> None:
        self.take, self.settings, self.tell = take, settings, tell
        self.connected = threading.Event()
        """Set while a connection works."""
        self._stop = threading.Event()
        self._box: BaseMailBox | None = None
        self._later: dict[str, tuple[int, float]] = {}

    async def run(self) -> None:
        """Take in mail until cancelled; a mail being taken is finished first."""
        loop = asyncio.get_running_loop()
        self._stop.clear()
        executor = ThreadPoolExecutor(1, "imap")
        work = loop.run_in_executor(executor, self._serve, loop)
        try:
            await asyncio.shield(work)
        finally:
            self._stop.set()
            if not work.done():
                await asyncio.wait([work], timeout=5)
                self._cut()
            executor.shutdown(wait=False)

    # -- in the thread ------------------------------------------------------------------------

    def _serve(self, loop: asyncio.AbstractEventLoop) -> None:
        failures = 0
        while not self._stop.is_set():
            try:
                self._session(loop)
                failures = 0
            except _TROUBLE as error:
                failures = 1 if self.connected.is_set() else failures + 1
                wait = pause(failures, random.random(), longest=self.settings.longest_pause)
                why = describe(error)
                log.warning("imap in trouble", extra={"why": why, "again": round(wait, 1)})
                self.connected.clear()
                self.tell(why)
                self._stop.wait(wait)
            finally:
                self._cut()

    def _session(self, loop: asyncio.AbstractEventLoop) -> None:
        """One connection, until it breaks or we stop."""
        wanted = self.settings
        self._box = box = open_box(wanted)
        box.login(wanted.user, wanted.password, initial_folder=None)
        for folder in (wanted.taken, wanted.refused):
            if not box.folder.exists(folder):
                box.folder.create(folder)
        box.folder.set(wanted.folder)
        self._later.clear()
        while not self._stop.is_set():
            self._sweep(box, loop)
            self.connected.set()
            self.tell(None)
            if can_push(box):
                self._idle(box)
            else:
                self._stop.wait(self._until_next(wanted.poll))
        box.logout()

    def _sweep(self, box: BaseMailBox, loop: asyncio.AbstractEventLoop) -> None:
        """Offer every mail of the folder that is not waiting for its next attempt."""
        uids = sorted(box.uids("ALL", charset=None), key=int)
        self._later = {uid: self._later[uid] for uid in uids if uid in self._later}
        for uid in uids:
            if self._stop.is_set():
                return
            if self._later.get(uid, (0, 0.0))[1] <= time.monotonic():
                self._offer(box, uid, loop)

    def _offer(self, box: BaseMailBox, uid: str, loop: asyncio.AbstractEventLoop) -> None:
        raw = self._fetch(box, uid)
        if raw is None:
            return
        match self._ask(raw, loop).outcome:
            case Outcome.TAKEN:
                box.move([uid], self.settings.taken)
            case Outcome.REFUSED:
                box.move([uid], self.settings.refused)
            case Outcome.LATER:
                failures = self._later.get(uid, (0, 0.0))[0] + 1
                self._later[uid] = (failures, time.monotonic() + pause(failures, random.random()))

    def _fetch(self, box: BaseMailBox, uid: str) -> bytes | None:
        """The raw mail, unmarked; None if it is gone meanwhile."""
        _, answer = box.client.uid("FETCH", uid, f"(BODY.PEEK[]<0.{self.settings.largest}>)")
        for item in answer:
            if isinstance(item, tuple) and isinstance(item[1], bytes):
                return item[1]
        return None

    def _ask(self, raw: bytes, loop: asyncio.AbstractEventLoop) -> Verdict:
        asked = asyncio.run_coroutine_threadsafe(safely(self.take, raw, None, None), loop)
        with suppress(CancelledError):
            return asked.result()
        return LATER

    def _idle(self, box: BaseMailBox) -> None:
        """Wait until the server reports something, for at most one IDLE."""
        until = time.monotonic() + self._until_next(self.settings.idle)
        box.idle.start()  # type: ignore[no-untyped-call]  # imap-tools types only its results
        while not self._stop.is_set() and (left := until - time.monotonic()) > 0:
            began, slice_ = time.monotonic(), min(1.0, left)
            if box.idle.poll(timeout=slice_):
                break
            if time.monotonic() - began < slice_ / 2:
                raise ConnectionResetError("the connection is closed")  # readable, but no words
        box.idle.stop()  # type: ignore[no-untyped-call]  # as above

    def _until_next(self, usual: float) -> float:
        """Seconds to wait, fewer if a mail is to be offered again before."""
        now = time.monotonic()
        return max(0.1, min([usual, *(again - now for _, again in self._later.values())]))

    def _cut(self) -> None:
        """Close the socket, also under the feet of the thread."""
        box, self._box = self._box, None
        if box is not None:
            with suppress(OSError):
                box.client.shutdown()

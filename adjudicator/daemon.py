"""The mail service: takes mail in, applies it, sends mail out, watches deadlines. One process.

Whatever goes wrong in one of its jobs is told and tried again; the other jobs go on.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import os
import random
import signal
import threading
import time
from collections.abc import Awaitable, Callable
from datetime import timedelta
from functools import partial

from adjudicator.app.letters.darkroom import ready_to_leave
from adjudicator.app.letters.notices import envelope_sender
from adjudicator.app.letters.scribe import write_out
from adjudicator.app.letters.writer import Sender
from adjudicator.app.mistakes import NotPossible
from adjudicator.app.post.deadlines import let_time_out, remind
from adjudicator.app.post.heartbeat import Heartbeat, ticks
from adjudicator.app.post.office import Office
from adjudicator.app.service.config import Config
from adjudicator.app.service.config_parts import (
    ImapIn,
    LmtpIn,
    MaildirIn,
    SmtpIn,
    SmtpOut,
    SourcePart,
)
from adjudicator.app.service.troubles import Troubles, alone
from adjudicator.app.store import Store, now
from adjudicator.mail.backoff import pause
from adjudicator.mail.maildir import make_maildir
from adjudicator.mail.sources import (
    TAKEN,
    ImapSource,
    LmtpListener,
    MaildirSource,
    SmtpListener,
    Source,
    Verdict,
)
from adjudicator.mail.transport import Failed, MaildirTransport, Sent, SmtpTransport, Transport
from adjudicator.storage import post
from adjudicator.storage.errors import DatabaseTrouble, StorageError
from adjudicator.storage.post import CLAIM_MINUTES, Owed

LOG = logging.getLogger("adjudicator.daemon")
SENDING_PAUSE = 0.5
CLOCK_PAUSE = 60.0
STEADY = 60.0
"""Seconds after which a job that failed once counts as sound again."""
LAST_START = CLAIM_MINUTES * 60 * 0.5
LONGEST_SENDING = CLAIM_MINUTES * 60 * 0.4
"""Seconds: together less than a claim lasts, so that no other worker sends the same mail."""
GRACE = 30.0
"""Seconds given to the mails being sent when we are told to stop."""
SETTLING = (0.0, 0.2, 1.0, 5.0)
"""Seconds before each attempt to note that a mail was sent: if none works, it is sent again."""


class Service:
    """Everything that ``adjudicator serve`` does."""

    def __init__(self, store: Store, config: Config) -> None:
        self.store = store
        self.config = config
        self.sender = Sender(config.signer(), config.name, config.pictures, config.days)
        self.office = Office(
            store,
            self.sender,
            require_proof=config.require_proof,
            moderators=config.moderators,
            rates=config.allowed,
            auth_server=config.auth_server,
        )
        self.heart = Heartbeat(store, timedelta(hours=config.clock_gap))
        self.transport = _transport(config)
        self.worker = config.worker_name
        self.troubles = Troubles(config.folder, self.worker)
        self.stopping = asyncio.Event()
        self._news = asyncio.Event()
        """Set when there may be something to send."""
        self._writing = threading.Lock()

    # -- in -------------------------------------------------------------------------------------

    async def take(self, raw: bytes, envelope_from: str | None, to: str | None) -> Verdict:
        """Handle a mail; it is acknowledged only when everything about it is written down."""
        began = time.monotonic()
        what = await asyncio.to_thread(self.office.receive, raw, envelope_from, None, to)
        took = round(time.monotonic() - began, 3)
        LOG.info("mail taken", extra={"bytes": len(raw), "result": what, "seconds": took})
        self._news.set()
        return TAKEN

    def _source(self, part: SourcePart) -> Source:
        tell = partial(self.troubles.tell, part.label())
        match part:
            case MaildirIn():
                folder = part.folder or self.config.folder / "in"
                return MaildirSource(folder, self.take, poll=part.poll, tell=tell)
            case SmtpIn():
                return SmtpListener(self.take, part.listener(), tell)
            case LmtpIn():
                return LmtpListener(self.take, part.listener(), tell)
            case ImapIn():
                return ImapSource(self.take, part.settings(), tell)

    # -- out ------------------------------------------------------------------------------------

    async def send_due(self) -> int:
        """Send what is due; says how many mails were tried."""
        until = time.monotonic() + LAST_START
        due = await asyncio.to_thread(self._claim)
        by_recipient: dict[str, list[Owed]] = {}
        for owed in due:
            by_recipient.setdefault(owed.recipient, []).append(owed)
        sent = await asyncio.gather(
            *(self._send_in_order(mails, until) for mails in by_recipient.values())
        )
        if sum(sent) < len(due):
            await asyncio.to_thread(self._release)
        return sum(sent)

    async def _send_in_order(self, mails: list[Owed], until: float) -> int:
        """Send one person's mails, the oldest first, while there is time; how many were tried."""
        for number, owed in enumerate(mails):
            if self.stopping.is_set() or time.monotonic() > until:
                return number
            await self._write_and_send(owed)
        return len(mails)

    async def _write_and_send(self, owed: Owed) -> None:
        try:
            owed = await asyncio.to_thread(write_out, self.store, owed)
        except DatabaseTrouble:
            raise  # not the letter's fault
        except Exception as error:  # a bug of ours must not hold up the letters of others
            LOG.exception("a letter could not be written", extra={"mail": owed.id})
            result: Sent | Failed = Failed(False, f"it could not be written: {_describe(error)}")
        else:
            result = await self._hand_over(owed)
        await self._settle(owed, result)

    async def _hand_over(self, owed: Owed) -> Sent | Failed:
        raw = await asyncio.to_thread(ready_to_leave, owed.raw)
        sending = self.transport.send(
            raw, envelope_sender(owed, self.sender.signer), owed.recipient
        )
        try:
            return await asyncio.wait_for(sending, LONGEST_SENDING)
        except TimeoutError:
            return Failed(False, "the server takes too long", uncertain=True)

    def _claim(self) -> list[Owed]:
        with self.store.transaction() as db:
            return post.claim(db, now(), self.worker)

    def _release(self) -> None:
        """Let go of what was claimed under our name and is not being sent."""
        with self.store.transaction() as db:
            number = post.release(db, self.worker, now())
        if number:
            LOG.info("mails released", extra={"mails": number})

    async def _settle(self, owed: Owed, result: Sent | Failed) -> None:
        for wait in SETTLING:
            await asyncio.sleep(wait)
            try:
                return await asyncio.to_thread(self._note, owed, result)
            except StorageError as error:
                trouble = error
        raise trouble

    def _note(self, owed: Owed, result: Sent | Failed) -> None:
        with self._writing, self.store.transaction() as db:
            if isinstance(result, Sent):
                post.note_sent(db, owed.id, owed.raw)
                return
            dead = post.note_failed(db, owed, now(), result.why, result.permanent)
            if dead:
                self.office.give_up(db, owed, result.why, now())
        told = {"mail": owed.id, "attempt": owed.attempts, "given_up": dead, "why": result.why}
        LOG.log(logging.ERROR if dead else logging.WARNING, "mail not sent", extra=told)

    # -- jobs -----------------------------------------------------------------------------------

    async def _send_for_ever(self) -> None:
        while not self.stopping.is_set():
            self._news.clear()
            if not await self.send_due():
                self.troubles.tell("sending", None)
                await _wait_for(self._news, SENDING_PAUSE)

    async def _watch_clocks(self) -> None:
        while True:
            await asyncio.to_thread(self._look_at_clocks)
            self.troubles.tell("clocks", None)
            await asyncio.sleep(CLOCK_PAUSE)

    def _look_at_clocks(self) -> None:
        """Time-outs and reminders, if the clock can be trusted."""
        longest = timedelta(days=self.config.days)
        if not self.heart.beat(now(), ticks()):
            return
        late = let_time_out(self.store, self.sender, longest, now())
        warned = remind(self.store, self.sender, longest, now())
        if late or warned:
            LOG.info("clocks", extra={"timed_out": late, "reminded": warned})

    async def _keep(self, name: str, work: Callable[[], Awaitable[None]]) -> None:
        """Do a job until we stop. If it fails, tell so and begin again after a while."""
        failures = 0
        while not self.stopping.is_set():
            began = time.monotonic()
            try:
                await work()
            except Exception as error:
                failures = 1 if time.monotonic() - began > STEADY else failures + 1
                wait = pause(failures, random.random())
                self.troubles.tell(name, _describe(error))
                told = {"job": name, "why": _describe(error), "again": round(wait, 1)}
                LOG.error("in trouble", extra=told, exc_info=error)
                await _wait_for(self.stopping, wait)

    # -- running --------------------------------------------------------------------------------

    async def run(self) -> None:
        """Serve until told to stop; then finish the mails in hand."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self.stop)
        with alone(self.config.folder, self.worker) as ours:
            if not ours:
                raise NotPossible(
                    f"another service works as {self.worker!r} already; give this one a folder of"
                    " its own, or another name with: worker = ..."
                )
            self.troubles.forget()
            await asyncio.to_thread(self._release)
            await self._do_everything()
            self.troubles.forget()

    def stop(self) -> None:
        """Begin to stop: no new work, but what is in hand is finished."""
        self.stopping.set()
        self._news.set()

    async def _do_everything(self) -> None:
        sources = [(part.label(), self._source(part)) for part in self.config.sources]
        gc.freeze()  # what is loaded stays, and need not be searched for garbage with every mail
        sending = asyncio.create_task(self._keep("sending", self._send_for_ever))
        others = [asyncio.create_task(self._keep("clocks", self._watch_clocks))]
        others += [asyncio.create_task(self._keep(name, part.run)) for name, part in sources]
        LOG.info("started", extra={"worker": self.worker, "sources": len(sources)})
        await self.stopping.wait()
        LOG.info("stopping")
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        _, late = await asyncio.wait([sending], timeout=GRACE)
        for task in late:
            task.cancel()
        await asyncio.gather(sending, return_exceptions=True)
        await self.transport.close()
        with contextlib.suppress(StorageError):  # at the next start, then
            await asyncio.to_thread(self._release)
        LOG.info("stopped")

    async def once(self) -> None:
        """Take in what lies in the Maildirs, watch the clocks, send what is owed, and end."""
        with alone(self.config.folder, self.worker) as ours:
            if ours:
                await asyncio.to_thread(self._release)
            else:  # a service is running: what it has claimed is its own
                self.worker = f"{self.config.worker_name} {os.getpid()}"
            for folder in self.config.inboxes:
                make_maildir(folder)
                await MaildirSource(folder, self.take).sweep()
            await asyncio.to_thread(self._look_at_clocks)
            while await self.send_due():
                pass
        await self.transport.close()


def _transport(config: Config) -> Transport:
    if isinstance(config.send, SmtpOut):
        return SmtpTransport(config.send.settings())
    return MaildirTransport(config.outbox)


async def _wait_for(event: asyncio.Event, seconds: float) -> None:
    """Sleep, unless something happens."""
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(event.wait(), seconds)


def _describe(error: Exception) -> str:
    """What happened, without words that could be anybody's secret."""
    if isinstance(error, StorageError | NotPossible):
        return str(error)
    return (error.strerror if isinstance(error, OSError) else None) or type(error).__name__

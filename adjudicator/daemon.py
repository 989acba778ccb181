"""The mail service: takes mail in, applies it, sends mail out, watches deadlines. One process."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
from datetime import timedelta

from adjudicator.app.config import Config
from adjudicator.app.deadlines import let_time_out, remind
from adjudicator.app.letters import Sender
from adjudicator.app.office import Office
from adjudicator.app.store import Store, now
from adjudicator.mail.sources import TAKEN, MaildirSource, SmtpListener, Verdict
from adjudicator.mail.transport import Failed, MaildirTransport, SmtpTransport, Transport
from adjudicator.storage import post
from adjudicator.storage.post import Owed

LOG = logging.getLogger("adjudicator.daemon")
SENDING_PAUSE = 0.5
CLOCK_PAUSE = 60.0


class Service:
    """Everything that ``adjudicator serve`` does."""

    def __init__(self, store: Store, config: Config) -> None:
        self.store = store
        self.config = config
        self.sender = Sender(config.signer(), config.name, config.pictures, config.days)
        self.office = Office(store, self.sender)
        smtp = config.smtp_settings()
        self.transport: Transport = SmtpTransport(smtp) if smtp else MaildirTransport(config.outbox)

    # -- in -------------------------------------------------------------------------------------

    async def take(self, raw: bytes, envelope_from: str | None, to: str | None) -> Verdict:
        """Handle a mail; it is acknowledged only when everything about it is written down."""
        what = await asyncio.to_thread(self.office.receive, raw, envelope_from)
        LOG.info("mail bytes=%d result=%r", len(raw), what)
        return TAKEN

    # -- out ------------------------------------------------------------------------------------

    async def send_due(self) -> int:
        """Send what is due; says how many mails were tried."""
        due = await asyncio.to_thread(self._claim)
        for owed in due:
            result = await self.transport.send(owed.raw, self.config.mailbox, owed.recipient)
            failed = result if isinstance(result, Failed) else None
            await asyncio.to_thread(self._settle, owed, failed)
        return len(due)

    def _claim(self) -> list[Owed]:
        with self.store.transaction() as db:
            return post.claim(db, now())

    def _settle(self, owed: Owed, failed: Failed | None) -> None:
        with self.store.transaction() as db:
            if failed is None:
                post.note_sent(db, owed.id)
                return
            dead = post.note_failed(db, owed, now(), failed.why, failed.permanent)
        LOG.warning("not sent id=%d why=%r given_up=%s", owed.id, failed.why, dead)

    # -- running --------------------------------------------------------------------------------

    async def _send_for_ever(self) -> None:
        while True:
            if not await self.send_due():
                await asyncio.sleep(SENDING_PAUSE)

    async def _watch_clocks(self) -> None:
        longest = timedelta(days=self.config.days)
        while True:
            late = await asyncio.to_thread(let_time_out, self.store, self.sender, longest, now())
            warned = await asyncio.to_thread(remind, self.store, self.sender, longest, now())
            if late or warned:
                LOG.info("timed out questions=%d reminded=%d", late, warned)
            await asyncio.sleep(CLOCK_PAUSE)

    async def run(self) -> None:
        """Serve until told to stop."""
        stop = asyncio.Event()
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, stop.set)
        work = [self._send_for_ever(), self._watch_clocks()]
        work.append(MaildirSource(self.config.inbox, self.take).run())
        listener = self.config.listener()
        if listener is not None:
            work.append(SmtpListener(self.take, listener).run())
        tasks = [asyncio.create_task(job) for job in work]
        waiting = asyncio.create_task(stop.wait())
        done, _ = await asyncio.wait([*tasks, waiting], return_when=asyncio.FIRST_COMPLETED)
        await self._end(tasks)
        for task in done - {waiting}:
            task.result()  # a job that ended by itself has failed: say why

    async def _end(self, tasks: list[asyncio.Task[None]]) -> None:
        for task in tasks:
            task.cancel()
        for task in tasks:
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await task
        await self.transport.close()

    async def once(self) -> None:
        """Take in what lies in the Maildir, send what is owed, and end."""
        await MaildirSource(self.config.inbox, self.take).sweep()
        while await self.send_due():
            pass

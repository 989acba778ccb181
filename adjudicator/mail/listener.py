"""A door for mail servers: SMTP and LMTP listeners that answer only when the mail is stored."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, AnyStr

from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session

from .outbound import one_line
from .verdict import Outcome, Take, Tell, Verdict, safely, tell_nobody


def _anybody(address: str) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class ListenerSettings:
    """Where to listen and how much to take."""

    host: str = "127.0.0.1"
    port: int = 0
    """0 takes any free port; see `port` of the listener."""
    path: Path | None = None
    """A Unix socket instead of host and port."""
    hostname: str = "localhost"
    """What we call ourselves."""
    largest: int = 2_000_000
    connections: int = 100
    recipients: int = 20
    timeout: float = 120.0
    tls: ssl.SSLContext | None = None
    accepts: Callable[[str], bool] = _anybody
    """Whether we take mail for an address; asked before the mail is sent."""
    grace: float = 10.0
    """Seconds given to mails that are being stored when we stop."""


class SmtpListener:
    """Takes mail by SMTP. One answer for all recipients, as SMTP wants it."""

    protocol: type[SMTP]

    def __init__(self, take: Take, settings: ListenerSettings, tell: Tell = tell_nobody) -> None:
        self.take, self.settings, self.tell = take, settings, tell
        self.protocol = _CountedSmtp
        self.open: set[SMTP] = set()
        self.running: set[asyncio.Task[str]] = set()
        self._server: asyncio.Server | None = None

    @property
    def port(self) -> int:
        """The port that is listened on, once started."""
        assert self._server is not None
        return int(self._server.sockets[0].getsockname()[1])

    async def run(self) -> None:
        """Listen until cancelled; mails being stored are finished and acknowledged."""
        await self.start()
        self.tell(None)
        try:
            await asyncio.Event().wait()
        finally:
            await self.stop()

    async def start(self) -> None:
        """Begin to listen."""
        loop, wanted = asyncio.get_running_loop(), self.settings
        if wanted.path is None:
            self._server = await loop.create_server(self._door, wanted.host, wanted.port)
            return
        with suppress(FileNotFoundError):
            wanted.path.unlink()
        self._server = await loop.create_unix_server(self._door, wanted.path)

    async def stop(self) -> None:
        """Listen no more, let running work end, then close what is still open."""
        if self._server is None:
            return
        self._server.close()
        if self.running:
            await asyncio.wait(self.running, timeout=self.settings.grace)
            await asyncio.sleep(0.05)  # the answers leave
        for protocol in tuple(self.open):
            if protocol.transport is not None:
                protocol.transport.close()
        await self._server.wait_closed()
        if self.settings.path is not None:
            self.settings.path.unlink(missing_ok=True)

    def answers(self, verdicts: list[Verdict]) -> str:
        """What the client is told after the mail."""
        return write_status(worst(verdicts))

    def _door(self) -> asyncio.Protocol:
        if len(self.open) >= self.settings.connections:
            return _Busy()
        wanted = self.settings
        protocol = self.protocol(
            _Handler(self),
            hostname=wanted.hostname,
            ident="mail",
            data_size_limit=wanted.largest,
            enable_SMTPUTF8=True,
            timeout=wanted.timeout,
            tls_context=wanted.tls,
            loop=asyncio.get_running_loop(),
        )
        assert isinstance(protocol, _Counted)
        protocol.everybody = self.open
        return protocol


class LmtpListener(SmtpListener):
    """Takes mail by LMTP (RFC 2033), with one answer for each recipient."""

    def __init__(self, take: Take, settings: ListenerSettings, tell: Tell = tell_nobody) -> None:
        super().__init__(take, settings, tell)
        self.protocol = _CountedLmtp

    def answers(self, verdicts: list[Verdict]) -> str:
        return "\r\n".join(write_status(verdict) for verdict in verdicts)


def write_status(verdict: Verdict) -> str:
    """The reply of RFC 5321 for a verdict."""
    why = one_line(verdict.why).encode("ascii", "replace").decode("ascii")[:200]
    match verdict.outcome:
        case Outcome.TAKEN:
            return "250 2.0.0 taken"
        case Outcome.LATER:
            return f"451 4.3.0 {why or 'try again later'}"
        case Outcome.REFUSED:
            return f"550 5.7.1 {why or 'refused'}"


def worst(verdicts: list[Verdict]) -> Verdict:
    """One verdict for all recipients: offered again if anyone needs it, refused if all refuse."""
    for outcome in (Outcome.LATER, Outcome.TAKEN, Outcome.REFUSED):
        for verdict in verdicts:
            if verdict.outcome is outcome:
                return verdict
    return Verdict(Outcome.REFUSED, "no recipients")


class _Handler:
    """What aiosmtpd calls."""

    def __init__(self, listener: SmtpListener) -> None:
        self.listener = listener

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if len(envelope.rcpt_tos) >= self.listener.settings.recipients:
            return "452 4.5.3 too many recipients"
        if not self.listener.settings.accepts(address):
            return "550 5.1.1 no such mailbox here"
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 ok"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        """Taken to its end even if the client hangs up meanwhile."""
        work = asyncio.ensure_future(self._take(envelope))
        self.listener.running.add(work)
        work.add_done_callback(self.listener.running.discard)
        return await asyncio.shield(work)

    async def _take(self, envelope: Envelope) -> str:
        raw, sender = envelope.original_content or b"", envelope.mail_from or ""
        recipients = list(envelope.rcpt_tos)
        take = self.listener.take
        verdicts = [await safely(take, raw, sender, recipient) for recipient in recipients]
        return self.listener.answers(verdicts)


# -- protocols --------------------------------------------------------------------------------


class _Counted:
    """A connection that is known to its listener as long as it lasts."""

    everybody: set[Any]

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.everybody.add(self)
        super().connection_made(transport)  # type: ignore[misc]  # mixed into a protocol

    def connection_lost(self, error: Exception | None) -> None:
        self.everybody.discard(self)
        super().connection_lost(error)  # type: ignore[misc]  # mixed into a protocol


class _CountedSmtp(_Counted, SMTP):
    pass


class _CountedLmtp(_Counted, LMTP):
    """Also repeats the refusals that aiosmtpd itself gives to a mail, once for each recipient."""

    waiting = 0

    async def smtp_DATA(self, arg: str) -> None:
        self.waiting = len(self.envelope.rcpt_tos) if self.envelope else 0
        try:
            await super().smtp_DATA(arg)
        finally:
            self.waiting = 0

    async def push(self, status: AnyStr) -> None:
        refused = isinstance(status, str) and status.startswith(("552 Error: Too", "500 Line too"))
        for _ in range(self.waiting if refused else 1):
            await super().push(status)


class _Busy(asyncio.Protocol):
    """Says that there are too many connections."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.WriteTransport)
        transport.write(b"421 4.3.2 too many connections, try again later\r\n")
        transport.close()

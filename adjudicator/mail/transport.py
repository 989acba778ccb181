"""Ways to send a mail: through a mail server, or into Maildirs for trying out."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, NamedTuple, Protocol

import aiosmtplib

from .maildir import deliver, maildir_of
from .outbound import one_line


class Sent(NamedTuple):
    """The next server (or the disk) has it."""

    told: str


class Failed(NamedTuple):
    """It was not sent, as far as we know."""

    permanent: bool
    """Trying again is useless: this recipient or this mail was refused."""
    why: str
    uncertain: bool = False
    """The connection broke while the mail was handed over: it may arrive although we say failed."""


class Transport(Protocol):
    """Sends mails. Does not raise for whatever goes wrong on the way."""

    async def send(self, raw: bytes, sender: str, recipient: str) -> Sent | Failed:
        """Send one mail to one recipient; `sender` is where bounces go, empty for none."""

    async def close(self) -> None:
        """Give up connections."""


# -- Maildir ----------------------------------------------------------------------------------


class MaildirTransport:
    """Puts each mail into the Maildir of its recipient below a folder, or all into one."""

    def __init__(self, folder: Path, *, one_for_all: bool = False) -> None:
        self.folder, self.one_for_all = folder, one_for_all

    async def send(self, raw: bytes, sender: str, recipient: str) -> Sent | Failed:
        """Deliver to the disk. The same mail sent twice is delivered once."""
        box = self.folder if self.one_for_all else maildir_of(self.folder, recipient)
        try:
            place = await asyncio.to_thread(deliver, box, raw)
        except OSError as error:
            return Failed(permanent=False, why=f"cannot write to {box}: {error.strerror}")
        return Sent(str(place))

    async def close(self) -> None:
        """Nothing is open."""


# -- SMTP -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SmtpSettings:
    """The mail server that takes our mail, and how we talk to it."""

    host: str
    port: int = 587
    security: Literal["starttls", "tls", "none"] = "starttls"
    user: str | None = None
    password: str | None = field(default=None, repr=False)
    ca_file: str | None = None
    """Certificates to trust instead of the system's."""
    hello: str = "localhost"
    """What we call ourselves to the server."""
    timeout: float = 60.0
    connections: int = 4
    mails_per_connection: int = 100
    idle: float = 20.0
    """Seconds after which an unused connection is not used any more."""


@dataclass(slots=True)
class _Line:
    """A connection and how long it has served."""

    client: aiosmtplib.SMTP
    mails: int = 0
    used: float = 0.0


class _NoConnection(Exception):
    """No way to the server, or no welcome there: no mail's fault."""


FRESH = 1.0
"""Seconds during which a connection is taken to be alive without asking."""


class SmtpTransport:
    """Sends through a mail server over a few connections that are kept open and reused."""

    def __init__(self, settings: SmtpSettings) -> None:
        self.settings = settings
        self._free: list[_Line] = []
        self._places = asyncio.Semaphore(settings.connections)

    async def send(self, raw: bytes, sender: str, recipient: str) -> Sent | Failed:
        """Hand one mail to the server. Waits while all connections are busy."""
        try:
            async with self._line() as line:
                refused, told = await line.client.sendmail(sender, [recipient], raw)
        except _NoConnection as error:
            return Failed(False, str(error))
        except (aiosmtplib.SMTPException, OSError, ValueError) as error:
            return failure(error)
        if refused:
            code, message = refused[recipient]
            return Failed(code >= 500, _say(code, message))
        return Sent(one_line(told)[:300])

    async def greet(self) -> Failed | None:
        """Connect and log in, to see whether we are welcome; what is wrong if not."""
        try:
            async with self._line():
                return None
        except _NoConnection as error:
            return Failed(False, str(error))

    async def close(self) -> None:
        """Say goodbye on every connection that is not in use."""
        while self._free:
            await _hang_up(self._free.pop().client)

    @asynccontextmanager
    async def _line(self) -> AsyncIterator[_Line]:
        """A connection for one mail; kept for the next one unless something went wrong."""
        async with self._places:
            line = await self._reusable() or await self._new()
            try:
                yield line
            except aiosmtplib.SMTPResponseException:
                await self._keep(line)
                raise
            except aiosmtplib.SMTPRecipientsRefused:
                await self._keep(line)
                raise
            except BaseException:
                line.client.close()
                raise
            await self._keep(line)

    async def _keep(self, line: _Line) -> None:
        line.mails += 1
        line.used = asyncio.get_running_loop().time()
        if line.client.is_connected and line.mails < self.settings.mails_per_connection:
            self._free.append(line)
        else:
            await _hang_up(line.client)

    async def _reusable(self) -> _Line | None:
        """A free connection that still answers."""
        while self._free:
            line = self._free.pop()
            unused = asyncio.get_running_loop().time() - line.used
            usable = line.client.is_connected and unused < self.settings.idle
            if usable and (unused < FRESH or await _answers(line.client)):
                return line
            await _hang_up(line.client)
        return None

    async def _new(self) -> _Line:
        wanted = self.settings
        secure = wanted.security != "none"
        client = aiosmtplib.SMTP(
            hostname=wanted.host,
            port=wanted.port,
            username=wanted.user,
            password=wanted.password,
            local_hostname=wanted.hello,
            timeout=wanted.timeout,
            use_tls=wanted.security == "tls",
            start_tls=wanted.security == "starttls",
            tls_context=ssl.create_default_context(cafile=wanted.ca_file) if secure else None,
        )
        try:
            await client.connect()
        except (aiosmtplib.SMTPException, OSError, ValueError) as error:
            client.close()
            raise _NoConnection(failure(error).why) from error
        return _Line(client)


async def _answers(client: aiosmtplib.SMTP) -> bool:
    try:
        await client.noop()
    except (aiosmtplib.SMTPException, OSError):
        return False
    return True


async def _hang_up(client: aiosmtplib.SMTP) -> None:
    with suppress(aiosmtplib.SMTPException, OSError):
        if client.is_connected:
            await client.quit(timeout=2)
    client.close()


# -- what went wrong --------------------------------------------------------------------------


def failure(error: Exception) -> Failed:
    """What an error of the SMTP client means for the mail.

    Only a refusal of this recipient or of this content is permanent. A refused login or sender is a
    mistake in the host's settings, and no reason to give up a mail.
    """
    match error:
        case aiosmtplib.SMTPRecipientsRefused(recipients=[first, *_]):
            return Failed(first.code >= 500, _say(first.code, first.message))
        case aiosmtplib.SMTPRecipientRefused() | aiosmtplib.SMTPDataError():
            return Failed(error.code >= 500, _say(error.code, error.message))
        case aiosmtplib.SMTPResponseException():
            return Failed(False, _say(error.code, error.message))
        case aiosmtplib.SMTPNotSupported() | ValueError():
            return Failed(True, one_line(str(error))[:300])
        case aiosmtplib.SMTPConnectError():
            return Failed(False, one_line(str(error))[:300])
        case aiosmtplib.SMTPServerDisconnected() | aiosmtplib.SMTPTimeoutError():
            return Failed(False, one_line(str(error))[:300], uncertain=True)
        case _:
            return Failed(False, f"{type(error).__name__}: {one_line(str(error))[:300]}")


def _say(code: int, message: str) -> str:
    return f"{code} {one_line(message)[:300]}"

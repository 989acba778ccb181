"""What the configuration says about each way in and the way out."""

from __future__ import annotations

import os
import ssl
from pathlib import Path
from typing import Annotated, Literal

from pydantic import ConfigDict, Field, model_validator
from pydantic.dataclasses import dataclass

from adjudicator.mail.imap import ImapSettings
from adjudicator.mail.listener import ListenerSettings
from adjudicator.mail.transport import SmtpSettings

from ..mistakes import NotPossible

STRICT = ConfigDict(extra="forbid")
"""A key that is not known is a slip of the pen, and said."""


@dataclass(frozen=True, config=STRICT, kw_only=True)
class RatePart:
    """At most so many mails of one sender in so many seconds."""

    mails: Annotated[int, Field(ge=1)]
    seconds: Annotated[float, Field(gt=0)]


Port = Annotated[int, Field(ge=1, le=65535)]
Seconds = Annotated[float, Field(gt=0, le=86_400)]
Security = Literal["tls", "starttls", "none"]


@dataclass(frozen=True, config=STRICT, kw_only=True)
class Login:
    """A server we log in to. The password stands in a file or in the environment, never here."""

    host: str
    security: Security = "starttls"
    ca_file: Path | None = None
    """Certificates to trust instead of the system's."""
    timeout: Seconds = 60.0
    user: str | None = None
    password_file: Path | None = None
    password_env: str | None = None

    @model_validator(mode="after")
    def _whole(self) -> Login:
        given = [way for way in (self.password_file, self.password_env) if way is not None]
        if len(given) > 1:
            raise ValueError("give password_file or password_env, not both")
        if bool(given) != (self.user is not None):
            raise ValueError("user needs password_file or password_env, and they need a user")
        if given and self.security == "none" and not is_near(self.host):
            raise ValueError("a password is not sent without TLS; use starttls or tls")
        return self

    def trusted(self) -> str | None:
        return None if self.ca_file is None else str(self.ca_file)

    def password(self) -> str | None:
        """The password, read when it is needed."""
        if self.password_file is not None:
            return _read_secret(self.password_file)
        if self.password_env is None:
            return None
        found = os.environ.get(self.password_env)
        if not found:
            raise NotPossible(
                f"password_env: the environment variable {self.password_env} is not set"
            )
        return found


def _read_secret(file: Path) -> str:
    try:
        found = file.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise NotPossible(f"password_file: cannot read {file}: {error}") from error
    if not found:
        raise NotPossible(f"password_file: {file} is empty")
    return found


# -- in ---------------------------------------------------------------------------------------


@dataclass(frozen=True, config=STRICT, kw_only=True)
class MaildirIn:
    """Mail that somebody puts into a Maildir."""

    kind: Literal["maildir"] = "maildir"
    folder: Path | None = None
    """By default ``in`` below the folder of the service."""
    poll: Seconds = 1.0

    def label(self) -> str:
        return f"maildir {self.folder or 'in'}"


@dataclass(frozen=True, config=STRICT, kw_only=True)
class Door:
    """What listeners have in common."""

    host: str = "127.0.0.1"
    hostname: str = "localhost"
    """What we call ourselves."""
    certificate: Path | None = None
    """With it and its key, STARTTLS is offered."""
    key: Path | None = None
    connections: Annotated[int, Field(ge=1)] = 100

    @model_validator(mode="after")
    def _pair(self) -> Door:
        if (self.certificate is None) != (self.key is None):
            raise ValueError("certificate and key belong together")
        return self

    def settings(self, port: int, socket: Path | None) -> ListenerSettings:
        return ListenerSettings(
            host=self.host,
            port=port,
            path=socket,
            hostname=self.hostname,
            connections=self.connections,
            tls=self._tls(),
        )

    def _tls(self) -> ssl.SSLContext | None:
        if self.certificate is None:
            return None
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        try:
            context.load_cert_chain(self.certificate, self.key)
        except OSError as error:  # a bad certificate is one too
            raise NotPossible(f"certificate: cannot use {self.certificate}: {error}") from error
        return context


@dataclass(frozen=True, config=STRICT, kw_only=True)
class SmtpIn(Door):
    """Mail that a mail server, or anybody who may connect, hands over by SMTP."""

    kind: Literal["smtp"] = "smtp"
    port: Port = 8025

    def label(self) -> str:
        return f"smtp {self.host}:{self.port}"

    def listener(self) -> ListenerSettings:
        return self.settings(self.port, None)


@dataclass(frozen=True, config=STRICT, kw_only=True)
class LmtpIn(Door):
    """Mail that a mail server delivers by LMTP, to a port or a Unix socket."""

    kind: Literal["lmtp"] = "lmtp"
    port: Port = 8024
    socket: Path | None = None

    def label(self) -> str:
        return f"lmtp {self.socket or f'{self.host}:{self.port}'}"

    def listener(self) -> ListenerSettings:
        return self.settings(self.port, self.socket)


@dataclass(frozen=True, config=STRICT, kw_only=True)
class ImapIn(Login):
    """Mail in a mailbox at a provider."""

    kind: Literal["imap"] = "imap"
    port: Port = 993
    security: Security = "tls"
    folder: str = "INBOX"
    taken: str = "Taken"
    refused: str = "Refused"
    idle: Annotated[float, Field(gt=0, le=29 * 60)] = 120.0
    poll: Seconds = 60.0

    @model_validator(mode="after")
    def _somebody(self) -> ImapIn:
        if self.user is None:
            raise ValueError("user is missing")
        return self

    def label(self) -> str:
        return f"imap {self.host}:{self.port} {self.folder}"

    def settings(self) -> ImapSettings:
        return ImapSettings(
            self.host,
            self.user or "",
            self.password() or "",
            self.port,
            self.security,
            self.folder,
            self.taken,
            self.refused,
            self.idle,
            self.poll,
            self.timeout,
            ca_file=self.trusted(),
        )


SourcePart = Annotated[MaildirIn | SmtpIn | LmtpIn | ImapIn, Field(discriminator="kind")]


# -- out --------------------------------------------------------------------------------------


@dataclass(frozen=True, config=STRICT, kw_only=True)
class MaildirOut:
    """A Maildir for each player, for trying out."""

    kind: Literal["maildir"] = "maildir"
    folder: Path | None = None
    """By default ``out`` below the folder of the service."""

    def label(self) -> str:
        return f"maildir {self.folder or 'out'}"


@dataclass(frozen=True, config=STRICT, kw_only=True)
class SmtpOut(Login):
    """The mail server that sends our mail."""

    kind: Literal["smtp"] = "smtp"
    port: Port = 587
    hello: str = "localhost"
    """What we call ourselves."""
    connections: Annotated[int, Field(ge=1, le=50)] = 4

    def label(self) -> str:
        return f"smtp {self.host}:{self.port}"

    def settings(self) -> SmtpSettings:
        return SmtpSettings(
            self.host,
            self.port,
            self.security,
            self.user,
            self.password(),
            self.trusted(),
            self.hello,
            self.timeout,
            self.connections,
        )


SendPart = Annotated[MaildirOut | SmtpOut, Field(discriminator="kind")]


def is_near(host: str) -> bool:
    """Whether nobody can listen on the way.

    >>> is_near("localhost"), is_near("127.0.0.1"), is_near("mail.example.org")
    (True, True, False)
    """
    return host in ("localhost", "::1") or host.startswith("127.")

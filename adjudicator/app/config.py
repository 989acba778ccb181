"""The configuration of the mail service: a TOML file; secrets stand in files or the environment."""

from __future__ import annotations

import os
import secrets
import tomllib
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from adjudicator.mail.address import Signer
from adjudicator.mail.listener import ListenerSettings
from adjudicator.mail.transport import SmtpSettings

from .mistakes import NotPossible

KEY_VARIABLE = "ADJUDICATOR_KEY"
PASSWORD_VARIABLE = "ADJUDICATOR_SMTP_PASSWORD"


@dataclass(frozen=True, slots=True)
class Config:
    """Everything the mail service has to be told. The defaults are for trying it out."""

    folder: Path
    """Where the mail folders and the key lie."""
    mailbox: str = "referee@localhost.example"
    name: str = "Dungeon Twister referee"
    days: float = 3.0
    """How long somebody may take for an answer."""
    listen: str = "127.0.0.1:8025"
    """Where mail is taken by SMTP; empty: nowhere."""
    pictures: bool = True
    smtp: dict[str, Any] = field(default_factory=dict)
    """The server that sends our mail; without one it goes to Maildirs below the folder."""

    @property
    def inbox(self) -> Path:
        """The Maildir in which mail to us may be put."""
        return self.folder / "in"

    @property
    def outbox(self) -> Path:
        """The folder with a Maildir for each player, if there is no mail server."""
        return self.folder / "out"

    def signer(self) -> Signer:
        """Our mailbox with its key, which is made at the first use."""
        return Signer(self.mailbox, self._key())

    def _key(self) -> bytes:
        given = os.environ.get(KEY_VARIABLE)
        if given:
            return given.encode()
        file = self.folder / "key"
        if not file.exists():
            self.folder.mkdir(parents=True, exist_ok=True)
            number = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(number, "w") as out:
                out.write(secrets.token_hex(32))
        return file.read_text().strip().encode()

    def listener(self) -> ListenerSettings | None:
        if not self.listen:
            return None
        host, _, port = self.listen.rpartition(":")
        if not port.isdecimal() or int(port) > 65535:
            raise NotPossible(f"listen: {self.listen!r} should be like 127.0.0.1:8025")
        return ListenerSettings(host=host or "127.0.0.1", port=int(port))

    def smtp_settings(self) -> SmtpSettings | None:
        if not self.smtp:
            return None
        known = {f.name for f in fields(SmtpSettings)} - {"password"}
        unknown = sorted(set(self.smtp) - known)
        if unknown:
            raise NotPossible(f"smtp.{unknown[0]} is not known; known: {', '.join(sorted(known))}")
        return SmtpSettings(**self.smtp, password=os.environ.get(PASSWORD_VARIABLE))


def read_config(file: Path | None) -> Config:
    """The configuration in a file; without one, everything lies below ``./mail``."""
    if file is None:
        return Config(Path("mail"))
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise NotPossible(f"cannot read {file}: {error}") from error
    except tomllib.TOMLDecodeError as error:
        raise NotPossible(f"{file}: {error}") from error
    known = {f.name for f in fields(Config)}
    unknown = sorted(set(data) - known)
    if unknown:
        raise NotPossible(f"{file}: {unknown[0]!r} is not known; known: {', '.join(sorted(known))}")
    data["folder"] = Path(data.get("folder", "mail"))
    config = Config(**data)
    config.listener()
    config.smtp_settings()
    try:
        Signer(config.mailbox, b"only to look at the mailbox")
    except ValueError as error:
        raise NotPossible(f"{file}: mailbox: {error}") from error
    return config

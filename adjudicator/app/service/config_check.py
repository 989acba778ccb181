"""Looking over a configuration before somebody relies on it."""

from __future__ import annotations

import asyncio
import os
import socket
import stat
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import NamedTuple

from imap_tools.errors import ImapToolsError

from adjudicator.mail.imap import ImapSettings, describe, open_box
from adjudicator.mail.transport import Failed, SmtpSettings, SmtpTransport
from adjudicator.storage.errors import StorageError
from adjudicator.storage.migrate import form

from ..mistakes import NotPossible
from .config import KEY_VARIABLE, Config
from .config_parts import ImapIn, LmtpIn, Login, MaildirIn, MaildirOut, SmtpIn, SmtpOut, SourcePart


class Weight(Enum):
    """Whether a finding is as it should be, worth a thought, or wrong."""

    FINE = "ok"
    WARNING = "warning"
    FAULT = "fault"


class Finding(NamedTuple):
    """One thing that was looked at."""

    weight: Weight
    text: str


def check_config(config: Config, database: str, connect: bool) -> Iterator[Finding]:
    """Everything that can be said without serving; with ``connect``, servers are asked too."""
    yield _fine(f"mail to {config.mailbox} is answered as {config.name!r}")
    yield from _check_folder("folder", config.folder)
    yield from _check_key(config)
    yield from _check_database(database)
    for number, part in enumerate(config.sources, start=1):
        for finding in _check_source(config, part, connect):
            yield finding._replace(text=f"source {number}: {finding.text}")
    if not config.sources:
        yield Finding(Weight.WARNING, "there is no source: mail comes only by adjudicator receive")
    for finding in _check_send(config, connect):
        yield finding._replace(text=f"send: {finding.text}")


def _fine(text: str) -> Finding:
    return Finding(Weight.FINE, text)


def _fault(text: str) -> Finding:
    return Finding(Weight.FAULT, text)


# -- files ------------------------------------------------------------------------------------


def _check_folder(name: str, folder: Path) -> Iterator[Finding]:
    """A folder that we can write to, or make."""
    there = folder
    while not there.exists() and there != there.parent:
        there = there.parent
    if not there.is_dir():
        yield _fault(f"{name}: {there} is no folder")
    elif not os.access(there, os.W_OK | os.X_OK):
        yield _fault(f"{name}: {there} cannot be written to by this user")
    elif there == folder:
        yield _fine(f"{name}: {folder}")
    else:
        yield _fine(f"{name}: {folder} will be made")


def _check_key(config: Config) -> Iterator[Finding]:
    if os.environ.get(KEY_VARIABLE):
        yield _fine(f"the key comes from {KEY_VARIABLE}")
    elif not config.key_place.exists():
        yield _fine(f"the key {config.key_place} will be made")
        return
    else:
        yield from _check_secret_file("the key", config.key_place)
    try:
        config.signer()
    except (NotPossible, OSError, UnicodeDecodeError) as error:
        yield _fault(f"the key: {error}")


def _check_secret_file(what: str, file: Path) -> Iterator[Finding]:
    try:
        mode = file.stat().st_mode
    except OSError as error:
        yield _fault(f"{what}: cannot read {file}: {error.strerror}")
        return
    if mode & (stat.S_IRWXG | stat.S_IRWXO):
        yield Finding(Weight.WARNING, f"{what}: others may read {file}; run: chmod 600 {file}")
    else:
        yield _fine(f"{what}: {file}")


def _check_database(name: str) -> Iterator[Finding]:
    shown = name.rpartition("@")[2] if "://" in name else name
    if "://" not in name and not Path(name).exists():
        yield _fine(f"database: {shown} will be made by serve")
        return
    try:
        found = form(name)
    except StorageError as error:
        yield _fault(f"database: {error}")
        return
    state = "will be brought to the form needed by serve" if found.pending else "is ready"
    yield _fine(f"database: {shown} {state}")


# -- in ---------------------------------------------------------------------------------------


def _check_source(config: Config, part: SourcePart, connect: bool) -> Iterator[Finding]:
    match part:
        case MaildirIn():
            folder = part.folder or config.folder / "in"
            yield _fine(f"looks into the Maildir {folder} every {part.poll:g} s")
            yield from _check_folder("folder", folder)
        case SmtpIn() | LmtpIn():
            yield _fine(f"listens at {part.label()}")
            yield from _check_listener(part, connect)
        case ImapIn():
            yield _fine(
                f"reads {part.folder} of {part.user} at {part.host}:{part.port} ({part.security})"
            )
            yield from _check_login(part)
            if connect:
                yield from _connect_imap(part)


def _check_listener(part: SmtpIn | LmtpIn, connect: bool) -> Iterator[Finding]:
    try:
        part.listener()
    except NotPossible as error:
        yield _fault(str(error))
    path = part.socket if isinstance(part, LmtpIn) else None
    if path is not None:
        yield from _check_folder("socket", path.parent)
    elif connect:
        yield from _try_port(part)


def _try_port(part: SmtpIn | LmtpIn) -> Iterator[Finding]:
    try:
        with socket.create_server((part.host, part.port)):
            yield _fine("the port is free")
    except OSError as error:
        text = f"cannot listen there now ({error.strerror}); does the service run already?"
        yield Finding(Weight.WARNING, text)


def _check_login(part: Login) -> Iterator[Finding]:
    if part.user is None:
        return
    if part.password_file is not None:
        yield from _check_secret_file("password_file", part.password_file)
    try:
        part.password()
    except NotPossible as error:
        yield _fault(str(error))


def _connect_imap(part: ImapIn) -> Iterator[Finding]:
    try:
        settings = part.settings()
    except NotPossible:
        return  # already told
    try:
        yield _fine(f"logged in; {_count(settings)} mails wait")
    except (ImapToolsError, OSError, ValueError) as error:
        yield _fault(f"cannot read {part.label()}: {describe(error)}")


def _count(settings: ImapSettings) -> int:
    box = open_box(settings)
    with box.login(settings.user, settings.password, initial_folder=settings.folder):
        return len(box.uids("ALL", charset=None))


# -- out --------------------------------------------------------------------------------------


def _check_send(config: Config, connect: bool) -> Iterator[Finding]:
    match config.send:
        case MaildirOut():
            yield _fine(f"no mail leaves; each player has a Maildir below {config.outbox}")
            yield from _check_folder("folder", config.outbox)
        case SmtpOut() as part:
            who = f" as {part.user}" if part.user else ""
            yield _fine(f"through {part.host}:{part.port} ({part.security}){who}")
            yield from _check_login(part)
            if connect:
                yield from _connect_smtp(part)


def _connect_smtp(part: SmtpOut) -> Iterator[Finding]:
    try:
        settings = part.settings()
    except NotPossible:
        return  # already told
    failed = asyncio.run(_greet(settings))
    yield _fine("the server welcomes us") if failed is None else _fault(failed.why)


async def _greet(settings: SmtpSettings) -> Failed | None:
    transport = SmtpTransport(settings)
    try:
        return await transport.greet()
    finally:
        await transport.close()

"""The configuration of the mail service: a TOML file; secrets stand in files or the environment."""

from __future__ import annotations

import os
import secrets
import socket
import tomllib
from collections.abc import Mapping
from dataclasses import fields, replace
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, TypeAdapter, ValidationError
from pydantic.dataclasses import dataclass

from adjudicator.mail.address import Signer
from adjudicator.mail.guard import DEFAULT_RATES, Rate

from ..mistakes import NotPossible
from .config_parts import (
    STRICT,
    ImapIn,
    LmtpIn,
    MaildirIn,
    MaildirOut,
    RatePart,
    SendPart,
    SmtpIn,
    SmtpOut,
    SourcePart,
)

KEY_VARIABLE = "ADJUDICATOR_KEY"
CONFIG_VARIABLE = "ADJUDICATOR_CONFIG"
EXAMPLE = Path(__file__).with_name("example.toml")


@dataclass(frozen=True, config=STRICT)
class Config:
    """Everything the mail service has to be told. The defaults are for trying it out."""

    folder: Path
    """Where the mail folders and the key lie."""
    mailbox: str = "referee@localhost.example"
    name: str = "Dungeon Twister referee"
    database: str | None = None
    """The database, unless ``--db`` or the environment names one."""
    days: Annotated[float, Field(gt=0, le=365)] = 3.0
    """How long somebody may take for an answer."""
    pictures: bool = True
    moderators: tuple[str, ...] = ()
    """The addresses of those who are told of disputes, bounces and the like."""
    require_proof: bool = False
    """Whether a mail must be proven to come from its sender (DKIM or the server's word)."""
    auth_server: str | None = None
    """The name our own mail server writes into Authentication-Results; no other's are believed."""
    rates: tuple[RatePart, ...] = ()
    """How many mails one sender may write; without any, as many as a person may."""
    clock_gap: Annotated[float, Field(gt=0)] = 24.0
    """Hours by which the clock may jump before nobody's time runs out until a person confirms."""
    worker: str = ""
    """The name of this worker, if several serve one database."""
    key_file: Path | None = None
    """The secret that signs reply addresses; by default ``key`` below the folder."""
    sources: tuple[SourcePart, ...] = (MaildirIn(), SmtpIn())
    send: SendPart = MaildirOut()

    @property
    def allowed(self) -> tuple[Rate, ...]:
        """How many mails one sender may write."""
        return tuple(Rate(part.mails, part.seconds) for part in self.rates) or DEFAULT_RATES

    @property
    def inbox(self) -> Path:
        """The Maildir in which mail to us may be put."""
        return self.inboxes[0]

    @property
    def inboxes(self) -> tuple[Path, ...]:
        """All Maildirs that are looked into."""
        own = self.folder / "in"
        parts = (part for part in self.sources if isinstance(part, MaildirIn))
        return tuple(part.folder or own for part in parts) or (own,)

    @property
    def outbox(self) -> Path:
        """The folder with a Maildir for each player, if there is no mail server."""
        given = self.send.folder if isinstance(self.send, MaildirOut) else None
        return given or self.folder / "out"

    @property
    def worker_name(self) -> str:
        """Who claims mails to send; the same after each start, and no one else's."""
        return self.worker or f"{socket.gethostname()}:{self.folder.resolve()}"

    @property
    def key_place(self) -> Path:
        return self.key_file or self.folder / "key"

    def signer(self) -> Signer:
        """Our mailbox with its key, which is made at the first use."""
        try:
            return Signer(self.mailbox, self._key())
        except ValueError as error:
            raise NotPossible(f"{KEY_VARIABLE} or {self.key_place}: {error}") from error

    def _key(self) -> bytes:
        given = os.environ.get(KEY_VARIABLE)
        if given:
            return given.encode()
        if not self.key_place.exists():
            self.key_place.parent.mkdir(parents=True, exist_ok=True)
            number = os.open(self.key_place, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(number, "w") as out:
                out.write(secrets.token_hex(32))
        return self.key_place.read_text().strip().encode()


# -- reading ----------------------------------------------------------------------------------


def read_config(file: Path | None) -> Config:
    """The configuration in a file; without one, everything lies below ``./mail``.

    Paths in a file count from the folder that the file lies in.
    """
    if file is None:
        return Config(Path("mail"))
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise NotPossible(f"cannot read {file}: {error}") from error
    except tomllib.TOMLDecodeError as error:
        raise NotPossible(f"{file}: {error}") from error
    try:
        return _placed(parse_config(data), file.parent)
    except NotPossible as error:
        raise NotPossible(f"{file}: {error}") from error


def parse_config(data: Mapping[str, Any]) -> Config:
    """The configuration that a TOML table describes."""
    _refuse_secrets(data)
    table = {"folder": "mail", **data}
    if "sources" in table:
        raise NotPossible("sources is not known; each source is a table [[source]]")
    if isinstance(table.get("source"), dict):
        raise NotPossible("[source] should have double brackets: [[source]]")
    if "source" in table:
        table["sources"] = table.pop("source")
    try:
        config: Config = TypeAdapter(Config).validate_python(table)
    except ValidationError as error:
        raise NotPossible("\n".join(sorted(map(_fault, error.errors())))) from error
    _check(config)
    return config


def _check(config: Config) -> None:
    for key, address in [
        ("mailbox", config.mailbox),
        *(("moderators", m) for m in config.moderators),
    ]:
        if "@" not in address:
            raise NotPossible(f"{key}: {address!r} is no address like referee@example.org")
    try:
        Signer(config.mailbox, b"only to look at the mailbox")
    except ValueError as error:
        raise NotPossible(f"mailbox: {error}") from error
    labels = [part.label() for part in config.sources]
    for label in labels:
        if labels.count(label) > 1:
            raise NotPossible(f"source: {label} is there twice")


def _refuse_secrets(table: Mapping[str, Any], where: str = "") -> None:
    """A settings file is copied, shown and kept in archives: no secret may stand in it."""
    for key, value in table.items():
        name = f"{where}{key}"
        if key in ("password", "secret", "token") or (key == "key" and not where):
            raise NotPossible(
                f"{name}: a secret does not belong into this file; write it into a file of its own"
                f" and name that in {name}_file, or name an environment variable in {name}_env"
            )
        if key == "database" and isinstance(value, str) and ":" in _user_of(value):
            raise NotPossible(
                "database: a password does not belong into this file; leave it out here and use"
                " ~/.pgpass or PGPASSWORD, or give the whole URL in ADJUDICATOR_DB"
            )
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, dict):
                _refuse_secrets(part, f"{name}.")


def _user_of(url: str) -> str:
    """The part of a URL before the host.

    >>> _user_of("postgresql://anna:x@host/db"), _user_of("games.db")
    ('anna:x', '')
    """
    return url.partition("://")[2].partition("/")[0].rpartition("@")[0]


# -- what is wrong ----------------------------------------------------------------------------

_PARTS: Mapping[tuple[str, str], Any] = {
    ("sources", "maildir"): MaildirIn,
    ("sources", "smtp"): SmtpIn,
    ("sources", "lmtp"): LmtpIn,
    ("sources", "imap"): ImapIn,
    ("send", "maildir"): MaildirOut,
    ("send", "smtp"): SmtpOut,
}
_EXPECTED = {
    "path_type": "should be a path in quotes",
    "tuple_type": "should be a list in brackets",
    "dataclass_type": "should be a table",
    "model_attributes_type": "should be a table",
}


def _fault(fault: Any) -> str:  # pydantic's description of an error
    """One fault in words: which key, what is wrong, what is expected.

    A place looks like ``("sources", 0, "imap", "port")``; people count from 1 and know the kind.
    """
    place = list(fault["loc"])
    kind = next((part for part in place[1:] if (place[0], part) in _PARTS), "")
    name = ".".join(_shown(part) for part in place if part != kind).replace(".#", " ")
    match fault["type"]:
        case "unexpected_keyword_argument":
            part = _PARTS.get((place[0], kind), Config)
            known = sorted(_shown(f.name) for f in fields(part) if f.name != "kind")
            return f"{name} is not known; known: {', '.join(known)}"
        case "union_tag_not_found" | "union_tag_invalid":
            kinds = [one for where, one in _PARTS if where == place[0]]
            return f"{name}.kind should be one of: {', '.join(kinds)}"
        case "missing":
            return f"{name} is missing"
        case "value_error":
            return f"{name}: {fault['ctx']['error']}"
        case other:
            expected = _EXPECTED.get(other) or fault["msg"].replace("Input should", "should")
            return f"{name} {expected}, not {fault['input']!r}"


def _shown(part: str | int) -> str:
    if isinstance(part, int):
        return f"#{part + 1}"
    return "source" if part == "sources" else part


# -- where things lie -------------------------------------------------------------------------


def _placed(config: Config, base: Path) -> Config:
    """The same with all paths counted from a folder."""
    parts = tuple(_with_paths(part, base) for part in config.sources)
    placed: Config = _with_paths(config, base)
    placed = replace(placed, sources=parts, send=_with_paths(config.send, base))
    if config.database is not None and "://" not in config.database:
        placed = replace(placed, database=str(base / config.database))
    return placed


def _with_paths(part: Any, base: Path) -> Any:  # any of the parts above
    found = {f.name: getattr(part, f.name) for f in fields(part)}
    return replace(part, **{k: base / v for k, v in found.items() if isinstance(v, Path)})

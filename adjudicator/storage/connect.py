"""Connections: SQLite by default, PostgreSQL by URL, with the settings that keep a log safe."""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from enum import IntEnum
from pathlib import Path

from sqlalchemy import URL, Connection, Engine, create_engine, event, func, select
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DatabaseError, DBAPIError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from .errors import DatabaseTrouble as DatabaseTrouble

BUSY_SECONDS = 30
"""How long somebody waits for another's transaction."""
CONNECT_SECONDS = 10
"""How long a server may take to answer."""
KNOWN = ("sqlite", "postgresql")


def database_url(text: str) -> str:
    """A URL, or the path of an SQLite file.

    >>> database_url("games.db")
    'sqlite:///games.db'
    >>> database_url("postgresql://localhost/games")
    'postgresql+psycopg://localhost/games'
    """
    if "://" not in text:
        return f"sqlite:///{text}"
    if text.startswith(("postgresql://", "postgres://")):
        return "postgresql+psycopg://" + text.split("://", 1)[1]
    return text


def connect(text: str, foreign_keys: bool = True, create: bool = False) -> Engine:
    """An engine for a database. An SQLite file is only made if ``create`` says so.

    Migrations switch foreign keys off while tables are rebuilt.
    """
    url = _url(text)
    if url.get_backend_name() == "sqlite":
        _find_file(url, create)
        engine = create_engine(url, pool_timeout=BUSY_SECONDS)
        _guard_sqlite(engine, foreign_keys)
        return engine
    patience = f"-c lock_timeout={int(BUSY_SECONDS * 1000)}"
    settings = {"connect_timeout": CONNECT_SECONDS, "options": url.query.get("options", patience)}
    try:
        return create_engine(url, pool_timeout=BUSY_SECONDS, connect_args=settings)
    except ImportError as error:
        raise DatabaseTrouble(
            "PostgreSQL needs its driver; install it with: pip install 'adjudicator[postgres]'"
        ) from error


def _url(text: str) -> URL:
    try:
        url = make_url(database_url(text))
        if url.get_backend_name() in KNOWN:
            return url
    except (ArgumentError, ValueError) as error:
        raise DatabaseTrouble(f"{_without_password(text)!r} is no database: {error}") from error
    raise DatabaseTrouble(
        f"{_without_password(text)!r} is no database this program knows; write the path of an"
        " SQLite file, or postgresql://USER@HOST/NAME"
    )


def _without_password(text: str) -> str:
    """
    >>> _without_password("oracle://anna:secret@host/games")
    'oracle://anna:***@host/games'
    """
    return re.sub(r"(://[^:/@]*):[^@]*@", r"\1:***@", text)


def _find_file(url: URL, create: bool) -> None:
    """An SQLite file that is there. A new one is its owner's alone: it holds the secret seeds."""
    if not url.database or url.database == ":memory:" or "uri" in url.query:
        raise DatabaseTrouble("name the database by the path of a file")
    path = Path(url.database)
    try:
        if path.exists():
            return
        if not create:
            raise DatabaseTrouble(
                f"there is no database {path} yet; make it with: adjudicator db upgrade"
            )
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600))
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else None
        raise DatabaseTrouble(f"cannot use {path} as a database: {why or error}") from error


def _guard_sqlite(engine: Engine, foreign_keys: bool) -> None:
    """Write-ahead log, full synchronisation, and a write lock from the first statement on.

    Without BEGIN IMMEDIATE two transactions that read before they write lose updates silently.
    """

    @event.listens_for(engine, "connect")
    def on_connect(connection: sqlite3.Connection, _record: object) -> None:
        connection.isolation_level = None  # we begin transactions ourselves
        for pragma in (
            f"busy_timeout={int(BUSY_SECONDS * 1000)}",
            "journal_mode=WAL",
            "synchronous=FULL",
            f"foreign_keys={'ON' if foreign_keys else 'OFF'}",
        ):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def on_begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")


@contextmanager
def transaction(engine: Engine) -> Iterator[Connection]:
    """One transaction: everything in it happens, or nothing does."""
    try:
        with engine.begin() as connection:
            yield connection
    except PoolTimeout as error:
        raise DatabaseTrouble(f"{_where(engine)}: too many at once; try again") from error
    except DatabaseError as error:
        why = _plain(error)
        if why is None:
            raise
        raise DatabaseTrouble(f"{_where(engine)} {why}") from error


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """A transaction that sees one moment of the database, whatever others write meanwhile."""
    with transaction(engine) as connection:
        if connection.dialect.name == "postgresql":
            connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        yield connection


class Lock(IntEnum):
    """What one transaction at a time may do on PostgreSQL, by the key of its advisory lock."""

    MIGRATING = 0x44545549
    NUMBERING = 0x4454554A
    BEATING = 0x4454554B


def hold(db: Connection, lock: Lock) -> None:
    """Let nobody else do this before this transaction ends; SQLite has locked everything anyway."""
    if db.dialect.name == "postgresql":
        db.execute(select(func.pg_advisory_xact_lock(lock.value)))


def _where(engine: Engine) -> str:
    if engine.dialect.name == "sqlite":
        return str(engine.url.database)
    shown = engine.url.set(drivername="postgresql")
    return shown.render_as_string(hide_password=True)


def _plain(error: DBAPIError) -> str | None:
    """What is wrong, in words that follow the name of the database; nothing if it is our bug."""
    why = " ".join(str(error.orig).split())[:300]
    if "no such table" in why or re.search('relation ".*" does not exist', why):
        return "is not set up yet; run: adjudicator db upgrade"
    if re.search('database ".*" does not exist', why):
        return "is not there; make it with createdb, then run: adjudicator db upgrade"
    if "locked" in why or "lock timeout" in why:
        return f"is busy: somebody has been writing for {BUSY_SECONDS} seconds; try again"
    if "not a database" in why or "malformed" in why:
        return f"is no database, or a damaged one ({why})"
    if "readonly" in why or "read-only" in why:
        return "cannot be written to"
    return f"cannot be used: {why}" if isinstance(error, OperationalError) else None

"""Connections: SQLite by default, PostgreSQL by URL, with the settings that keep a log safe."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, OperationalError

BUSY_SECONDS = 30


class DatabaseTrouble(Exception):
    """The database cannot be used; the message says why and what to do."""


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


def connect(text: str, foreign_keys: bool = True) -> Engine:
    """An engine for a database. Migrations switch foreign keys off while tables are rebuilt."""
    try:
        url = make_url(database_url(text))
        engine = create_engine(url)
    except (ArgumentError, ImportError, ValueError) as error:
        raise DatabaseTrouble(f"{text!r} is no database: {error}") from error
    if url.get_backend_name() == "sqlite":
        _guard_sqlite(engine, foreign_keys)
    return engine


def _guard_sqlite(engine: Engine, foreign_keys: bool) -> None:
    """Write-ahead log, full synchronisation, and a write lock from the first statement on.

    Without BEGIN IMMEDIATE two transactions that read before they write lose updates silently.
    """

    @event.listens_for(engine, "connect")
    def on_connect(connection: sqlite3.Connection, _record: object) -> None:
        connection.isolation_level = None  # we begin transactions ourselves
        for pragma in (
            "journal_mode=WAL",
            "synchronous=FULL",
            f"busy_timeout={BUSY_SECONDS * 1000}",
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
    except OperationalError as error:
        raise DatabaseTrouble(_plain(engine, error)) from error


def _plain(engine: Engine, error: OperationalError) -> str:
    why = str(error.orig).strip().splitlines()[0]
    where = engine.url.render_as_string(hide_password=True)
    if "no such table" in why or "does not exist" in why:
        return f"{where} is not set up yet; run: adjudicator db upgrade"
    return f"{where}: {why}"


def backup_sqlite(engine: Engine, target: Path) -> None:
    """A consistent copy of an SQLite database, taken while others may be writing."""
    source = engine.raw_connection()
    try:
        driver = source.driver_connection
        assert isinstance(driver, sqlite3.Connection), "only SQLite is copied this way"
        with sqlite3.connect(target) as copy:
            driver.backup(copy)
        copy.close()
    finally:
        source.close()

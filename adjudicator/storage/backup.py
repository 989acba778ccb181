"""Copies of a database, taken while others may be writing."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from contextlib import suppress
from pathlib import Path

from sqlalchemy import Engine

from .connect import connect, transaction
from .errors import DatabaseTrouble


def backup(url: str, target: Path) -> None:
    """Write a consistent copy into a new file, wholly or not at all; only its owner may read it."""
    engine = connect(url)
    half = target.with_name(f"{target.name}.half")
    try:
        _make_room(target, half)
        if engine.dialect.name == "sqlite":
            _copy_sqlite(engine, half)
        else:
            _dump_postgres(engine, half)
        os.link(half, target)  # unlike a renaming, this never overwrites
    except FileExistsError as error:
        raise DatabaseTrouble(f"{error.filename2 or error.filename} exists already") from error
    except OSError as error:
        raise DatabaseTrouble(f"cannot write {target}: {error.strerror or error}") from error
    finally:
        with suppress(OSError):
            half.unlink()
        engine.dispose()


def _make_room(target: Path, half: Path) -> None:
    if target.exists():
        raise FileExistsError(0, "exists", str(target))
    with suppress(FileNotFoundError):
        half.unlink()  # left behind by a crash
    os.close(os.open(half, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


def _copy_sqlite(engine: Engine, target: Path) -> None:
    with transaction(engine) as db:
        db.exec_driver_sql("SELECT 1 FROM game LIMIT 1")  # a database of ours, and readable
    source = engine.raw_connection()
    try:
        driver = source.driver_connection
        assert isinstance(driver, sqlite3.Connection), "this is SQLite"
        copy = sqlite3.connect(target)
        try:
            driver.backup(copy)
        finally:
            copy.close()
    except sqlite3.Error as error:
        raise DatabaseTrouble(f"the copy failed: {error}") from error
    finally:
        source.close()
    with target.open("rb") as file:
        os.fsync(file.fileno())


def _dump_postgres(engine: Engine, target: Path) -> None:
    """PostgreSQL's own dump; the password is not shown to other users of the machine."""
    program = shutil.which("pg_dump")
    if program is None:
        raise DatabaseTrouble(
            "pg_dump is not installed; it comes with PostgreSQL's client programs"
        )
    url = engine.url.set(drivername="postgresql")
    secret = {} if url.password is None else {"PGPASSWORD": str(url.password)}
    name = url._replace(password=None).render_as_string(hide_password=False)
    words = [program, "--format=custom", f"--file={target}", f"--dbname={name}"]
    done = subprocess.run(words, env=os.environ | secret, capture_output=True, text=True)
    if done.returncode != 0:
        raise DatabaseTrouble(f"pg_dump failed: {' '.join(done.stderr.split())[:300]}")

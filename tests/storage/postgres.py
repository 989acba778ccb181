"""Databases on a PostgreSQL server: the one the environment names, or one of our own."""

from __future__ import annotations

import glob
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.engine import make_url

from adjudicator.storage.connect import database_url

VARIABLE = "ADJUDICATOR_TEST_POSTGRES"
"""The URL of a database whose owner may make others, like postgresql://me@localhost/postgres."""

_numbers = count(1)


def find_programs() -> Path | None:
    """The folder of initdb and pg_ctl; Debian keeps it off the PATH."""
    on_path = shutil.which("initdb")
    if on_path is not None:
        return Path(on_path).resolve().parent
    folders = sorted(glob.glob("/usr/lib/postgresql/*/bin"))
    return next((Path(f) for f in reversed(folders) if Path(f, "initdb").exists()), None)


@contextmanager
def running_server() -> Iterator[str]:
    """The URL of a server's first database. Skips the test if there is no server, except in CI."""
    given = os.environ.get(VARIABLE)
    if given:
        yield given
        return
    programs = find_programs()
    if programs is None:
        text = f"no PostgreSQL: install postgresql, or name a server in {VARIABLE}"
        pytest.fail(text) if os.environ.get("CI") else pytest.skip(text)
    with _own_server(programs) as url:
        yield url


@contextmanager
def _own_server(programs: Path) -> Iterator[str]:
    """A server in a temporary folder, reached by a socket there and by nothing else."""
    folder = Path(tempfile.mkdtemp(prefix="dt-postgres-"))
    data = folder / "data"
    if os.geteuid() == 0:
        shutil.chown(folder, "postgres")
    settings = (
        f"-c listen_addresses='' -c unix_socket_directories={folder} -c fsync=off"
        " -c max_connections=60"
    )
    try:
        _run(programs / "initdb", "-D", data, "-A", "trust", "-U", "postgres", "-E", "UTF8",
             "--no-locale", "--no-sync")  # fmt: skip
        _run(programs / "pg_ctl", "-D", data, "-w", "-l", folder / "log", "-o", settings, "start")
        try:
            yield f"postgresql://postgres@/postgres?host={folder}"
        finally:
            _run(programs / "pg_ctl", "-D", data, "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _run(*words: object) -> None:
    """As the user postgres: the programs refuse to be run by root."""
    command = [str(word) for word in words]
    if os.geteuid() == 0:
        command = ["runuser", "-u", "postgres", "--", *command]
    done = subprocess.run(
        command, cwd="/", stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE, text=True, timeout=60,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr


@contextmanager
def temporary_database(server: str, template: str = "") -> Iterator[str]:
    """A new database, empty or like another one, until it is not needed any more."""
    url = make_url(database_url(server))
    engine = create_engine(url, isolation_level="AUTOCOMMIT")
    name = f"test_{id(engine)}_{next(_numbers)}"
    with engine.connect() as db:
        like = f" TEMPLATE {make_url(template).database}" if template else ""
        db.execute(text(f"CREATE DATABASE {name}{like}"))
    try:
        yield url.set(database=name).render_as_string(hide_password=False)
    finally:
        with engine.connect() as db:
            db.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
        engine.dispose()

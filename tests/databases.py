"""Databases that are ready. The migrations run once in each process; every test gets a copy."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from adjudicator.storage.migrate import upgrade


def new_database(path: Path) -> str:
    """An SQLite database without games, in the form that this program needs; says where it is."""
    path.touch(0o600)
    path.write_bytes(_ready())
    return str(path)


@cache
def _ready() -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder, "games.db")
        upgrade(str(path))
        return path.read_bytes()

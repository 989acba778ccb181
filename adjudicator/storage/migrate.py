"""Bringing a database to the form this program needs. Forward only, one transaction a step."""

from __future__ import annotations

from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import NamedTuple

from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from .connect import Lock, connect, hold, transaction
from .errors import DatabaseTrouble
from .tables import Table


class Form(NamedTuple):
    """The form a database has, and the one this program needs."""

    found: str | None
    needed: str
    pending: tuple[str, ...]
    """The steps between them, oldest first."""


def migrations_folder() -> Path:
    """Beside the package in a checkout, inside it when installed."""
    package = Path(str(resources.files("adjudicator")))
    for folder in (package / "migrations", package.parent / "migrations"):
        if (folder / "env.py").is_file():
            return folder
    raise DatabaseTrouble("the migrations are missing from this installation")


def _config(folder: Path) -> Config:
    config = Config()
    config.set_main_option("script_location", str(folder))
    return config


def form(url: str, create: bool = False) -> Form:
    """What form a database has. Refuses one that a newer program has changed."""
    engine = connect(url, create=create)
    try:
        with transaction(engine) as db:
            found = MigrationContext.configure(db).get_current_revision()
    finally:
        engine.dispose()
    steps = known_steps()
    if found is not None and found not in steps:
        raise DatabaseTrouble(
            f"this database has form {found}, which this program does not know: it was made by a"
            " newer version. Install that version; nothing was changed."
        )
    done = steps.index(found) + 1 if found else 0
    return Form(found, steps[-1], steps[done:])


def known_steps() -> tuple[str, ...]:
    """All migrations of this program, the oldest first."""
    return _steps_in(migrations_folder())


@lru_cache(maxsize=4)
def _steps_in(folder: Path) -> tuple[str, ...]:
    """Reading the migrations costs more than all else that opening a database takes."""
    script = ScriptDirectory.from_config(_config(folder))
    return tuple(step.revision for step in script.walk_revisions())[::-1]


def upgrade(url: str) -> Form:
    """Run the pending migrations; the form it had before. A crash leaves the last finished step."""
    before = form(url, create=True)
    if not before.pending:
        return before
    engine = connect(url, foreign_keys=False)  # rebuilding a table must not touch its children
    try:
        for step in before.pending:
            with transaction(engine) as db:
                _take_step(db, step)
    finally:
        engine.dispose()
    return before


def _take_step(db: Connection, step: str) -> None:
    """One migration. Somebody else may have been faster; then nothing is left to do."""
    hold(db, Lock.MIGRATING)
    config = _config(migrations_folder())
    config.attributes["connection"] = db
    command.upgrade(config, step)
    if db.dialect.name == "sqlite" and (broken := broken_keys(db)):
        raise DatabaseTrouble(f"the migration would break references: {broken[0]}")


def broken_keys(db: Connection) -> list[str]:
    """References of an SQLite database that lead nowhere, in words."""
    rows = db.execute(text("PRAGMA foreign_key_check"))
    return [f"row {row[1]} of {row[0]} refers to a {row[2]} that is not there" for row in rows]


def differences(db: Connection) -> list[str]:
    """Where the tables are not as this program's are, whatever the form says."""
    found = compare_metadata(MigrationContext.configure(db), Table.metadata)
    return [str(difference) for difference in found]


def require_current(url: str) -> None:
    """Refuse to work on a database of another form."""
    found = form(url)
    if found.pending:
        state = "is empty" if found.found is None else "has an older form"
        raise DatabaseTrouble(f"the database {state}; run: adjudicator db upgrade")

"""Bringing a database to the form this program needs. Forward only, one transaction a step."""

from __future__ import annotations

from importlib import resources
from pathlib import Path
from typing import NamedTuple

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import text

from .connect import DatabaseTrouble, connect, transaction


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


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(migrations_folder()))
    return config


def form(url: str) -> Form:
    """What form a database has. Refuses one that a newer program has changed."""
    script = ScriptDirectory.from_config(_config())
    engine = connect(url)
    try:
        with transaction(engine) as db:
            found = MigrationContext.configure(db).get_current_revision()
    finally:
        engine.dispose()
    needed = script.get_current_head()
    assert needed is not None, "there is at least one migration"
    steps = [step.revision for step in script.walk_revisions()][::-1]
    if found is not None and found not in steps:
        raise DatabaseTrouble(
            f"this database has form {found}, which this program does not know: it was made by a"
            " newer version. Install that version; nothing was changed."
        )
    done = steps.index(found) + 1 if found else 0
    return Form(found, needed, tuple(steps[done:]))


def upgrade(url: str) -> Form:
    """Run the pending migrations. A crash in the middle leaves the last finished step."""
    before = form(url)
    if not before.pending:
        return before
    engine = connect(url, foreign_keys=False)  # rebuilding a table must not touch its children
    try:
        config = _config()
        for step in before.pending:
            with transaction(engine) as db:
                config.attributes["connection"] = db
                command.upgrade(config, step)
                if engine.dialect.name == "sqlite":
                    _check_keys(db.execute(text("PRAGMA foreign_key_check")).all())
    finally:
        engine.dispose()
    return before


def _check_keys(broken: object) -> None:
    if broken:
        raise DatabaseTrouble(
            f"the migration would break references ({broken}); nothing was changed"
        )


def require_current(url: str) -> None:
    """Refuse to work on a database of another form."""
    found = form(url)
    if found.pending:
        state = "is empty" if found.found is None else "has an older form"
        raise DatabaseTrouble(f"the database {state}; run: adjudicator db upgrade")

"""The database at the shell: which one is meant, and opening it when it is needed."""

from __future__ import annotations

import getpass
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from adjudicator.app.store import Store

VARIABLE = "ADJUDICATOR_DB"
DEFAULT = "adjudicator.db"


def database_name() -> str:
    """What ``--db`` says, else the environment, else a file in the current folder."""
    return str(click.get_current_context().find_root().params["db"])


@contextmanager
def opened_store() -> Iterator[Store]:
    """The games of the database meant. Whatever is wrong with it is said, and is no bug."""
    from adjudicator.app.store import Store  # database code takes long to import

    store = Store.open(database_name())
    try:
        yield store
    finally:
        store.close()


def shell_user() -> str:
    """Who sits at the shell, as the log names him."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # a user without a name
        return "shell"

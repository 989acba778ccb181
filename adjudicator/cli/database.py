"""The database at the shell: which one is meant, and opening it when it is needed."""

from __future__ import annotations

import getpass
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

if TYPE_CHECKING:
    from adjudicator.app.service.config import Config
    from adjudicator.app.store import Store

VARIABLE = "ADJUDICATOR_DB"
DEFAULT = "adjudicator.db"


def database_name(config: Config | None = None) -> str:
    """What ``--db`` says, else the environment, else the settings, else a file in this folder."""
    root = click.get_current_context().find_root()
    given = str(root.params["db"])
    if root.get_parameter_source("db") is not ParameterSource.DEFAULT:
        return given
    config = config or _usual_config()
    return (config and config.database) or given


def _usual_config() -> Config | None:
    """The settings that the environment names, for commands that do not ask for them."""
    file = os.environ.get("ADJUDICATOR_CONFIG")
    if not file:
        return None
    from adjudicator.app.service.config import read_config  # takes long to import

    return read_config(Path(file))


@contextmanager
def opened_store(config: Config | None = None) -> Iterator[Store]:
    """The games of the database meant. Whatever is wrong with it is said, and is no bug."""
    from adjudicator.app.store import Store  # database code takes long to import

    store = Store.open(database_name(config))
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

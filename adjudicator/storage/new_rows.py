"""Rows that are added only once, whoever else adds them at the same time: one statement each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Column, Connection, Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.sql.dml import ReturningInsert

NewRow = Mapping[str, ReturningInsert[int]]
"""The statement for each kind of database."""


def new_row(table: Table, once: Column[Any]) -> NewRow:
    """Add a row unless there is one with the same value in a column; tells its id."""
    lite = sqlite.insert(table).on_conflict_do_nothing(index_elements=[once])
    server = postgresql.insert(table).on_conflict_do_nothing(index_elements=[once])
    return {"sqlite": lite.returning(table.c.id), "postgresql": server.returning(table.c.id)}


def insert_new(db: Connection, new: NewRow, values: Mapping[str, object]) -> int | None:
    """The id of the added row; ``None`` if there was one before.

    If another transaction is just adding it, PostgreSQL waits for that to end.
    """
    row = db.execute(new[db.dialect.name], values).first()
    return None if row is None else row[0]

"""Whether a database is in order, apart from what its games say."""

from __future__ import annotations

from sqlalchemy import Connection, text

from .migrate import broken_keys, differences


def faults(db: Connection) -> list[str]:
    """What is wrong with the file, the tables or the references between them, in words."""
    found = [f"the tables are not as they should be: {what}" for what in differences(db)]
    if db.dialect.name == "sqlite":
        rows = db.scalars(text("PRAGMA integrity_check")).all()
        found += [f"the file is damaged: {row}" for row in rows if row != "ok"]
        found += broken_keys(db)
    return found

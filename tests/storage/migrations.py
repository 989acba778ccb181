"""One more migration, for tests only: it rebuilds a table that others refer to."""

from __future__ import annotations

import shutil
from pathlib import Path

from sqlalchemy import inspect

from adjudicator.app.store import Store
from adjudicator.storage.migrate import known_steps

HEAD = known_steps()[-1]
"""The newest migration of the project."""

NEXT = "9999"

SECOND = '''"""A test of migrations"""

import sqlalchemy as sa
from alembic import op

revision = "{next}"
down_revision = "{head}"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("game", recreate="auto") as batch:
        batch.add_column(sa.Column("nickname", sa.Text(), nullable=True))
        batch.alter_column("scenario", type_=sa.Text())
    op.execute("UPDATE game SET nickname = 'old'")
    op.create_table("extra", sa.Column("id", sa.Integer(), primary_key=True))
    op.execute("INSERT INTO extra VALUES (1)")
    {more}
'''


def add_second_migration(folder: Path, tmp_path: Path, more: str = "") -> Path:
    """A copy of the migrations with one more in it."""
    longer = tmp_path / f"migrations{len(list(tmp_path.iterdir()))}"
    shutil.copytree(folder, longer)
    text = SECOND.format(next=NEXT, head=HEAD, more=more or "pass")
    longer.joinpath("versions", f"{NEXT}_a_test.py").write_text(text)
    return longer


def second_column(store: Store) -> bool:
    """Whether the second migration has been carried out, all of it."""
    looking = inspect(store.engine)
    column = "nickname" in {column["name"] for column in looking.get_columns("game")}
    table = looking.has_table("extra")
    assert column == table, "half of a migration is visible"
    return column

"""Play by mail

Forward only.
"""

import sqlalchemy as sa
import sqlmodel
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "absence",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("begin", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.Column("end", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_absence_player_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_absence")),
    )
    with op.batch_alter_table("absence", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_absence_player_id"), ["player_id"], unique=False)

    op.create_table(
        "proposal",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("scenario", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("options", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("opened_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_proposal_game_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_proposal")),
    )
    op.create_table(
        "standing",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("colour", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_standing_game_id")),
        sa.PrimaryKeyConstraint("game_id", "colour", "number", name=op.f("pk_standing")),
    )
    op.create_table(
        "joined",
        sa.Column("proposal_id", sa.Integer(), nullable=False),
        sa.Column("colour", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_joined_player_id")),
        sa.ForeignKeyConstraint(
            ["proposal_id"], ["proposal.id"], name=op.f("fk_joined_proposal_id")
        ),
        sa.PrimaryKeyConstraint("proposal_id", "colour", name=op.f("pk_joined")),
    )
    with op.batch_alter_table("joined", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_joined_player_id"), ["player_id"], unique=False)

    with op.batch_alter_table("player", schema=None) as batch_op:
        batch_op.add_column(
            sa.Column(
                "zone", sqlmodel.sql.sqltypes.AutoString(), server_default="UTC", nullable=False
            )
        )
        batch_op.add_column(sa.Column("bounces", sa.Integer(), server_default="0", nullable=False))

    with op.batch_alter_table("seat", schema=None) as batch_op:
        batch_op.add_column(sa.Column("told", sa.Integer(), server_default="0", nullable=False))

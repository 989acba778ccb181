"""Observers, press, terms of a game, a change of address, the service's clock

Forward only.
"""

import sqlalchemy as sa
import sqlmodel
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

STRING = sqlmodel.sql.sqltypes.AutoString
MOMENT = sqlmodel.sql.sqltypes.UTCDateTime


def upgrade() -> None:
    op.create_table(
        "observer",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("told", sa.Integer(), server_default="0", nullable=False),
        sa.Column("seen", sa.Integer(), server_default="0", nullable=False),
        sa.Column("heard", sa.Integer(), server_default="0", nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_observer_game_id")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_observer_player_id")),
        sa.PrimaryKeyConstraint("game_id", "player_id", name=op.f("pk_observer")),
    )
    op.create_index(op.f("ix_observer_player_id"), "observer", ["player_id"])
    op.create_table(
        "press",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("sender", STRING(), nullable=True),
        sa.Column("addressee", STRING(), nullable=True),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", MOMENT(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_press_game_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_press")),
    )
    op.create_index(op.f("ix_press_game_id"), "press", ["game_id"])
    op.create_table(
        "move",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("address", STRING(), nullable=False),
        sa.Column("asked_at", MOMENT(), nullable=False),
        sa.Column("old_agrees", sa.Boolean(), nullable=False),
        sa.Column("new_agrees", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_move_player_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_move")),
        sa.UniqueConstraint("player_id", name=op.f("uq_move_player_id")),
    )
    op.create_table(
        "beat",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", MOMENT(), nullable=False),
        sa.Column("jumped_from", MOMENT(), nullable=True),
        sa.Column("jumped_to", MOMENT(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_beat")),
    )
    op.add_column("game", sa.Column("terms", STRING(), server_default="", nullable=False))
    op.add_column("seat", sa.Column("seen", sa.Integer(), server_default="0", nullable=False))
    op.add_column("seat", sa.Column("heard", sa.Integer(), server_default="0", nullable=False))
    op.add_column("proposal", sa.Column("terms", STRING(), server_default="", nullable=False))
    op.add_column(
        "proposal", sa.Column("set_name", STRING(), server_default="base", nullable=False)
    )
    op.add_column("inbound", sa.Column("sender", STRING(), server_default="", nullable=False))
    op.create_index("ix_inbound_sender_received_at", "inbound", ["sender", "received_at"])
    op.add_column("outbox", sa.Column("claimed_by", STRING(), nullable=True))
    op.add_column("outbox", sa.Column("outline", sa.Text(), nullable=True))
    op.create_index("ix_outbox_state_due_at", "outbox", ["state", "due_at"])
    _number_waiting_games()


def _number_waiting_games() -> None:
    """Games that wait for players get numbers that no game has: both are counted together now."""
    db = op.get_bind()
    columns = "set_name, scenario, options, terms, opened_at"
    greatest = "SELECT id FROM game UNION SELECT id FROM proposal ORDER BY id DESC LIMIT 1"
    waiting = "SELECT id FROM proposal WHERE game_id IS NULL ORDER BY id"
    for old in db.scalars(sa.text(waiting)).all():
        numbers = {"old": old, "new": db.scalar(sa.text(greatest)) + 1}
        for step in (
            f"INSERT INTO proposal (id, {columns}) SELECT :new, {columns} FROM proposal"
            " WHERE id = :old",
            "UPDATE joined SET proposal_id = :new WHERE proposal_id = :old",
            "DELETE FROM proposal WHERE id = :old",
        ):
            db.execute(sa.text(step), numbers)

"""Runs the migrations on a connection that ``adjudicator.storage.migrate`` hands over."""

from alembic import context

from adjudicator.storage.tables import Table

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Table.metadata,
    transactional_ddl=True,
    transaction_per_migration=True,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()

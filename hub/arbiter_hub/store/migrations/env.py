"""Runs migrations on the connection, and in the transaction, that the store hands over."""

from alembic import context

from arbiter_hub.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
)
context.run_migrations()

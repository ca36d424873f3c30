"""Sites, the site of a tournament, and room for tables that are named with their site."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "sites",
        sa.Column(
            "id", sa.String(length=32), nullable=False, comment="name on the wire; empty: the hub's home"
        ),
        sa.Column("title", sa.String(length=60), nullable=False, comment="what people call it"),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sites")),
    )
    op.add_column(
        "tournaments",
        sa.Column("site", sa.String(length=32), nullable=True, comment="where it is played; null: anywhere"),
    )
    _length_of_table_names(65)


def downgrade() -> None:
    _length_of_table_names(32)
    op.drop_column("tournaments", "site")
    op.drop_table("sites")


def _length_of_table_names(length: int) -> None:
    """SQLite does not count letters, so there is nothing to change there."""
    connection = op.get_bind()
    if connection.dialect.name == "sqlite":
        return
    inspector = sa.inspect(connection)
    for table in inspector.get_table_names():
        for column in inspector.get_columns(table):
            if column["name"] == "table_id" or (table, column["name"]) == ("tables", "id"):
                op.alter_column(table, column["name"], type_=sa.String(length=length))

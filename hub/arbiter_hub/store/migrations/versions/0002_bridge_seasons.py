"""bridge seasons and what was added to them."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "bridge_seasons",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("document", sa.JSON(), nullable=False, comment="the season as it was imported"),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_bridge_seasons")),
    )
    op.create_table(
        "bridge_entries",
        sa.Column(
            "id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False
        ),
        sa.Column("season_id", sa.String(length=32), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False, comment="match | penalty | decision"),
        sa.Column("data", sa.JSON(), nullable=False, comment="the entry as it stands in a document"),
        sa.Column("by", sa.Text(), nullable=False, comment="who made the entry"),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["season_id"], ["bridge_seasons.id"], name=op.f("fk_bridge_entries_season_id_bridge_seasons")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_bridge_entries")),
    )
    op.create_index(op.f("ix_bridge_entries_season_id"), "bridge_entries", ["season_id"])


def downgrade() -> None:
    op.drop_index(op.f("ix_bridge_entries_season_id"), table_name="bridge_entries")
    op.drop_table("bridge_entries")
    op.drop_table("bridge_seasons")

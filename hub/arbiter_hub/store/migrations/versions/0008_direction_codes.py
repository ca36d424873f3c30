"""Which codes of the direction are used."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "code_uses",
        sa.Column(
            "id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False
        ),
        sa.Column("device_id", sa.String(length=32), nullable=False),
        sa.Column(
            "key",
            sa.String(length=16),
            nullable=False,
            comment="which of the device's keys: numbers begin again with one",
        ),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(length=8), nullable=False, comment="armed | off"),
        sa.Column("table_id", sa.String(length=65), nullable=False),
        sa.Column("used_at", sa.BigInteger(), nullable=False),
        sa.Column("expected", sa.Boolean(), nullable=False, comment="whether the device could take it then"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_code_uses")),
    )
    op.create_index("ix_code_uses_device_id_key", "code_uses", ["device_id", "key"])


def downgrade() -> None:
    op.drop_index("ix_code_uses_device_id_key", table_name="code_uses")
    op.drop_table("code_uses")

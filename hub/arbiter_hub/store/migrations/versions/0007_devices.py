"""Devices with their keys, application images, and releases."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "devices",
        sa.Column("id", sa.String(length=32), nullable=False, comment="as its status tells"),
        sa.Column("table_id", sa.String(length=65), comment="where it was last; null: not seen yet"),
        sa.Column("firmware", sa.String(length=32)),
        sa.Column("boots", sa.BigInteger(), nullable=False),
        sa.Column("connection", sa.BigInteger(), nullable=False),
        sa.Column("reset", sa.String(length=32)),
        sa.Column("seen_at", sa.BigInteger()),
        sa.Column("key", sa.LargeBinary(), comment="32 bytes that only the device knows too"),
        sa.Column("serial", sa.BigInteger(), nullable=False, comment="of its newest release"),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_devices")),
    )
    op.create_table(
        "images",
        sa.Column("hash", sa.String(length=64), nullable=False, comment="SHA-256"),
        sa.Column("version", sa.String(length=32), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_images")),
    )
    op.create_table(
        "releases",
        sa.Column("device_id", sa.String(length=32), nullable=False),
        sa.Column("serial", sa.BigInteger(), nullable=False),
        sa.Column("image", sa.String(length=64), comment="null: settings only"),
        sa.Column("settings", sa.JSON(), nullable=False, comment="names of the settings in it"),
        sa.Column("signed", sa.LargeBinary(), nullable=False, comment="as the device fetches it"),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("changed_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["device_id"], ["devices.id"], name=op.f("fk_releases_device_id_devices")),
        sa.ForeignKeyConstraint(["image"], ["images.hash"], name=op.f("fk_releases_image_images")),
        sa.PrimaryKeyConstraint("device_id", name=op.f("pk_releases")),
    )


def downgrade() -> None:
    op.drop_table("releases")
    op.drop_table("images")
    op.drop_table("devices")

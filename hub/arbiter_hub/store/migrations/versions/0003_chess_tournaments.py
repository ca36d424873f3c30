"""Correspondence chess tournaments: changes and tokens."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def _row_id() -> sa.types.TypeEngine[int]:
    return sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "chess_tournaments",
        sa.Column("id", _row_id(), autoincrement=True, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_chess_tournaments")),
    )
    op.create_table(
        "chess_changes",
        sa.Column("id", _row_id(), autoincrement=True, nullable=False),
        sa.Column("tournament_id", _row_id(), nullable=False),
        sa.Column(
            "kind",
            sa.String(length=16),
            nullable=False,
            comment="created | game | leave | appeal | entry | revoked",
        ),
        sa.Column("data", sa.JSON(), nullable=False),
        sa.Column("by", sa.Text(), nullable=False, comment="director, or the player's name"),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["tournament_id"],
            ["chess_tournaments.id"],
            name=op.f("fk_chess_changes_tournament_id_chess_tournaments"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_chess_changes")),
    )
    op.create_index(op.f("ix_chess_changes_tournament_id"), "chess_changes", ["tournament_id"])
    op.create_table(
        "chess_tokens",
        sa.Column("hash", sa.String(length=64), nullable=False, comment="SHA-256 of a random token"),
        sa.Column("tournament_id", _row_id(), nullable=False),
        sa.Column("player", sa.String(length=100), nullable=False),
        sa.ForeignKeyConstraint(
            ["tournament_id"],
            ["chess_tournaments.id"],
            name=op.f("fk_chess_tokens_tournament_id_chess_tournaments"),
        ),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_chess_tokens")),
        sa.UniqueConstraint("tournament_id", "player", name=op.f("uq_chess_tokens_tournament_id_player")),
    )


def downgrade() -> None:
    for name in ("chess_tokens", "chess_changes", "chess_tournaments"):
        op.drop_table(name)

"""Tournaments, fixtures and thresholds."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def _row_id() -> sa.types.TypeEngine[int]:
    return sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "tournaments",
        sa.Column("id", _row_id(), autoincrement=True, nullable=False),
        sa.Column("name", sa.String(length=120), nullable=False),
        sa.Column("discipline", sa.String(length=32), nullable=False, comment="id of the discipline"),
        sa.Column("preset", sa.String(length=32), nullable=False),
        sa.Column("distance", sa.Integer(), nullable=True),
        sa.Column("best_of", sa.Integer(), nullable=False),
        sa.Column(
            "limit_by",
            sa.Text(),
            nullable=True,
            comment="who announced the limit for all sets; null: there is none",
        ),
        sa.Column("threshold_sets", sa.Integer(), nullable=True, comment="so many sets ..."),
        sa.Column(
            "threshold_ms",
            sa.BigInteger(),
            nullable=True,
            comment="... within so much time, or the direction is asked",
        ),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournaments")),
        sa.UniqueConstraint("name", name=op.f("uq_tournaments_name")),
    )
    op.create_table(
        "fixtures",
        sa.Column("id", _row_id(), autoincrement=True, nullable=False),
        sa.Column("tournament_id", _row_id(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("name_a", sa.Text(), nullable=False),
        sa.Column("club_a", sa.Text(), nullable=False),
        sa.Column("name_b", sa.Text(), nullable=False),
        sa.Column("club_b", sa.Text(), nullable=False),
        sa.Column(
            "table_id",
            sa.String(length=32),
            nullable=True,
            comment="where it is to be played, if that is known",
        ),
        sa.Column("match_id", _row_id(), nullable=True, comment="the match, once it was put on a table"),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournaments.id"], name=op.f("fk_fixtures_tournament_id_tournaments")
        ),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_fixtures_match_id_matches")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_fixtures")),
        sa.UniqueConstraint("tournament_id", "number", name=op.f("uq_fixtures_tournament_id_number")),
    )
    op.create_table(
        "thresholds",
        sa.Column("match_id", _row_id(), nullable=False),
        sa.Column("sets", sa.Integer(), nullable=False),
        sa.Column("limit_ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_thresholds_match_id_matches")),
        sa.PrimaryKeyConstraint("match_id", name=op.f("pk_thresholds")),
    )


def downgrade() -> None:
    for table in ("thresholds", "fixtures", "tournaments"):
        op.drop_table(table)

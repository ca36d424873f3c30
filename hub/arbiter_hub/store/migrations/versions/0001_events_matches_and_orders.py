"""events, matches and orders."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "idempotency",
        sa.Column("key", sa.String(length=128), nullable=False),
        sa.Column("request", sa.String(length=64), nullable=False, comment="SHA-256 of route and body"),
        sa.Column("answer", sa.JSON(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_idempotency")),
    )
    op.create_table(
        "quarantine",
        sa.Column(
            "id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False
        ),
        sa.Column("topic", sa.Text(), nullable=False),
        sa.Column("payload", sa.LargeBinary(), nullable=False, comment="the first 4,096 bytes"),
        sa.Column("size", sa.Integer(), nullable=False, comment="bytes that came"),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("received_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_quarantine")),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.String(length=32), nullable=False, comment="name on the wire"),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tables")),
    )
    op.create_table(
        "epochs",
        sa.Column("table_id", sa.String(length=32), nullable=False),
        sa.Column("epoch", sa.String(length=8), nullable=False, comment="identity of a device's journal"),
        sa.Column(
            "rank", sa.Integer(), nullable=False, comment="1 for the table's first journal, then 2, ..."
        ),
        sa.Column(
            "base", sa.BigInteger(), nullable=False, comment="seq up to which events can no longer be had"
        ),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_epochs_table_id_tables")),
        sa.PrimaryKeyConstraint("table_id", "epoch", name=op.f("pk_epochs")),
    )
    op.create_table(
        "events",
        sa.Column(
            "id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=True,
            nullable=False,
            comment="order of arrival",
        ),
        sa.Column("table_id", sa.String(length=32), nullable=False),
        sa.Column("epoch", sa.String(length=8), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("type", sa.String(length=16), nullable=False),
        sa.Column("body", sa.Text(), nullable=False, comment="the whole message as it came, JSON"),
        sa.Column("received_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_events_table_id_tables")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_events")),
        sa.UniqueConstraint("table_id", "epoch", "seq", name=op.f("uq_events_table_id_epoch_seq")),
    )
    with op.batch_alter_table("events", schema=None) as batch_op:
        batch_op.create_index("ix_events_table_id_id", ["table_id", "id"], unique=False)

    op.create_table(
        "matches",
        sa.Column(
            "id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False
        ),
        sa.Column("table_id", sa.String(length=32), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("discipline", sa.String(length=32), nullable=False),
        sa.Column("preset", sa.String(length=32), nullable=False),
        sa.Column(
            "edition", sa.Text(), nullable=False, comment="edition of the rules that the match is played by"
        ),
        sa.Column("distance", sa.Integer(), nullable=True, comment="points that win a set; null: none"),
        sa.Column("best_of", sa.Integer(), nullable=False, comment="sets, odd"),
        sa.Column("players", sa.JSON(), nullable=False, comment="{a: {name, club, ball}, b: {...}}"),
        sa.Column(
            "base_rank",
            sa.Integer(),
            nullable=False,
            comment="the device's events above this belong to the match",
        ),
        sa.Column("base_seq", sa.BigInteger(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column(
            "closed_at",
            sa.BigInteger(),
            nullable=True,
            comment="null while the match is the table's current one",
        ),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_matches_table_id_tables")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_matches")),
    )
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_matches_table_id"), ["table_id"], unique=False)

    op.create_table(
        "entries",
        sa.Column(
            "id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False
        ),
        sa.Column("match_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("type", sa.String(length=16), nullable=False),
        sa.Column("data", sa.JSON(), nullable=False),
        sa.Column("by", sa.Text(), nullable=False, comment="who made the entry"),
        sa.Column("after_rank", sa.Integer(), nullable=False, comment="the entry follows this device event"),
        sa.Column("after_seq", sa.BigInteger(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_entries_match_id_matches")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_entries")),
    )
    with op.batch_alter_table("entries", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_entries_match_id"), ["match_id"], unique=False)

    op.create_table(
        "orders",
        sa.Column(
            "id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False
        ),
        sa.Column("table_id", sa.String(length=32), nullable=False),
        sa.Column(
            "match_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=True,
            comment="null: there was no match on the table",
        ),
        sa.Column("state", sa.String(length=8), nullable=False, comment="armed | off"),
        sa.Column("scope", sa.String(length=16), nullable=False, comment="next_set | remaining"),
        sa.Column("by", sa.Text(), nullable=False, comment="who gave the order"),
        sa.Column(
            "sets_begun", sa.Integer(), nullable=False, comment="sets of the match that had begun by then"
        ),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_orders_match_id_matches")),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_orders_table_id_tables")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_orders")),
    )
    with op.batch_alter_table("orders", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_orders_table_id"), ["table_id"], unique=False)


def downgrade() -> None:
    with op.batch_alter_table("orders", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_orders_table_id"))

    op.drop_table("orders")
    with op.batch_alter_table("entries", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_entries_match_id"))

    op.drop_table("entries")
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_matches_table_id"))

    op.drop_table("matches")
    with op.batch_alter_table("events", schema=None) as batch_op:
        batch_op.drop_index("ix_events_table_id_id")

    op.drop_table("events")
    op.drop_table("epochs")
    op.drop_table("tables")
    op.drop_table("quarantine")
    op.drop_table("idempotency")

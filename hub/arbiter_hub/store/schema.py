"""The database schema. `events`, `entries` and `orders` only ever grow: a correction is a new row.

Times are milliseconds since 1970 (UTC) by the hub's clock, unless a column says otherwise.
"""

from sqlalchemy import (
    JSON,
    BigInteger,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

#: SQLite only numbers rows by itself when the type is exactly INTEGER.
RowId = BigInteger().with_variant(Integer, "sqlite")

tables = Table(
    "tables",
    metadata,
    Column(
        "id",
        String(65),
        primary_key=True,
        comment="the hub's name: as on the wire, after its site's unless at home",
    ),
    Column("created_at", BigInteger, nullable=False),
)

epochs = Table(
    "epochs",
    metadata,
    Column("table_id", String(65), ForeignKey("tables.id"), primary_key=True),
    Column("epoch", String(8), primary_key=True, comment="identity of a device's journal"),
    Column("rank", Integer, nullable=False, comment="1 for the table's first journal, then 2, ..."),
    Column("base", BigInteger, nullable=False, comment="seq up to which events can no longer be had"),
)

events = Table(
    "events",
    metadata,
    Column("id", RowId, primary_key=True, autoincrement=True, comment="order of arrival"),
    Column("table_id", String(65), ForeignKey("tables.id"), nullable=False),
    Column("epoch", String(8), nullable=False),
    Column("seq", BigInteger, nullable=False),
    Column("type", String(16), nullable=False),
    Column("body", Text, nullable=False, comment="the whole message as it came, JSON"),
    Column("received_at", BigInteger, nullable=False),
    UniqueConstraint("table_id", "epoch", "seq"),
    Index("ix_events_table_id_id", "table_id", "id"),
)

quarantine = Table(
    "quarantine",
    metadata,
    Column("id", RowId, primary_key=True, autoincrement=True),
    Column("topic", Text, nullable=False),
    Column("payload", LargeBinary, nullable=False, comment="the first 4,096 bytes"),
    Column("size", Integer, nullable=False, comment="bytes that came"),
    Column("reason", Text, nullable=False),
    Column("received_at", BigInteger, nullable=False),
)

matches = Table(
    "matches",
    metadata,
    Column("id", RowId, primary_key=True, autoincrement=True),
    Column("table_id", String(65), ForeignKey("tables.id"), nullable=False, index=True),
    Column("title", Text, nullable=False),
    Column("discipline", String(32), nullable=False),
    Column("preset", String(32), nullable=False),
    Column("edition", Text, nullable=False, comment="edition of the rules that the match is played by"),
    Column("distance", Integer, comment="points that win a set; null: none"),
    Column("best_of", Integer, nullable=False, comment="sets, odd"),
    Column("players", JSON, nullable=False, comment="{a: {name, club, ball}, b: {...}}"),
    Column(
        "base_rank", Integer, nullable=False, comment="the device's events above this belong to the match"
    ),
    Column("base_seq", BigInteger, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("closed_at", BigInteger, comment="null while the match is the table's current one"),
)

entries = Table(
    "entries",
    metadata,
    Column("id", RowId, primary_key=True, autoincrement=True),
    Column("match_id", RowId, ForeignKey("matches.id"), nullable=False, index=True),
    Column("type", String(16), nullable=False),
    Column("data", JSON, nullable=False),
    Column("by", Text, nullable=False, comment="who made the entry"),
    Column("after_rank", Integer, nullable=False, comment="the entry follows this device event"),
    Column("after_seq", BigInteger, nullable=False),
    Column("created_at", BigInteger, nullable=False),
)

orders = Table(
    "orders",
    metadata,
    Column("id", RowId, primary_key=True, autoincrement=True),
    Column("table_id", String(65), ForeignKey("tables.id"), nullable=False, index=True),
    Column("match_id", RowId, ForeignKey("matches.id"), comment="null: there was no match on the table"),
    Column("state", String(8), nullable=False, comment="armed | off"),
    Column("scope", String(16), nullable=False, comment="next_set | remaining"),
    Column("by", Text, nullable=False, comment="who gave the order"),
    Column("sets_begun", Integer, nullable=False, comment="sets of the match that had begun by then"),
    Column("created_at", BigInteger, nullable=False),
)

idempotency = Table(
    "idempotency",
    metadata,
    Column("key", String(128), primary_key=True),
    Column("request", String(64), nullable=False, comment="SHA-256 of route and body"),
    Column("answer", JSON, nullable=False),
    Column("created_at", BigInteger, nullable=False),
)

"""Which readings of the rule a tournament takes about its threshold."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

COMMENT = "readings of the rule that are not the usual ones, by switch; null: there are none"


def upgrade() -> None:
    for table in ("tournaments", "thresholds"):
        op.add_column(
            table, sa.Column("readings", sa.JSON(none_as_null=True), nullable=True, comment=COMMENT)
        )


def downgrade() -> None:
    for table in ("tournaments", "thresholds"):
        op.drop_column(table, "readings")

"""Who has ordered beforehand that an exceeded threshold limits the next set, without being asked again."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

COMMENT = "who has ordered beforehand that it limits the next set; null: the direction is asked"


def upgrade() -> None:
    for table in ("tournaments", "thresholds"):
        op.add_column(table, sa.Column("auto_by", sa.Text(), nullable=True, comment=COMMENT))


def downgrade() -> None:
    for table in ("tournaments", "thresholds"):
        op.drop_column(table, "auto_by")

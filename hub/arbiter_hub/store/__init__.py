"""Everything the hub keeps: SQLAlchemy Core, SQLite by default, PostgreSQL when configured."""

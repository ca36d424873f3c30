"""Alembic migrations; they run when the hub starts."""

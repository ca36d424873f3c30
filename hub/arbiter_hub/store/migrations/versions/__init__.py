"""One file a migration, numbered in order."""

"""Use cases, without HTTP."""

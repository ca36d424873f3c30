"""Errors of the rule books."""

from arbiter_clock.errors import FieldError

__all__ = ["FieldError", "MissingValueError", "PolicyError"]


class PolicyError(FieldError):
    """A policy names a switch or a reading that does not exist."""


class MissingValueError(FieldError):
    """A regulation leaves a value open and nobody has set it; the rule book refuses to guess.

    `field` is the key under which the organiser has to set it.
    """

    def __init__(self, field: str, allowed: str):
        super().__init__(field, "nothing", allowed)

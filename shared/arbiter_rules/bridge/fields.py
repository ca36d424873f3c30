"""Reading a document from outside, field by field; every error names field, found and allowed."""

from collections.abc import Mapping
from datetime import date
from typing import cast

from arbiter_rules.errors import FieldError

#: Years of dates from outside; the bounds leave room for what is counted from them.
FIRST_YEAR = 1900
LAST_YEAR = 2999


class Fields:
    """One table of a document. `close` refuses what nobody asked for."""

    def __init__(self, raw: object, where: str):
        if not isinstance(raw, Mapping):
            raise FieldError(where, repr(raw), "a table")
        self._values = dict(cast("Mapping[str, object]", raw))
        self.where = where
        self._known: list[str] = []

    def _take(self, key: str) -> object:
        self._known.append(key)
        return self._values.pop(key, None)

    def name(self, key: str) -> str:
        """The path of a field, for errors."""
        return f"{self.where}.{key}" if self.where else key

    def text(self, key: str, default: str | None = None) -> str:
        """Text that is not empty; a default makes the field optional."""
        value = self._take(key)
        if value is None and default is not None:
            return default
        if not isinstance(value, str) or not value.strip() or len(value) > 500:
            raise FieldError(self.name(key), repr(value), "text of 1 to 500 characters")
        return value

    def choice(self, key: str, allowed: tuple[str, ...], default: str | None = None) -> str:
        """One of several words."""
        value = self.text(key, default)
        if value not in allowed and value != default:
            raise FieldError(self.name(key), value, " | ".join(allowed))
        return value

    def integer(self, key: str, least: int, most: int, default: int | None = None) -> int:
        """A whole number within limits."""
        value = self.optional_integer(key, least, most)
        if value is not None:
            return value
        if default is None:
            raise FieldError(self.name(key), "nothing", f"a whole number from {least} to {most}")
        return default

    def optional_integer(self, key: str, least: int, most: int) -> int | None:
        """A whole number within limits, or nothing."""
        value = self._take(key)
        if value is not None and (type(value) is not int or not least <= value <= most):
            raise FieldError(self.name(key), repr(value), f"a whole number from {least} to {most}")
        return value

    def flag(self, key: str) -> bool:
        """True or false; false if absent."""
        value = self._take(key)
        if value is not None and not isinstance(value, bool):
            raise FieldError(self.name(key), repr(value), "true or false")
        return value is True

    def day(self, key: str) -> date:
        """A date."""
        value = self.optional_day(key)
        if value is None:
            raise FieldError(self.name(key), "nothing", "a date such as 2009-10-24")
        return value

    def optional_day(self, key: str) -> date | None:
        """A date, as TOML writes it or as text; or nothing."""
        value = self._take(key)
        if value is None:
            return None
        try:
            found = value if type(value) is date else date.fromisoformat(cast("str", value))
        except (ValueError, TypeError):
            raise FieldError(self.name(key), repr(value), "a date such as 2009-10-24") from None
        if not FIRST_YEAR <= found.year <= LAST_YEAR:
            raise FieldError(self.name(key), found.isoformat(), f"a date from {FIRST_YEAR} to {LAST_YEAR}")
        return found

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts; empty if absent."""
        value = self._take(key)
        items = cast("list[object]", value) if isinstance(value, list) else None
        if value is None:
            return ()
        if items is None or any(not isinstance(item, str) or not item for item in items):
            raise FieldError(self.name(key), repr(cast("object", value)), "a list of texts")
        return tuple(cast("list[str]", items))

    def table(self, key: str) -> Mapping[str, object]:
        """A table taken as it is; empty if absent."""
        value = self._take(key)
        if value is not None and not isinstance(value, Mapping):
            raise FieldError(self.name(key), repr(value), "a table")
        return cast("Mapping[str, object]", value or {})

    def tables(self, key: str, most: int = 10_000) -> "list[Fields]":
        """A list of tables; empty if absent."""
        value = self._take(key)
        if value is None:
            return []
        if not isinstance(value, list):
            raise FieldError(self.name(key), repr(value), "a list of tables")
        items = cast("list[object]", value)
        if len(items) > most:
            raise FieldError(self.name(key), f"{len(items)} entries", f"at most {most}")
        return [Fields(item, f"{self.name(key)}[{number}]") for number, item in enumerate(items, start=1)]

    def close(self) -> None:
        """Refuse fields that were not read."""
        for key in self._values:
            raise FieldError(self.name(key), "an unknown field", ", ".join(self._known))

"""Reading the fields of a document: each once, each checked, none left over."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Final, TypeVar, cast

from arbiter_rules.errors import FieldError

Text = TypeVar("Text", bound=str)

MAX_TEXT: Final = 2_000
_MAX_ITEMS: Final = 2_000


class Table:
    """One object of a document: each field is taken once, and `done` refuses those that nobody took."""

    def __init__(self, value: object, where: str):
        if not isinstance(value, Mapping):
            raise FieldError(where, repr(value)[:80], "an object")
        self._fields = dict(cast("Mapping[str, object]", value))
        self.where = where

    def at(self, key: str) -> str:
        """The path of a field."""
        return f"{self.where}.{key}" if self.where else key

    def take(self, key: str) -> object:
        """The value of a field, None if it is missing."""
        return self._fields.pop(key, None)

    def done(self) -> None:
        """Refuse fields that do not belong here."""
        if self._fields:
            key = next(iter(self._fields))
            raise FieldError(self.at(key), repr(self._fields[key])[:80], "no such field")

    def text(self, key: str, default: str | None = None) -> str:
        """A text of at most 2,000 characters; required if there is no default."""
        value = self.take(key)
        if value is None and default is not None:
            return default
        if not isinstance(value, str) or (default is None and not value.strip()):
            raise FieldError(self.at(key), shown(value), "text")
        if len(value) > MAX_TEXT:
            raise FieldError(self.at(key), f"{len(value)} characters", f"at most {MAX_TEXT}")
        return value

    def flag(self, key: str, *, default: bool = False) -> bool:
        """True or false."""
        value = self.take(key)
        if value is None:
            return default
        if not isinstance(value, bool):
            raise FieldError(self.at(key), shown(value), "true or false")
        return value

    def maybe(self, key: str) -> bool | None:
        """True, false, or None if it is missing."""
        return self.flag(key) if self.has(key) else cast("None", self.take(key))

    def has(self, key: str) -> bool:
        """Whether a field is there and not null."""
        return self._fields.get(key) is not None

    def number(self, key: str, low: int, high: int) -> int | None:
        """A whole number in a range, or None if it is missing."""
        value = self.take(key)
        if value is None:
            return None
        if type(value) is not int or not low <= value <= high:
            raise FieldError(self.at(key), shown(value), f"a whole number from {low} to {high}")
        return value

    def day(self, key: str) -> date | None:
        """A calendar date, "2002-10-26", or None if it is missing."""
        value = self.take(key)
        if value is None:
            return None
        try:
            return date.fromisoformat(cast("str", value))
        except (TypeError, ValueError):
            raise FieldError(self.at(key), shown(value), "a date like 2002-10-26") from None

    def required_day(self, key: str) -> date:
        """A calendar date that has to be there."""
        value = self.day(key)
        if value is None:
            raise FieldError(self.at(key), "nothing", "a date like 2002-10-26")
        return value

    def one_of(self, key: str, allowed: Sequence[Text], default: Text | None = None) -> Text:
        """One of some texts."""
        value = self.take(key)
        if value is None and default is not None:
            return default
        for each in allowed:
            if value == each:
                return each
        raise FieldError(self.at(key), shown(value), " | ".join(allowed))

    def items(self, key: str) -> list[tuple[object, str]]:
        """The items of a list, each with its path; an empty list if it is missing."""
        value = self.take(key)
        if value is None:
            return []
        if not isinstance(value, list):
            raise FieldError(self.at(key), shown(value), "a list")
        items = cast("list[object]", value)
        if len(items) > _MAX_ITEMS:
            raise FieldError(self.at(key), f"{len(items)} entries", f"at most {_MAX_ITEMS}")
        return [(item, f"{self.at(key)}[{place}]") for place, item in enumerate(items)]


def shown(value: object) -> str:
    """A value as an error shows it."""
    return "nothing" if value is None else repr(value)[:80]

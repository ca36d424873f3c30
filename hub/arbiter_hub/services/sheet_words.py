"""The words of match sheets, in German, English and Swedish: `sheet.po` holds a sentence under each key."""

from datetime import UTC, datetime, tzinfo
from functools import cache

from babel.dates import format_date, format_time
from babel.messages.pofile import read_po
from babel.numbers import get_decimal_symbol

from arbiter_hub.web.catalogues import DIRECTORY


@cache
def catalogue(language: str) -> dict[str, str]:
    """All sentences of a language by key."""
    with (DIRECTORY / language / "LC_MESSAGES" / "sheet.po").open("rb") as source:
        messages = read_po(source, locale=language)
    return {str(message.id): str(message.string) for message in messages if message.id}


class SheetWords:
    """Speaks one of the hub's languages; `zone` is the time zone of the hall, None for that of this computer."""

    def __init__(self, language: str, zone: tzinfo | None = None):
        self.language = language
        self._zone = zone
        self._sentences = catalogue(language)

    def __call__(self, key: str, **facts: object) -> str:
        """The sentence under `sheet.<key>` with its facts put in; KeyError for a key that does not exist."""
        return self._sentences[f"sheet.{key}"].format(**facts)

    def choice(self, family: str, name: str) -> str:
        """The sentence under `sheet.<family>.<name>`; the name itself where a family has no such word."""
        return self._sentences.get(f"sheet.{family}.{name}", name)

    def decimal(self, number: str | None) -> str:
        """A number as programs write it, with the decimal sign of the language; every digit stays."""
        return "-" if number is None else number.replace(".", get_decimal_symbol(self.language))

    def local(self, at: int) -> datetime:
        """Milliseconds since 1970 as a time of the hall."""
        return datetime.fromtimestamp(at / 1000, UTC).astimezone(self._zone)

    def day(self, at: int) -> str:
        """A date as the language writes it."""
        return format_date(self.local(at).date(), "medium", locale=self.language)

    def time(self, at: int) -> str:
        """A time of day, to the second."""
        return format_time(self.local(at).time(), "HH:mm:ss", locale=self.language)

    def minute(self, at: int) -> str:
        """A time of day, to the minute."""
        return format_time(self.local(at).time(), "HH:mm", locale=self.language)

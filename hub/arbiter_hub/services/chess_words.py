"""The sentences of the correspondence rule book: from a step's key and facts to German, English or Swedish.

The rule book speaks in keys ("days.counted"); `chess.po` of each language holds the sentence under that key.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from babel.messages.pofile import read_po

import arbiter_hub
from arbiter_rules.trace import Value

LANGUAGES = ("de", "en", "sv")
_DIRECTORY = Path(arbiter_hub.__file__).parent / "web" / "translations"
_MISSING = {"de": "unbekannt", "en": "unknown", "sv": "okänt"}


@cache
def catalogue(language: str) -> dict[str, str]:
    """All sentences of a language by key."""
    with (_DIRECTORY / language / "LC_MESSAGES" / "chess.po").open("rb") as source:
        messages = read_po(source, locale=language)
    return {str(message.id): str(message.string) for message in messages if message.id}


class Words:
    """Speaks one language; KeyError for a key that the catalogue does not have."""

    def __init__(self, language: str):
        self.language = language if language in LANGUAGES else LANGUAGES[0]
        self._catalogue = catalogue(self.language)

    def __call__(self, key: str, **facts: Any) -> str:
        """The sentence under a key, with its facts put in."""
        return self.say(key, facts)

    def say(self, key: str, facts: Mapping[str, Value] | None = None) -> str:
        """As the call, with the facts as a mapping; facts that are not known are called so."""
        sentence = self._catalogue[key]
        if not facts:
            return sentence
        shown = {name: self._shown(value) for name, value in facts.items()}
        return sentence.format_map(shown)

    def paragraph(self, citation: str) -> str:
        """A citation as it is spoken: the regulation's name is known here."""
        text = citation.removeprefix("BdF ")
        return text.replace("Annex", {"de": "Anhang", "en": "Annex", "sv": "Bilaga"}[self.language])

    def _shown(self, value: Value) -> str:
        if value is None:
            return _MISSING[self.language]
        if isinstance(value, tuple):
            return ", ".join(self._shown(each) for each in value)
        return self._catalogue.get(f"fact.{value}", str(value))

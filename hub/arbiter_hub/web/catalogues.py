"""Translations, read from the `.po` files when the hub starts; no compiled file is kept."""

from functools import cache
from io import BytesIO
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import Translations

DIRECTORY = Path(__file__).parent / "translations"

# In the order in which they are offered. The first is used when a browser asks for none of them.
LANGUAGES: dict[str, str] = {"de": "Deutsch", "en": "English", "sv": "Svenska"}
DEFAULT = next(iter(LANGUAGES))


@cache
def translations(language: str) -> Translations:
    """The catalogue of one of LANGUAGES, ready for gettext calls."""
    with (DIRECTORY / language / "LC_MESSAGES" / "messages.po").open("rb") as source:
        catalogue = read_po(source, locale=language)
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return Translations(compiled)

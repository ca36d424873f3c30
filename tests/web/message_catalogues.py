"""Finds every message of the hub's pages and brings the catalogues up to date.

`python tests/web/message_catalogues.py` adds new messages to each `.po` file, empty and to be translated by hand,
and removes those that no page uses any more.
"""

import sys
from io import SEEK_END, BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

HUB = Path(__file__).resolve().parents[2] / "hub" / "arbiter_hub"
TRANSLATIONS = HUB / "web" / "translations"
METHODS = [("**/templates/**.html", "jinja2"), ("**.py", "python")]
OPTIONS = {
    "**/templates/**.html": {
        "encoding": "utf-8",
        "silent": "false",
        "newstyle_gettext": "true",
        "trim_blocks": "true",
        "lstrip_blocks": "true",
    }
}


def messages() -> dict[str, list[str]]:
    """Every message id that a page uses, with the files that use it."""
    found: dict[str, list[str]] = {}
    for file, _, message, _, _ in extract_from_dir(HUB, method_map=METHODS, options_map=OPTIONS):
        ids = (message,) if isinstance(message, str) else message
        for message_id in ids:
            files = found.setdefault(message_id, [])
            if file not in files:
                files.append(file)
    return found


def path_of(language: str) -> Path:
    """The catalogue of one language."""
    return TRANSLATIONS / language / "LC_MESSAGES" / "messages.po"


def catalogue(language: str) -> Catalog:
    """The catalogue of one language as it stands in its file."""
    with path_of(language).open("rb") as source:
        return read_po(source, locale=language)


def updated(language: str) -> Catalog:
    """The catalogue with every message in use, and no other."""
    before = catalogue(language) if path_of(language).exists() else Catalog()
    after = Catalog(locale=language, fuzzy=False, project="Arbiter", copyright_holder="", charset="utf-8")
    for message_id, files in sorted(messages().items()):
        old = before.get(message_id)
        after.add(message_id, old.string if old else "", locations=[(file, 1) for file in files])
    return after


def written(language: str, content: Catalog) -> bytes:
    """A catalogue in the form in which it is committed: sorted, without dates or line numbers."""
    header = f"""msgid ""
msgstr ""
"Language: {language}\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: {content.plural_forms}\\n"

"""
    file = BytesIO(header.encode())
    file.seek(0, SEEK_END)
    write_po(file, content, width=100, sort_output=True, omit_header=True, include_lineno=False)
    return file.getvalue()


if __name__ == "__main__":
    for folder in sorted(TRANSLATIONS.iterdir()):
        path_of(folder.name).write_bytes(written(folder.name, updated(folder.name)))
        sys.stdout.write(f"updated: {folder.name}\n")

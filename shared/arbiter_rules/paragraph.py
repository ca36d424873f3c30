"""A regulation as data: its paragraphs, what kind each is, and how sure we are of its source.

`regulation.toml` beside each rule book holds the list. Titles are in our own words; the regulation's text is
never quoted. A paragraph is cited as "<regulation id> <paragraph id>", for example "DBU 4.5(b)".
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Literal, cast, get_args

from arbiter_rules.errors import FieldError

Kind = Literal["must", "may", "definition", "not-software"]
Confidence = Literal["seed", "found", "derived", "unknown"]

KINDS: tuple[str, ...] = get_args(Kind)
CONFIDENCES: tuple[str, ...] = get_args(Confidence)


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One paragraph; `reason` says why it is not software, and is empty for every other kind."""

    id: str
    title: str
    kind: Kind
    confidence: Confidence
    reason: str = ""


@dataclass(frozen=True)
class Regulation:
    """All paragraphs of one regulation in one edition."""

    id: str
    title: str
    edition: str
    language: str
    paragraphs: tuple[Paragraph, ...]

    @cached_property
    def by_citation(self) -> Mapping[str, Paragraph]:
        """Paragraphs by their citation ("DBU 4.5(b)")."""
        return {f"{self.id} {paragraph.id}": paragraph for paragraph in self.paragraphs}


def load_regulation(path: Path) -> Regulation:
    """Read a `regulation.toml`; FieldError names the first entry that does not fit."""
    with path.open("rb") as file:
        document = tomllib.load(file)
    head = _table(document, "regulation")
    entries = document.get("paragraph")
    if not isinstance(entries, list) or not entries:
        raise FieldError("paragraph", "no entries", "a list of at least one [[paragraph]]")
    paragraphs = tuple(
        _paragraph(cast("Mapping[str, object]", entry), number)
        for number, entry in enumerate(cast("list[object]", entries), start=1)
    )
    seen: set[str] = set()
    for paragraph in paragraphs:
        if paragraph.id in seen:
            raise FieldError("paragraph.id", paragraph.id, "an id that occurs once")
        seen.add(paragraph.id)
    return Regulation(
        id=_text(head, "id", "regulation"),
        title=_text(head, "title", "regulation"),
        edition=_text(head, "edition", "regulation"),
        language=_text(head, "language", "regulation"),
        paragraphs=paragraphs,
    )


def _paragraph(entry: Mapping[str, object], number: int) -> Paragraph:
    where = f"paragraph[{number}]"
    kind = _text(entry, "kind", where)
    confidence = _text(entry, "confidence", where)
    reason = str(entry.get("reason", ""))
    if kind not in KINDS:
        raise FieldError(f"{where}.kind", kind, " | ".join(KINDS))
    if confidence not in CONFIDENCES:
        raise FieldError(f"{where}.confidence", confidence, " | ".join(CONFIDENCES))
    if (kind == "not-software") != bool(reason.strip()):
        raise FieldError(f"{where}.reason", reason, "a reason if, and only if, the kind is not-software")
    return Paragraph(
        id=_text(entry, "id", where),
        title=_text(entry, "title", where),
        kind=cast("Kind", kind),
        confidence=cast("Confidence", confidence),
        reason=reason,
    )


def _table(document: Mapping[str, object], key: str) -> Mapping[str, object]:
    value = document.get(key)
    if not isinstance(value, dict):
        raise FieldError(key, repr(value), "a table")
    return cast("Mapping[str, object]", value)


def _text(table: Mapping[str, object], key: str, where: str) -> str:
    value = table.get(key)
    if not isinstance(value, str) or not value.strip():
        raise FieldError(f"{where}.{key}", repr(value), "text that is not empty")
    return value

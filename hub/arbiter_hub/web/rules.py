"""The coverage matrix, read from its file and prepared for the page."""

import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

from fastapi import Request

from arbiter_hub.phrases import N_
from arbiter_hub.web.catalogues import translations
from arbiter_hub.web.language import language_of

MATRIX = Path(__file__).parents[1] / "rules_matrix.json"

KINDS = {
    "must": N_("Must"),
    "may": N_("May"),
    "definition": N_("Definition"),
    "not-software": N_("Not software"),
}
CONFIDENCES = {
    "seed": N_("regulation at hand"),
    "found": N_("found elsewhere"),
    "derived": N_("derived"),
    "unknown": N_("unknown"),
}
SUMS = {
    "paragraphs": N_("Paragraphs"),
    "must": N_("Must"),
    "code": N_("with code"),
    "tests": N_("with tests"),
}


def rules_context(request: Request) -> dict[str, Any]:
    """What `rules.html` shows, in the visitor's language."""
    gettext = translations(language_of(request)).gettext

    def words(marked: dict[str, str]) -> dict[str, str]:
        return {key: str(gettext(message)) for key, message in marked.items()}

    labels = words(SUMS)
    return {
        "kinds": words(KINDS),
        "confidences": words(CONFIDENCES),
        "regulations": [
            {**regulation, "sums": {labels[key]: value for key, value in regulation["sums"].items()}}
            for regulation in regulations()
        ],
    }


@cache
def regulations() -> tuple[dict[str, Any], ...]:
    """Each regulation with its paragraphs, their anchors, and the sums of what must be software."""
    return tuple(_prepared(entry) for entry in json.loads(MATRIX.read_text(encoding="utf-8")))


def _prepared(regulation: dict[str, Any]) -> dict[str, Any]:
    paragraphs: list[dict[str, Any]] = regulation["paragraphs"]
    must = [paragraph for paragraph in paragraphs if paragraph["kind"] == "must"]
    count = Counter(kind for paragraph in must for kind in ("code", "tests") if paragraph[kind])
    return {
        **regulation,
        "paragraphs": [
            {
                **paragraph,
                "anchor": f"{regulation['id']}-{paragraph['id']}".lower(),
                "code": [_place(place) for place in paragraph["code"]],
                "tests": [_place(place) for place in paragraph["tests"]],
            }
            for paragraph in paragraphs
        ],
        "sums": {
            "paragraphs": len(paragraphs),
            "must": len(must),
            "code": count["code"],
            "tests": count["tests"],
        },
    }


def _place(place: str) -> dict[str, str]:
    """A place in the code: the whole of it, its file, and its name; the name of a test is read as a sentence."""
    path, _, name = place.partition("::")
    sentence = name.removeprefix("test_").replace("_", " ") if name.startswith("test_") else name
    return {"whole": place, "file": path, "name": sentence or path.rpartition("/")[2]}

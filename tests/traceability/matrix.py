"""Builds the coverage matrix, paragraph -> code -> tests, which the hub serves at /rules.

`make matrix` writes it to the hub's package; a test checks that what is there is fresh.
"""

import json
import sys
from pathlib import Path

from traceability import citations

from arbiter_rules.paragraph import Regulation, load_regulation

ROOT = Path(__file__).resolve().parents[2]
TARGET = ROOT / "hub" / "arbiter_hub" / "rules_matrix.json"


def regulations() -> list[Regulation]:
    """Every regulation of the rule books, in the order of their folders."""
    return [
        load_regulation(path)
        for path in sorted((ROOT / "shared" / "arbiter_rules").rglob("regulation*.toml"))
    ]


def build() -> list[dict[str, object]]:
    """The matrix as plain data, one entry a regulation."""
    code, tests = citations.in_code(), citations.in_tests()
    return [
        {
            "id": regulation.id,
            "title": regulation.title,
            "edition": regulation.edition,
            "language": regulation.language,
            "paragraphs": [
                {
                    "id": paragraph.id,
                    "title": paragraph.title,
                    "kind": paragraph.kind,
                    "confidence": paragraph.confidence,
                    "reason": paragraph.reason,
                    "code": code.get(citation, []),
                    "tests": tests.get(citation, []),
                }
                for citation, paragraph in regulation.by_citation.items()
            ],
        }
        for regulation in regulations()
    ]


def text() -> str:
    """The matrix as it stands in the file."""
    return json.dumps(build(), ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    TARGET.write_text(text(), encoding="utf-8")
    sys.stdout.write(f"written: {TARGET.relative_to(ROOT)}\n")

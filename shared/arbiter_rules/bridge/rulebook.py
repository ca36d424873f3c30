"""The list of paragraphs of the regulation, read once."""

from functools import cache
from pathlib import Path

from arbiter_rules.paragraph import Regulation, load_regulation

FOLDER = Path(__file__).parent


@cache
def regulation() -> Regulation:
    """All paragraphs of the regulation and its two annexes."""
    return load_regulation(FOLDER / "regulation.toml")

"""The vocabulary of the agreement notation, in English and Swedish."""

import re

from arbiter_rules.bridge.hands import BALANCED, SEMIBALANCED, Shape, distributions

#: Letters that stand for one suit out of several: a major, a minor, whichever.
GROUPS = {"M": "HS", "m": "CD", "W": "CDHS"}

UNBALANCED: frozenset[Shape] = frozenset(
    item.shape for item in distributions() if item.shape_class == "unbalanced"
)
SHAPES: dict[str, frozenset[Shape]] = {
    "bal": BALANCED,
    "semibal": SEMIBALANCED,
    "unbal": UNBALANCED,
    "singleton": frozenset(shape for shape in UNBALANCED if 1 in shape),
    "void": frozenset(shape for shape in UNBALANCED if 0 in shape),
}

#: Other spellings of shapes and flags, in lower case.
SYNONYMS = {
    "balans": "bal",
    "balanced": "bal",
    "balanserad": "bal",
    "semi": "semibal",
    "semibalanserad": "semibal",
    "obal": "unbal",
    "obalanserad": "unbal",
    "unbalanced": "unbal",
    "singel": "singleton",
    "renons": "void",
    "utgångskrav": "gf",
    "uk": "gf",
    "spärr": "pre",
    "preempt": "pre",
    "alla": "any",
    "hp": "any",
    "om": "if",
}

SUIT_WORDS = {
    "kl": "C",
    "ru": "D",
    "hj": "H",
    "sp": "S",
    "hö": "M",
    "lå": "m",
    "♣": "C",
    "♦": "D",
    "♥": "H",
    "♠": "S",
    "c": "C",
    "d": "D",
    "h": "H",
    "s": "S",
    "w": "W",
}

#: What may stand in the brackets: the field of the context that it sets, and to what.
CONTEXTS = {
    "vul": ("vulnerability", "vulnerable"),
    "nonvul": ("vulnerability", "not-vulnerable"),
    "after own odd pass": ("preceding", "own-odd-pass"),
    "after own strong pass": ("preceding", "own-strong-pass"),
    "behind odd pass": ("preceding", "their-odd-pass"),
    "behind strong pass": ("preceding", "their-strong-pass"),
    "i zon": ("vulnerability", "vulnerable"),
    "utom zon": ("vulnerability", "not-vulnerable"),
    "efter eget udda pass": ("preceding", "own-odd-pass"),
    "efter eget starkt pass": ("preceding", "own-strong-pass"),
    "bakom udda pass": ("preceding", "their-odd-pass"),
    "bakom starkt pass": ("preceding", "their-strong-pass"),
}

CALL = re.compile(
    r"(?:(?P<level>[1-7]) ?(?P<strain>NT|N|SANG|KL|RU|HJ|SP|[CDHS♣♦♥♠])|PASS|P)(?=$|[\s:\[])", re.IGNORECASE
)
LENGTH = re.compile(
    r"(?:<(?P<below>\d+)|(?P<least>\d+)(?P<plus>\+)?(?:[-–](?P<most>\d+))?)(?P<suit>[CDHSWcdhswMm♣♦♥♠]|kl|ru|hj|sp|hö|lå)"
)
STRENGTH = re.compile(
    r"(?:<(?P<below>\d+)|(?P<least>\d+)(?P<plus>\+)?(?:[-–](?P<most>\d+))?)(?P<unit>hfp|hp)?", re.IGNORECASE
)
PATTERN = re.compile(r"(\d)(?P<sep>[=-]?)(\d)(?P=sep)(\d)(?P=sep)(\d)")
SEATS = re.compile(r"pos ?(?P<first>[1-4])(?:[-–](?P<last>[1-4]))?", re.IGNORECASE)
SEPARATOR = re.compile(r"\||\s(?:or|eller)\s", re.IGNORECASE)
TOKEN = re.compile(r"[^\s,]+")

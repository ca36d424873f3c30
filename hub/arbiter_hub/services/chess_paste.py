"""A card pasted as text, taken apart into fields: moves, dates by their labels, days, words. Nothing is judged."""

import re
from datetime import date
from typing import Any, Final

from arbiter_rules.correspondence import scoresheet
from arbiter_rules.correspondence.board import Side
from arbiter_rules.correspondence.scoresheet import NumberedMove
from arbiter_rules.errors import FieldError

_DATE: Final = r"(\d{4}-\d{2}-\d{2}|\d{1,2}\.\s?\d{1,2}\.\s?\d{4})"
_LABELS: Final = {
    "arrival": r"eingang|eingegangen|ankunft|angekommen|arrival|arrived|received|ankomst|mottaget",
    "dispatch": r"absendung|abgesandt|abgang|dispatch|dispatched|sent|avsänt|avsändning",
    "postmark": r"poststempel|postmark|poststämpel",
}
_LABELLED: Final = {
    name: re.compile(rf"\b(?:{words})\b\s*(?:am|on|den)?\s*:?\s*{_DATE}", re.IGNORECASE)
    for name, words in _LABELS.items()
}
_DAYS: Final = re.compile(
    r"\b(?:bedenkzeit|tage|days|dagar)\b\s*:?\s*(\d{1,3})\b|\b(\d{1,3})\s*(?:tage?|days?|dag(?:ar)?)\b",
    re.IGNORECASE,
)
_WORDS: Final = {
    "accepts": re.compile(
        r"\b(?:remis\s+angenommen|(?:ich\s+)?nehme\s+(?:\w+\s+)?remis\w*(?:\s+an)?"
        r"|draw\s+accepted|(?:i\s+)?accept\s+(?:\w+\s+)?draw|remi\s+antagen)\b",
        re.IGNORECASE,
    ),
    "resigns": re.compile(
        r"\b(?:(?:ich\s+)?gebe\s+(?:die\s+partie\s+)?auf|(?:i\s+)?resign|(?:jag\s+)?ger\s+upp)\b",
        re.IGNORECASE,
    ),
    "offer": re.compile(
        r"(?:ich\s+biete\s+|i\s+offer\s+(?:a\s+)?|jag\s+erbjuder\s+)?\b(?:remis|draw|remi)\b\s*\??",
        re.IGNORECASE,
    ),
}


def take_apart(text: str, side: Side) -> dict[str, Any]:
    """The fields of a card of `side`; FieldError if a date cannot be."""
    fields: dict[str, Any] = {"by": side}
    for name, pattern in _LABELLED.items():
        if found := pattern.search(text):
            fields[name] = _iso(found[1], name)
            text = text.replace(found[0], " ", 1)
    if found := _DAYS.search(text):
        fields["days"] = int(found[1] or found[2])
        text = text.replace(found[0], " ", 1)
    for name, pattern in _WORDS.items():
        if found := pattern.search(text):
            fields[name] = found[0].strip()
            text = text.replace(found[0], " ", 1)
            break
    moves = [each for each in scoresheet.parse(text) if any(letter.isalnum() for letter in each.text)]
    if moves and not fields.keys() & {"accepts", "resigns"}:
        fields["move"] = _written(moves.pop())
    if moves:
        fields["repeats"] = " ".join(_written(each) for each in moves)
    return fields


def _written(move: NumberedMove) -> str:
    if move.number is None:
        return move.text
    return f"{move.number}{'…' if move.side == 'black' else '.'} {move.text}"


def _iso(text: str, field: str) -> str:
    parts = [int(part) for part in re.findall(r"\d+", text)]
    year, month, day = parts if "-" in text else reversed(parts)
    try:
        return date(year, month, day).isoformat()
    except ValueError as error:
        raise FieldError(field, text, "a date like 26.10.2002") from error

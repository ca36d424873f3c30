"""A notation in which a player can type a system, one opening bid a line.

    1D 11-15, 2+D, bal if <4D | 15+ any      call, then meanings separated by "|"
    2D [pos 1-3] 5-10, 6+M                   context in brackets; M, m, W: a major, a minor, whichever suit
    Pass [pos 1-2] 0-11                      "#" starts a remark

Items of a meaning: strength `11-15`, `15+`, `<8`, `18+hfp`; length `4+D`, `5H`, `2-3D`, `<4D`; shape `bal`,
`semibal`, `unbal`, `singleton`, `void`, `4441`, or `5=4=3=1` in the order spades, hearts, diamonds, clubs;
`bal if <4D`; `gf` (forcing to game), `pre` (preemptive), `any`. Several shapes are alternatives, everything else
adds up. Letters of a group that occur twice stand for different suits (`5+M, 5+W`); an upper limit holds for all
suits of a group (`<4M`: no four-card major). Swedish words work as well.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import cast

from arbiter_rules.bridge import notation_words as words
from arbiter_rules.bridge.agreement import (
    ANY_LENGTH,
    PASS,
    Agreement,
    Alternative,
    Call,
    Context,
    Preceding,
    Range,
    System,
    Vulnerability,
)
from arbiter_rules.bridge.hands import HP_MAX, SUITS, Shape
from arbiter_rules.errors import FieldError

MOST_LINES = 200
MOST_CHARACTERS = 400
ITEMS = "a strength (11-15, 15+, 18+hfp), a length (4+D, <4D), a shape (bal, unbal, 4441), gf, pre or any"


class NotationError(FieldError):
    """Text that the notation does not have; `line` and `column`, both from 1, point at the character."""

    def __init__(self, line: int, column: int, found: str, allowed: str):
        super().__init__(f"system, line {line}, column {column}", found or "the end of the line", allowed)
        self.line = line
        self.column = column


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a text stands, for errors."""

    line: int
    column: int

    def error(self, found: str, allowed: str) -> NotationError:
        return NotationError(self.line, self.column, found, allowed)

    def after(self, characters: int) -> "_Place":
        return _Place(self.line, self.column + characters)


@dataclass
class _Draft:
    """A meaning while its items are read; each entry of `limits` is a list of choices, one of which holds."""

    hp: Range | None = None
    hfp_min: int = 0
    shapes: frozenset[Shape] | None = None
    limits: list[tuple[str, Range]] = field(default_factory=list[tuple[str, Range]])
    conditions: list[tuple[frozenset[Shape], str, Range]] = field(
        default_factory=list[tuple[frozenset[Shape], str, Range]]
    )
    flags: set[str] = field(default_factory=set[str])


def parse_system(text: str, name: str = "") -> System:
    """Read a system; NotationError points at the first character that does not fit."""
    lines = text.splitlines()
    if len(lines) > MOST_LINES:
        raise FieldError("system", f"{len(lines)} lines", f"at most {MOST_LINES} lines")
    agreements = tuple(
        parse_agreement(content, number)
        for number, line in enumerate(lines, start=1)
        if (content := line.split("#", 1)[0].rstrip())
    )
    if not agreements:
        raise FieldError("system", "no opening bid", "at least one line such as 1C 11+, 3+C")
    return System(agreements, name)


def parse_agreement(text: str, line: int = 1) -> Agreement:
    """Read one line."""
    if len(text) > MOST_CHARACTERS:
        raise NotationError(
            line, MOST_CHARACTERS + 1, text[MOST_CHARACTERS:], f"at most {MOST_CHARACTERS} characters"
        )
    start = len(text) - len(text.lstrip())
    match = words.CALL.match(text, start)
    if match is None:
        raise NotationError(
            line, start + 1, text[start:].split(" ", maxsplit=1)[0], "a call: 1C to 7NT, or Pass"
        )
    context, position = _context(text, _skip(text, match.end()), line)
    alternatives = _meanings(text, position, line)
    return Agreement(_call(match), alternatives, context, text.strip())


def parse_meaning(text: str) -> tuple[Alternative, ...]:
    """Read meanings without a call, for a response or an overcall."""
    return _meanings(text, 0, 1)


def _skip(text: str, position: int) -> int:
    rest = text[position:]
    return position + len(rest) - len(rest.lstrip(" \t:"))


def _call(match: re.Match[str]) -> Call:
    if match["level"] is None:
        return PASS
    strain = words.SUIT_WORDS.get(match["strain"].lower(), match["strain"].upper())
    return Call(int(match["level"]), "NT" if strain in ("N", "SANG") else strain)


def _context(text: str, start: int, line: int) -> tuple[Context, int]:
    """The bracketed context, if there is one, and where the meaning starts."""
    if not text.startswith("[", start):
        return Context(), start
    end = text.find("]", start)
    if end < 0:
        raise NotationError(line, start + 1, text[start:], "a closing bracket")
    positions: tuple[int, ...] = (1, 2, 3, 4)
    chosen = {"vulnerability": "any", "preceding": "nothing"}
    for item in re.finditer(r"[^,]+", text[start + 1 : end]):
        word = " ".join(item.group().lower().split())
        seats = words.SEATS.fullmatch(word)
        if seats:
            positions = tuple(range(int(seats["first"]), int(seats["last"] or seats["first"]) + 1))
        elif word in words.CONTEXTS:
            key, value = words.CONTEXTS[word]
            chosen[key] = value
        if not positions or not (seats or word in words.CONTEXTS):
            allowed = "pos 1-3 (the lower seat first), " + ", ".join(words.CONTEXTS)
            raise NotationError(line, start + 2 + item.start(), item.group(), allowed)
    context = Context(
        positions, cast("Vulnerability", chosen["vulnerability"]), cast("Preceding", chosen["preceding"])
    )
    return context, _skip(text, end + 1)


def _meanings(text: str, position: int, line: int) -> tuple[Alternative, ...]:
    alternatives: list[Alternative] = []
    for separator in [*words.SEPARATOR.finditer(text, position), None]:
        end = separator.start() if separator else len(text)
        place = _Place(line, position + 1)
        found = _alternatives(text[position:end], place)
        if not any(item.holdings for item in found):
            raise place.error(text[position:end].strip(), "limits that some hand fits")
        alternatives.extend(item for item in found if item.holdings)
        position = separator.end() if separator else end
    return tuple(dict.fromkeys(alternatives))


def _alternatives(piece: str, start: _Place) -> list[Alternative]:
    """One written meaning; letters of a group and conditions make several alternatives of it."""
    tokens = [(match.group(), start.after(match.start())) for match in words.TOKEN.finditer(piece)]
    if not tokens:
        raise start.after(len(piece)).error("", ITEMS)
    draft = _Draft()
    index = 0
    while index < len(tokens):
        text, place = tokens[index]
        if index + 1 < len(tokens) and _plain(tokens[index + 1][0]) == "if":
            _condition(draft, tokens, index)
            index += 3
        else:
            _item(draft, text, place)
            index += 1
    return [
        Alternative(
            draft.hp or (0, HP_MAX),
            draft.hfp_min,
            lengths,
            shapes,
            "gf" in draft.flags,
            "pre" in draft.flags,
        )
        for limits in _assigned(draft.limits)
        for lengths, shapes in _conditioned(limits, draft)
    ]


def _plain(text: str) -> str:
    return words.SYNONYMS.get(text.lower(), text.lower())


def _condition(draft: _Draft, tokens: list[tuple[str, _Place]], index: int) -> None:
    text, place = tokens[index]
    shapes = words.SHAPES.get(_plain(text))
    if shapes is None:
        raise place.error(text, "a shape before if: " + ", ".join(words.SHAPES))
    limit, where = tokens[index + 2] if index + 2 < len(tokens) else ("", tokens[index + 1][1].after(2))
    match = words.LENGTH.fullmatch(limit)
    if match is None or _suit(match) not in SUITS:
        raise where.error(limit, "a length in one suit after if, such as <4D")
    draft.conditions.append((shapes, _suit(match), _range(match, where, 13)))


def _item(draft: _Draft, text: str, place: _Place) -> None:
    plain = _plain(text)
    if plain in words.SHAPES:
        draft.shapes = (draft.shapes or frozenset()) | words.SHAPES[plain]
    elif plain in ("gf", "pre", "any"):
        draft.flags.add(plain)
    elif match := words.PATTERN.fullmatch(text):
        _pattern(draft, match, place)
    elif match := words.LENGTH.fullmatch(text):
        _length(draft, match, place)
    elif match := words.STRENGTH.fullmatch(text):
        _strength(draft, match, place)
    else:
        raise place.error(text, ITEMS)


def _pattern(draft: _Draft, match: re.Match[str], place: _Place) -> None:
    first, second, third, fourth = (int(match[group]) for group in (1, 3, 4, 5))
    if first + second + third + fourth != 13:
        raise place.error(match.group(), "a shape of 13 cards")
    if match["sep"] == "=":  # written from spades down, held from clubs up
        draft.limits.extend(zip("SHDC", ((n, n) for n in (first, second, third, fourth)), strict=True))
    else:
        one, two, three, four = sorted((first, second, third, fourth), reverse=True)
        draft.shapes = (draft.shapes or frozenset()) | {(one, two, three, four)}


def _length(draft: _Draft, match: re.Match[str], place: _Place) -> None:
    suit, limits = _suit(match), _range(match, place, 13)
    if match["below"] and suit in words.GROUPS:
        draft.limits.extend((each, limits) for each in words.GROUPS[suit])
    else:
        draft.limits.append((suit, limits))


def _strength(draft: _Draft, match: re.Match[str], place: _Place) -> None:
    if (match["unit"] or "").lower() == "hfp":
        if not match["plus"] or match["most"]:
            raise place.error(match.group(), "a minimum with distribution points, such as 18+hfp")
        draft.hfp_min = _range(match, place, HP_MAX + 9)[0]
        return
    if draft.hp is not None:
        raise place.error(match.group(), "one strength in a meaning")
    draft.hp = _range(match, place, HP_MAX)


def _suit(match: re.Match[str]) -> str:
    return words.SUIT_WORDS.get(match["suit"], match["suit"])


def _range(match: re.Match[str], place: _Place, highest: int) -> Range:
    """`<4`, `4+`, `4-5` or `4` as a range."""
    if match["below"]:
        limits = (0, int(match["below"]) - 1)
    else:
        least = int(match["least"])
        limits = (least, int(match["most"]) if match["most"] else highest if match["plus"] else least)
    if not limits[0] <= limits[1] <= highest or (match["plus"] and match["most"]):
        raise place.error(match.group(), f"a range within 0-{highest}, the lower limit first")
    return limits


def _assigned(limits: list[tuple[str, Range]]) -> Iterator[list[tuple[str, Range]]]:
    """The limits with each group letter replaced by a suit, in every way that uses different suits."""
    named = {suit for suit, (least, _) in limits if suit in SUITS and least > 0}
    groups = [words.GROUPS[suit] for suit, _ in limits if suit in words.GROUPS]
    for suits in product(*groups):
        if len(set(suits)) == len(suits) and not named & set(suits):
            chosen = iter(suits)
            yield [(suit if suit in SUITS else next(chosen), each) for suit, each in limits]


def _conditioned(
    limits: list[tuple[str, Range]], draft: _Draft
) -> Iterator[tuple[tuple[Range, Range, Range, Range], frozenset[Shape] | None]]:
    """The limits with each condition decided: it applies and brings its shapes, or it does not."""
    cases: list[list[tuple[str, Range, frozenset[Shape] | None]]] = []
    for shapes, suit, (least, most) in draft.conditions:
        outside = [(suit, each, None) for each in ((0, least - 1), (most + 1, 13)) if each[0] <= each[1]]
        cases.append([(suit, (least, most), shapes), *outside])
    for case in product(*cases):
        lengths: dict[str, Range] = dict.fromkeys(SUITS, ANY_LENGTH)
        for suit, (least, most) in [*limits, *((suit, each) for suit, each, _ in case)]:
            low, high = lengths[suit]
            lengths[suit] = (max(low, least), min(high, most))
        shapes = draft.shapes
        for _, _, more in case:
            if more is not None:
                shapes = more if shapes is None else shapes & more
        if all(low <= high for low, high in lengths.values()):
            yield (lengths["C"], lengths["D"], lengths["H"], lengths["S"]), shapes

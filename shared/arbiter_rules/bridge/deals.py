"""Deals: 52 cards in four hands, checked card by card, in English and Swedish letters."""

from dataclasses import dataclass

from arbiter_rules.bridge.contracts import SEATS, Seat
from arbiter_rules.errors import FieldError

RANKS = "AKQJT98765432"
#: Swedish letters: Ess, Kung, Dam, knekt (kn), tia.
_SWEDISH = {"E": "A", "D": "Q"}
_SUITS = "SHDC"


@dataclass(frozen=True, slots=True)
class Deal:
    """Each hand as four strings of ranks: spades, hearts, diamonds, clubs, from the ace down."""

    hands: tuple[tuple[Seat, tuple[str, str, str, str]], ...]

    def pbn(self) -> str:
        """The deal in PBN's form, from north."""
        table = dict(self.hands)
        return "N:" + " ".join(".".join(table[seat]) for seat in SEATS)


def read_deal(text: str, field: str = "deal", swedish: bool = False) -> Deal:
    """Read `N:AKQ.JT9.… …`, four hands clockwise from the seat named.

    A hand may carry suit letters (`SA7.H864.DQJT73.CAKQ`). A deal with a hand of other than 13 cards, or with a
    card twice, is refused by the name of the hand.
    """
    first, colon, rest = text.strip().partition(":")
    hands = rest.split()
    seat = first.strip().upper()
    if not colon or seat not in SEATS:
        raise FieldError(field, text, "a seat and a colon, then four hands")
    if len(hands) != 4:
        raise FieldError(field, f"{len(hands)} hands", "four hands")
    start = SEATS.index(seat)
    seen: dict[str, Seat] = {}
    found: dict[Seat, tuple[str, str, str, str]] = {}
    for offset, hand in enumerate(hands):
        name: Seat = SEATS[(start + offset) % 4]
        suits = _hand(hand, f"{field}.{name}", swedish)
        for suit, ranks in zip(_SUITS, suits, strict=True):
            for rank in ranks:
                other = seen.setdefault(suit + rank, name)
                if other != name:
                    raise FieldError(
                        f"{field}.{name}", f"{suit}{rank}, also held by {other}", "each card once"
                    )
        found[name] = suits
    return Deal(tuple((each, found[each]) for each in SEATS))


def _hand(text: str, field: str, swedish: bool) -> tuple[str, str, str, str]:
    parts = text.split(".")
    if len(parts) != 4:
        raise FieldError(field, text, "four suits separated by dots")
    suits: list[str] = []
    for suit, part in zip(_SUITS, parts, strict=True):
        ranks = _ranks(part.upper().removeprefix(suit), f"{field}.{suit}", swedish)
        if len(set(ranks)) != len(ranks):
            raise FieldError(f"{field}.{suit}", part, "each card once")
        suits.append("".join(sorted(ranks, key=RANKS.index)))
    count = sum(map(len, suits))
    if count != 13:
        raise FieldError(field, f"{count} cards", "13 cards")
    spades, hearts, diamonds, clubs = suits
    return spades, hearts, diamonds, clubs


def _ranks(part: str, field: str, swedish: bool) -> str:
    plain = part.replace("10", "T").replace("-", "")
    if swedish:
        plain = "".join(_SWEDISH.get(letter, letter) for letter in plain.replace("KN", "J"))
    for letter in plain:
        if letter not in RANKS:
            raise FieldError(field, letter, "ranks from A to 2 (E K D kn in Swedish)")
    return plain

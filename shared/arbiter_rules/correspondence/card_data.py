"""The data on a card besides its moves: form, medium, words, dates and days (§§ 1, 2, 14-16, 30)."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from arbiter_rules.correspondence.board import Side
from arbiter_rules.correspondence.card import Card
from arbiter_rules.correspondence.days import Span, net_days
from arbiter_rules.correspondence.findings import Finding, finding

_WORD: Final = re.compile(r"[^\W\d_]{3,}")


def form(consent: frozenset[Side], card: Card, *, restricted: bool) -> Iterator[Finding]:
    """Signature, medium and what may stand on a card."""
    if not card.signed:
        # [rule BdF § 1(1)]
        yield finding("card.signature_missing", "BdF § 1(1)", "defect", "consequence.still_valid")
    if card.medium != "post":
        if len(consent) < 2:
            # [rule BdF § 1(2)]
            yield finding(
                "card.medium_not_agreed", "BdF § 1(2)", "void", "consequence.inadmissible", medium=card.medium
            )
        else:
            # [rule BdF § 1(3)]
            yield finding(
                "card.supplementary_rules",
                "BdF § 1(3)",
                "notice",
                "consequence.time_not_ruled",
                medium=card.medium,
            )
    if restricted and card.remarks.strip():
        # [rule BdF § 30(3)]
        yield finding("card.remarks_restricted", "BdF § 30(3)", "notice", "consequence.director")


def wording(what: str, text: str) -> Iterator[Finding]:
    """A draw offer, acceptance or resignation by signs only is effective unless the partners dispute it."""
    # [rule BdF § 2(3)]
    if not in_words(text):
        yield finding(
            "card.not_in_words",
            "BdF § 2(3)",
            "notice",
            "consequence.effective_unless_disputed",
            what=what,
            text=text,
        )


def in_words(text: str) -> bool:
    """Whether a text has a word in it, rather than signs like "=", "½" or "0-1" alone."""
    return bool(_WORD.search(text))


@dataclass(frozen=True, slots=True)
class Timing:
    """The days of a card by the dates that govern, None where they cannot be told, and what is wrong."""

    days: int | None
    findings: tuple[Finding, ...]


def timing(
    card: Card, partner_card: Card | None, start: date | None, leaves: Sequence[Span], *, routed: bool
) -> Timing:
    """Check the dates: stated days against computed ones, order, postmark, route."""
    found: list[Finding] = []
    # A total need not be stated, so a wrong one is no defect. [rule BdF § 14(4)]
    arrival = arrival_of(card, start if partner_card is None else None)
    sent = card.sent
    days: int | None = None
    if card.medium == "post":
        missing = [name for name, value in (("arrival", arrival), ("dispatch", sent)) if value is None]
        if not missing and card.days is None:
            missing = ["days"]
        if missing:
            # [rule BdF § 14(1)]
            consequence = "consequence.days_computed" if missing == ["days"] else "consequence.days_estimated"
            found.append(
                finding(
                    "card.time_data_missing", "BdF § 14(3)", "defect", consequence, missing=tuple(missing)
                )
            )
        if arrival is not None and sent is not None:
            days = net_days(arrival, sent, leaves)
            found.extend(_dates(card, arrival, sent, days, partner_card))
    if card.dispatch is not None and card.postmark is not None and card.dispatch != card.postmark:
        # [rule BdF § 15]
        found.append(
            finding(
                "card.postmark_differs",
                "BdF § 15",
                "defect",
                "consequence.report_difference",
                stated=card.dispatch.isoformat(),
                postmark=card.postmark.isoformat(),
            )
        )
    if partner_card is not None and differs(partner_card) and not card.reports_difference:
        found.append(
            finding("card.difference_not_reported", "BdF § 15", "defect", "consequence.carry_over_lost")
        )
    if routed and card.route == "direct":
        # [rule BdF § 16(2); BdF § 30(2)]
        found.append(finding("card.off_route", "BdF § 16(3)", "defect", "consequence.may_be_refused"))
    return Timing(days, tuple(found))


def arrival_of(card: Card, start: date | None) -> date | None:
    """The arrival that counts: as stated, or for the first move the day on which the clock starts."""
    return card.arrival or start


def differs(card: Card) -> bool:
    """Whether the stated dispatch date and the postmark of a card differ."""
    return card.dispatch is not None and card.postmark is not None and card.dispatch != card.postmark


def _dates(card: Card, arrival: date, sent: date, days: int, partner_card: Card | None) -> Iterator[Finding]:
    partner_sent = partner_card.sent if partner_card else None
    if arrival > sent or (partner_sent is not None and partner_sent > arrival):
        yield finding(
            "card.date_order",
            "BdF § 14(1)",
            "defect",
            "consequence.ask_dates",
            partner=partner_sent.isoformat() if partner_sent else None,
            arrival=arrival.isoformat(),
            postmark=sent.isoformat(),
        )
    if card.days is not None and card.days != days:
        yield finding(
            "card.days_differ",
            "BdF § 14(1)",
            "defect",
            "consequence.computed_days_count",
            stated=card.days,
            computed=days,
        )

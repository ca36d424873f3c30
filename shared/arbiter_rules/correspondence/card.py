"""A card as it came in: what the sender wrote, and what the postmark says. Nothing here is judged yet."""

from dataclasses import dataclass, field
from datetime import date
from typing import Literal, get_args

from arbiter_rules.correspondence.board import Side

Medium = Literal["post", "fax", "email"]
Route = Literal["direct", "director"]
MEDIA: tuple[Medium, ...] = get_args(Medium)
ROUTES: tuple[Route, ...] = get_args(Route)


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """One transmission (Zugübermittlung).

    by           the sender
    repeats      the moves repeated, as written: "6… 2725", with accepted proposals "7. 1423 4746 8. 3233"
    move         the own move, as written: "7. 1423"; empty if the card carries none
    arrival      when the partner's move arrived, as stated
    dispatch     when the card was sent, as stated
    postmark     the date of the postmark, which governs; None if it cannot be read or was not noted
    received     when the partner received the card, if known
    days         the days used, as stated
    total        the total, if the sender states one (it need not be stated and is never a defect)
    proposals    lines of conditional moves: "7… 4746 8. 3233 5878 9. 8283"
    offer, accepts, resigns   the words used for it, empty if it is not there
    signed, corrected         the signature is there; something was corrected afterwards
    medium, route             how it travelled
    long_think   announces that the next own move will take more than ten days
    reports_difference   reports that the partner's stated date and postmark differ
    sets_days    the days the sender sets for the partner's card, because it carried no dates
    claims       claims that the partner has exceeded his time; "first" or "second" as the sender puts it
    acknowledges True accepts the partner's claim, False contests it, None says nothing
    remarks      any other text
    """

    by: Side
    repeats: str = ""
    move: str = ""
    arrival: date | None = None
    dispatch: date | None = None
    postmark: date | None = None
    received: date | None = None
    days: int | None = None
    total: int | None = None
    proposals: tuple[str, ...] = field(default=())
    offer: str = ""
    accepts: str = ""
    resigns: str = ""
    signed: bool = True
    corrected: bool = False
    medium: Medium = "post"
    route: Route = "direct"
    long_think: bool = False
    reports_difference: bool = False
    sets_days: int | None = None
    claims: bool = False
    acknowledges: bool | None = None
    remarks: str = ""

    @property
    def sent(self) -> date | None:
        """The date that counts as the dispatch: the postmark, else the date stated."""
        # [rule BdF § 14(1)]
        return self.postmark or self.dispatch

    @property
    def stands_in(self) -> bool:
        """Whether an acceptance or a resignation takes the place of a move."""
        # [rule BdF § 2(1)c]
        return bool(self.accepts or self.resigns)

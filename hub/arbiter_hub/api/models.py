"""What requests may hold: strict, without extra keys, with the bounds of the wire contract."""

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from arbiter_clock.canonical_json import is_text

PlayerId = Literal["a", "b"]
Ball = Literal["white", "yellow"]


def _fits(limit: int) -> AfterValidator:
    def check(text: str) -> str:
        if not is_text(text) or len(text.encode()) > limit:
            raise ValueError(f"at most {limit} bytes without control characters")
        return text

    return AfterValidator(check)


By = Annotated[
    str,
    Field(min_length=1, max_length=64, description="who does this", examples=["Turnierleitung"]),
    _fits(64),
]
Name = Annotated[
    str, Field(min_length=1, max_length=64, description="who or what it is", examples=["Tisch 1"]), _fits(64)
]
Title = Annotated[str, Field(max_length=120), _fits(120)]
Text60 = Annotated[str, Field(max_length=60), _fits(60)]


class Strict(BaseModel):
    """The base of all request bodies."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class LimitOrder(Strict):
    """An order of the direction. `armed` applies from the next set; `off` at once."""

    state: Literal["armed", "off"] = Field(examples=["armed"])
    by: By
    scope: Literal["next_set", "remaining"] = Field(
        "next_set", description="which sets an armed limit is for"
    )


class PlayerBody(Strict):
    """One side of a match."""

    name: Annotated[str, Field(min_length=1, max_length=120, examples=["Anna Albers"]), _fits(120)]
    club: Title = Field("", examples=["BC Elbe"])
    ball: Ball = Field(description="kept for the whole match", examples=["white"])


class LimitAnnouncement(Strict):
    """A match that is announced with the limit for all its sets."""

    by: By


class MatchBody(Strict):
    """A match as it is announced. Without `limit` there is no time limit."""

    title: Title = Field("", examples=["Halbfinale"])
    discipline: Title = Field("5-Kegel")
    preset: Annotated[str, Field(max_length=32, pattern=r"^[a-z0-9._-]+$")] = "dbu-5-kegel"
    distance: Annotated[int, Field(ge=1, le=60_000)] | None = Field(50, description="points that win a set")
    best_of: int = Field(3, ge=1, le=99, description="sets, an odd number")
    a: PlayerBody
    b: PlayerBody
    limit: LimitAnnouncement | None = None

    @model_validator(mode="after")
    def _consistent(self) -> "MatchBody":
        if self.best_of % 2 == 0:
            raise ValueError(f"best_of: found {self.best_of}, allowed: an odd number of sets")
        if self.a.ball == self.b.ball:
            raise ValueError(f"b.ball: found {self.b.ball}, allowed: another ball than a's")
        return self


class SetStart(Strict):
    """Begin the next set."""

    striker: PlayerId
    by: By


class SetEnd(Strict):
    """Give the set that is being played to a player, whatever the points."""

    winner: PlayerId
    by: By


class Points(Strict):
    """Points for a player in the set that is being played; negative ones correct."""

    player: PlayerId
    points: int = Field(ge=-1000, le=1000, examples=[6])
    by: By


class Correction(Strict):
    """Take an entry of the match's log back, or put it back. The log keeps both."""

    entry: str = Field(
        pattern=r"^(hub:[0-9]{1,15}|[0-9a-f]{8}:[0-9]{1,10})$", examples=["hub:12", "3fa9c01b:47"]
    )
    action: Literal["revoke", "reinstate"] = "revoke"
    by: By
    note: str = Field(min_length=1, max_length=200, examples=["stroke was in time"])


class Press(Strict):
    """Press a button of the clock from afar."""

    button: Literal["START", "SHOT", "PAUSE", "UNDO", "SWAP", "EXT"]
    held: bool = Field(False, description="held for a second")


class Answer(BaseModel):
    """Of a write that adds to the log."""

    entry: str = Field(description="key of the new entry", examples=["hub:12"])
    match: int


class MatchAnswer(BaseModel):
    """Of a new match."""

    match: int
    table: str


class LimitAnswer(BaseModel):
    """Of an order."""

    order: int
    state: Literal["armed", "off"]
    scope: Literal["next_set", "remaining"]
    by: str
    from_set: int | None = Field(
        description="first set that the order is for; null without a match, or for `off`"
    )
    at: int = Field(description="ms since 1970")


class SetAnswer(BaseModel):
    """Of a set that begins."""

    set: int
    limit: bool


class Done(BaseModel):
    """Of a command that the clock has carried out."""

    done: Literal[True] = True

"""What stands on a match sheet: made of the match's log alone, so that it shows what the score is made of.

Times are milliseconds since 1970: the device's own wall time of an event where it had one, else when the hub heard
of it; the hub's for its entries and the direction's orders.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, cast

from arbiter_hub.errors import RefusedError
from arbiter_hub.phrases import N_, Phrase
from arbiter_hub.services.match_model import announced_ball, clock_entry, given_orders, hub_entry
from arbiter_hub.services.match_moments import Moments, PlayedTime, played_time
from arbiter_hub.services.stored_thresholds import threshold_in
from arbiter_hub.store.engine import Store
from arbiter_hub.store.events import StoredEvent, events_of_match
from arbiter_hub.store.exports import end_of, match_of
from arbiter_hub.store.matches import StoredEntry, StoredMatch, StoredOrder, entries_of, orders_of
from arbiter_hub.store.tournaments import threshold_of
from arbiter_rules.billiards.balls import ball_changes, ball_of
from arbiter_rules.billiards.match import Ball, EndedBy, Entry, MatchLog, Player, Rules, Score, apply
from arbiter_rules.billiards.statistics import MatchStatistics, discipline_named, match_statistics
from arbiter_rules.billiards.time_limit import Threshold

WARNINGS: Final = ("warning", "disqualification")
CORRECTIONS: Final = ("revoke", "reinstate", "undo", "redo")

#: What the referee takes back with the device is on the sheet only where it changes the score.
_SCORED: Final = ("penalty", "foul", "balls")


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """Everything that is stored of one match."""

    match: StoredMatch
    events: Sequence[tuple[int, StoredEvent]]
    entries: Sequence[StoredEntry]
    orders: Sequence[StoredOrder]
    threshold: Threshold | None = None

    def log(self) -> MatchLog:
        """The log of which the score is the fold."""
        made = [clock_entry(rank, event.body) for rank, event in self.events]
        made += [hub_entry(entry) for entry in self.entries]
        return MatchLog(Rules(self.match.distance, self.match.best_of), made)


async def record_of(store: Store, number: int) -> MatchRecord:
    """The match of that number, whether it is being played or not; RefusedError 404 if there is none."""
    async with store.read() as connection:
        match = await match_of(connection, number)
        if match is None:
            raise RefusedError(404, "match", number, Phrase(N_("the number of a match of this hub")))
        end = await end_of(connection, match)
        threshold = await threshold_of(connection, number)
        return MatchRecord(
            match,
            await events_of_match(connection, match.table, match.base_rank, match.base_seq, end),
            await entries_of(connection, number),
            await orders_of(connection, number),
            None if threshold is None else threshold_in(threshold),
        )


def statistics_of(record: MatchRecord) -> MatchStatistics:
    """The players' statistics of a match."""
    return match_statistics(record.log(), discipline_named(record.match.discipline))


@dataclass(frozen=True, slots=True)
class SideLine:
    """A player: `average` and `high_run` are None where the discipline does not count in innings."""

    name: str
    club: str
    ball: str
    sets: int
    penalties: int
    strokes: int
    innings: int | None
    average: str | None
    high_run: int | None


@dataclass(frozen=True, slots=True)
class SetLine:
    """One set; pairs are (a, b).

    starts           who played its first stroke          limited_by   who ordered the limit; None: there was none
    penalties        booked against a player              penalty_points   credited to one
    """

    number: int
    starts: Player
    points: tuple[int, int]
    penalties: tuple[int, int]
    penalty_points: tuple[int, int]
    winner: Player | None
    ended_by: EndedBy | None
    limited_by: str | None
    began_at: int | None
    ended_at: int | None


@dataclass(frozen=True, slots=True)
class OrderLine:
    """An order of the direction; `from_set` is the first set that it was for."""

    at: int
    by: str
    state: str
    scope: str
    from_set: int


@dataclass(frozen=True, slots=True)
class PenaltyLine:
    """A time penalty as the clock booked it; `counts` is False when it was taken back."""

    at: int
    set: int
    stroke: int
    against: Player
    to: Player
    n: int
    points: int
    turn_lost: bool
    counts: bool


@dataclass(frozen=True, slots=True)
class CorrectionLine:
    """Something that was taken back or put back, and what it was. `by` is None for the referee's device."""

    at: int
    by: str | None
    action: Literal["taken_back", "put_back", "put_right"]
    what: str
    set: int | None
    player: Player | None
    points: int | None
    note: str


@dataclass(frozen=True, slots=True)
class WarningLine:
    """A warning for slow play, the player's `n`-th that counts, or with `disqualified` what followed from the last."""

    at: int
    by: str
    set: int
    player: Player
    n: int
    disqualified: bool
    note: str


@dataclass(frozen=True, slots=True)
class NoteLine:
    """Something that had to be written down."""

    at: int
    by: str
    text: str


@dataclass(frozen=True, slots=True)
class MatchSheet:
    """The sheet."""

    number: int
    table: str
    title: str
    discipline: str
    edition: str
    preset: str
    distance: int | None
    best_of: int
    threshold: Threshold | None
    began_at: int
    ended_at: int | None
    winner: Player | None
    a: SideLine
    b: SideLine
    sets: tuple[SetLine, ...]
    orders: tuple[OrderLine, ...]
    penalties: tuple[PenaltyLine, ...]
    corrections: tuple[CorrectionLine, ...]
    notes: tuple[NoteLine, ...]
    played: PlayedTime
    warnings: tuple[WarningLine, ...] = ()
    #: False: without what only those who work at the hub may read.
    complete: bool = True

    def side(self, player: Player) -> SideLine:
        return self.a if player == "a" else self.b


def match_sheet(record: MatchRecord) -> MatchSheet:
    """The sheet of a match as it stands."""
    match, log = record.match, record.log()
    times = Moments(record.events, record.entries)
    score, spans = _spans(log, times)
    figures, taken_back = statistics_of(record), log.taken_back
    counted = [one for one in record.entries if f"hub:{one.id}" not in taken_back]
    said = [int(one.data["at"]) for one in counted if one.type == "begun"]
    firsts = said[-1:] or [span.began_at for span in spans.values()]
    lasts = [span.ended_at for span in spans.values() if span.ended_at is not None]
    ended_at = max(lasts) if lasts and score.winner is not None else None
    return MatchSheet(
        number=match.id,
        table=match.table,
        title=match.title,
        discipline=match.discipline,
        edition=match.edition,
        preset=match.preset,
        distance=match.distance,
        best_of=match.best_of,
        threshold=record.threshold,
        began_at=min(firsts, default=match.created_at),
        ended_at=ended_at,
        winner=score.winner,
        a=_side("a", match, score, figures),
        b=_side("b", match, score, figures),
        sets=_sets(score, spans),
        orders=tuple(
            OrderLine(one.at, one.order.by, one.order.state, one.order.scope, one.order.sets_begun + 1)
            for one in given_orders(record.orders, log, times.of)
        ),
        penalties=_penalties(log, times),
        corrections=_corrections(log, times, announced_ball(match)),
        notes=tuple(
            NoteLine(one.created_at, one.by, str(one.data["note"]))
            for one in counted
            if one.type not in (*CORRECTIONS, *WARNINGS) and one.data.get("note")
        ),
        played=played_time(log, times, ended_at),
        warnings=_warnings(counted),
    )


@dataclass(slots=True)
class _Span:
    """Who began a set, and when; when it was over."""

    starts: Player
    began_at: int
    ended_at: int | None = None


def _spans(log: MatchLog, times: Moments) -> tuple[Score, dict[int, _Span]]:
    """The score, and the course of each set."""
    score = Score(log.rules)
    spans: dict[int, _Span] = {}
    for entry in log.counting:
        score = apply(score, entry)
        for one in score.sets:
            if one.number not in spans:
                spans[one.number] = _Span(entry.data["striker"], times.at(entry))
            if one.over and spans[one.number].ended_at is None:
                spans[one.number].ended_at = times.at(entry)
    return score, spans


def _side(player: Player, match: StoredMatch, score: Score, figures: MatchStatistics) -> SideLine:
    told, made = match.players[player], figures.side(player)
    return SideLine(
        name=told["name"],
        club=told["club"],
        ball=ball_of(player, announced_ball(match), score),
        sets=score.sets_won(player),
        penalties=sum(one.side(player).penalties for one in score.sets),
        strokes=made.strokes,
        innings=None if made.innings is None else made.innings.innings,
        average=None if made.innings is None else made.innings.shown(),
        high_run=None if made.innings is None else made.innings.high_run,
    )


def _sets(score: Score, spans: Mapping[int, _Span]) -> tuple[SetLine, ...]:
    return tuple(
        SetLine(
            number=one.number,
            starts=spans[one.number].starts,
            points=(one.a.points, one.b.points),
            penalties=(one.a.penalties, one.b.penalties),
            penalty_points=(one.a.penalty_points, one.b.penalty_points),
            winner=one.winner,
            ended_by=one.ended_by,
            limited_by=one.limited_by,
            began_at=spans[one.number].began_at,
            ended_at=spans[one.number].ended_at,
        )
        for one in score.sets
    )


def _penalties(log: MatchLog, times: Moments) -> tuple[PenaltyLine, ...]:
    taken_back = log.taken_back
    return tuple(
        PenaltyLine(
            at=times.at(entry),
            set=int(entry.data["set"]),
            stroke=int(entry.data["stroke"]),
            against=entry.data["striker"],
            to=entry.data["to"],
            n=int(entry.data["n"]),
            points=int(entry.data["points"]),
            turn_lost=bool(entry.data["turn_lost"]),
            counts=entry.key not in taken_back,
        )
        for entry in log.entries
        if entry.type == "penalty"
    )


def _warnings(counted: Sequence[StoredEntry]) -> tuple[WarningLine, ...]:
    lines: list[WarningLine] = []
    for one in (entry for entry in counted if entry.type in WARNINGS):
        player, out = cast("Player", one.data["player"]), one.type == "disqualification"
        before = sum(1 for line in lines if line.player == player and not line.disqualified)
        lines.append(
            WarningLine(
                at=one.created_at,
                by=one.by,
                set=int(one.data["set"]),
                player=player,
                n=before if out else before + 1,
                disqualified=out,
                note=str(one.data.get("note", "")),
            )
        )
    return tuple(lines)


def _corrections(log: MatchLog, times: Moments, announced: Ball) -> tuple[CorrectionLine, ...]:
    by_key = {entry.key: entry for entry in log.entries}
    put_right = {change.entry.key for change in ball_changes(log.entries, announced)}
    lines: list[CorrectionLine] = []
    for entry in log.entries:
        if entry.key in put_right:
            lines.append(_correction(entry, entry.type, entry.data, times))
        if not entry.compensates:
            continue
        target = by_key.get(entry.target)
        if target is not None and target.compensates:
            target = by_key.get(target.target)  # a redo names the undo that it takes back
        if target is None or (entry.type in ("undo", "redo") and target.type not in _SCORED):
            continue
        lines.append(_correction(entry, target.type, target.data, times))
    return tuple(lines)


_ACTIONS: Final[dict[str, Literal["taken_back", "put_right"]]] = {
    "revoke": "taken_back",
    "undo": "taken_back",
    "balls": "put_right",
}


def _correction(entry: Entry, what: str, data: Mapping[str, Any], times: Moments) -> CorrectionLine:
    player = data.get("player", data.get("winner", data.get("striker")))
    if what == "balls":
        what, player = f"balls_{data['ball_a']}", "a"
    return CorrectionLine(
        at=times.at(entry),
        by=times.by(entry),
        action=_ACTIONS.get(entry.type, "put_back"),
        what=what,
        set=data.get("set"),
        player=cast("Player | None", player),
        points=data.get("points"),
        note=str(entry.data.get("note", "")),
    )

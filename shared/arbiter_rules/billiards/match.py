"""The score of a match as a fold of its log: the clock's events and the scorer's entries.

The log is a set: each entry has a key, and the same key twice is one entry. The entries' own order decides, not
that of their arrival: the clock's events by journal and number, and what the hub enters right after the event that
was the newest one then. So duplicates, delays and repeats cannot change a score.

Corrections are entries too. `undo` and `redo` come from the clock and name an event; `revoke` and `reinstate` come
from the hub and name any entry. What is taken back counts as if it had never been, with all that followed from it.

Sets are numbered from 1 without a gap; what belongs to no set that has begun does not count, so that events of an
earlier match on the same clock, delivered late, change nothing.

Types that count, beside those: set_start, start, shot, penalty, swap, limit, balls, set_end from the clock; from the
hub points {set, player, points, free_ball: a player, null or absent}, award {set, winner}, free_ball {player},
disqualification {player}, balls {ball_a, set}, and a penalty with `moved`, which counts instead of the one of that key.
Others are passed over.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, cast

from arbiter_rules.billiards.penalties import credit

Player = Literal["a", "b"]
Ball = Literal["white", "yellow"]
EndedBy = Literal["distance", "time_penalty", "award", "disqualification"]

_BALLS: dict[str, Ball] = {"white": "white", "yellow": "yellow"}

_COMPENSATIONS = {
    "undo": ("undoes", False),
    "redo": ("redoes", True),
    "revoke": ("entry", False),
    "reinstate": ("entry", True),
}


@dataclass(frozen=True, slots=True)
class Rules:
    """`distance`: points that win a set, None for none; `best_of`: an odd number of sets."""

    distance: int | None
    best_of: int

    @property
    def sets_to_win(self) -> int:
        return self.best_of // 2 + 1


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log.

    order  (journal's rank, seq, 0, 0) of a clock's event; (rank, seq, 1, number) of the hub's, after that event
    key    "<epoch>:<seq>" or "hub:<number>"
    """

    order: tuple[int, int, int, int]
    key: str
    type: str
    data: Mapping[str, Any]

    @property
    def compensates(self) -> bool:
        """Whether it takes back, or puts back, another entry."""
        return self.type in _COMPENSATIONS

    @property
    def target(self) -> str:
        """Key of the entry that this one takes or puts back."""
        named = self.data[_COMPENSATIONS[self.type][0]]
        return named if isinstance(named, str) else f"{self.key.partition(':')[0]}:{named}"


@dataclass(frozen=True, slots=True)
class Side:
    """One player in one set. `penalties` were booked against the player, `penalty_points` credited to him."""

    points: int = 0
    penalties: int = 0
    penalty_points: int = 0


@dataclass(frozen=True, slots=True)
class SetScore:
    """One set. `limited`: played with the time limit. `over`: nothing is credited any more."""

    number: int
    a: Side = field(default_factory=Side)
    b: Side = field(default_factory=Side)
    winner: Player | None = None
    ended_by: EndedBy | None = None
    limited: bool = False
    limited_by: str | None = None

    @property
    def over(self) -> bool:
        return self.winner is not None

    def side(self, player: Player) -> Side:
        return self.a if player == "a" else self.b

    def with_side(self, player: Player, side: Side) -> "SetScore":
        """A copy in which one player's side is another."""
        return replace(self, a=side) if player == "a" else replace(self, b=side)


@dataclass(frozen=True, slots=True)
class Score:
    """The match as it stands; `sets` in the order of their numbers, the last one is being played or was.
    `awarded`: the match was given to this player, whatever the sets. `ball_a`: a's ball as it was put right; None: as
    the match was announced."""

    rules: Rules
    sets: tuple[SetScore, ...] = ()
    striker: Player | None = None
    free_ball: Player | None = None
    awarded: Player | None = None
    ball_a: Ball | None = None

    @property
    def current(self) -> SetScore:
        """The set on the board; set 0 before the first has begun."""
        return self.sets[-1] if self.sets else SetScore(0)

    @property
    def set_running(self) -> bool:
        """Whether a set has begun and is not over."""
        return bool(self.sets) and not self.current.over

    def sets_won(self, player: Player) -> int:
        return sum(1 for one in self.sets if one.winner == player)

    @property
    def winner(self) -> Player | None:
        """Who has won the match, if anybody has."""
        if self.awarded is not None:
            return self.awarded
        for player in ("a", "b"):
            if self.sets_won(player) >= self.rules.sets_to_win:
                return player
        return None

    def to_go(self, player: Player) -> int | None:
        """Points that the player still needs in this set; None without a distance."""
        if self.rules.distance is None:
            return None
        return self.rules.distance - self.current.side(player).points


def opponent(player: Player) -> Player:
    """The other one."""
    return "b" if player == "a" else "a"


def fold(rules: Rules, entries: Iterable[Entry]) -> Score:
    """The score after all entries, whatever the order in which they are given and however often each is."""
    score = Score(rules)
    for entry in counting(entries):
        score = apply(score, entry)
    return score


def counting(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """The entries that are not taken back: in order, and each once however often it is given."""
    log = sorted({entry.key: entry for entry in entries}.values(), key=lambda entry: entry.order)
    void = taken_back(log)
    return tuple(entry for entry in log if entry.key not in void)


def taken_back(log: Iterable[Entry]) -> set[str]:
    """Keys of the entries that are taken back, given all of them in order."""
    void: set[str] = set()
    aims: dict[str, str] = {}
    moved: list[Entry] = []
    for entry in log:
        if entry.compensates:
            # A redo may name the undo it takes back; then it means what that one named.
            target = aims.get(entry.target, entry.target)
            aims[entry.key] = target
            if _COMPENSATIONS[entry.type][1]:
                void.discard(target)
            else:
                void.add(target)
        elif "moved" in entry.data:
            moved.append(entry)
    # What was moved to the other player counts there, also when a clock that knows nothing of it redoes it.
    return void | {str(entry.data["moved"]) for entry in moved if entry.key not in void}


def apply(score: Score, entry: Entry) -> Score:
    """The score after one more entry, which follows all others and takes nothing back."""
    step = _STEPS.get(entry.type)
    return score if step is None else step(score, entry.data)


def _set_start(score: Score, data: Mapping[str, Any]) -> Score:
    number, striker = int(data["set"]), cast("Player", data["striker"])
    if score.winner is not None or number != score.current.number + 1:
        return score
    limited = bool(data["limit"])
    begun = SetScore(number, limited=limited, limited_by=str(data["by"]) if limited else None)
    return replace(score, sets=(*score.sets, begun), striker=striker, free_ball=None)


def _striker(score: Score, data: Mapping[str, Any]) -> Score:
    return replace(score, striker=cast("Player", data["striker"]))


def _shot(score: Score, data: Mapping[str, Any]) -> Score:
    return replace(score, striker=cast("Player", data["striker"]), free_ball=None)


def _penalty(score: Score, data: Mapping[str, Any]) -> Score:
    against, to = cast("Player", data["striker"]), cast("Player", data["to"])
    one = _open_set(score, data)
    if one is None:
        return score
    side = one.side(against)
    one = one.with_side(against, replace(side, penalties=side.penalties + 1))
    one = _credited(score.rules, one, to, int(data["points"]), "time_penalty")
    score = _replaced(score, one)
    if data["turn_lost"]:
        score = replace(score, striker=to)
    if data["free_ball"] is not None:
        score = replace(score, free_ball=cast("Player", data["free_ball"]))  # [rule DBU 4.5(b)]
    return score


def _points(score: Score, data: Mapping[str, Any]) -> Score:
    one = _open_set(score, data)
    if one is None:
        return score
    score = _replaced(score, _credited(score.rules, one, data["player"], int(data["points"]), "distance"))
    return score if data.get("free_ball") is None else _free_ball(score, {"player": data["free_ball"]})


def _award(score: Score, data: Mapping[str, Any]) -> Score:
    one = _open_set(score, data)
    return score if one is None else _replaced(score, replace(one, winner=data["winner"], ended_by="award"))


def _disqualification(score: Score, data: Mapping[str, Any]) -> Score:
    if score.winner is not None:
        return score
    to = opponent(cast("Player", data["player"]))
    if score.set_running:
        score = _replaced(score, replace(score.current, winner=to, ended_by="disqualification"))
    return replace(score, awarded=to)


def _free_ball(score: Score, data: Mapping[str, Any]) -> Score:
    return replace(score, free_ball=data["player"], striker=data["player"])


def _limit(score: Score, data: Mapping[str, Any]) -> Score:
    if not score.set_running or data["state"] == "armed":
        return score
    on = data["state"] == "on"
    return _replaced(score, replace(score.current, limited=on, limited_by=str(data["by"]) if on else None))


def _balls(score: Score, data: Mapping[str, Any]) -> Score:
    if not score.sets and "set" not in data:
        return score  # a clock's, of an earlier match
    return replace(score, ball_a=_BALLS[data["ball_a"]])


def _credited(rules: Rules, one: SetScore, player: Player, points: int, reason: EndedBy) -> SetScore:
    side = one.side(player)
    penalty = reason == "time_penalty"
    result = credit(side.points, points, rules.distance, time_penalty=penalty).value
    extra = result.gained if penalty else 0
    one = one.with_side(
        player, replace(side, points=result.total, penalty_points=side.penalty_points + extra)
    )
    return replace(one, winner=player, ended_by=reason) if result.wins_set else one


def _open_set(score: Score, data: Mapping[str, Any]) -> SetScore | None:
    """The set that an entry is about, unless it is over, unknown, or the match is decided."""
    if score.winner is not None:
        return None
    return next((one for one in score.sets if one.number == data["set"] and not one.over), None)


def _replaced(score: Score, one: SetScore) -> Score:
    return replace(score, sets=tuple(one if old.number == one.number else old for old in score.sets))


_STEPS = {
    "set_start": _set_start,
    "start": _striker,
    "shot": _shot,
    "swap": _striker,
    "penalty": _penalty,
    "limit": _limit,
    "balls": _balls,
    "points": _points,
    "award": _award,
    "disqualification": _disqualification,
    "free_ball": _free_ball,
}


class MatchLog:
    """A log that grows, and its score; entries at its end cost no new fold."""

    def __init__(self, rules: Rules, entries: Iterable[Entry] = ()):
        self.rules = rules
        self._entries = {entry.key: entry for entry in entries}
        self._last = max((entry.order for entry in self._entries.values()), default=(0, 0, 0, 0))
        self.score = fold(rules, self._entries.values())

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All entries, in order."""
        return tuple(sorted(self._entries.values(), key=lambda entry: entry.order))

    @property
    def taken_back(self) -> frozenset[str]:
        """Keys of the entries that do not count at present."""
        return frozenset(taken_back(self.entries))

    @property
    def counting(self) -> tuple[Entry, ...]:
        """The entries that count at present, in order."""
        return counting(self._entries.values())

    def __len__(self) -> int:
        return len(self._entries)

    def __contains__(self, key: str) -> bool:
        return key in self._entries

    def add(self, entry: Entry) -> bool:
        """Take one more entry; whether it was new."""
        if entry.key in self._entries:
            return False
        self._entries[entry.key] = entry
        if entry.order > self._last and not entry.compensates:
            self.score = apply(self.score, entry)
        else:
            self.score = fold(self.rules, self._entries.values())
        self._last = max(self._last, entry.order)
        return True

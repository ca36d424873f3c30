"""Disciplines as data: periods and their price, warnings, extensions, turns, each with edition and source.

A preset holds only what the clock or the readout acts on. Nothing here switches the limit on: a set is timed when the
direction has ordered it [rule DBU 4.5], or in training. Where a text stops the clock (the tip touches the ball) is
the referee's to see, and no number. Sources are marked: seed, primary (text read), secondary, interpretation.

Schema of a row: (name, edition, source, periods, options). A period is (ms, points to the opponent, turn is lost,
opponent has the ball free); only the last period loses the turn. Options, all optional:
    break_ms        first period of a set's opening stroke; default: the first period
    warn_at         remaining ms at which `warning` is signalled, descending; warn_audible: whether the players hear it
    extension       (ms, count per player, "set" or "match", automatic, also on the opening stroke)
    turn_mode       "alternate" after each stroke | "until_miss" (same player until SWAP or foul) | "n_shots"; n_shots
    enable_role     who may order the limit: "direction" | "referee" (direction too) | "anyone" (also by itself)
    auto_start_ms   the next stroke starts by itself so long after the last
    reduced         (after so many ms since the first stroke, ms of the first period from then on)
"""

from arbiter_clock.errors import FieldError

ALTERNATE = "alternate"
UNTIL_MISS = "until_miss"
N_SHOTS = "n_shots"

DEFAULT = "dbu-5-kegel"

TYPE_CHECKING = False  # the device has no typing module
if TYPE_CHECKING:
    from typing import Any

    Row = tuple[str, str, str, tuple[tuple[int, int, bool, bool], ...], dict[str, Any]]

_KEGEL = ((40_000, 2, False, False), (20_000, 2, True, True))

_ROWS: "tuple[Row, ...]" = (
    (
        "dbu-5-kegel",
        "DBU special provisions, section 4.5",
        "seed: DBU special provisions, section 4",
        _KEGEL,  # [rule DBU 4.5(a)] 40 s  [rule DBU 4.5(b)] 2 points, 20 s, 2 points, turn, ball free
        # The handbook forbids the referee to warn of a fault about to happen: the handset warns him, and him only.
        {"warn_at": (10_000, 5_000), "turn_mode": ALTERNATE},
    ),
    (
        "dbu-eurokegel",
        "DBU EuroKegel, 40 + 20 by announcement",
        "interpretation: no time in the text read; two strokes an inning (primary)",
        _KEGEL,
        {"warn_at": (10_000, 5_000), "turn_mode": N_SHOTS, "n_shots": 2},
    ),
    (
        "dbu-bk-2",
        "DBU BK-2, 40 + 20 by announcement",
        "interpretation: no time in the text read; series until a miss (primary)",
        _KEGEL,
        {"warn_at": (10_000, 5_000)},
    ),
    (
        "umb-3-cushion",
        "UMB notice of 12/2019, matches of 25 to 35 points",
        "primary; what a time-out too many costs is cut off in the copy, the turn is the reading taken",
        ((30_000, 0, True, False),),
        {"warn_at": (10_000,), "extension": (30_000, 3, "match", True, True)},
    ),
    (
        "umb-3-cushion-40",
        "UMB notice of 12/2019, matches of 40 to 50 points",
        "primary; what a time-out too many costs is cut off in the copy, the turn is the reading taken",
        ((30_000, 0, True, False),),
        {"warn_at": (10_000,), "extension": (30_000, 4, "match", True, True)},
    ),
    (
        "carom-50",
        "UMB World Cup, older; national leagues",
        "secondary; extensions are mentioned without their length, so there are none here",
        ((50_000, 0, True, False),),
        {},
    ),
    (
        "carom-40",
        "UMB World Cup, later; national leagues",
        "secondary; extensions are mentioned without their length, so there are none here",
        ((40_000, 0, True, False),),
        {},
    ),
    (
        "dbu-pool-bundesliga",
        "DBU Pool, 1. Bundesliga 2020/21",
        "secondary: club page",
        ((45_000, 0, True, True),),
        {"break_ms": 60_000, "extension": (35_000, 1, "set", False, True)},
    ),
    (
        "dbu-pool",
        "DBU Pool, older rules: 35 s recommended",
        "secondary: shop page that reproduces the rules",
        ((35_000, 0, True, True),),
        {"warn_at": (10_000,), "warn_audible": True, "enable_role": "referee"},
    ),
    (
        "dbu-pool-45",
        "DBU Pool, older rules: 45 s at most, imposed by the referee",
        "secondary: shop page that reproduces the rules",
        ((45_000, 0, True, True),),
        {"warn_at": (10_000,), "warn_audible": True, "enable_role": "referee"},
    ),
    (
        "wpa",
        "WPA regulations",
        "primary: copy of the Norwegian federation",
        ((35_000, 0, True, True),),
        {
            "break_ms": 60_000,
            "warn_at": (10_000,),
            "warn_audible": True,
            "extension": (25_000, 1, "set", False, True),
            "enable_role": "referee",
        },
    ),
    (
        "matchroom",
        "Matchroom and Mosconi style",
        "secondary: forum and scoreboard project",
        ((30_000, 0, True, True),),
        {
            "break_ms": 60_000,
            "warn_at": (5_000, 4_000, 3_000, 2_000, 1_000),
            "warn_audible": True,
            "extension": (30_000, 1, "set", False, True),
        },
    ),
    (
        "bcapl",
        "CSI/BCAPL, after a warning for slow play",
        "secondary",
        ((45_000, 0, True, True),),
        {"enable_role": "referee"},
    ),
    (
        "napa",
        "NAPA, default of 30 to 90 s",
        "primary",
        ((60_000, 0, True, True),),
        {"enable_role": "referee"},
    ),
    (
        "aebf-8-ball",
        "International 8-ball (AEBF)",
        "primary",
        ((60_000, 0, True, True),),
        {"warn_at": (30_000,), "warn_audible": True},
    ),
    (
        "ultimate-pool",
        "Ultimate Pool style: 30 s, 15 s in the last 10 of 30 minutes",
        "secondary: code and application",
        ((30_000, 0, True, True),),
        {"extension": (30_000, 1, "match", False, True), "reduced": (1_200_000, 15_000)},
    ),
    (
        "snooker-shoot-out",
        "Snooker Shoot Out: 15 s, 10 s after 5 minutes",
        "primary: copy",
        ((15_000, 5, True, True),),
        {"warn_at": (5_000,), "warn_audible": True, "reduced": (300_000, 10_000)},
    ),
    (
        "chinese-8-ball",
        "Chinese 8-ball, Joy time format",
        "primary",
        ((45_000, 0, True, True),),
        {
            "break_ms": 30_000,
            "warn_at": (10_000, 5_000, 4_000, 3_000, 2_000, 1_000),
            "warn_audible": True,
            "extension": (30_000, 1, "set", False, False),
        },
    ),
    (
        "russian-pyramid",
        "Russian pyramid",
        "secondary: search summary; the second extension of a deciding game is not modelled",
        ((45_000, 0, True, False),),
        {"extension": (45_000, 1, "set", False, True)},
    ),
    (
        "training",
        "Training without a referee, DBU periods",
        "own: strokes follow by themselves; penalties are shown, no match is scored",
        _KEGEL,
        {
            "warn_at": (10_000, 5_000),
            "warn_audible": True,
            "turn_mode": ALTERNATE,
            "enable_role": "anyone",
            "auto_start_ms": 10_000,
        },
    ),
)

#: Names of all presets.
NAMES = tuple([row[0] for row in _ROWS])


class Period:
    """One period of a stroke: its length, and what it costs when it runs out."""

    def __init__(self, ms: int, points: int, turn_lost: bool, free_ball: bool):
        self.ms = ms
        self.points = points
        self.turn_lost = turn_lost
        self.free_ball = free_ball


class Extension:
    """Extra time: `ms`, how often a player has it per "set" or "match", and whether it is taken by itself."""

    def __init__(self, ms: int, count: int, per: str, automatic: bool, on_break: bool):
        self.ms = ms
        self.count = count
        self.per = per
        self.automatic = automatic
        self.on_break = on_break


class Preset:
    """A discipline's time rules; see the schema in the header."""

    def __init__(
        self,
        name: str,
        edition: str,
        source: str,
        periods: "tuple[tuple[int, int, bool, bool], ...]",
        *,
        break_ms: "int | None" = None,
        warn_at: "tuple[int, ...]" = (),
        warn_audible: bool = False,
        extension: "tuple[int, int, str, bool, bool] | None" = None,
        turn_mode: str = UNTIL_MISS,
        n_shots: int = 0,
        enable_role: str = "direction",
        auto_start_ms: "int | None" = None,
        reduced: "tuple[int, int] | None" = None,
    ):
        self.name = name
        self.edition = edition
        self.source = source
        self.periods = tuple([Period(*period) for period in periods])
        self.break_ms = periods[0][0] if break_ms is None else break_ms
        self.warn_at = warn_at
        self.warn_audible = warn_audible
        self.extension = None if extension is None else Extension(*extension)
        self.turn_mode = turn_mode
        self.n_shots = n_shots
        self.enable_role = enable_role
        self.auto_start_ms = auto_start_ms
        self.reduced = reduced

    def period_ms(self, period: int, opening: bool, match_ms: int) -> int:
        """Length of a period (1 is the first) on an opening stroke or a later one, `match_ms` after the first START."""
        if period > 1:
            return self.periods[period - 1].ms
        if opening:
            return self.break_ms
        if self.reduced is not None and match_ms >= self.reduced[0]:
            return self.reduced[1]
        return self.periods[0].ms


def preset(name: str) -> Preset:
    """The preset of that name; FieldError if there is none."""
    for row in _ROWS:
        if row[0] == name:
            return Preset(row[0], row[1], row[2], row[3], **row[4])
    raise FieldError("preset", name, "one of " + ", ".join(NAMES))

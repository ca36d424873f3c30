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
    auto_start_ms   the next stroke starts by itself so long after a shot; never after a lost turn, which stays in sight
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


def _rows() -> "tuple[Row, ...]":
    """The presets of the DBU; made when one is asked for, so that they take no heap until then."""
    return (
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


#: Names of the presets in `more_presets`, which is loaded only when one of them is asked for: memory is short.
MORE = (
    "umb-3-cushion",
    "umb-3-cushion-40",
    "carom-50",
    "carom-40",
    "dbu-pool-bundesliga",
    "dbu-pool",
    "dbu-pool-45",
    "wpa",
    "matchroom",
    "bcapl",
    "napa",
    "aebf-8-ball",
    "ultimate-pool",
    "snooker-shoot-out",
    "chinese-8-ball",
    "russian-pyramid",
)
#: Names of all presets.
NAMES = ("dbu-5-kegel", "dbu-eurokegel", "dbu-bk-2", "training") + MORE


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
    if name not in NAMES:
        raise FieldError("preset", name, "one of " + ", ".join(NAMES))
    if name in MORE:
        from arbiter_clock import more_presets  # noqa: PLC0415 - see MORE

        rows = more_presets.ROWS
    else:
        rows = _rows()
    row = rows[[row[0] for row in rows].index(name)]
    return Preset(row[0], row[1], row[2], row[3], **row[4])

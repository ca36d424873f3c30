"""Presets of carom, pool, snooker and pyramid; the schema is in presets.py."""

TYPE_CHECKING = False  # the device has no typing module
if TYPE_CHECKING:
    from arbiter_clock.presets import Row

ROWS: "tuple[Row, ...]" = (
    (
        "umb-3-cushion",
        "UMB notice of 12/2019, matches of 25 to 35 points",
        "primary; a time-out makes 60 s of 30; what follows when none is left is cut off in the copy: read as the turn",
        ((30_000, 0, True, False),),
        {"warn_at": (10_000,), "extension": (30_000, 3, "match", True, True)},
    ),
    (
        "umb-3-cushion-40",
        "UMB notice of 12/2019, matches of 40 to 50 points",
        "primary; a time-out makes 60 s of 30; what follows when none is left is cut off in the copy: read as the turn",
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
        "primary; that a first offence is only warned of is the referee's to say, by UNDO",
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
        "secondary: search summary; one penalty ball; a deciding game's second extension is not modelled",
        ((45_000, 1, True, False),),
        {"extension": (45_000, 1, "set", False, True)},
    ),
)

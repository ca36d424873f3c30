"""The readings of the Turnierordnung: one switch for each place where it leaves a question open."""

from typing import Final

from arbiter_rules.policy import Policy, Switch

NAME: Final = "BdF-TO-2002-10-26"

SWITCHES: Final = (
    Switch(
        "first_move_start",
        "BdF § 14(1)",
        ("tournament_start", "start_letter"),
        "White's first clock starts on the day of the tournament's start, or when its letter arrived",
    ),
    Switch(
        "long_think_notice",
        "BdF § 13(1)",
        ("by_day_10", "by_day_9", "arrives_by_day_10"),
        "The last day on which the notice of a long think is in good time",
    ),
    Switch(
        "reminder_convention",
        "BdF § 16(1)",
        ("elapsed", "full_days"),
        "Sixteen days have elapsed on the sixteenth day, or once it is over",
    ),
    Switch(
        "reminder_from",
        "BdF § 16(1)",
        ("postmark", "expected_arrival"),
        "The waiting counts from the own postmark, or from when the card should have arrived",
    ),
    Switch(
        "leave_year",
        "BdF § 24(1)",
        ("month", "start_date"),
        "The tournament year begins on the first of the month of the start, or on the day of the start",
    ),
    Switch(
        "exceed_block",
        "BdF § 17",
        ("once_per_block", "every_move"),
        "Several moves over the limit within ten moves are one exceedance, or one each",
    ),
    Switch(
        "claim_deadline",
        "BdF § 19(2)",
        ("same_control", "next_control"),
        "If the exceeding move is itself a control move, it is the last chance, or the one after it is",
    ),
    Switch(
        "turnus_restart",
        "BdF § 20(1)",
        ("after_exceeding_move", "after_claim"),
        "The new ten moves begin after the exceeding move, or after the claim",
    ),
    Switch(
        "carry_conditions_by",
        "BdF § 20(3)",
        ("claimant", "both"),
        "Whose duties of §§ 15 and 16 are a condition of the carry-over",
    ),
    Switch(
        "query_time",
        "BdF § 8(2)",
        ("think_days", "with_transit"),
        "The loss is thinking and query days, or the days in the post as well",
    ),
    Switch(
        "early_end_by",
        "BdF § 24(3)",
        ("move_or_its_stand_in", "move"),
        "Whether accepting a draw or resigning ends a leave as a move does",
    ),
    Switch(
        "penalty_stack",
        "BdF § 25(3)",
        ("add", "max"),
        "The five days of § 13 and of § 25 on one move add up, or only one counts",
    ),
    Switch(
        "fifty",
        "BdF § 31(2)",
        ("100_half_moves", "50_half_moves"),
        "Fifty moves are a hundred half-moves; the other reading is kept to show that it is wrong",
    ),
    Switch(
        "mate_at_100",
        "BdF § 31(2)",
        ("mate", "abort"),
        "Mate or stalemate on the last half-move comes before the break-off, or not",
    ),
    Switch(
        "offer_on_void_move",
        "BdF § 2(1)b",
        ("void", "stands"),
        "A draw offer on a card whose move is void falls with it, or stands",
    ),
    Switch(
        "appeal_start",
        "BdF § 29(2)",
        ("receipt", "decision"),
        "The two weeks count from the receipt of the decision, or from its date",
    ),
    Switch(
        "rateable",
        "BdF § 27(1)",
        ("one_record", "both_records"),
        "How many records give a claim to scoring",
    ),
    Switch(
        "extra_digit",
        "BdF Annex(3)",
        ("impossible", "doubtful"),
        "What a fifth digit on a move that promotes nothing makes of it",
    ),
    Switch(
        "misnumbered",
        "BdF § 2(1)",
        ("doubtful", "incomplete"),
        "What a wrong move number makes of a move",
    ),
)

DEFAULT: Final = Policy(NAME, SWITCHES)

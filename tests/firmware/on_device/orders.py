"""What the hub tells a clock in these checks."""

#: The first set begins, with the limit.
SET = {
    "set": 1,
    "striker": "a",
    "ball_a": "white",
    "limit": True,
    "by": "TL",
    "to_go_a": None,
    "to_go_b": None,
}

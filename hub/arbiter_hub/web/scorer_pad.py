"""What the scorer's pad has to know of a discipline."""

from typing import Any

from arbiter_rules.billiards.disciplines import disciplines


def pad_rules() -> dict[str, dict[str, Any]]:
    """By a discipline's name: most points of a stroke, points of a foul, whether it turns the result over."""
    return {
        one.name: {
            "most": one.most_a_stroke,
            "foul": one.foul_points[0] if one.foul_points else 0,
            "flips": one.foul_flips_result,
        }
        for one in disciplines().values()
    }

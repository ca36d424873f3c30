"""What the scorer's pad has to know of a discipline."""

from typing import Any, Final

from arbiter_hub.phrases import N_
from arbiter_hub.web.catalogues import translations
from arbiter_rules.billiards.disciplines import Discipline, disciplines

#: Where numbers come from, as the disciplines' tables have it.
SOURCES: Final[tuple[str, ...]] = (
    N_("8 or 10 by rule set: 10 in professional play"),
    N_("Billard-Kegeln rules 3.5.2: a warning, and with the second one disqualification"),
    N_("as in the Billard-Kegeln rules 3.5.2; those of EuroKegel could not be read on this"),
)


def pad_rules(language: str) -> dict[str, dict[str, Any]]:
    """By a discipline's name: what a stroke can achieve, the points of a foul, the organiser's numbers."""
    return {one.name: _of(one, language) for one in disciplines().values()}


def _of(one: Discipline, language: str) -> dict[str, Any]:
    say, slow_play = translations(language).gettext, one.slow_play
    alone = any(element.alone is not None for element in one.elements.values())
    return {
        "most": one.most_a_stroke,
        "foul_points": list(one.foul_points),
        "flips": one.foul_flips_result,
        "elements": [{"id": each.id, "most": each.most} for each in one.elements.values()],
        "slow_play": None
        if slow_play is None
        else {"at": slow_play.disqualifies_at, "source": str(say(slow_play.source))},
        # Where players alternate the pins are set up before every stroke, so nobody has to say that they stood.
        "asks_full_set": alone and one.turn != "alternate",
        "settings": [
            {
                "id": each.id,
                "values": [each.default, *(value for value in each.allowed if value != each.default)],
                "source": str(say(each.source)),
            }
            for each in one.settings.values()
        ],
    }

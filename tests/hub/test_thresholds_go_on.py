"""The hub looks at thresholds each second, also after it could not do so once."""

import pytest
from hub.device import eventually
from hub.harness import Running

from arbiter_hub import runtime
from arbiter_hub.errors import RefusedError
from arbiter_hub.services.match_model import MatchSpec, PlayerSpec
from arbiter_rules.billiards.time_limit import Threshold


@pytest.mark.parametrize(
    "fault",
    [OSError("the store takes no writes"), RefusedError(409, "match", "none", "a match on table hall.1")],
)
async def test_a_look_that_fails_is_not_the_last_one(
    started: Running, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    monkeypatch.setattr(runtime, "THRESHOLDS_EVERY_S", 0.01)
    hub, looks = started.hub, list[int]()

    def now() -> int:
        looks.append(hub.utc())
        if len(looks) == 1:
            raise fault
        return looks[-1]

    hub.thresholds._utc = now
    sides = (PlayerSpec("Anna", "", "white"), PlayerSpec("Bernd", "", "yellow"))
    threshold = Threshold(2, 60_000)
    spec = MatchSpec("", "5-Kegel", "dbu-5-kegel", "DBU", 50, 3, *sides, threshold=threshold, auto_by="TL")
    await hub.scoring.open_match("1", spec)
    await started.post("1/start_time", {"at": hub.utc() - 120_000, "by": "TL", "note": "nachgetragen"})
    await eventually(lambda: hub.live.board("1").score["limit"]["state"] == "armed", 5)

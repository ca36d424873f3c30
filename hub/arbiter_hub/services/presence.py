"""Whether a table's device is there, told from `ready` and the last will `lost`."""

from collections.abc import Mapping
from typing import Any

from arbiter_hub.live import Link


class Presence:
    """Remembers each device's newest connection, so that the will of an old one changes nothing."""

    def __init__(self) -> None:
        self._ready: dict[tuple[str, str], tuple[int, int]] = {}
        self._device: dict[str, str] = {}

    def told(self, table: str, message: Mapping[str, Any], *, retained: bool) -> Link | None:
        """The link as it is now; None if the message is of an earlier connection or a device that was replaced.

        A device that says now that it is ready is believed: its numbers begin again when its flash was erased.
        """
        device = str(message["device"])
        connection = (int(message["boot"]), int(message["connection"]))
        newest = self._ready.get((table, device), (0, 0))
        if connection < newest and (retained or message["status"] != "ready"):
            return None
        if message["status"] == "lost":
            return "lost" if self._device.get(table, device) == device else None
        self._ready[table, device] = connection
        self._device[table] = device
        return "ready"

"""`arbiter device logs`: what the clocks log, straight from the broker, without the hub."""

import queue
from datetime import datetime

from rich.console import Console
from rich.text import Text

from arbiter_clock import wire
from arbiter_clock.errors import FieldError
from arbiter_hub.broker.base import Address
from arbiter_hub.terminal import read_along

STYLES = {"debug": "dim", "info": "", "warning": "yellow", "error": "bold red"}
#: So often Ctrl-C is looked for.
_LOOK_S = 0.5


class LogLines:
    """The lines of one table of a site, or of all. They arrive in paho's thread and wait in a queue."""

    def __init__(self, site: str, table: str | None):
        self.connected = False
        self.lines: queue.Queue[Text] = queue.Queue()
        topic = wire.topic(site, table or "1", "log")
        self._topic = topic if table else topic.replace("/1/log", "/+/log")

    def topics(self) -> list[tuple[str, int]]:
        """What to subscribe to."""
        return [(self._topic, 0)]

    def receive(self, topic: str, payload: bytes, *, retained: bool) -> None:
        """Take a message; one that is no line of a log changes nothing."""
        try:
            table = wire.parse_topic(topic)[1]
            message = wire.decode("log", payload)
        except FieldError:
            return
        level, kept = str(message["level"]), " (retained)" if retained else ""
        line = Text(f"{datetime.now().astimezone():%H:%M:%S}  {table:>4}  ")
        line.append(f"{level:<7}  {message['text']}{kept}", STYLES[level])
        self.lines.put(line)


def follow(address: Address, site: str, table: str | None, console: Console, *, most: int | None) -> int:
    """Print lines until Ctrl-C, or so many; 1 if the broker cannot be reached. FieldError for a name that is none."""
    log = LogLines(site, table)

    def lines() -> int:
        left = most
        while left is None or left > 0:
            try:
                console.print(log.lines.get(timeout=_LOOK_S), soft_wrap=True)
            except queue.Empty:
                continue
            left = None if left is None else left - 1
        return 0

    return read_along(address, log, console, lines)

"""The outbox: which journalled events go to the hub, and what the hub has confirmed.

The broker's PUBACK proves nothing, only the hub's `ack` does: the highest seq up to which it has stored every event.
After each connect everything above it is sent again, in order, with the original times; an event is built from its
journal record alone, so a resend is byte-identical. In particular an event from before the device knew the wall
time keeps `utc: null` for ever; the hub can work it out from a later event of the same `boot`, by `t`.

A record that the flash can no longer read would stop the hub's contiguous count for good. In its place an event
`restored` with cause `damaged_record` is sent, which says as much; its times are 0. An event that only a later release
can tell goes out as `restored` with cause `unknown_record` and its own times (see journal_record).
"""

from arbiter_clock import wire
from arbiter_clock.journal_record import stand_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from arbiter_clock.journal import Journal

#: Silence of the hub after which unconfirmed events are sent again; doubles up to the second value.
RETRY_MS = 30_000
RETRY_MAX_MS = 3_600_000
#: A repeated ack within this time of sending may have crossed with it, and is no request.
CROSSING_MS = 1_000


class Outbox:
    """Sends journal events in order, at most `window` of them ahead of the hub's confirmation.

    confirmed  what the hub said last: it has every event up to this seq
    foreign, ahead, rewound  counters: acks for another epoch, acks above what exists, times sending went back
    """

    def __init__(self, journal: "Journal", window: int = 16):
        self._journal = journal
        self._window = window
        self._online = False
        self._next = 1
        self._since = 0
        self._patience = RETRY_MS
        self.confirmed = 0
        self.foreign = 0
        self.ahead = 0
        self.rewound = 0

    @property
    def pending(self) -> int:
        """Events that the hub has not confirmed."""
        return self._journal.last - self.confirmed

    def connected(self, now: int) -> None:
        """A session with the broker begins: everything unconfirmed will be sent again."""
        self._online = True
        self.confirmed = max(self.confirmed, self._journal.released)
        self._rewind(now)
        self._patience = RETRY_MS

    def disconnected(self) -> None:
        """The session is gone; `next` gives nothing until there is another."""
        self._online = False

    def next(self, now: int) -> "bytes | None":
        """The next event to publish at QoS 1, encoded; None when there is nothing to send now."""
        if not self._online:
            return None
        if self._next > self.confirmed + 1 and now - self._since >= self._patience:
            self._patience = min(2 * self._patience, RETRY_MAX_MS)
            self.rewound += 1
            self._rewind(now)
        if self._next > self._journal.last or self._next > self.confirmed + self._window:
            return None
        if self._next == self.confirmed + 1:
            self._since = now
        payload = self._build(self._next)
        self._next += 1
        return payload

    def deadline(self) -> "int | None":
        """When `next` will send again although nothing has happened; None when no event waits for the hub."""
        if not self._online or self._next <= self.confirmed + 1:
            return None
        return self._since + self._patience

    def acknowledge(self, epoch: str, seq: int, now: int, *, retained: bool = False) -> bool:
        """Take the hub's `ack`, `retained` if the broker had kept it. True when it confirms something new.

        For another epoch it is from before the journal was formatted, and above `last` it is not about this log:
        both are counted and ignored. The same seq again is the hub asking for all that follows it, because it has
        seen a gap; the retained copy asks for nothing, it comes with every subscription. A lower seq says that
        the hub was restored from a backup: sending goes back there, as far as the journal reaches.
        """
        if epoch != self._journal.epoch:
            self.foreign += 1
            return False
        if seq > self._journal.last:
            self.ahead += 1
            return False
        if seq > self.confirmed:
            self.confirmed = seq
            self._journal.release(seq)
            self._next = max(self._next, seq + 1)
            self._since = now
            self._patience = RETRY_MS
            return True
        if seq == self.confirmed and (retained or now - self._since < CROSSING_MS):
            return False
        self.confirmed = max(seq, self._journal.first - 1)
        if self._next > self.confirmed + 1:
            self.rewound += 1
            self._rewind(now)
        return False

    def _rewind(self, now: int) -> None:
        self._next = self.confirmed + 1
        self._since = now

    def _build(self, seq: int) -> bytes:
        record = self._journal.read(seq)
        if record:
            return wire.encode("event", record[0])
        head: dict[str, object] = {"v": wire.VERSION, "epoch": self._journal.epoch, "seq": seq}
        head["boot"] = head["t"] = 0
        head["utc"] = None
        return wire.encode("event", stand_in(head, "damaged_record"))

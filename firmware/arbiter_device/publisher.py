"""What the device says and hears on its topics: order, coalescing and confirmation, without a connection.

`state` is coalesced: only the newest snapshot goes out. Events never are: the outbox sends each until the hub has
stored it. A snapshot waits until its last event is on flash, so that nobody sees what a power cut undoes.
"""

from arbiter_clock import wire
from arbiter_clock.errors import FieldError
from arbiter_clock.wire_fields import delivery

TICK_MS = 1000
_LOGS = 8


class Publisher:
    """Publishes by a `Client` whose window it respects; `identity` is (device id, firmware, boot, reset cause).

    `settled()` tells whether every event of the clock is on flash.
    """

    def __init__(self, site, table, identity, clock, epoch, outbox, settled, orders, utc):
        self._device, self._firmware, self._boot, self._reset = identity
        self._root = wire.topic(site, table, "cmd")[: -len("cmd")]
        self._clock = clock
        self._epoch = epoch
        self._outbox = outbox
        self._settled = settled
        self._orders = orders
        self._utc = utc
        # The contract has 32 bits for it; a device that starts again and again all weekend counts beyond 16 of them.
        self._connection = self._boot % 0x8000 << 16
        self._status_due = False
        self._state_due = True
        self._tick_at = -TICK_MS
        self._replies = []
        self._logs = []
        self.garbage = 0
        self.stray = 0

    def subscriptions(self):
        return ((self._root + "cmd", 1), (self._root + "ack", 1))

    def next_will(self):
        """(topic, payload) of the will of the next connection."""
        # Grows within a boot, and so does the boot, so that a late will of an earlier connection is known as such.
        self._connection += 1
        return self._root + "status", self._status("lost")

    def changed(self):
        """The clock's state has changed."""
        self._state_due = True

    def log(self, level, text):
        """Keep a line for the log topic; the oldest goes when there are too many."""
        if len(self._logs) == _LOGS:
            self._logs.pop(0)
        self._logs.append(
            wire.encode("log", {"v": wire.VERSION, "level": level, "text": wire.printable(text, 400)})
        )

    def connected(self, now):
        self._status_due = True
        self._state_due = True
        self._replies.clear()
        self._outbox.connected(now)

    def disconnected(self):
        self._outbox.disconnected()

    def message(self, topic, payload, retained, now):
        """Take a message that came on a subscribed topic."""
        if topic == self._root + "cmd":
            reply = self._orders.obey(payload, retained)
            if reply:
                self._replies.append(reply)
        elif topic == self._root + "ack":
            try:
                ack = wire.decode("ack", payload)
            except FieldError:
                self.garbage += 1
                return
            self._outbox.acknowledge(ack["epoch"], ack["seq"], now, retained=retained)
        else:
            self.stray += 1

    def fill(self, client, now):
        """Publish what is due, as far as the client takes it."""
        if not client.online:
            return
        if self._status_due and self._send(client, "status", self._status("ready"), now):
            self._status_due = False
        while self._replies and self._send(client, "reply", wire.encode("reply", self._replies[0]), now):
            self._replies.pop(0)
        if (
            self._state_due
            and self._settled()
            and client.free
            and self._send(client, "state", self._state(now), now)
        ):
            self._state_due = False
        while client.free:
            payload = self._outbox.next(now)
            if payload is None:
                break
            self._send(client, "event", payload, now)
        self._tick(client, now)
        while self._logs and self._send(client, "log", self._logs[0], now):
            self._logs.pop(0)

    def _send(self, client, kind, payload, now):
        _, qos, retain, _ = delivery(kind)
        return client.publish(self._root + kind, payload, qos=qos, retain=retain, now=now) is not None

    def _status(self, status):
        return wire.encode(
            "status",
            {
                "v": wire.VERSION,
                "status": status,
                "device": self._device,
                "firmware": self._firmware,
                "boot": self._boot,
                "connection": self._connection,
                "reset": self._reset,
                "epoch": self._epoch,
            },
        )

    def _state(self, now):
        state = self._clock.snapshot(now)
        state["v"] = wire.VERSION
        state["epoch"] = self._epoch
        state["seq"] = self._clock.seq
        state["boot"] = self._boot
        state["utc"] = self._utc(now)
        return wire.encode("state", state)

    def wait_ms(self, now):
        """In how many ms the next tick is due."""
        return max(0, self._tick_at - now) if self._ticking() else TICK_MS

    def _ticking(self):
        state = self._clock.state
        return state.phase == "run" and state.deadline is not None

    def _tick(self, client, now):
        if not self._ticking() or now < self._tick_at:
            return
        # On the second of the first one, unless it is so late that the seconds begin anew.
        self._tick_at = self._tick_at + TICK_MS if now - self._tick_at < TICK_MS else now + TICK_MS
        state = self._clock.state
        tick = {
            "v": wire.VERSION,
            "epoch": self._epoch,
            "seq": self._clock.seq,
            "t": now,
            "phase": state.phase,
            "period": state.period,
            "remaining_ms": state.remaining_at(now),
        }
        self._send(client, "tick", wire.encode("tick", tick), now)

"""Commands of the hub: which of them are obeyed, and the reply that each one gets.

A command is refused when it is older than its time to live, or when the clock has moved on from the event that
its sender had seen. While the device does not know the time it cannot tell how old a command is: then only
one that names the present event is obeyed. The same transaction again gets the same reply and no second effect.
"""

from arbiter_clock import wire
from arbiter_clock.errors import FieldError
from arbiter_clock.machine import IllegalEvent

REMEMBERED = 8  # what is delivered twice comes soon after itself


class Orders:
    """`obey(payload, retained)` returns the reply to send, or None.

    `act(kind, t, data)` hands an input to the clock and returns its effects; `settle()` handles the presses that came
    before; `identify()` shows which device it is; `look_for_update()` returns why no release can be looked for, or
    None; `utc()` is ms since 1970 or None.
    """

    def __init__(self, act, settle, identify, clock, epoch, ticks, utc, look_for_update):
        self._act = act
        self._settle = settle
        self._identify = identify
        self._clock = clock
        self._epoch = epoch
        self._ticks = ticks
        self._utc = utc
        self._look_for_update = look_for_update
        self._answered = []  # (txn, error or None) of the last commands
        self.retained = 0
        self.garbage = 0

    def obey(self, payload, retained):
        if retained:
            self.retained += 1
            return None
        try:
            command = wire.decode("cmd", payload)
        except FieldError as error:
            self.garbage += 1
            txn = wire.txn_of(payload)
            return None if txn is None else self._reply(txn, str(error))
        txn = command["txn"]
        for known, error in self._answered:
            if known == txn:
                return self._reply(txn, error)
        # Of referee and hub the first one counts: what the command expects must still hold after his press.
        self._settle()
        error = self._refusal(command) or self._execute(command)
        self._answered.append((txn, error))
        if len(self._answered) > REMEMBERED:
            self._answered.pop(0)
        return self._reply(txn, error)

    def _reply(self, txn, error):
        text = None if error is None else wire.printable(error, 200)
        return {"v": wire.VERSION, "txn": txn, "ok": error is None, "error": text}

    def _refusal(self, command):
        """Why the command is not for now, or None."""
        expected = command["expect_seq"]
        seq = self._clock.seq
        if expected is not None and expected != seq:
            return "expect_seq: found " + str(expected) + ", allowed: " + str(seq)
        utc = self._utc()
        if utc is None:
            if expected is None:
                return (
                    "expect_seq: found null, allowed: " + str(seq) + " while the clock does not know the time"
                )
        elif not -command["ttl_ms"] <= utc - command["issued_at"] <= command["ttl_ms"]:
            return "issued_at: found " + str(command["issued_at"]) + ", allowed: within ttl_ms of " + str(utc)
        return None

    def _execute(self, command):
        """Why the command could not be carried out, or None."""
        kind = command["type"]
        data = command["data"]
        if kind in ("limit", "update") and command["role"] != "direction":
            return "role: found " + command["role"] + ", allowed: direction"
        if kind in ("identify", "update"):
            return self._identify() if kind == "identify" else self._look_for_update()
        if kind == "points_to_go" and data["epoch"] != self._epoch:
            return "data.epoch: found " + data["epoch"] + ", allowed: " + self._epoch
        if kind == "press":
            kind = _press(data["button"], data["held"])
            if kind is None:
                return "data.held: found another, allowed: what the button " + data["button"] + " knows"
        try:
            effects = self._act(kind, self._ticks.now(), data)
        except (FieldError, IllegalEvent) as error:
            return str(error)
        refused = [effect[1] for effect in effects if effect[0] == "refused"]
        return "refused: " + refused[0] if refused else None


def _press(button, held):
    """The clock's input for a button, pressed or held; None where it has none."""
    if held:
        return {"START": "restart", "SHOT": "foul", "UNDO": "redo", "SWAP": "swap"}.get(button)
    return None if button == "SWAP" else button.lower()

"""The direction's order when the network is down: six digits, read from its list, entered in the referee's menu.

A code says by itself whether it orders the limit (even) or takes it back (odd), and is good once. Codes are numbered;
the one of a number is made from the device's key, so that the hub can print them and nobody else can guess one:

    HMAC-SHA-256(HMAC-SHA-256(key, "arbiter direction code"), state and number as 4 bytes), truncated as in RFC 4226

Any of the next WINDOW numbers is taken, and with it all before it are used up. The number is kept before the order is
given: a power cut between the two burns a code, and lets none count twice. After FREE wrong entries each further one
has to wait, twice as long every time. The count outlives the power, and the wait then begins anew.
"""

from arbiter_device.menu import segments
from arbiter_device.signing import hmac

DIGITS = 6
WINDOW = 5
FREE = 5
WAIT_MS = 60000
WAIT_MAX_MS = 3600000
NUMBER_MAX = 99999

SHOWN_MS = 3000
_PURPOSE = b"arbiter direction code"
_HALF = 500000  # of all codes of six digits; the other half is the other state's
_TURN_MS = 1000
_BLINK_MS = 250
_POINT = 0x80


def code_of(purpose_key, state, number):
    """The code that orders `state`, "armed" or "off", under this number; `purpose_key`: see Codes."""
    mac = hmac(purpose_key, state.encode() + number.to_bytes(4, "big"))
    at = mac[31] & 15
    return (int.from_bytes(mac[at : at + 4], "big") & 0x7FFFFFFF) % _HALF * 2 + (state == "off")


class Codes:
    """Which codes are still good. `number(name)` and `set_number(name, n)` keep numbers over a power cut."""

    def __init__(self, key, number, set_number):
        self._key = hmac(key, _PURPOSE)
        self._number = number
        self._set_number = set_number
        self._wrong_at = 0  # after a start it is not known when that was: the whole wait begins with it

    def wait(self, now):
        """How long, in ms, no code is taken."""
        over = self._number("code_wrong") - FREE
        if over < 0:
            return 0
        return max(0, self._wrong_at + min(WAIT_MS << min(over, 6), WAIT_MAX_MS) - now)

    def take(self, code, now):
        """(state, number) that a code (int) orders, which is used up thereby; None for a wrong one or in the wait."""
        if self.wait(now):
            return None
        state = "off" if code % 2 else "armed"
        used = self._number("code")
        # [rule DBU 4.5] only the direction decides: who has no code from it finds none in his time
        # The highest one first, so that digits that come up twice do not stay good.
        for number in range(min(used + WINDOW, NUMBER_MAX), used, -1):
            if code_of(self._key, state, number) == code:
                self._set_number("code", number)
                if self._number("code_wrong"):
                    self._set_number("code_wrong", 0)
                return state, number
        self._wrong_at = now
        self._set_number("code_wrong", min(self._number("code_wrong") + 1, FREE + 6))
        return None


class Entry:
    """A code being entered, shown as the place of a digit, a point, and the digit.

    START and SHOT turn the digit, EXT goes on to the next one and after the last hands the code in, UNDO goes back.
    `order(state, number)` gives the order. "On" or "oF" says what was ordered, "no" that the code is wrong, and "LO"
    in turn with the minutes that nothing can be entered yet.
    """

    def __init__(self, codes, order, now):
        self._codes = codes
        self._order = order
        self._digits = bytearray(DIGITS)
        self._at = 0
        self._answer = None
        self._until = 0
        self.done = False
        self.accepted = False
        if codes.wait(now):
            self._tell("LO", now)

    def press(self, kind, now):
        """A button's input; `done` is set when the entry is over, `accepted` when the code was good."""
        if self._answer is not None:
            self.done = kind == "undo"  # a trailing press must not wipe the answer away
        elif kind in ("start", "shot"):
            turned = self._digits[self._at] + (1 if kind == "start" else 9)
            self._digits[self._at] = turned % 10
        elif kind == "undo" and self._at == 0:
            self.done = True
        elif kind == "undo":
            self._at -= 1
        elif kind == "ext":
            self._at += 1
            if self._at == DIGITS:
                self._hand_in(now)

    def _hand_in(self, now):
        code = 0
        for digit in self._digits:
            code = code * 10 + digit
        found = self._codes.take(code, now)
        if found is None:
            self._tell("LO" if self._codes.wait(now) else "no", now)
        else:
            self.accepted = True
            self._tell("On" if found[0] == "armed" else "oF", now)
            self._order(found[0], found[1])  # which draws

    def _tell(self, answer, now):
        self._answer = answer
        self._until = now + SHOWN_MS

    def draw(self, now):
        """bits16 to show."""
        if self._answer is None:
            return segments(str(self._at + 1) + str(self._digits[self._at])) | _POINT
        if now >= self._until:
            self.done = True
        if self._answer == "LO" and now // _TURN_MS % 2:
            minutes = -(-self._codes.wait(now) // 60000)
            return segments((" " if minutes < 10 else "") + str(minutes))
        if self._answer == "no" and now // _BLINK_MS % 2:
            return 0
        return segments(self._answer)

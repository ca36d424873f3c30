"""The referee's menu, on EXT held for a second while no stroke is being timed.

Each item shows its name, then its value. START and SHOT change the value up and down, EXT goes on to the next item,
EXT held keeps everything and leaves, and so does a good code; UNDO leaves and keeps nothing, like silence for fifteen
seconds.

    Pr  preset, by its place in the list     only between sets
    br  brightness in tenths, Au automatic
    So  volume 0 to 3
    UI  vibration
    nr  table number 1 to 99                 only between sets, and the device starts again
    tE  START runs a test of every segment, lamp, tone and of the motor
    Cd  START begins the entry of a code of the direction (direction_code), on a device with a key
"""

from arbiter_clock import presets, readout

NAME_MS = 700
SILENCE_MS = 15000
CODE_SILENCE_MS = 60000  # somebody is on the telephone
TEST_MS = 400  # each step of the test

_BETWEEN_SETS = ("idle", "set_end")
CLOSED = ("run", "paused", "restored", "turn_lost")
_LETTERS = {
    "A": 0x77,
    "C": 0x39,
    "E": 0x79,
    "I": 0x06,
    "L": 0x38,
    "S": 0x6D,
    "U": 0x3E,
    "b": 0x7C,
    "d": 0x5E,
    "t": 0x78,
    "u": 0x1C,
}
_ITEMS = ("Pr", "br", "So", "UI", "nr", "tE", "Cd")


def segments(text):
    """bits16 of two characters, with the letters that only the menu needs."""
    bits = [_LETTERS[char] if char in _LETTERS else readout.glyphs(char + char)[0] for char in text]
    return bits[1] << 8 | bits[0]


class Menu:
    """Open from its construction on; `phase()` is the clock's, `tone` plays for the test.

    `code_entry(now)` begins the entry of a code; None where there are none.
    """

    def __init__(self, config, phase, tone, now, code_entry=None):
        self._config = config
        self._phase = phase
        self._tone = tone
        self._code_entry = code_entry
        self._entry = None
        self.changes = {}
        between = phase() in _BETWEEN_SETS
        self._items = [item for item in _ITEMS if between or item not in ("Pr", "nr")]
        if code_entry is None:
            self._items.pop()
        self._at = 0
        self._since = now
        self._test = None
        self._sounded = False
        self.open = True
        self.keep = False  # whether the changes are to be taken over, once it has closed by itself

    def press(self, kind, now):
        """A button's input while the menu is open."""
        if self._entry:
            self._entry.press(kind, now)
            self._since = now - NAME_MS
            return
        item = self._items[self._at]
        if kind == "undo":
            self.open = False
        elif kind == "ext":
            self._at = (self._at + 1) % len(self._items)
            self._test = None
        elif kind in ("start", "shot"):
            if item == "tE":
                self._test = now
                self._sounded = False
            elif item == "Cd":
                self._entry = self._code_entry(now)  # pyright: ignore[reportOptionalCall] - else the item is not there
            else:
                self._turn(item, 1 if kind == "start" else -1)
        # A value that is being changed is shown at once, an item begins with its name.
        self._since = now if kind == "ext" else now - NAME_MS

    def _get(self, name):
        return self.changes[name] if name in self.changes else self._config.get(name)

    def _turn(self, item, step):
        if item == "Pr":
            names = presets.NAMES
            at = names.index(self._get("preset")) if self._get("preset") in names else 0
            self.changes["preset"] = names[(at + step) % len(names)]
        elif item == "br":
            self.changes["brightness"] = (self._get("brightness") // 10 + step) % 11 * 10
        elif item == "So":
            self.changes["volume"] = (self._get("volume") + step) % 4
        elif item == "UI":
            self.changes["vibration"] = 1 - self._get("vibration")
        elif item == "nr":
            self.changes["table"] = str((_number(self._get("table")) - 1 + step) % 99 + 1)

    def draw(self, now):
        """(bits16, lamps) to show, or None when the menu has closed by itself."""
        silence = CODE_SILENCE_MS if self._entry else SILENCE_MS
        if self._phase() in CLOSED or now - self._since > silence + NAME_MS:
            self.open = False
        if not self.open:
            return None
        if self._entry:
            bits = self._entry.draw(now)
            if not self._entry.done:
                return bits, 0
            self.keep = self._entry.accepted
            self.open = not self.keep
            self._entry = None
            self._since = now
        item = self._items[self._at]
        if self._test is not None:
            return self._testing(now)
        return segments(item if now - self._since < NAME_MS else self._value(item)), 0

    def _value(self, item):
        if item == "Pr":
            name = self._get("preset")
            return _two(presets.NAMES.index(name) + 1) if name in presets.NAMES else "--"
        if item == "br":
            percent = self._get("brightness")
            return _two(percent // 10) if percent else "Au"
        if item == "So":
            return _two(self._get("volume"))
        if item == "UI":
            return "On" if self._get("vibration") else "oF"
        return _two(_number(self._get("table"))) if item == "nr" else "--"

    def _testing(self, now):
        """Every segment and lamp alone, then all of them with motor and tone."""
        step = (now - self._test) // TEST_MS
        if step < 8:
            return 0x0101 << step, 1 << step
        if step < 11:
            if not self._sounded:
                self._sounded = True
                self._tone.play(2000, TEST_MS, 8000)
            return 0xFFFF, 0xFF  # the motor is one of the lamp outputs
        self._test = None
        return segments("--"), 0


def _two(number):
    return (" " if number < 10 else "") + str(number)


def _number(table):
    """The table's number, 1 for a table with another kind of name."""
    number = 0
    for char in table:
        if char not in "0123456789":
            return 1
        number = number * 10 + int(char)
    return number if 1 <= number <= 99 else 1

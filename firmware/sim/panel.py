"""The simulated clock's face: a loopback server that shows frames and sounds and takes button presses.

One JSON object a line. To the client: `frame` at each change and on connect, `sound` when a tone starts,
`vibrate` when a pulse of the motor has ended. From the client: `button` with `name` and `down`, and `input` with
`name` and `value`: 0 or 1 for HANDSET_PRESENT (low when plugged in) and POWER_GOOD, millivolts for SUPPLY_SENSE.
A button that goes up may say in `held` for how many ms it was down where it is: a network that delivers both at once
does not turn a press into a glitch.
A client that does not read is dropped; a line that makes no sense is ignored.
"""

import asyncio
import json
import random
import time

import machine
import neopixel

from arbiter_clock import readout
from arbiter_device import pins
from arbiter_device.drivers import ws2812

BUTTONS = {
    "START": pins.BUTTON_START,
    "SHOT": pins.BUTTON_SHOT,
    "PAUSE": pins.BUTTON_PAUSE,
    "UNDO": pins.BUTTON_UNDO,
    "SWAP": pins.BUTTON_SWAP,
    "EXT": pins.BUTTON_EXT,
}
INPUTS = {
    "HANDSET_PRESENT": pins.HANDSET_PRESENT,
    "POWER_GOOD": pins.POWER_GOOD,
    "SUPPLY_SENSE": pins.SUPPLY_SENSE,
}
_SUPPLY_MV = 12000
_CHARACTERS = {readout.glyphs(char + char)[0]: char for char in "OFPnor-= 0123456789"}
_IPPROTO_TCP = 6
_TCP_NODELAY = 1  # a frame must not wait for the acknowledgement of the one before it
_PRESS_MS = 60  # surely no glitch
_pressed_at = {}
MOTOR = 1 << 7  # the spare lamp output drives the handset's vibration motor


class Panel:
    """Decodes what the firmware lights into frames, and turns presses into pin levels."""

    def __init__(self, trace):
        self.port = 0
        self._trace = trace
        self._clients = []
        self._digits = (0, 0)
        self._lamps = 0
        self._brightness = 0
        self._motor_since = 0
        self._server = None
        _drive("HANDSET_PRESENT", 0)
        _drive("SUPPLY_SENSE", _SUPPLY_MV)
        neopixel.on_write = self._written
        machine.on_sound = self._sounded

    async def run(self, port):
        """Listen on `port` of the loopback interface, or on a free one for 0, and say so."""
        for _ in range(1 if port else 50):
            # The unix port cannot ask a socket for its port, so a free one is found by trying.
            self.port = port or 20000 + random.getrandbits(15)
            try:
                self._server = await asyncio.start_server(self._serve, "127.0.0.1", self.port)
                break
            except OSError:
                if port:
                    raise
        print("panel 127.0.0.1:" + str(self.port))

    async def _serve(self, reader, writer):
        writer.s.setsockopt(_IPPROTO_TCP, _TCP_NODELAY, 1)
        self._clients.append(writer)
        try:
            self._send(writer, self._frame())
            while True:
                line = await reader.readline()
                if not line:
                    break
                await _take(line)
        except OSError:
            pass
        finally:
            self._drop(writer)

    def _drop(self, writer):
        if writer in self._clients:
            self._clients.remove(writer)
        writer.s.close()

    def _broadcast(self, line):
        for client in list(self._clients):
            self._send(client, line)

    def _send(self, client, line):
        try:
            client.write(line)
        except OSError:
            self._drop(client)
            return
        if client.out_buf:
            self._drop(client)

    def _frame(self):
        frame = {
            "k": "frame",
            "digits": self._digits,
            "lamps": self._lamps,
            "brightness": self._brightness,
            "text": text(self._digits),
            "t": time.grown_ms(),
        }
        return (json.dumps(frame) + "\n").encode()

    def _written(self, buf):
        if self._trace:
            print("frame " + str(time.grown_ms()))
        digits, lamps, brightness = decode(buf)
        if (digits, lamps, brightness) == (self._digits, self._lamps, self._brightness):
            return
        turned = (lamps ^ self._lamps) & MOTOR
        self._digits = digits
        self._lamps = lamps
        self._brightness = brightness
        self._broadcast(self._frame())
        if turned and lamps & MOTOR:
            self._motor_since = time.grown_ms()
        elif turned:
            lasted = time.grown_ms() - self._motor_since
            self._broadcast((json.dumps({"k": "vibrate", "ms": lasted}) + "\n").encode())

    def _sounded(self, hz, ms):
        self._broadcast((json.dumps({"k": "sound", "hz": hz, "ms": ms}) + "\n").encode())


def decode(buf):
    """(digits, lamps, brightness) that a strip with this buffer shows."""
    digits = [0, 0]
    for digit in range(2):
        for segment in range(8):
            if _lit(buf, ws2812.SEGMENT_PIXEL[digit * 8 + segment]):
                digits[digit] |= 1 << segment
    lamps = 0
    for lamp in range(8):
        if _lit(buf, ws2812.LAMP_PIXEL[lamp]):
            lamps |= 1 << lamp
    return tuple(digits), lamps, max(buf)


def text(digits):
    """What a reader sees: "40" for example; "?" for segments that are no character."""
    seen = "".join(_CHARACTERS.get(bits & ~readout.POINT, "?") for bits in digits)
    return "On" if seen == "0n" else seen  # the letter O looks like the digit


def _lit(buf, pixel):
    return buf[3 * pixel] or buf[3 * pixel + 1] or buf[3 * pixel + 2]


async def _take(line):
    try:
        message = json.loads(line)
    except ValueError:
        return
    if type(message) is not dict:
        return
    name = message.get("name")
    if message.get("k") == "button" and name in BUTTONS:
        down = bool(message.get("down"))
        if down:
            _pressed_at[name] = time.grown_ms()
        elif type(message.get("held")) is int:
            await asyncio.sleep_ms(_early(name, message["held"]))
        machine.drive(BUTTONS[name], 0 if down else 1)
    elif message.get("k") == "input" and name in INPUTS and type(message.get("value")) is int:
        _drive(name, message["value"])


def _early(name, held):
    """By how much a button that was held for so many ms where it is goes up too early here."""
    here = time.grown_ms() - _pressed_at.get(name, 0)
    return max(0, min(held * time.factor(), _PRESS_MS) - here)


def _drive(name, value):
    if name == "SUPPLY_SENSE":
        machine.analog[INPUTS[name]] = value * 22 // 122 * 65535 // 3300  # behind the board's divider
    else:
        machine.drive(INPUTS[name], 1 if value else 0)

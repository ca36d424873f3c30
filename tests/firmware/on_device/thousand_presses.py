"""B11: a thousand presses of 60 ms while the network comes and goes, the flash is erased and the buzzer sounds.

The whole application runs in a time of its own, which passes only while every task waits. An erase stalls everything
for 80 ms, interrupts included: the pins go on without the chip, and afterwards each has one interrupt pending at most.
"""

import asyncio
import asyncio.core
import os
import random
import time

import esp32
import machine
import network

os.mkdir("flash")
esp32.directory = os.getcwd()
os.chdir("flash")

from orders import SET

from arbiter_clock import readout
from arbiter_device import pins
from arbiter_device.app import App
from arbiter_device.board import Board
from arbiter_device.config import Config

STROKES = 500
PRESS_MS = 60
ERASE_MS = 80
ROUND_MS = 1  # what each round of the scheduler is taken to cost
BEGIN_MS = (1 << 30) - 20000  # ticks wrap after a few strokes
AHEAD_MS = 10000000  # the loop's time is ahead of the real one, of which asyncio's C half takes its own


class Flag:
    """asyncio.ThreadSafeFlag, for which the unix port waits a real ms in each round. Interrupts come in `ipoll`."""

    def __init__(self):
        self._event = asyncio.Event()
        self.set = self._event.set

    async def wait(self):
        await self._event.wait()
        self._event.clear()


class World:
    """Virtual time and what happens in it: `plan` is a list of (ms, pin, level) in order."""

    def __init__(self):
        self.now = 0
        self.plan = []
        self.stall_at = []
        self._loop_begin = time.loop_ms() + AHEAD_MS
        self._poller = asyncio.core._io_queue.poller
        self.register = self._poller.register
        self.unregister = self._poller.unregister
        self.modify = self._poller.modify
        asyncio.core._io_queue.poller = self
        asyncio.core.ticks = lambda: self._loop_begin + self.now
        time.ticks_ms = lambda: (BEGIN_MS + self.now) & ((1 << 30) - 1)
        time.sleep_us = self.stall

    def ipoll(self, ms):
        """Sockets and flags that are ready now, or none and the time until the next thing to happen has passed."""
        ready = [(one, event) for one, event in self._poller.ipoll(0)]
        until = self.now
        if not ready and ms:
            until = self.plan[0][0] if self.plan else self.now + ms
            if ms > 0:
                until = min(until, self.now + ms)
        self.now = max(self.now, until) + ROUND_MS
        while self.plan and self.plan[0][0] <= self.now:
            _, pin, level = self.plan.pop(0)
            machine.drive(pin, level)
        return ready

    def stall(self, us):
        """An erase: nothing runs, and a pin whose level has changed meanwhile has one interrupt pending."""
        self.stall_at.append(self.now)
        self.now += us // 1000
        pending = []
        while self.plan and self.plan[0][0] <= self.now:
            _, pin, level = self.plan.pop(0)
            machine._line(pin).level = level
            pending.append(pin)
        for pin in sorted(set(pending)):
            line = machine._line(pin)
            line.handler(line.pin)


class Moody:
    """The statuses of a wireless network that comes and goes: it is what `network.script` is asked for."""

    def __init__(self, chance):
        self._chance = chance
        self._status = network.STAT_GOT_IP

    def __len__(self):
        return 2

    def pop(self, _):
        if self._chance.getrandbits(2) == 0:
            self._status = (
                network.STAT_GOT_IP,
                network.STAT_NO_AP_FOUND,
                network.STAT_WRONG_PASSWORD,
                network.STAT_IDLE,
            )[self._chance.getrandbits(2)]
        return self._status


class Bench:
    """The application with everything that disturbs it; `events` are (event, when the clock made it)."""

    async def begin(self):
        random.seed(4)
        port = 30000 + random.getrandbits(14)
        config = Config(".")
        config.change({"wifi_ssid": "hall", "broker_host": "127.0.0.1", "broker_port": port, "volume": 3})
        esp32.erase_us = ERASE_MS * 1000
        asyncio.ThreadSafeFlag = Flag
        self.world = World()
        self.app = app = App(Board(), config)
        network.script = Moody(random)
        self.hung_up = self.sounds = 0
        self._server = await asyncio.start_server(self._hang_up, "127.0.0.1", port)
        machine.on_sound = self._sound
        self.crashes = []
        app.crashed = lambda name, error: self.crashes.append((name, repr(error)))
        self.events = []
        self._keep = app.recorder.put
        app.recorder.put = self._put
        self._running = asyncio.create_task(app.run())
        await asyncio.sleep_ms(500)

    def end(self):
        self._running.cancel()
        self._server.close()
        assert self.crashes == []

    async def _hang_up(self, reader, writer):
        self.hung_up += 1
        writer.close()

    def _sound(self, hz, ms):
        self.sounds += 1

    def _put(self, fields, state):
        self.events.append((fields, self.app.ticks.now()))
        return self._keep(fields, state)

    def begin_stroke(self):
        app = self.app
        app.clock_task.act("set_end", app.ticks.now(), {})
        app.order("set_start", app.ticks.now(), SET)
        app.clock_task.act("start", app.ticks.now())

    async def press(self):
        """Play all strokes; the moments of the edges on the device's scale."""
        at = self.world.now + 500
        edges = []
        for _ in range(STROKES):
            for pin in (pins.BUTTON_START, pins.BUTTON_SHOT):
                self.world.plan.append((at, pin, 0))
                self.world.plan.append((at + PRESS_MS, pin, 1))
                edges.append(at)
                at += PRESS_MS + 60 + random.getrandbits(6)
        skew = self.app.ticks.now() - self.world.now
        while self.world.plan:
            await asyncio.sleep_ms(500)
        return [edge + skew for edge in edges]


async def every_press_counts(bench):
    app = bench.app
    app.order("set_start", app.ticks.now(), SET)
    erased = esp32.erases
    edges = await bench.press()
    kinds = [fields["type"] for fields, _ in bench.events]
    assert kinds == ["set_start"] + ["start", "shot"] * STROKES, len(kinds)
    errors = [bench.events[index + 1][0]["t"] - edges[index] for index in range(len(edges))]
    assert -1 <= min(errors) <= max(errors) <= 5, (min(errors), max(errors))
    assert esp32.erases - erased >= 14
    assert app.journal.late_erases == 0, "an erase has fallen into a stroke"
    assert app.wifi.attempts > 10
    assert bench.hung_up > 5
    assert bench.sounds >= STROKES * 9 // 10
    app.journal.release(app.journal.last)
    print("edge error at most", max(errors), "ms;", esp32.erases - erased, "erases")


async def every_expiry_is_on_time(bench):
    """Both periods of ten strokes that nobody plays: when is an expiry committed?"""
    late = []
    for _ in range(10):
        bench.begin_stroke()
        del bench.events[:]
        while len(bench.events) < 2:
            await asyncio.sleep_ms(1000)
        late += [now - fields["at"] for fields, now in bench.events]
    assert len(late) == 20
    assert 0 <= min(late) <= max(late) <= 20, late
    print("expiry error at most", max(late), "ms")


async def every_second_is_shown_once(bench):
    """A stroke in which everything stands still for 100 ms again and again."""
    shown = []
    driver = bench.app.display._driver
    show = driver.segments

    def segments(bits16, lamps8, brightness):
        if not shown or shown[-1] != bits16:
            shown.append(bits16)
        show(bits16, lamps8, brightness)

    driver.segments = segments
    bench.begin_stroke()
    for _ in range(80):
        bench.world.stall(100000)
        await asyncio.sleep_ms(150 + random.getrandbits(8))
    numbers = [readout.glyphs((" " if second < 10 else "") + str(second)) for second in range(40, 0, -1)]
    countdown = [right << 8 | left for left, right in numbers]
    begin = shown.index(countdown[0])
    assert shown[begin:] == countdown[: len(shown) - begin], shown
    assert len(shown) - begin > 20


async def check_t4_b11_no_press_no_expiry_and_no_second_is_lost_or_doubled():
    bench = Bench()
    await bench.begin()
    await every_press_counts(bench)
    await every_expiry_is_on_time(bench)
    await every_second_is_shown_once(bench)
    bench.end()

"""B19, B20: no half-dead device, and a watchdog that is fed for living tasks only."""

import asyncio

from arbiter_device import watchdog
from arbiter_device.ticks import Ticks


class Reset(Exception):
    """The device restarts."""


class Bench:
    def __init__(self):
        self.time = 0
        self.fed = 0
        self.crashes = []
        self.stroke = False
        self.supervisor = watchdog.Supervisor(
            Ticks(lambda: self.time), self.record, self.feed, self.reset, lambda: not self.stroke
        )

    def record(self, name, error):
        self.crashes.append((name, repr(error)))

    def feed(self):
        self.fed += 1

    def reset(self):
        raise Reset

    async def run(self, rounds):
        """Let the supervisor look `rounds` times, half a second of device time apart."""
        watchdog.CHECK_MS = watchdog.RESTART_MS = watchdog.HOPELESS_MS = 0
        looking = asyncio.create_task(self.supervisor.run())
        for _ in range(rounds):
            self.time += 500
            await asyncio.sleep_ms(0)
            await asyncio.sleep_ms(0)
            if looking.done():
                await looking
        looking.cancel()


async def beating(heart):
    while True:
        heart.beat()
        await asyncio.sleep_ms(0)


async def check_b19_a_task_that_raises_is_recorded_and_started_again():
    bench = Bench()
    starts = []

    async def fragile(heart):
        starts.append(1)
        if len(starts) < 3:
            raise ValueError("nobody expected this")
        await beating(heart)

    bench.supervisor.watch("fragile", fragile, 5000)
    await bench.run(20)
    assert len(starts) == 3
    assert bench.crashes == [("fragile", "ValueError('nobody expected this',)")] * 2, bench.crashes
    assert bench.fed > 10


async def check_b19_a_task_that_ends_is_as_bad_as_one_that_raises():
    bench = Bench()

    async def short(heart):
        await asyncio.sleep_ms(0)

    bench.supervisor.watch("short", short, 5000)
    await bench.run(4)
    assert bench.crashes[0] == ("short", "RuntimeError('ended',)")


async def check_b20_a_task_without_a_heartbeat_leads_to_a_reset_and_no_food():
    bench = Bench()

    async def stuck(heart):
        while True:
            await asyncio.sleep_ms(0)

    bench.supervisor.watch("live", beating, 5000)
    bench.supervisor.watch("stuck", stuck, 5000)
    try:
        await bench.run(30)
    except Reset:
        assert 5000 < bench.time <= 6500, bench.time
        assert bench.crashes == [("stuck", "RuntimeError('no heartbeat',)")]
        return
    raise AssertionError("the supervisor did not reset")


async def check_b19_a_task_that_dies_again_and_again_resets_the_device_when_the_stroke_is_over():
    bench = Bench()
    starts = []

    async def hopeless(heart):
        starts.append(1)
        raise OSError(5)

    bench.supervisor.watch("display", hopeless, 5000)
    bench.stroke = True
    await bench.run(40)
    assert len(starts) > 2 * watchdog.TOO_MANY, "it is started again all the same"
    assert len(bench.crashes) == watchdog.TOO_MANY, "and no longer written down"
    assert bench.fed >= 39, "and nothing is stale"
    bench.stroke = False
    try:
        await bench.run(2)
    except Reset:
        return
    raise AssertionError("the supervisor did not reset")


async def hanging(name):
    """A bench on which task `name` hangs while a stroke is timed."""
    bench = Bench()

    async def stuck(heart):
        await asyncio.Event().wait()

    bench.supervisor.watch(name, stuck, 5000)
    bench.stroke = True
    return bench


async def check_b20_the_last_resort_waits_for_the_end_of_a_stroke():
    bench = await hanging("link")
    await bench.run(15)
    fed = bench.fed
    await bench.run(40)
    assert bench.fed == fed, "the watchdog gets nothing any more: its hardware does not wait"
    assert bench.crashes == [("link", "RuntimeError('no heartbeat',)")], "it is told once"
    bench.stroke = False
    try:
        await bench.run(2)
    except Reset:
        return
    raise AssertionError("the supervisor did not reset")


async def check_b20_a_clock_that_hangs_is_reset_at_once():
    bench = await hanging("clock")
    try:
        await bench.run(15)
    except Reset:
        return
    raise AssertionError("the supervisor did not reset")


async def check_b20_a_task_that_waits_for_others_needs_no_heartbeat():
    bench = Bench()

    async def waiting(heart):
        await asyncio.Event().wait()

    bench.supervisor.watch("waiting", waiting, None)
    await bench.run(100)
    assert bench.fed >= 99

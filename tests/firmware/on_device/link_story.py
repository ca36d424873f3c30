"""B2, B16: the link doubts a network that brings no answer, and stalls nothing while a stroke is timed."""

import asyncio
import random

from arbiter_clock.mqtt import Client
from arbiter_device import link, secure
from arbiter_device.ticks import Ticks


class Heart:
    def beat(self):
        pass


class Wifi:
    def __init__(self):
        self.doubts = 0

    def up(self):
        return True

    def doubt(self):
        self.doubts += 1


class Silent:
    """A publisher with nothing to say."""

    def next_will(self):
        return None

    def disconnected(self):
        pass

    def fill(self, client, now):
        pass

    def wait_ms(self, now):
        return 1000


def make(host, may_block, publisher=None, reset=None):
    import time

    link.PAUSE_MS, link.LONGEST_PAUSE_MS = 4, 16
    waits = []

    def chance(limit):
        waits.append(limit)
        return 0

    wifi = Wifi()
    one = link.Link(
        Client("x"),
        publisher or Silent(),
        wifi,
        host,
        1,
        Ticks(time.ticks_ms),
        secure=None,
        may_block=may_block,
        random=chance,
        reset=reset,
    )
    return one, wifi, waits


async def until(there):
    """Wait until it is so; a busy machine may take its time."""
    for _ in range(1000):
        if there():
            return
        await asyncio.sleep_ms(5)
    raise AssertionError("not within 5 s")


async def check_b2_every_third_failure_in_a_row_doubts_the_network_and_pauses_grow_to_a_limit():
    one, wifi, waits = make("127.0.0.1", lambda: True)
    task = asyncio.create_task(one.run(Heart()))
    await until(lambda: one.failures >= 9)
    task.cancel()
    assert wifi.doubts == one.failures // 3
    assert waits[:4] == [4, 8, 16, 16], waits
    assert one.last_error


async def check_b16_a_name_is_not_looked_up_while_a_stroke_is_timed():
    asked = []
    one, _, _ = make("broker.invalid", lambda: asked.append(1))
    link.LONGEST_WAIT_MS = 5
    task = asyncio.create_task(one.run(Heart()))
    await until(lambda: len(asked) > 5)
    task.cancel()
    link.LONGEST_WAIT_MS = 250
    assert one.failures == 0, "nothing was tried"


async def check_without_a_broker_in_the_settings_nothing_is_tried():
    one, _, _ = make("", lambda: True)
    task = asyncio.create_task(one.run(Heart()))
    await asyncio.sleep_ms(20)
    task.cancel()
    assert one.failures == 0


async def check_b14_a_device_without_memory_for_a_session_starts_again_but_not_during_a_stroke():
    kinds = [MemoryError(), OSError(12), OSError(-0x7F00)]  # of the heap, of sockets, of TLS

    class Starved(Silent):
        def next_will(self):
            kinds.append(kinds.pop(0))
            raise kinds[-1]

    resets = []
    port = 30000 + random.getrandbits(14)
    free = [False]
    server = await asyncio.start_server(lambda _, writer: writer.wait_closed(), "127.0.0.1", port)
    one, _, _ = make("127.0.0.1", lambda: free[0], Starved(), lambda: resets.append(1))
    one._port = port
    task = asyncio.create_task(one.run(Heart()))
    await until(lambda: one._starved > link.STARVED)
    assert resets == []
    free[0] = True
    await until(lambda: resets)
    task.cancel()
    server.close()


async def check_no_certificate_is_read_while_a_stroke_is_timed():
    stroke = True
    lines = []
    one = secure.Secure(".", "broker", lambda: not stroke, lambda *line: lines.append(line))
    beginning = asyncio.create_task(one.begin(None, b"", Heart()))
    await asyncio.sleep_ms(50)
    assert (one.stage, lines) == ("", [])
    stroke = False
    try:
        await beginning
        raise AssertionError("there is no certificate")
    except OSError:
        assert one.stage == secure.CA

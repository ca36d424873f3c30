"""Calendar time: what a server's answer means, what is no answer, and that its steps change nothing that runs."""

import asyncio
import os
import random
import socket
import time

import esp32

os.mkdir("flash")
esp32.directory = os.getcwd()
os.chdir("flash")

from orders import SET

from arbiter_device import time_sync
from arbiter_device.app import App
from arbiter_device.board import Board
from arbiter_device.config import Config
from arbiter_device.ticks import Ticks


def packet(seconds, fraction=0, mode=4, stratum=2):
    data = bytearray(48)
    data[0] = 0x18 | mode
    data[1] = stratum
    data[40:44] = (seconds & 0xFFFFFFFF).to_bytes(4, "big")
    data[44:48] = fraction.to_bytes(4, "big")
    return bytes(data)


UNIX_2026 = 1767225600
NTP_2026 = UNIX_2026 + 2208988800


def check_an_answer_gives_milliseconds_since_1970():
    assert time_sync.answer(packet(NTP_2026, 0x80000000)) == UNIX_2026 * 1000 + 500


def check_the_era_that_begins_in_2036_continues_the_count():
    assert time_sync.answer(packet(2**32 + 100)) == (2**32 + 100 - 2208988800) * 1000


def check_what_is_no_answer_gives_no_time():
    assert time_sync.answer(b"") is None
    assert time_sync.answer(packet(NTP_2026)[:47]) is None
    assert time_sync.answer(packet(NTP_2026, mode=3)) is None
    assert time_sync.answer(packet(NTP_2026, stratum=0)) is None
    assert time_sync.answer(packet(2208988800 + 946684800)) is None


class Heart:
    def beat(self):
        pass


async def check_a_server_is_asked_without_waiting_and_sets_the_calendar():
    port = 30000 + random.getrandbits(14)
    server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    server.setblocking(False)
    server.bind(socket.getaddrinfo("127.0.0.1", port)[0][-1])

    async def serve():
        while True:
            try:
                question, asker = server.recvfrom(64)
                assert len(question) == 48
                server.sendto(packet(NTP_2026), asker)
            except OSError:
                await asyncio.sleep_ms(5)

    time_sync.PORT = port
    found = []
    sync = time_sync.TimeSync("127.0.0.1", Ticks(time.ticks_ms), found.append, lambda: True)
    tasks = [asyncio.create_task(serve()), asyncio.create_task(sync.run(Heart()))]
    await asyncio.sleep_ms(200)
    for task in tasks:
        task.cancel()
    server.close()
    assert len(found) == 1
    assert 0 <= found[0] - UNIX_2026 * 1000 < 200


async def check_no_name_is_looked_up_while_a_stroke_is_timed():
    sync = time_sync.TimeSync("time.invalid", Ticks(time.ticks_ms), None, lambda: False)
    assert not await sync._ask()


def check_steps_of_the_calendar_change_nothing_that_runs_and_are_told_with_the_next_event():
    app = App(Board(), Config("."))
    app.order("set_start", app.ticks.now(), SET)
    app.clock_task.act("start", app.ticks.now())
    due = app.clock.deadline()
    before = app.ticks.now()
    for year in (2026, 2031, 2027, 2025, 2099, 2026):
        app.board.set_utc((UNIX_2026 + (year - 2026) * 365 * 86400) * 1000)
        app.clock_task.step()
        assert app.clock.deadline() == due, year
        now = app.ticks.now()
        assert 0 <= now - before < 1000
        assert app.clock.state.remaining_at(now) == due - now, year
        assert app.publisher.wait_ms(app.ticks.now()) <= 1000
    app.clock_task.act("shot", app.ticks.now())
    app.recorder.flush()
    events = [app.journal.read(seq)[0] for seq in range(1, app.journal.last + 1)]
    assert [event["type"] for event in events] == ["set_start", "start", "shot"]
    assert events[2]["elapsed_ms"] == events[2]["t"] - events[1]["t"], "by device time alone"
    assert abs(events[2]["utc"] - UNIX_2026 * 1000) < 1000

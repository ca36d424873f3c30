"""Runs under MicroPython: the client over asyncio streams. Arguments: port, number of messages.

Publishes its messages at QoS 1, gets each of them back by its own subscription, and loses its connection in the
middle. Prints one JSON object with what happened.
"""

# ruff: noqa: T201 - the result is printed

import asyncio
import gc
import json
import sys
import time

from arbiter_clock.mqtt import Client


class Device:
    def __init__(self, port, count):
        self.port = port
        self.count = count
        self.client = Client(
            "mpy",
            subscriptions=(("echo/mpy", 1),),
            will=("will/mpy", b"lost"),
            username="device",
            password="secret",  # noqa: S106 - the test broker's
            keepalive_s=5,
            buffer=1200,
        )
        self.made = 0
        self.published = 0
        self.received = []
        self.present = []

    async def run(self):
        await self._session(self.count // 2)
        gc.collect()
        before = gc.mem_alloc()
        await self._session(self.count)
        gc.collect()
        return {
            "published": self.published,
            "received": sorted(set(self.received)),
            "present": self.present,
            "growth": gc.mem_alloc() - before,
        }

    async def _session(self, until):
        """One connection; cut as soon as `until` messages were made or, the last time, are back."""
        client = self.client
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        client.connect(time.ticks_ms())
        while self.made < until or (until == self.count and not self._complete()):
            while client.free and self.made < until:
                client.publish("echo/mpy", b"%d" % self.made, qos=1, retain=False, now=time.ticks_ms())
                self.made += 1
            writer.write(client.take_output())
            await writer.drain()
            if self.made == until < self.count:
                break
            data = await asyncio.wait_for(reader.read(512), 5)
            if not data:
                raise OSError("closed by the broker")
            for event in client.receive(data, time.ticks_ms()):
                if event[0] == "connected":
                    self.present.append(event[1])
                elif event[0] == "published":
                    self.published += 1
                elif event[0] == "message":
                    self.received.append(int(event[2]))
        client.lost()
        writer.close()
        await writer.wait_closed()

    def _complete(self):
        return self.published == self.count == len(set(self.received))


print(json.dumps(asyncio.run(Device(int(sys.argv[1]), int(sys.argv[2])).run())))

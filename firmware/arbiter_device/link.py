"""The connection to the broker: made, kept and made again, for ever, and never in the clock's way.

Whether the link is up is told by answers, not by the driver: a connection over which nothing comes back within
the keepalive is closed. Attempts back off up to half a minute. A name is looked up only while no stroke is being
timed, because a look-up stops everything; its address is kept until a connection to it fails. TLS is in `secure.py`.
"""

import asyncio
import gc
import socket

from arbiter_clock.mqtt import ProtocolError

CONNECT_MS = 10000
DRAIN_MS = 10000
LONGEST_WAIT_MS = 250
PAUSE_MS = 1000
LONGEST_PAUSE_MS = 30000
_NO_MEMORY = (12, -0x2880, -0x3F80, -0x4D80, -0x7F00)  # ENOMEM, and what mbedTLS calls so
STARVED = 8  # sessions in a row that found no memory, after which only a restart helps
DOUBT_AFTER = 3  # sessions in a row that failed although the network claims to be up
_CHUNK = 512
_IPPROTO_TCP = 6
_TCP_NODELAY = 1  # an event must not wait 40 ms for the acknowledgement of a tick


class Link:
    """`client` and `publisher` make the session; `wifi` has `up()` and `doubt()`; `host`, `port` are the broker's.

    `secure` makes TLS of a connection, None leaves it plain.
    `may_block()` tells whether the device may stand still now, for a look-up or a `reset()`.
    `random(n)` gives 0 <= x < n, to spread the devices of a hall after a power cut.
    """

    def __init__(self, client, publisher, wifi, host, port, ticks, *, secure, may_block, random, reset):
        self._client = client
        self._publisher = publisher
        self._wifi = wifi
        self._host = host
        self._port = port
        self._ticks = ticks
        self._secure = secure
        self._may_block = may_block
        self._random = random
        self._reset = reset
        self._starved = 0
        self._address = None
        self._failure = None
        self._wake = asyncio.Event()
        self._chunk = bytearray(_CHUNK)
        self._view = memoryview(self._chunk)
        self.sessions = 0
        self.failures = 0  # in a row
        self.last_error = ""

    @property
    def online(self):
        return self._client.online

    def wake(self):
        """There is something to publish."""
        self._wake.set()

    async def run(self, heart):
        pause = PAUSE_MS
        while True:
            heart.beat()
            if not self._host or not self._wifi.up() or not self._find():
                await asyncio.sleep_ms(LONGEST_WAIT_MS)
                continue
            before = self.sessions
            try:
                await self._session(heart)
            except (OSError, ValueError, ProtocolError, asyncio.TimeoutError, MemoryError) as error:
                self.last_error = repr(error)
                self._starved = self._starved + 1 if _no_memory(error) else 0
            if self._starved >= STARVED and self._may_block():
                self._reset()
            if self.sessions > before:
                pause = PAUSE_MS
                self.failures = 0
            self.failures += 1
            self._address = None
            gc.collect()  # closes what a broken attempt has left open
            if self.failures % DOUBT_AFTER == 0:
                self._wifi.doubt()
            await self._rest(pause // 2 + self._random(pause), heart)
            pause = min(2 * pause, LONGEST_PAUSE_MS)

    async def _rest(self, ms, heart):
        while ms > 0:
            heart.beat()
            await asyncio.sleep_ms(min(ms, 1000))
            ms -= 1000

    def _find(self):
        """Whether the broker's address is known; a number is one already."""
        if self._address is None:
            if all(char in "0123456789." for char in self._host):
                self._address = self._host
            elif self._may_block():
                try:
                    found = socket.getaddrinfo(self._host, self._port, 0, socket.SOCK_STREAM)[0][-1]
                    self._address = found[0] if type(found) is tuple else self._host
                except OSError as error:
                    self.last_error = repr(error)
        return self._address is not None

    async def _session(self, heart):
        client = self._client
        self._failure = None
        reader, writer = await asyncio.wait_for_ms(
            asyncio.open_connection(self._address, self._port), CONNECT_MS
        )
        plain = writer.s  # pyright: ignore[reportAttributeAccessIssue] - not in the stubs
        reading = None
        plain.setsockopt(_IPPROTO_TCP, _TCP_NODELAY, 1)  # pyright: ignore[reportAttributeAccessIssue] - not in the stubs
        try:
            client.will = self._publisher.next_will()
            client.connect(self._ticks.now())
            if self._secure:
                reader = writer = await self._secure.begin(plain, client.take_output(), heart)
                client.connect(self._ticks.now())  # from now on the broker has time to answer
                client.take_output()  # it has gone out already
            reading = asyncio.create_task(self._read(reader))
            while self._failure is None:
                heart.beat()
                await self._pump(writer)
            raise self._failure
        finally:
            if reading:
                reading.cancel()
            client.lost()
            self._publisher.disconnected()
            writer.close()
            await writer.wait_closed()
            plain.close()  # TLS leaves it open when hands were not shaken

    async def _pump(self, writer):
        now = self._ticks.now()
        self._wake.clear()
        self._client.poll(now)
        self._publisher.fill(self._client, now)
        data = self._client.next_output()
        if data:
            while data:
                writer.write(data)
                data = self._client.next_output()
            await asyncio.wait_for_ms(writer.drain(), DRAIN_MS)
        wait = min(LONGEST_WAIT_MS, self._publisher.wait_ms(now))
        try:
            await asyncio.wait_for_ms(self._wake.wait(), wait)
        except asyncio.TimeoutError:
            pass

    async def _read(self, reader):
        try:
            while True:
                count = await reader.readinto(self._chunk)
                if count is None:
                    continue
                if count == 0:
                    raise OSError("the broker has hung up")
                self._take(self._client.receive(self._view[:count], self._ticks.now()))
        except Exception as error:  # noqa: BLE001  the session ends with it, and `run` judges it
            self._failure = error
        self._wake.set()

    def _take(self, events):
        now = self._ticks.now()
        for event in events:
            if event[0] == "message":
                self._publisher.message(event[1], event[2], event[4], now)
            elif event[0] == "connected":
                self.sessions += 1
                self._publisher.connected(now)
            elif event[0] == "oversize":
                self._publisher.log("warning", "a message of " + str(event[2]) + " bytes was passed over")
        if events:
            self._wake.set()


def _no_memory(error):
    return isinstance(error, MemoryError) or (isinstance(error, OSError) and error.errno in _NO_MEMORY)


def secured(config, may_block, log):
    """What makes TLS of the link, None without it; loaded only where the settings ask for it."""
    if not config.get("broker_tls"):
        return None
    from arbiter_device.secure import Secure

    return Secure(".", config.get("broker_host"), may_block, log)

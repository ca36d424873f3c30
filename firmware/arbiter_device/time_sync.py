"""Calendar time from a time server, without ever waiting for it.

Only annotates events and judges the age of commands; no period of the clock depends on it.
"""

import asyncio
import socket

PORT = 123
AGAIN_MS = 3600000
RETRY_MS = 30000
_ANSWER_MS = 2000
_POLL_MS = 20
_SECONDS_1900_TO_1970 = 2208988800
_EARLIEST_S = 1735689600  # 2025: what claims to be earlier is no time


def answer(packet):
    """UTC in ms since 1970 of a server's reply, None if it is not a usable one."""
    if len(packet) < 48 or packet[0] & 7 != 4 or packet[1] == 0:
        return None
    seconds = int.from_bytes(packet[40:44], "big") - _SECONDS_1900_TO_1970
    if seconds < 0:
        seconds += 1 << 32  # the era that begins in 2036
    if seconds < _EARLIEST_S:
        return None
    return seconds * 1000 + (int.from_bytes(packet[44:46], "big") * 1000 >> 16)


class TimeSync:
    """Asks `host` once an hour, when `may_block()` allows the name look-up that stops everything."""

    def __init__(self, host, ticks, set_utc, may_block):
        self._host = host
        self._ticks = ticks
        self._set_utc = set_utc
        self._may_block = may_block
        self._address = None

    async def run(self, heart):
        wait = 0
        while True:
            heart.beat()
            if wait <= 0:
                wait = AGAIN_MS if await self._ask() else RETRY_MS
            await asyncio.sleep_ms(1000)
            wait -= 1000

    async def _ask(self):
        if self._address is None:
            if not self._may_block():
                return False
            try:
                self._address = socket.getaddrinfo(self._host, PORT)[0][-1]
            except OSError:
                return False
        query = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        try:
            query.setblocking(False)
            sent = self._ticks.now()
            query.sendto(b"\x1b" + bytes(47), self._address)
            while self._ticks.now() - sent < _ANSWER_MS:
                await asyncio.sleep_ms(_POLL_MS)
                try:
                    packet = query.recv(64)
                except OSError:
                    continue  # nothing yet
                utc = answer(packet)
                if utc is not None:
                    self._set_utc(utc + (self._ticks.now() - sent) // 2)
                return utc is not None
        except OSError:
            self._address = None
        finally:
            query.close()
        return False

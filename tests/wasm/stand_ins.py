"""What the WASM port of MicroPython lacks and the application needs: sockets, chance, a flag for interrupts."""

import asyncio
import os
import random
import sys


class Socket:
    """A machine without a network: `import socket` finds this."""

    AF_INET = SOCK_DGRAM = SOCK_STREAM = 0

    @staticmethod
    def getaddrinfo(*_):
        raise OSError(-2)


class ThreadSafeFlag:
    """The part of asyncio's flag that one waiting task needs."""

    def __init__(self):
        self._event = asyncio.Event()

    def set(self):
        self._event.set()

    async def wait(self):
        await self._event.wait()
        self._event.clear()


def urandom(count):
    return bytes(random.getrandbits(8) for _ in range(count))


os.urandom = urandom
sys.modules["socket"] = Socket
asyncio.ThreadSafeFlag = ThreadSafeFlag

"""CPython side: a TCP proxy in front of a broker that fails in the ways of a hall's network.

`mode` may change at any time and holds for open and new connections:

  pass        everything goes through
  refuse      connections are closed at once, open ones too
  reset       open connections are reset, new ones go through
  black_hole  connections stay open and accept bytes, which go nowhere, in both directions
  drop_down   what the broker sends is lost, what the device sends arrives
  drop_up     what the device sends is lost
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import struct

MODES = ("pass", "refuse", "reset", "black_hole", "drop_down", "drop_up")


class FaultProxy:
    """`async with FaultProxy(target_port) as proxy`, then point the device at `proxy.port`."""

    def __init__(self, target: int) -> None:
        self._target = target
        self._mode = "pass"
        self.delay_ms = 0
        self.connections = 0
        self._writers: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> FaultProxy:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.port: int = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        self._abort()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    @property
    def mode(self) -> str:
        return self._mode

    @mode.setter
    def mode(self, mode: str) -> None:
        if mode not in MODES:
            raise ValueError(f"mode: found {mode!r}, allowed: one of {', '.join(MODES)}")
        self._mode = mode
        if mode in {"refuse", "reset"}:
            self._abort()

    def _abort(self) -> None:
        for writer in list(self._writers):
            with contextlib.suppress(OSError):
                # Linger of zero turns the close into a reset.
                writer.get_extra_info("socket").setsockopt(
                    socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0)
                )
            writer.transport.abort()
        self._writers.clear()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        if self._mode == "refuse":
            writer.transport.abort()
            return
        self._writers.add(writer)
        task = asyncio.current_task()
        assert task is not None  # noqa: S101  a server calls from a task
        self._tasks.add(task)
        try:
            up_reader, up_writer = await asyncio.open_connection("127.0.0.1", self._target)
        except OSError:
            writer.transport.abort()
            return
        finally:
            self._tasks.discard(task)
        self._writers.add(up_writer)
        for source, sink, lost in (
            (reader, up_writer, {"black_hole", "drop_up"}),
            (up_reader, writer, {"black_hole", "drop_down"}),
        ):
            pump = asyncio.create_task(self._pump(source, sink, lost))
            self._tasks.add(pump)
            pump.add_done_callback(self._tasks.discard)

    async def _pump(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter, lost: set[str]) -> None:
        with contextlib.suppress(OSError):
            while data := await source.read(4096):
                if self.delay_ms:
                    await asyncio.sleep(self.delay_ms / 1000)
                if self._mode not in lost:
                    sink.write(data)
                    await sink.drain()
        self._writers.discard(sink)
        sink.transport.abort()

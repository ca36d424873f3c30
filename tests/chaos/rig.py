"""Three processes that are killed at random: a hub, a broker that forgets everything, and a clock with real firmware.

A referee presses the clock's buttons all the while, and a scorer enters points, repeating each entry under its
idempotency key until the hub has answered.
"""

import asyncio
import contextlib
import random
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
from chaos import hub_process
from hub.harness import TOKEN, Mosquitto

from arbiter_hub.broker.base import free_port
from sim.panel_client import SimulatedClock

#: Device seconds a second: the 60 s of a stroke take 1.5 s.
FACTOR = 40
TABLE, SITE = "1", "chaos"
DISTANCE = 30
UP_WITHIN_S = 30.0

MATCH = {
    "distance": DISTANCE,
    "best_of": 99,
    "a": {"name": "A", "ball": "white"},
    "b": {"name": "B", "ball": "yellow"},
    "limit": {"by": "Turnierleitung"},
}


class Rig:
    """The three, and what referee and scorer did."""

    def __init__(self, folder: Path, seed: int):
        self.random = random.Random(seed)
        self.kills: dict[str, int] = {"hub": 0, "broker": 0, "clock": 0}
        self.entries = 0
        self.broker = Mosquitto(folder / "broker")
        self.clock = SimulatedClock(
            folder / "clock", broker=f"127.0.0.1:{self.broker.port}", site=SITE, table=TABLE, factor=FACTOR
        )
        self._folder = folder
        self._hub: hub_process.Process | None = None
        self._clock_lock = asyncio.Lock()
        self._stopping = False
        port = free_port()
        self._settings = {
            "data": str(folder / "hub"),
            "port": port,
            "broker": "external",
            "broker_port": self.broker.port,
            "site": SITE,
            "direction_token": TOKEN,
            "command_ttl_ms": 500,
            "log_level": "error",
        }
        self.api = httpx.AsyncClient(
            base_url=f"http://127.0.0.1:{port}",
            headers={"Authorization": f"Bearer {TOKEN}"},
            timeout=5,
        )

    @asynccontextmanager
    async def running(self) -> AsyncGenerator[None, None]:
        """All three up, a match on the table, referee and scorer at work; they rest when the block ends."""
        self.broker.start()
        (self._folder / "clock").mkdir()
        await self.clock.start()
        self._start_hub()
        await self.hub_up()
        await self.post("match", MATCH)
        people = [asyncio.create_task(self._referee()), asyncio.create_task(self._scorer())]
        try:
            yield
        finally:
            self._stopping = True
            await asyncio.gather(*people)

    async def close(self) -> None:
        """End everything."""
        await self.api.aclose()
        if self._hub is not None:
            self._hub.kill()
            self._hub.join(10)
        await self.clock.kill()
        self.broker.kill()

    async def kill_one(self) -> None:
        """Kill a victim at a random moment, and start it again."""
        victim = self.random.choice(list(self.kills))
        if victim == "hub":
            await self.hub_up()
        await asyncio.sleep(self.random.uniform(0, 0.2))
        self.kills[victim] += 1
        if victim == "hub":
            assert self._hub is not None
            self._hub.kill()
            self._hub.join(10)
            self._start_hub()
        elif victim == "broker":
            self.broker.kill()
            self.broker.start()
        else:
            async with self._clock_lock:
                await self.clock.kill()
                await self.clock.start()

    async def hub_up(self) -> None:
        """Return once the hub is connected to the broker and can store."""
        end = time.monotonic() + UP_WITHIN_S
        while time.monotonic() < end:
            with contextlib.suppress(httpx.HTTPError):
                if (await self.api.get("/healthz")).status_code == 200:
                    return
            await asyncio.sleep(0.02)
        raise AssertionError("the hub does not come up")

    async def post(self, path: str, body: dict[str, Any], key: str | None = None) -> httpx.Response:
        headers = {} if key is None else {"Idempotency-Key": key}
        return await self.api.post(f"/api/v1/tables/{TABLE}/{path}", json=body, headers=headers)

    async def board(self) -> dict[str, Any]:
        return (await self.api.get(f"/api/v1/tables/{TABLE}")).json()

    async def events(self) -> list[dict[str, Any]]:
        """Every event stored, in the order of arrival."""
        found: list[dict[str, Any]] = []
        while True:
            after = found[-1]["id"] if found else 0
            page = await self.api.get(
                f"/api/v1/tables/{TABLE}/events", params={"after": after, "limit": 1000}
            )
            if not page.json():
                return found
            found += page.json()

    async def log(self) -> list[dict[str, Any]]:
        """The log of the match."""
        return (await self.api.get(f"/api/v1/tables/{TABLE}/match/log")).json()

    async def settled(self) -> int:
        """Wait until the hub has every event that the clock has; how many these are."""
        await self.hub_up()
        last = [0]

        async def complete() -> bool:
            board = await self.board()
            clock, stored = board["clock"], await self.events()
            done = clock is not None and board["link"] == "ready" and clock["seq"] == len(stored) > 0
            steady = done and last[0] == clock["seq"]
            last[0] = clock["seq"] if done else 0
            return steady

        end = time.monotonic() + UP_WITHIN_S
        while not await complete():
            assert time.monotonic() < end, (
                f"not settled: {(await self.board())['clock']}, {len(await self.events())}"
            )
            await asyncio.sleep(0.3)
        return last[0]

    def _start_hub(self) -> None:
        self._hub = hub_process.start(self._settings)

    async def _referee(self) -> None:
        """Presses START and SHOT mostly, now and then something else, and sometimes waits until time is out."""
        while not self._stopping:
            name = self.random.choices(["START", "SHOT", "PAUSE", "UNDO", "SWAP"], [8, 5, 1, 2, 1])[0]
            async with self._clock_lock:
                with contextlib.suppress(OSError):
                    await self.clock.panel.press(name, 4)
            await asyncio.sleep(self.random.choice([0.02, 0.05, 0.1, 0.3]))

    async def _scorer(self) -> None:
        """Begins sets, and enters points; repeats each until it has been answered."""
        while not self._stopping:
            with contextlib.suppress(httpx.HTTPError, ValueError, KeyError):
                board = await self.board()
                ended = (board["clock"] or {}).get("phase") in ("idle", "set_end")
                if ended and board["score"]["result"] is None:
                    await self.post("set_start", {"striker": "a", "by": "Schreiber"})
                elif (board["score"] or {}).get("set"):
                    await self._enter()
            await asyncio.sleep(0.1)

    async def _enter(self) -> None:
        key = f"stroke-{self.entries}"
        body = {"player": self.random.choice("ab"), "points": self.random.randint(0, 6), "by": "Schreiber"}
        while True:
            with contextlib.suppress(httpx.HTTPError):
                answer = await self.post("points", body, key)
                if answer.status_code == 200:
                    self.entries += 1
                    return
                if answer.status_code == 409:  # the set is over
                    return
            await asyncio.sleep(0.05)

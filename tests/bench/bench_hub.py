"""From a device to a browser, and how many events a second the hub stores durably.

Both with mosquitto on loopback and the hub in a process of its own, as a club runs it. The rate is compared with what
a bare paho subscriber takes from the same broker, with the same messages waiting for it.
"""

import asyncio
import contextlib
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import paho.mqtt.client as mqtt
from bench.figures import percentile
from hub.device import state_of
from hub.harness import Mosquitto, mosquitto
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

from arbiter_clock import wire
from arbiter_hub.broker.base import free_port

TABLES = 100
UPDATES = 2_000
UPDATES_A_SECOND = 200
EVENTS = 20_000
#: Bare and durable take turns, so that both meet the same noise; the median share counts.
ROUNDS = 5
EPOCH = "0badcafe"


def main() -> list[tuple[str, str, str]]:
    """Rows (figure, value, goal)."""
    with tempfile.TemporaryDirectory() as name, mosquitto(Path(name) / "broker") as broker:
        with hub(broker, Path(name) / "delay", "delay") as port:
            delays = asyncio.run(device_to_browser(broker, port))
        rounds = [
            (bare_rate(broker), durable_rate(broker, Path(name) / f"rate-{number}", f"rate-{number}"))
            for number in range(ROUNDS)
        ]
    bare, durable = sorted(rounds, key=lambda one: one[1] / one[0])[ROUNDS // 2]
    return [
        (f"device to browser, {TABLES} tables, p50", f"{percentile(delays, 50):.1f} ms", ""),
        (f"device to browser, {TABLES} tables, p99", f"{percentile(delays, 99):.1f} ms", "at most 100 ms"),
        ("bare paho subscriber", f"{bare:,.0f} /s", ""),
        ("events stored durably", f"{durable:,.0f} /s", ""),
        (f"share of the bare subscriber, median of {ROUNDS}", f"{durable / bare:.2f}", "at least 0.5"),
    ]


@contextmanager
def hub(broker: Mosquitto, data: Path, site: str) -> Generator[int, None, None]:
    """A hub in a process of its own; its port."""
    port = free_port()
    command = [str(Path(sys.executable).with_name("arbiter")), "run", "--clocks", "0", "--port", str(port)]
    command += ["--data", str(data), "--broker", f"127.0.0.1:{broker.port}"]
    environment = os.environ | {"ARBITER_SITE": site, "ARBITER_LOG_LEVEL": "error"}
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
    try:
        wait_until(lambda: get(port, "/healthz") is not None, 20)
        yield port
    finally:
        process.terminate()
        process.wait(10)


async def device_to_browser(broker: Mosquitto, port: int) -> list[float]:
    """Milliseconds from the publishing of a state to its arrival at the table's viewer, one viewer a table."""
    client = connected(broker, "delay")
    for table in range(TABLES):
        publish_state(client, table, 0)
    wait_until(lambda: len(json.loads(get(port, "/api/v1/tables") or "[]")) == TABLES, 20)
    delays: list[float] = []
    viewers = [asyncio.create_task(watch(port, table, delays)) for table in range(TABLES)]
    await asyncio.sleep(1.5)
    delays.clear()
    for number in range(UPDATES):
        publish_state(client, number % TABLES, time.perf_counter_ns() // 1000)
        await asyncio.sleep(1 / UPDATES_A_SECOND)
    await asyncio.sleep(0.5)
    for viewer in viewers:
        viewer.cancel()
    await asyncio.gather(*viewers, return_exceptions=True)
    client.disconnect()
    client.loop_stop()
    if len(delays) < UPDATES * 0.99:
        raise SystemExit(f"only {len(delays)} of {UPDATES} updates arrived")
    return delays


async def watch(port: int, table: int, delays: list[float]) -> None:
    """One browser. A state carries the microsecond at which it was published as its device time."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET /api/v1/tables/{table}/stream HTTP/1.1\r\nHost: bench\r\n\r\n".encode())
    while line := await reader.readline():
        if line.startswith(b"data: "):
            now = time.perf_counter_ns() // 1000
            delays.append((now - json.loads(line[6:])["clock"]["t"]) / 1000)


def publish_state(client: mqtt.Client, table: int, t: int) -> None:
    message = state_of(EPOCH, t=t)
    client.publish(
        wire.topic("delay", str(table), "state"), wire.encode("state", message), qos=1, retain=True
    )


def bare_rate(broker: Mosquitto) -> float:
    """Messages a second of a subscriber that counts and does nothing else."""
    leave(subscriber(broker, lambda *_: None), keep=True)
    fill(broker, "bare")
    taken: list[float] = []
    done = threading.Event()

    def on_message(*_: object) -> None:
        taken.append(time.perf_counter())
        if len(taken) == EVENTS:
            done.set()

    client = subscriber(broker, on_message)
    if not done.wait(120):
        raise SystemExit(f"the bare subscriber got {len(taken)} of {EVENTS}")
    leave(client, keep=False)
    return (EVENTS - 1) / (taken[-1] - taken[0])


def durable_rate(broker: Mosquitto, data: Path, site: str) -> float:
    """Events a second that the hub commits, with as many waiting at the broker."""
    with hub(broker, data, site):
        pass  # its session now exists, and events wait for it
    fill(broker, site)
    moments: list[tuple[float, int]] = []
    with hub(broker, data, site) as port:
        end = time.perf_counter() + 120
        while not moments or moments[-1][1] < EVENTS:
            text = get(port, "/metrics") or ""
            stored = next(
                (line for line in text.splitlines() if line.startswith("arbiter_events_total")), "x 0"
            )
            moments.append((time.perf_counter(), int(float(stored.split()[1]))))
            if time.perf_counter() > end:
                raise SystemExit(f"the hub stored {moments[-1][1]} of {EVENTS}")
            time.sleep(0.02)
    began, ended = moments[0], moments[-1]  # the hub has just connected, and what it reads from now on counts
    return (EVENTS - began[1]) / (ended[0] - began[0])


def fill(broker: Mosquitto, site: str) -> None:
    """Let all events of a site wait at the broker for the session that is subscribed to them."""
    client = connected(broker, "publisher")
    last: Any = None
    for number in range(EVENTS):
        table, seq = number % 50, number // 50 + 1
        last = client.publish(wire.topic(site, str(table), "event"), event(seq), qos=1)
    last.wait_for_publish(120)
    client.disconnect()
    client.loop_stop()


def event(seq: int) -> bytes:
    message = {"v": 1, "epoch": EPOCH, "seq": seq, "boot": 1, "t": seq * 1000, "utc": None, "type": "shot"}
    stroke = {"set": 1, "stroke": seq, "striker": "a", "period": 1, "elapsed_ms": 12_345, "paused": False}
    return wire.encode("event", message | stroke)


def connected(broker: Mosquitto, name: str) -> mqtt.Client:
    client = mqtt.Client(CallbackAPIVersion.VERSION2, client_id=name)
    client.max_inflight_messages_set(1000)
    client.connect("127.0.0.1", broker.port)
    client.loop_start()
    wait_until(client.is_connected, 5)
    return client


def subscriber(broker: Mosquitto, on_message: Any) -> mqtt.Client:
    """A client with a session that lasts, subscribed to all events."""
    client = mqtt.Client(CallbackAPIVersion.VERSION2, client_id="bare", protocol=MQTTProtocolVersion.MQTTv5)
    ready = threading.Event()
    client.on_connect = lambda client, *_: client.subscribe("arbiter/1/bare/+/event", 1)
    client.on_subscribe = lambda *_: ready.set()
    client.on_message = on_message
    properties = Properties(PacketTypes.CONNECT)
    properties.SessionExpiryInterval = 600
    properties.ReceiveMaximum = 2_000
    client.connect("127.0.0.1", broker.port, clean_start=False, properties=properties)
    client.loop_start()
    if not ready.wait(5):
        raise SystemExit("not subscribed")
    return client


def leave(client: mqtt.Client, *, keep: bool) -> None:
    """Disconnect; the session ends with it unless it is to be kept."""
    properties = Properties(PacketTypes.DISCONNECT)
    properties.SessionExpiryInterval = 600 if keep else 0
    client.disconnect(properties=properties)
    client.loop_stop()


def get(port: int, path: str) -> str | None:
    """The answer of the hub, or None while there is none."""
    with (
        contextlib.suppress(OSError),
        urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=5) as answer,
    ):
        return answer.read().decode()
    return None


def wait_until(what: Any, within_s: float) -> None:
    end = time.monotonic() + within_s
    while not what():
        if time.monotonic() > end:
            raise SystemExit("waited too long")
        time.sleep(0.02)

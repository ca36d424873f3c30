"""`arbiter run`: everything together, with the real firmware in simulated clocks."""

import asyncio
import io
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import paho.mqtt.client as mqtt
import pytest
from hub.device import eventually
from hub.harness import TOKEN, accepts
from rich.console import Console

from arbiter_hub import serve
from arbiter_hub.broker.base import free_port
from arbiter_hub.runtime import Hub
from arbiter_hub.settings import Settings
from sim.panel_client import Panel


class Demonstration:
    """An `arbiter run` in this process."""

    def __init__(self, settings: Settings):
        self.output = io.StringIO()
        self.console = Console(file=self.output, width=200)
        self.listener = serve.listen(settings)
        self.address = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        self.hubs: list[Hub] = []
        self._settings = settings

    @asynccontextmanager
    async def running(self) -> AsyncIterator[Hub]:
        serving = asyncio.create_task(
            serve.serve(self._settings, self.listener, self.console, on_ready=self.hubs.append)
        )
        try:
            await eventually(lambda: self.hubs or serving.done(), 20)
            yield self.hubs[0]
        finally:
            if not serving.done():
                os.kill(os.getpid(), signal.SIGTERM)
            async with asyncio.timeout(5):
                assert await serving == 0
            self.listener.close()

    async def board(self, table: str = "1") -> dict[str, Any]:
        async with httpx.AsyncClient() as client:
            return (await client.get(f"{self.address}/api/v1/tables/{table}")).json()


def demo_settings(tmp_path: Path, **more: Any) -> Settings:
    base: dict[str, Any] = {"data": tmp_path, "port": 0, "broker_port": 0, "clocks": 1, "log_level": "error"}
    return Settings(**(base | more))


@pytest.fixture
def demonstration(tmp_path: Path) -> Demonstration:
    return Demonstration(demo_settings(tmp_path, clocks=2))


async def test_the_demonstration_is_ready_to_be_played_and_stops_without_a_trace(
    demonstration: Demonstration,
) -> None:
    async with demonstration.running() as hub:
        output = demonstration.output.getvalue()
        assert f"{demonstration.address}/tables/2/clock" in output
        assert hub.new_direction_token
        assert hub.new_direction_token in output
        for table in ("1", "2"):
            await eventually(lambda table=table: (hub.live.board(table).clock or {}).get("phase") == "ready")
        board = await demonstration.board()
        assert (board["panel"], board["link"], board["clock"]["limit"]) == (True, "ready", "on")
        assert board["score"]["limit"]["by"] == "Turnierleitung (Demo)"
        assert len((await hub.direction_codes.of_table("1")).lines) == 10, "the clock's key is known"
        children = [clock.pid for clock in hub.clocks.values()] + [hub.broker.pid]
        port = hub.clocks["1"].panel_port
        assert port is not None
        panel = await Panel.connect(port)
        await asyncio.sleep(0.2)
        await panel.press("START")
        await eventually(lambda: (hub.live.board("1").clock or {}).get("phase") == "run")
        assert 39_000 < (hub.live.board("1").remaining(hub.now()) or 0) <= 40_000
        await panel.close()
    for pid in children:
        assert pid is not None
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


async def test_a_clock_and_a_broker_that_are_killed_come_back_with_their_match(tmp_path: Path) -> None:
    demonstration = Demonstration(demo_settings(tmp_path))
    async with demonstration.running() as hub:
        await eventually(lambda: (hub.live.board("1").clock or {}).get("phase") == "ready")
        clock, broker = hub.clocks["1"].pid, hub.broker.pid
        assert clock is not None
        assert broker is not None
        os.kill(clock, signal.SIGKILL)
        await eventually(lambda: hub.clocks["1"].pid not in (None, clock) and hub.live.board("1").panel, 15)
        await eventually(lambda: (hub.live.board("1").clock or {}).get("boot") == 2, 15)
        os.kill(broker, signal.SIGKILL)
        await eventually(lambda: hub.broker.pid not in (None, broker) and hub.connection.connected, 15)
        await eventually(lambda: hub.live.board("1").link == "ready", 20)
        score = hub.live.board("1").score
        assert score is not None
        assert (score["set"], score["limit"]["state"]) == (1, "on")
        assert hub.metrics.value("arbiter_child_restarts_total", child="clock 1") == 1
        assert hub.metrics.value("arbiter_child_restarts_total", child="broker") == 1


async def test_the_token_of_the_direction_is_shown_at_the_first_start_only(tmp_path: Path) -> None:
    tokens: list[str | None] = []
    for _ in range(2):
        demonstration = Demonstration(demo_settings(tmp_path, clocks=0))
        async with demonstration.running() as hub:
            tokens.append(hub.new_direction_token)
            assert hub.direction.matches(tokens[0] or "")
            assert not hub.direction.matches("guess")
    assert tokens[1] is None
    path = tmp_path / "direction-token.sha256"
    assert path.stat().st_mode & 0o777 == 0o600
    assert (tokens[0] or "-") not in path.read_text("ascii")


async def test_without_simulated_clocks_nothing_is_seeded(tmp_path: Path) -> None:
    demonstration = Demonstration(demo_settings(tmp_path, clocks=0))
    async with demonstration.running() as hub:
        assert hub.live.tables == ()


def command_line(pid: int | None) -> bytes:
    return Path(f"/proc/{pid}/cmdline").read_bytes()


async def test_a_supervised_mosquitto_serves_hub_and_clock_by_a_password_that_no_command_line_shows(
    tmp_path: Path,
) -> None:
    demonstration = Demonstration(
        demo_settings(tmp_path, broker="mosquitto", broker_certificates="own", broker_tls_port=0)
    )
    async with demonstration.running() as hub:
        await eventually(lambda: (hub.live.board("1").clock or {}).get("phase") == "ready", 15)
        secure = hub.broker.secure_address
        assert secure is not None
        assert f"with TLS for clocks: 127.0.0.1:{secure.port}, authority" in demonstration.output.getvalue()
        password = hub.broker.clock_address("1").password
        assert password
        pids = (hub.clocks["1"].pid, hub.broker.pid)
        shown = b"".join(map(command_line, pids))
        assert str(tmp_path / "clocks/1").encode() in shown
        assert password.encode() not in shown
    assert (tmp_path / "clocks/1").stat().st_mode & 0o777 == 0o700
    assert password in (tmp_path / "clocks/1/access.json").read_text()


async def test_firmware_that_does_not_start_is_named(tmp_path: Path) -> None:
    (tmp_path / "firmware" / "sim").mkdir(parents=True)
    (tmp_path / "firmware" / "sim" / "start.py").write_text("raise RuntimeError('no flash')\n", "utf-8")
    settings = demo_settings(tmp_path, firmware=tmp_path / "firmware")
    demonstration = Demonstration(settings)
    code = await serve.serve(settings, demonstration.listener, demonstration.console)
    demonstration.listener.close()
    assert code == 1
    assert "the clock of table 1 ended at once: RuntimeError: no flash" in demonstration.output.getvalue()


async def test_a_stop_while_starting_is_obeyed(tmp_path: Path) -> None:
    (tmp_path / "firmware" / "sim").mkdir(parents=True)
    (tmp_path / "firmware" / "sim" / "start.py").write_text("while True: pass\n", "utf-8")
    settings = demo_settings(tmp_path, firmware=tmp_path / "firmware")
    demonstration = Demonstration(settings)
    starting = asyncio.create_task(serve.serve(settings, demonstration.listener, demonstration.console))
    await asyncio.sleep(0.5)
    os.kill(os.getpid(), signal.SIGTERM)
    async with asyncio.timeout(5):
        assert await starting == 0
    demonstration.listener.close()


def test_a_taken_port_is_one_clear_line(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        output = io.StringIO()
        code = serve.run(demo_settings(tmp_path, port=port), Console(file=output, width=200))
    assert code == 1
    assert output.getvalue() == f"arbiter: port {port} on 127.0.0.1 is taken; choose another with --port\n"


async def test_a_second_hub_on_the_same_data_is_refused_and_leaves_the_first_alone(tmp_path: Path) -> None:
    demonstration = Demonstration(demo_settings(tmp_path))
    async with demonstration.running() as hub:
        with pytest.raises(OSError, match="another hub is running on"):
            await Hub(demo_settings(tmp_path)).start()
        assert hub.lock.held
        assert await hub.store_works()
        await eventually(lambda: (hub.live.board("1").clock or {}).get("phase") == "ready")
    assert not hub.lock.held


async def test_remote_control_works_in_the_running_hub(tmp_path: Path) -> None:
    demonstration = Demonstration(demo_settings(tmp_path, remote_control=True))
    async with demonstration.running() as hub:
        answers: list[dict[str, Any]] = []
        deck = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2)
        deck.on_message = lambda _client, _data, message: answers.append(json.loads(message.payload))
        deck.connect(hub.broker.address.host, hub.broker.address.port)
        deck.loop_start()
        try:
            deck.subscribe("arbiter-remote/1/club/1/answer", 1)
            command = json.dumps({"token": "not one", "body": {}, "id": "7"})

            def answered() -> bool:
                if not answers:  # the embedded broker keeps nothing for a hub that is about to subscribe
                    deck.publish("arbiter-remote/1/club/1/undo", command, 0)
                return bool(answers)

            await eventually(answered)
        finally:
            deck.disconnect()
            deck.loop_stop()
    assert (answers[0]["id"], answers[0]["status"]) == ("7", 403)


@pytest.mark.timing
@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_the_command_starts_within_ten_seconds_and_stops_within_five(
    tmp_path: Path, sign: signal.Signals
) -> None:
    port, mqtt = free_port(), free_port()
    environment = {**os.environ, "ARBITER_BROKER_PORT": str(mqtt), "ARBITER_DIRECTION_TOKEN": TOKEN}
    command = [str(Path(sys.executable).with_name("arbiter")), "run", "--clocks", "2"]
    command += ["--port", str(port), "--data", str(tmp_path / "data")]
    began = time.monotonic()
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout is not None
        try:
            first = process.stdout.readline()
            ready = time.monotonic() - began
            assert first == f"Arbiter: http://127.0.0.1:{port}/\n"
            assert httpx.get(f"http://127.0.0.1:{port}/healthz").json()["status"] == "ok"
        finally:
            began = time.monotonic()
            process.send_signal(sign)
            rest = process.stdout.read()
            code = process.wait(20)
            stopped = time.monotonic() - began
    assert (code, ready < 10, stopped < 5) == (0, True, True), (ready, stopped)
    assert TOKEN not in rest
    assert not accepts(port)
    assert not accepts(mqtt)

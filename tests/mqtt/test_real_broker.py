"""The client against mosquitto and the embedded broker: over CPython's sockets, and under MicroPython's asyncio."""

import json
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from run_micropython import HEAP, MICROPYTHON, TESTS

from arbiter_clock.mqtt import Client, ProtocolError

DEADLINE_S = 10


def program(name: str) -> str:
    """Path of a program; Debian keeps daemons where users do not look."""
    path = shutil.which(name, path=os.defpath + ":/usr/sbin:/usr/local/sbin:" + os.environ["PATH"])
    assert path, f"{name} is not installed"
    return path


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


def wait_for(port: int, process: "subprocess.Popen[bytes]") -> None:
    """Until a broker listens."""
    deadline = time.monotonic() + DEADLINE_S
    while True:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return
        except OSError:
            assert process.poll() is None, "the broker has ended"
            assert time.monotonic() < deadline, "the broker does not listen"


@pytest.fixture(scope="module")
def mosquitto(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """Port of a mosquitto on loopback, for one user."""
    folder = tmp_path_factory.mktemp("mosquitto")
    number = free_port()
    passwords = folder / "passwords"
    passwords.write_text("device:secret\n", encoding="utf-8")
    passwords.chmod(0o600)
    subprocess.run([program("mosquitto_passwd"), "-U", passwords], check=True)
    config = folder / "mosquitto.conf"
    config.write_text(
        f"listener {number} 127.0.0.1\nallow_anonymous false\npassword_file {passwords}\n"
        "persistence false\nlog_dest none\n" + ("user root\n" if os.geteuid() == 0 else ""),
        encoding="utf-8",
    )
    process = subprocess.Popen([program("mosquitto"), "-c", config])
    try:
        wait_for(number, process)
        yield number
    finally:
        process.terminate()
        process.wait(DEADLINE_S)


@pytest.fixture(scope="module")
def embedded() -> Iterator[int]:
    """Port of the hub's embedded broker on loopback."""
    number = free_port()
    command = [sys.executable, "-m", "arbiter_hub.broker.embedded_child", "127.0.0.1", str(number)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE)
    try:
        wait_for(number, process)
        yield number
    finally:
        process.communicate(timeout=DEADLINE_S)


@pytest.fixture(params=["mosquitto", "embedded"])
def port(request: pytest.FixtureRequest) -> int:
    """Port of each of the brokers that a hub may run."""
    return int(request.getfixturevalue(request.param))


class Connection:
    """A client on a blocking socket."""

    def __init__(self, port: int, client: Client):
        self.client = client
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=DEADLINE_S)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        client.connect(now())
        self.events: list[tuple[object, ...]] = []

    def until(self, kind: str, count: int = 1) -> list[tuple[object, ...]]:
        """Pump until `count` events of a kind are there; these events."""
        while True:
            found = [event for event in self.events if event[0] == kind]
            if len(found) >= count:
                self.events = [event for event in self.events if event[0] != kind]
                return found
            self.socket.sendall(self.client.take_output())
            data = self.socket.recv(700)
            if not data:
                raise ConnectionError("closed by the broker")
            self.events += self.client.receive(data, now())
            self.socket.sendall(self.client.take_output())

    def cut(self) -> None:
        """Lose the connection without a goodbye."""
        self.socket.close()
        self.client.lost()


def now() -> int:
    return time.monotonic_ns() // 1_000_000


def device(client_id: str, **options: object) -> Client:
    return Client(client_id, username="device", password="secret", **options)  # noqa: S106 - the test broker's


def test_messages_go_round_at_both_qualities_of_service(port: int) -> None:
    client = device("round", subscriptions=(("round/#", 1),))
    connection = Connection(port, client)
    try:
        assert connection.until("connected") == [("connected", False)]
        connection.until("subscribed")
        for number in range(100):
            packet_id = client.publish("round/t", b"%d" % number, qos=1, retain=False, now=now())
            client.publish("round/zero", b"x", qos=0, retain=False, now=now())
            assert connection.until("published") == [("published", packet_id)]
        payloads = [event[2] for event in connection.until("message", 200) if event[1] == "round/t"]
        assert payloads == [b"%d" % number for number in range(100)]
        client.disconnect(now())
        connection.socket.sendall(client.take_output())
        assert connection.socket.recv(1) == b""
    finally:
        connection.cut()


def test_a_wrong_password_is_refused(mosquitto: int) -> None:
    connection = Connection(mosquitto, Client("wrong", username="device", password="guess"))  # noqa: S106 - it is wrong
    try:
        with pytest.raises(ProtocolError, match="not authorised"):
            connection.until("connected")
    finally:
        connection.cut()


def test_a_broken_connection_sends_the_will_and_the_session_waits(port: int) -> None:
    watcher = Connection(port, device("watcher", subscriptions=(("will/t", 1),)))
    client = device("dying", subscriptions=(("wait/t", 1),), will=("will/t", b"lost"), window=2)
    connection = Connection(port, client)
    try:
        watcher.until("subscribed")
        connection.until("subscribed")
        client.publish("wait/t", b"unsent", qos=1, retain=False, now=now())
        connection.cut()
        assert watcher.until("message")[0][1:3] == ("will/t", b"lost")
        watcher.client.publish("wait/t", b"queued", qos=1, retain=False, now=now())
        watcher.until("published")
        connection = Connection(port, client)
        assert connection.until("connected") == [("connected", True)]
        assert connection.until("published") == [("published", 2)]
        assert sorted(event[2] for event in connection.until("message", 2)) == [b"queued", b"unsent"]
    finally:
        connection.cut()
        watcher.cut()


def test_a_retained_message_comes_with_a_new_session(port: int) -> None:
    writer = Connection(port, device("writer"))
    reader = None
    try:
        writer.until("connected")
        writer.client.publish("keep/new", b"7", qos=1, retain=True, now=now())
        writer.until("published")
        reader = Connection(port, device("reader", subscriptions=(("keep/new", 1),)))
        assert reader.until("connected") == [("connected", False)]
        assert reader.until("message")[0][2:5] == (b"7", 1, True)
    finally:
        writer.cut()
        if reader:
            reader.cut()


def test_a_retained_message_comes_with_every_connection(mosquitto: int) -> None:
    """The embedded broker does not repeat it within a session; the outbox does not depend on that."""
    client = device("keeper", subscriptions=(("keep/t", 1),))
    connection = Connection(mosquitto, client)
    try:
        connection.until("subscribed")
        client.publish("keep/t", b"7", qos=1, retain=True, now=now())
        assert connection.until("message")[0][2:5] == (b"7", 1, False)
        for _ in range(2):
            connection.cut()
            connection = Connection(mosquitto, client)
            assert connection.until("connected") == [("connected", True)]
            assert connection.until("message")[0][2:5] == (b"7", 1, True)
    finally:
        connection.cut()


def test_an_oversize_message_is_passed_over_once_and_for_all(port: int) -> None:
    client = device("small", subscriptions=(("size/t", 1),), buffer=256)
    connection = Connection(port, client)
    try:
        connection.until("subscribed")
        client.publish("size/t", bytes(5_000), qos=1, retain=False, now=now())
        client.publish("size/t", b"next", qos=1, retain=False, now=now())
        assert connection.until("message")[0][2] == b"next"
        assert connection.events.count(("oversize", "size/t", 5_010)) == 1
        connection.cut()
        connection = Connection(port, client)
        connection.until("subscribed")
        client.publish("size/t", b"again", qos=1, retain=False, now=now())
        assert connection.until("message")[0][2] == b"again"
        assert all(event[0] != "oversize" for event in connection.events)
    finally:
        connection.cut()


def test_a_ping_is_answered(port: int) -> None:
    client = device("pinger", keepalive_s=5)
    connection = Connection(port, client)
    try:
        connection.until("connected")
        client.poll(now() + 3500)
        connection.socket.sendall(client.take_output())
        assert client.receive(connection.socket.recv(100), now()) == []
        client.poll(now() + 3400)
        assert client.online
    finally:
        connection.cut()


def test_the_same_client_runs_under_micropython_and_survives_a_cut(port: int, tmp_path: Path) -> None:
    process = subprocess.run(
        [MICROPYTHON, "-X", f"heapsize={HEAP}", TESTS / "mqtt" / "device_side.py", str(port), "200"],
        env={"MICROPYPATH": f"{TESTS.parent / 'shared'}:.frozen"},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert process.returncode == 0, process.stdout + process.stderr
    result = json.loads(process.stdout)
    assert result["received"] == list(range(200))
    assert result["published"] == 200
    assert result["present"] == [False, True]
    assert result["growth"] < 8192

"""Server-sent events, and the relay of a simulated clock's panel."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest
from hub.device import Device, eventually, state_of
from hub.harness import MATCH, Running, served
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus


async def boards(url: str, count: int, **headers: str) -> list[dict[str, Any]]:
    """The first boards of a stream, each with its event's id."""
    found: list[dict[str, Any]] = []
    async with httpx.AsyncClient() as client, client.stream("GET", url, headers=headers) as answer:
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/event-stream")
        event: dict[str, str] = {}
        async for line in answer.aiter_lines():
            name, _, value = line.partition(": ")
            if line and name:
                event[name] = value
            elif event.get("event") == "board":
                found.append({**json.loads(event["data"]), "id": int(event["id"])})
                event = {}
            if len(found) == count:
                break
    return found


@pytest.fixture
async def address(started: Running) -> AsyncIterator[str]:
    async with served(started.app) as address:
        yield address


async def test_a_stream_begins_with_the_board_and_goes_on_with_changes(
    started: Running, device: Device, address: str
) -> None:
    await started.post("1/match", MATCH)
    reading = asyncio.create_task(boards(f"http://{address}/api/v1/tables/1/stream", 2))
    await eventually(lambda: started.hub.live.viewers == 1)
    await asyncio.sleep(0.1)
    device.publish("state", state_of(device.epoch))
    first, second = await reading
    assert (first["clock"], first["score"]["title"]) == (None, "Halbfinale")
    assert second["clock"]["phase"] == "ready"
    assert second["id"] == second["version"] > first["id"]
    await eventually(lambda: started.hub.live.viewers == 0)


async def test_a_viewer_that_returns_gets_only_what_is_newer(started: Running, address: str) -> None:
    for table in ("1", "2"):
        await started.post(f"{table}/match", MATCH)
    url = f"http://{address}/api/v1/stream"
    seen = started.hub.live.board("1").version
    newer = await boards(url, 1, **{"Last-Event-ID": str(seen)})
    assert [board["table"] for board in newer] == ["2"]
    again = await boards(url, 2, **{"Last-Event-ID": "nonsense"})
    assert [board["table"] for board in again] == ["1", "2"]


async def test_t9_two_tables_with_swapped_names_never_mix(
    started: Running, make_device: Callable[..., Device], address: str
) -> None:
    """200 interleaved updates, with viewers that come and go."""
    swapped = {**MATCH, "a": {**MATCH["b"], "ball": "white"}, "b": {**MATCH["a"], "ball": "yellow"}}
    ids = {}
    for table, body in (("1", MATCH), ("2", swapped)):
        ids[table] = (await started.post(f"{table}/match", body)).json()["match"]
    names = {"1": MATCH["a"]["name"], "2": MATCH["b"]["name"]}
    views: dict[str, list[dict[str, Any]]] = {"1": [], "2": []}

    async def watch(table: str) -> None:
        while True:
            views[table] += await boards(f"http://{address}/api/v1/tables/{table}/stream", 3)

    with make_device("1") as one, make_device("2") as two:
        watching = [asyncio.create_task(watch(table)) for table in ("1", "2")]
        for number in range(100):
            one.publish("state", state_of(one.epoch, number, stroke=number))
            two.publish("state", state_of(two.epoch, number, stroke=1000 + number))
            await asyncio.sleep(0.002)
        await eventually(lambda: all(len(view) >= 6 for view in views.values()))
        for watcher in watching:
            watcher.cancel()
        await asyncio.gather(*watching, return_exceptions=True)
    for table, view in views.items():
        for board in view:
            assert (board["table"], board["score"]["table"]) == (table, table)
            assert board["score"]["match"] == str(ids[table])
            assert board["score"]["a"]["name"] == names[table]
            assert board["clock"] is None or (board["clock"]["stroke"] >= 1000) is (table == "2")


async def test_viewers_that_vanish_leave_nothing_behind(started: Running, address: str) -> None:
    await started.post("1/match", MATCH)
    host, port = address.split(":")
    for _ in range(50):
        _, writer = await asyncio.open_connection(host, int(port))
        writer.write(f"GET /api/v1/stream HTTP/1.1\r\nHost: {address}\r\n\r\n".encode())
        await writer.drain()
        writer.transport.abort()
    await asyncio.sleep(0.2)
    started.hub.live.link("1", "ready")
    await eventually(lambda: started.hub.live.viewers == 0)
    assert started.hub.metrics.value("arbiter_viewers") == 0


async def test_open_streams_end_when_the_hub_stops(started: Running, address: str) -> None:
    await started.post("1/match", MATCH)
    reading = asyncio.create_task(boards(f"http://{address}/api/v1/stream", 99))
    await eventually(lambda: started.hub.live.viewers == 1)
    started.hub.live.close()
    async with asyncio.timeout(2):
        assert len(await reading) == 1


@asynccontextmanager
async def panel_socket(started: Running) -> AsyncIterator[list[bytes]]:
    """A panel that greets, remembers what it is sent, and hangs up on the word `bye`."""
    heard: list[bytes] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b'{"k":"frame","text":"40"}\n')
        while (line := await reader.readline()) and b"bye" not in line:
            heard.append(line)
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    clock = type("Clock", (), {"panel_port": server.sockets[0].getsockname()[1]})()
    started.hub.clocks["7"] = clock
    try:
        yield heard
    finally:
        del started.hub.clocks["7"]
        server.close()


async def test_the_panel_is_relayed_both_ways_and_closes_with_the_clock(
    started: Running, address: str
) -> None:
    async with (
        panel_socket(started) as heard,
        connect(f"ws://{address}/tables/7/clock/panel", origin=f"http://{address}") as browser,
    ):
        assert json.loads(await browser.recv()) == {"k": "frame", "text": "40"}
        await browser.send('{"k":"button","name":"START","down":true}')
        await browser.send("two\nlines")
        await eventually(lambda: heard)
        assert heard == [b'{"k":"button","name":"START","down":true}\n']
        await browser.send("bye")
        with pytest.raises(ConnectionClosed):
            await browser.recv()
        assert browser.close_code == 1012


async def test_a_table_without_a_simulated_clock_has_no_panel(started: Running, address: str) -> None:
    async with connect(f"ws://{address}/tables/7/clock/panel") as browser:
        with pytest.raises(ConnectionClosed):
            await browser.recv()
        assert browser.close_code == 4404


async def test_a_page_of_another_site_cannot_press_buttons(started: Running, address: str) -> None:
    async with panel_socket(started):
        with pytest.raises(InvalidStatus) as refused:
            await connect(f"ws://{address}/tables/7/clock/panel", origin="http://evil.example")
        assert refused.value.response.status_code == 403

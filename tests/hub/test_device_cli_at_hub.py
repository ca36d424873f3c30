"""`arbiter device update` at a hub that runs, and `arbiter device logs` at its broker."""

import asyncio
import re
from collections.abc import Callable

from hub.device import Device, eventually
from hub.harness import MATCH, TOKEN, Mosquitto, Running, served
from typer.testing import CliRunner, Result

from arbiter_hub.broker.base import free_port
from arbiter_hub.device import cli

KEY = bytes(range(32))
NAME = "clock-4-0badcafe"


async def command(*arguments: str) -> Result:
    """Run `arbiter device …` beside the hub."""
    return await asyncio.to_thread(CliRunner().invoke, cli.app, arguments)


async def test_an_update_is_built_uploaded_and_ordered(
    started: Running, make_device: Callable[..., Device]
) -> None:
    async with served(started.app) as address:
        at = ("update", "--hub", f"http://{address}", "--token", TOKEN)
        with make_device("4"):
            await eventually(lambda: started.hub.devices.at("4"))
            await started.hub.devices.register_key(NAME, KEY)
            ran = await command(*at, "--set", "volume=2")
            assert (ran.exit_code, ran.stdout) == (0, f"{NAME}: release 1, looks at once\n")
            release = started.hub.releases.of(NAME)
            assert release is not None
            assert (release.settings, release.image is not None) == (["volume"], True)

            await started.hub.devices.register_key("arbiter-off", KEY)
            await started.post("4/match", MATCH)
            ran = await command(*at, "--settings-only", "--set", "volume=1")
            assert ran.stdout == "arbiter-off: release 1, looks when it is on\n"
            assert ran.stderr.startswith(f"{NAME}: match: found being played on table 4")
            ran = await command(*at, NAME, "--settings-only", "--set", "volume=1")
            assert (ran.exit_code, ran.stdout) == (1, "")
            assert "match: found being played on table 4" in ran.stderr


async def test_a_hub_that_cannot_be_reached_or_is_none_is_told() -> None:
    settings = ("--token", TOKEN, "--settings-only", "--set", "volume=1")
    nowhere = f"http://127.0.0.1:{free_port()}"
    ran = await command("update", "--hub", nowhere, *settings)
    assert (ran.exit_code, f"no hub at {nowhere}" in ran.stderr) == (1, True)
    ran = await command("update", "--hub", "hub.example", *settings)
    assert (ran.exit_code, "--hub: found hub.example" in ran.stderr) == (cli.REFUSED, True)


async def test_the_lines_of_one_table_or_of_all_are_followed_at_the_broker(
    broker: Mosquitto, site: str, make_device: Callable[..., Device]
) -> None:
    at = ("logs", "--broker", f"127.0.0.1:{broker.port}", "--site", site, "--lines", "2")
    with make_device("4") as four, make_device("5") as five:
        shown: list[list[str]] = []
        for more in (("--table", "4"), ()):
            running = asyncio.create_task(command(*at, *more))
            while not running.done():
                five.publish("log", {"v": 1, "level": "error", "text": "of five"})
                four.raw("log", b"no line", qos=0)
                four.publish("log", {"v": 1, "level": "info", "text": "of four"})
                await asyncio.sleep(0.02)
            shown.append(running.result().stdout.splitlines())
    assert all(re.fullmatch(r"\d\d:\d\d:\d\d     4  info     of four", line) for line in shown[0])
    assert sorted(line.split()[1] for line in shown[1]) == ["4", "5"]


async def test_a_broker_that_is_not_there_and_a_table_that_is_none_are_told() -> None:
    port = free_port()
    ran = await command("logs", "--broker", f"127.0.0.1:{port}")
    assert (ran.exit_code, f"no broker at 127.0.0.1:{port}" in ran.stdout) == (1, True)
    ran = await command("logs", "--table", "A")
    assert (ran.exit_code, "table: found A" in ran.stderr) == (cli.REFUSED, True)

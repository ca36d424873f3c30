"""The `arbiter` command: its options, and the scoreboard in the terminal."""

import io
import json
import sys
import types
from importlib.metadata import version
from typing import Any

import pytest
import typer
from hub.device import Device, eventually, state_of
from hub.harness import MATCH, Mosquitto, Running
from rich.console import Console
from typer.testing import CliRunner

from arbiter_hub import cli
from arbiter_hub.broker.base import Address, free_port
from arbiter_hub.settings import Settings
from arbiter_hub.terminal import Scoreboard, show


def test_the_version_is_the_installed_one() -> None:
    result = CliRunner().invoke(cli.make_cli(), ["version"])
    assert result.stdout.strip() == version("arbiter-shotclock")


def test_further_commands_are_mounted_if_they_are_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    part = types.ModuleType("arbiter_part")
    sub = typer.Typer()

    @sub.command()
    def hello() -> None:
        typer.echo("hello")

    part.app, part.NAME = sub, "part"  # type: ignore[attr-defined]
    part.__spec__ = types.SimpleNamespace()  # type: ignore[assignment]
    monkeypatch.setitem(sys.modules, "arbiter_part", part)
    monkeypatch.setattr(cli, "PARTS", ("arbiter_part", "arbiter_hub.nowhere.cli", "nowhere"))
    assert CliRunner().invoke(cli.make_cli(), ["part", "hello"]).stdout == "hello\n"


@pytest.mark.parametrize(
    ("text", "settings"),
    [
        ("embedded", {"broker": "embedded"}),
        ("mosquitto", {"broker": "mosquitto"}),
        ("hall:1884", {"broker": "external", "broker_host": "hall", "broker_port": 1884}),
        ("hall", {"broker": "external", "broker_host": "hall", "broker_port": 1883}),
        ("[::1]:1884", {"broker": "external", "broker_host": "::1", "broker_port": 1884}),
    ],
)
def test_a_broker_is_named_by_mode_or_address(text: str, settings: dict[str, Any]) -> None:
    assert cli.broker_settings(text) == settings


def test_a_broker_s_credentials_are_kept_secret() -> None:
    settings = Settings(**cli.broker_settings("user:pass:word@hall:1884"))
    assert settings.broker_user == "user"
    assert settings.broker_password is not None
    assert settings.broker_password.get_secret_value() == "pass:word"
    assert "pass:word" not in repr(settings)


@pytest.mark.parametrize("text", ["hall:port", "hall:0", "hall:65536", ":1883", ""])
def test_an_address_that_is_none_is_refused(text: str) -> None:
    result = CliRunner().invoke(cli.make_cli(), ["run", "--broker", text])
    assert result.exit_code == 2


def test_a_setting_that_does_not_fit_is_one_clear_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARBITER_SITE", "Not A Site")
    result = CliRunner().invoke(cli.make_cli(), ["run"])
    assert result.exit_code == 2
    assert result.stderr.startswith("arbiter: site: ")
    assert len(result.stderr.splitlines()) == 1


def test_an_external_broker_needs_a_port() -> None:
    with pytest.raises(ValueError, match="the port of the external broker"):
        Settings(broker="external", broker_port=0)


def test_without_a_broker_the_scoreboard_says_so() -> None:
    output = io.StringIO()
    assert show(Address("127.0.0.1", free_port()), "club", "1", Console(file=output)) == 1
    assert "no broker at 127.0.0.1" in output.getvalue()


async def test_the_scoreboard_needs_no_hub_once_the_score_is_retained(
    started: Running, device: Device, broker: Mosquitto
) -> None:
    await started.post("1/match", MATCH)
    await started.post("1/set_start", {"striker": "b", "by": "Schreiber"})
    run = state_of(device.epoch, 1, phase="run", period=1, running=True, remaining_ms=12_001)
    device.publish("state", run)
    await eventually(lambda: started.hub.live.board("1").clock is not None)
    await started.hub.connection.stop()
    arguments = ["scoreboard", "--once", "--site", device.site, "--broker", f"127.0.0.1:{broker.port}"]
    result = CliRunner().invoke(cli.make_cli(), arguments)
    assert result.exit_code == 0
    assert "Anna Albers" in result.stdout
    assert "Halbfinale" in result.stdout


def screen(board: Scoreboard) -> str:
    console = Console(file=io.StringIO(), width=80)
    console.print(board.render())
    return console.file.getvalue()  # type: ignore[attr-defined]


SCORE = {
    "v": 1,
    "version": 3,
    "table": "1",
    "match": "1",
    "title": "Finale",
    "discipline": "5-Kegel",
    "preset": "dbu-5-kegel",
    "edition": "",
    "distance": 50,
    "best_of": 3,
    "set": 2,
    "striker": "a",
    "a": {
        "name": "Anna",
        "club": "",
        "ball": "white",
        "points": 24,
        "sets": 1,
        "penalties": 2,
        "penalty_points": 0,
    },
    "b": {
        "name": "Bernd",
        "club": "",
        "ball": "yellow",
        "points": 8,
        "sets": 0,
        "penalties": 0,
        "penalty_points": 4,
    },
    "free_ball": "b",
    "limit": {"state": "on", "by": "TL", "at": 1},
    "result": None,
    "as_of": None,
}


def test_the_terminal_shows_names_balls_points_and_time() -> None:
    board = Scoreboard("club", "1")
    assert "no match" in screen(board)
    assert "no clock" in screen(board)
    assert "no connection to the broker" in screen(board)
    board.connected = True

    def tell(kind: str, message: dict[str, Any], *, retained: bool = False) -> None:
        board.receive(f"arbiter/1/club/1/{kind}", json.dumps(message).encode(), retained=retained)

    tell("score", SCORE)
    run = state_of("0badcafe", 1, phase="run", period=1, running=True, remaining_ms=12_001)
    tell("state", run, retained=True)
    shown = screen(board)
    for text in (
        "Finale",
        "○ Anna",
        "● Bernd FREIER BALL",
        "24",
        "2×",
        "set 2 · to 50",
        "clock: unknown",
        "?",
    ):
        assert text in shown
    tick = {
        "v": 1,
        "epoch": "0badcafe",
        "seq": 1,
        "t": 9,
        "phase": "run",
        "period": 1,
        "remaining_ms": 12_001,
    }
    tell("tick", tick)
    assert "13 s" in screen(board) or "12 s" in screen(board)
    status = {"v": 1, "status": "ready", "device": "d", "firmware": "f", "boot": 1, "connection": 1}
    tell("status", {**status, "reset": "power-on", "epoch": "0badcafe"})
    tell("score", {**SCORE, "distance": None, "title": ""})
    tell("state", state_of("0badcafe", limit="off", limit_by=None))
    shown = screen(board)
    assert "ready  · no limit" in shown
    assert "clock:" not in shown
    tell("state", state_of("0badcafe", limit="armed"))
    assert "limit armed" in screen(board)


def test_what_does_not_parse_changes_nothing_on_the_terminal() -> None:
    board = Scoreboard("club", "1")
    before = screen(board)
    for topic, payload in (
        ("arbiter/1/club/1/score", b"{}"),
        ("other", b"{}"),
        ("arbiter/1/club/1/state", b"\xff"),
    ):
        board.receive(topic, payload, retained=False)
    assert screen(board) == before

"""The tools that talk to a clock on the cable, against MicroPython behind a pseudo terminal."""

from __future__ import annotations

import json
import os
import pty
import select
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import bundle
from arbiter_device import config as device_config
from arbiter_hub.device import on_cable

if TYPE_CHECKING:
    from device.tty import Cable

FIRMWARE = Path(bundle.__file__).parent
BIN = Path(sys.executable).parent


def run(*command: str, timeout: float = 60) -> str:
    ran = subprocess.run(command, capture_output=True, text=True, timeout=timeout, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


def mpremote(cable: Cable, *command: str) -> str:
    return run(sys.executable, "-m", "mpremote", "connect", cable.port, *command)


def test_configure_writes_settings_and_a_key_of_the_clocks_own_over_the_cable(cable, chip):
    told = run(
        str(BIN / "arbiter"), "device", "configure", "--port", cable.port, "--set", "table=8", "--set",
        "wifi_ssid=Köln 'Süd'", "--new-key",
    )  # fmt: skip
    key = told.split()[-1]

    assert device_config.unpack((chip / "config.json").read_bytes()) == {
        "table": "8",
        "wifi_ssid": "Köln 'Süd'",
    }
    assert json.loads((chip / "nvs-arbiter.json").read_text())["key"] == key
    assert len(key) == 64


def test_the_bundle_is_installed_by_mip_and_runs_from_the_chips_own_files(cable, chip, tmp_path):
    sizes = bundle.build(tmp_path / "bundle")
    mpremote(cable, "mip", "install", "--target", f"{chip}/root", str(tmp_path / "bundle" / "package.json"))
    installed = {path.relative_to(chip / "root").as_posix() for path in (chip / "root").rglob("*.*")}
    wanted = {path.removeprefix("a/") for path in sizes if path.endswith((".mpy", ".py"))}
    answer = mpremote(
        cable,
        "soft-reset",
        "exec",
        f"import sys; sys.path[:] = ['{chip}/root', '{FIRMWARE}/sim', '.frozen']\n"
        + on_cable.configure_script({"table": "9"}, None)
        + "\nimport arbiter_device.app as app; print(app.__file__)"
        # What hardware/bringup.py takes from the installed application.
        + "\nfrom arbiter_device import pins; from arbiter_device.board import BUTTONS, Board"
        + "\nprint(pins.BUZZER, pins.SUPPLY_SENSE, pins.AMBIENT_LDR, pins.HANDSET_PRESENT, len(BUTTONS))",
    )

    assert installed == wanted
    compiled = (tmp_path / "bundle" / "a" / "arbiter_device" / "app.mpy").read_bytes()
    assert (chip / "root" / "arbiter_device" / "app.mpy").read_bytes() == compiled
    assert answer.split()[0].startswith(f"{chip}/root/") or answer.split()[0] == "app.py"
    assert device_config.unpack((chip / "config.json").read_bytes())["table"] == "9"


def test_a_soft_reset_boots_the_chip_again_and_the_cable_stays(cable):
    before = cable.boots
    answer = mpremote(cable, "soft-reset", "exec", "print(6 * 7)")

    assert answer.strip() == "42"
    assert cable.boots == before + 1


def test_logs_follows_what_the_clock_prints_until_the_console_is_left(cable):
    keyboard, terminal = pty.openpty()
    command = [str(BIN / "arbiter"), "device", "logs", "--port", cable.port]
    with subprocess.Popen(command, stdin=terminal, stdout=terminal, stderr=terminal) as following:
        shown = read_until(keyboard, b"Use Ctrl-]")
        os.write(keyboard, b"print('journal', 75, '% full')\r")
        shown = read_until(keyboard, b"journal 75 % full")
        os.write(keyboard, b"\x1d")
        read_until(keyboard, None)
        code = following.wait(20)
    os.close(terminal)
    os.close(keyboard)

    assert b"journal 75 % full" in shown
    assert code == 0


def read_until(terminal: int, wanted: bytes | None) -> bytes:
    """What a terminal shows up to `wanted`, or what it has shown when nothing more comes; AssertionError after 20 s."""
    shown = b""
    for _ in range(200):
        if select.select([terminal], [], [], 0.1)[0]:
            shown += os.read(terminal, 4096)
        elif wanted is None:
            return shown
        if wanted is not None and wanted in shown:
            return shown
    raise AssertionError(shown)

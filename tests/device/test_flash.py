"""`arbiter device flash` onto a chip in its boot loader, and what the chip has in its flash after it."""

from __future__ import annotations

import contextlib
import io
import os
import pty
import re
import secrets
import select
import subprocess
import sys
from datetime import UTC, datetime
from hashlib import md5
from pathlib import Path
from typing import TYPE_CHECKING

import esptool
import pytest
from littlefs import LittleFS

from arbiter_device import config as device_config
from arbiter_hub.broker import authority
from arbiter_hub.broker.base import free_port
from arbiter_hub.certificates import for_clock
from arbiter_hub.device import partitions

if TYPE_CHECKING:
    from collections.abc import Iterator

SECTOR = 4096
BLANK = b"\xff"
#: What esptool shows of how far it is, in a line that it writes over on a terminal.
PROGRESS = r"Writing at 0x[0-9a-f]{8} [^\r\n]*? (\d+\.\d)% "
WRITTEN_OVER = r"\r\x1b\[2K"


@pytest.fixture
def bootloader() -> Iterator[str]:
    """A chip that waits in its boot loader, on a loopback port; ended with the test."""
    program = str(Path(sys.executable).with_name("esp32-mock-bootloader"))
    port = str(free_port())
    subprocess.run(
        [program, "start", "--chip", "esp32", "--port", port], check=True, capture_output=True, timeout=30
    )
    yield f"socket://127.0.0.1:{port}"
    subprocess.run([program, "stop", "--port", port], check=True, capture_output=True, timeout=20)


def flash_command(port: str, *arguments: str) -> list[str]:
    arbiter = str(Path(sys.executable).with_name("arbiter"))
    return [arbiter, "device", "flash", "--port", port, *arguments]


def on_a_terminal(command: list[str]) -> str:
    """What a command shows on a terminal; AssertionError if it fails or is silent for a minute."""
    screen, terminal = pty.openpty()
    shown = b""
    with subprocess.Popen(command, stdin=terminal, stdout=terminal, stderr=terminal) as running:
        os.close(terminal)
        with contextlib.suppress(OSError):  # the terminal's other end is closed with the command
            while select.select([screen], [], [], 60)[0]:
                shown += os.read(screen, 4096)
        running.kill()
    os.close(screen)
    assert running.returncode == 0, shown
    return shown.decode()


class Flash:
    """The chip's flash by way of its boot loader, which has a hash for what is long, and reads slowly."""

    def __init__(self, port: str) -> None:
        with contextlib.redirect_stdout(io.StringIO()):
            self._chip = esptool.detect_chip(port, connect_mode="no-reset")
            esptool.attach_flash(self._chip)

    def close(self) -> None:
        self._chip._port.close()

    def has(self, offset: int, content: bytes) -> bool:
        return (
            self._chip.flash_md5sum(offset, len(content)) == md5(content, usedforsecurity=False).hexdigest()
        )

    def read(self, offset: int, size: int) -> bytes:
        """Whole sectors from `offset` on."""
        found = b""
        for place in range(offset, offset + size, SECTOR):
            blank = self.has(place, BLANK * SECTOR)
            found += BLANK * SECTOR if blank else self._chip.read_flash_slow(place, SECTOR, None)
        return found


def test_a_chip_has_what_was_flashed_and_its_journal_and_counters_from_before(bootloader, bundled, tmp_path):
    kept = {part.offset: secrets.token_bytes(part.size) for part in (partitions.NVS, partitions.JOURNAL)}
    seeded = []
    for offset, content in kept.items():
        (tmp_path / hex(offset)).write_bytes(content)
        seeded += [hex(offset), str(tmp_path / hex(offset))]
    esp = [sys.executable, "-m", "esptool", "--chip", "esp32", "--port", bootloader, "write-flash"]
    subprocess.run([*esp, *seeded], check=True, capture_output=True, timeout=60)
    authority.prepare(tmp_path, ["hub"], datetime.now(UTC))
    pair = authority.issue_client(tmp_path, "clock-6", datetime.now(UTC))
    for name, content in zip(("clock.pem", "clock-key.pem"), pair, strict=True):
        (tmp_path / name).write_bytes(content)
    pem = [tmp_path / name for name in ("ca.pem", "clock.pem", "clock-key.pem")]
    options = ("--ca", str(pem[0]), "--certificate", str(pem[1]), "--certificate-key", str(pem[2]))

    first = subprocess.run(
        flash_command(bootloader, "--set", "table=5"), capture_output=True, text=True, timeout=90, check=False
    )
    shown = on_a_terminal(flash_command(bootloader, *options, "--set", "table=6", "--set", "broker_tls=1"))
    flash = Flash(bootloader)
    try:
        files = files_on(flash.read(partitions.VFS.offset, partitions.VFS.size))
        application = (bundled / "firmware.romfs").read_bytes()

        assert first.returncode == 0, first.stdout + first.stderr
        assert flash.has(partitions.TABLE_OFFSET, partitions.encode(partitions.TABLE))
        for slot in (0, partitions.SLOT_BYTES):
            assert flash.has(partitions.ROMFS.offset + slot, application), (
                "whichever slot the chip has been running"
            )
        assert all(flash.has(offset, content) for offset, content in kept.items())
    finally:
        flash.close()
    assert device_config.unpack(files.pop("config.json")) == {"table": "6", "broker_tls": 1}
    starters = {name: (bundled / name).read_bytes() for name in ("boot.py", "main.py", "slot_files.py")}
    assert files == {**starters, **for_clock(*pem)}

    assert "\x1b" not in first.stdout
    assert "\r" not in first.stdout
    plain = re.findall(PROGRESS, first.stdout)
    assert first.stdout.count("Hash of data verified") == 4, (
        "table, both slots of the application, file system"
    )
    assert plain.count("100.0") == 4, plain
    assert re.findall(WRITTEN_OVER + PROGRESS, shown) == plain, (
        "on a terminal one line, written over each time"
    )


def files_on(image: bytes) -> dict[str, bytes]:
    """What the file system in this partition holds, by path."""
    disk = LittleFS(block_size=SECTOR, block_count=len(image) // SECTOR, mount=False)
    disk.context.buffer = bytearray(image)
    disk.mount()
    found = {}
    for name in disk.listdir("/"):
        with disk.open(name, "rb") as file:
            found[name] = file.read()
    return found

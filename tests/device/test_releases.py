"""What is signed and sealed for one device, and which files are images at all."""

import base64
import json
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.ciphers.modes import CBC

from arbiter_clock.errors import FieldError
from arbiter_hub.device import images, partitions, release
from arbiter_hub.settings import Settings

KEY = bytes(range(32))
VECTOR = "WlpaWlpaWlpaWlpaWlpaWoLzzXZxLZL6YsIC5LG3fxWd0AObNqx3kVz4zB5Wwdji"


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    folder = tmp_path_factory.mktemp("image")
    images.build(Settings().firmware_folder, folder)
    return (folder / release.IMAGE).read_bytes()


def test_what_is_sealed_is_what_the_device_s_own_test_opens() -> None:
    plain = b'{"wifi_password": "geheim"}'
    assert release.seal(KEY, plain, b"\x5a" * 16) == VECTOR
    checks = Path(__file__).parents[1] / "firmware/on_device/update_cuts.py"
    assert VECTOR in checks.read_text("utf-8")


def test_the_same_settings_are_never_sealed_alike_and_another_key_opens_nothing() -> None:
    plain = b'{"wifi_password": "geheim"}'
    one, two = release.seal(KEY, plain), release.seal(KEY, plain)
    assert base64.b64decode(one)[:16] != base64.b64decode(two)[:16]
    assert base64.b64decode(one)[16:] != base64.b64decode(two)[16:]
    data = base64.b64decode(one)
    opened = Cipher(AES(KEY), CBC(data[:16])).decryptor()  # the device's key itself is not the one
    assert b"geheim" not in opened.update(data[16:]) + opened.finalize()


def test_a_whole_image_tells_its_version(image: bytes) -> None:
    bundle = images.load(Settings().firmware_folder, "bundle", Path("bundle.py"))
    assert release.version_of(image) == bundle.version()
    assert len(image) <= partitions.SLOT_BYTES


@pytest.mark.parametrize(
    ("change", "found"),
    [
        (lambda image: image[:-1], "another file, or a part of one"),
        (lambda image: image + b"\0", "another file, or a part of one"),
        (lambda image: b"PK" + image[2:], "another file, or a part of one"),
        (lambda _: b"", "another file, or a part of one"),
        (lambda _: release._ROMFS, "another file, or a part of one"),
        (lambda _: release._ROMFS + b"\xff" * 20, "another file, or a part of one"),
        (lambda image: image.replace(b'"version"', b'"variant"'), "no manifest with a version"),
        (lambda _: bytes(partitions.SLOT_BYTES + 1), f"{partitions.SLOT_BYTES + 1} bytes"),
    ],
    ids=["cut", "longer", "another file", "empty", "no size", "endless size", "no version", "too large"],
)
def test_another_file_is_no_image(image: bytes, change, found: str) -> None:
    with pytest.raises(FieldError) as raised:
        release.version_of(change(image))
    assert (raised.value.field, raised.value.found) == ("image", found)


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({}, "release"),
        ({"settings": {}}, "release"),
        ({"settings": {"table": "4"}, "serial": 0}, "serial"),
        ({"settings": {"table": "4"}, "serial": release.LAST_SERIAL + 1}, "serial"),
        ({"settings": {"wifi_ssid": "x" * 2_000}}, "settings"),
        ({"image": bytes(partitions.SLOT_BYTES + 1)}, "image"),
    ],
)
def test_what_no_device_could_take_is_not_signed(given: dict[str, object], field: str) -> None:
    with pytest.raises(FieldError) as raised:
        release.sign(KEY, **{"serial": 1, **given})
    assert raised.value.field == field


def test_the_largest_slot_and_serial_are_signed() -> None:
    signed = release.sign(KEY, serial=release.LAST_SERIAL, image=bytes(partitions.SLOT_BYTES))
    assert json.loads(signed.split(b"\n")[1])["size"] == partitions.SLOT_BYTES


def test_a_file_that_is_no_image_is_not_released(tmp_path: Path) -> None:
    with pytest.raises(FieldError, match="image: found"):
        release.write_release(tmp_path, "x", KEY, serial=1, image=b"x")
    assert list(tmp_path.iterdir()) == []

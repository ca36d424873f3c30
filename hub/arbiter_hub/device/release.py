"""Releases for clocks in the field: one signed file a device, and the image beside it.

Any web server may give them out, the hub's own included: `devices/<id>/release.json` and `firmware.romfs`. Every device
has its own key, so that what was signed for one is nothing to another. The format is `arbiter_device.update`'s.
"""

import hashlib
import hmac
import json
from pathlib import Path

from arbiter_clock.errors import FieldError
from arbiter_hub.device.partitions import SLOT_BYTES

KEY_BYTES = 32
RELEASE = "release.json"
IMAGE = "firmware.romfs"

Setting = str | int


def key_from(text: str) -> bytes:
    """A device key from 64 hexadecimal digits; FieldError for anything else."""
    try:
        key = bytes.fromhex(text)
    except ValueError:
        key = b""
    if len(key) != KEY_BYTES:
        raise FieldError("key", "another text", f"{2 * KEY_BYTES} hexadecimal digits")
    return key


def write_release(
    folder: Path,
    device: str,
    key: bytes,
    *,
    serial: int,
    version: str = "",
    image: bytes = b"",
    settings: dict[str, Setting] | None = None,
) -> Path:
    """Write the release of one device below `folder`; the path of its signed file.

    Without an image only settings travel. FieldError if the image does not fit into a slot, or nothing is released.
    """
    if len(image) > SLOT_BYTES:
        raise FieldError("image", f"{len(image)} bytes", f"at most {SLOT_BYTES} bytes")
    if not image and not settings:
        raise FieldError("release", "neither an image nor settings", "at least one of them")
    body = json.dumps(
        {
            "serial": serial,
            "version": version,
            "size": len(image),
            "sha256": hashlib.sha256(image).hexdigest(),
            "settings": settings,
        }
    ).encode()
    place = folder / "devices" / device
    place.mkdir(parents=True, exist_ok=True)
    # The image first: a device that asks in between finds the old release, whose hash refuses the new image.
    (place / IMAGE).write_bytes(image)
    signed = place / RELEASE
    signed.write_bytes(hmac.digest(key, body, "sha256").hex().encode() + b"\n" + body + b"\n")
    return signed

"""Releases for clocks in the field: one signed file a device, and the image beside it.

Any web server may give them out, the hub's own included: `devices/<id>/release.json` and `firmware.romfs`. Every device
has its own key, so that what was signed for one is nothing to another, and settings, of which some are passwords, are
sealed with a key made of it. The format is `arbiter_device.update`'s.
"""

import base64
import hashlib
import hmac
import json
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.ciphers.modes import CBC
from cryptography.hazmat.primitives.padding import PKCS7

from arbiter_clock.errors import FieldError
from arbiter_hub.device.partitions import SLOT_BYTES
from arbiter_hub.phrases import N_, Phrase

KEY_BYTES = 32
RELEASE = "release.json"
IMAGE = "firmware.romfs"
#: A device reads no longer one.
RELEASE_BYTES = 2048
#: Of the numbers that a device keeps; a serial shares one with the slot.
LAST_SERIAL = 2**30 - 1

_SEAL = b"arbiter seal"
_IV_BYTES = 16
#: How a ROMFS image begins, and its size in a number of seven bits a byte.
_ROMFS = b"\xd2\xcd\x31"
_MANIFEST = re.compile(rb'\{"files":\{[^{}]*\},"version":"([0-9A-Za-z.+-]{1,32})"\}')

Setting = str | int


def key_from(text: str) -> bytes:
    """A device key from 64 hexadecimal digits; FieldError for anything else."""
    try:
        key = bytes.fromhex(text)
    except ValueError:
        key = b""
    if len(key) != KEY_BYTES:
        allowed = Phrase(N_("{digits} hexadecimal digits"), digits=2 * KEY_BYTES)
        raise FieldError("key", Phrase(N_("another text")), allowed)
    return key


def seal(key: bytes, plain: bytes, iv: bytes | None = None) -> str:
    """What only the device with this key can read: base64 of IV and AES-256-CBC. `iv`: 16 random bytes, by default."""
    iv = iv or secrets.token_bytes(_IV_BYTES)
    padder = PKCS7(8 * _IV_BYTES).padder()
    padded = padder.update(plain) + padder.finalize()
    # The device's MicroPython has no authenticated mode; the signature covers what is sealed, and is checked first.
    cipher = Cipher(AES(hmac.digest(key, _SEAL, "sha256")), CBC(iv)).encryptor()
    return base64.b64encode(iv + cipher.update(padded) + cipher.finalize()).decode()


def version_of(image: bytes) -> str:
    """The version of an application image; FieldError if it is none, is damaged, or does not fit into a slot."""
    if len(image) > SLOT_BYTES:
        raise _too_large("image", len(image), SLOT_BYTES)
    if not image.startswith(_ROMFS) or _romfs_size(image) != len(image):
        found = Phrase(N_("another file, or a part of one"))
        raise FieldError("image", found, Phrase(N_("a whole {file}"), file=IMAGE))
    manifest = _MANIFEST.search(image)
    if manifest is None:
        found = Phrase(N_("no manifest with a version"))
        raise FieldError("image", found, Phrase(N_("what `arbiter device bundle` has built")))
    return manifest[1].decode()


@dataclass(frozen=True, slots=True)
class Report:
    """How far a device is: the last release that it has taken, the last one that it has given back, and whether the
    one it has taken is on trial."""

    serial: int
    back: int
    trial: int

    def is_of(self, device: str, key: bytes, mac: str) -> bool:
        """Whether the device with this key has told this."""
        text = f"/devices/{device}?serial={self.serial}&back={self.back}&trial={self.trial}"
        return hmac.compare_digest(hmac.digest(key, text.encode(), "sha256").hex().encode(), mac.encode())


def sign(
    key: bytes,
    *,
    serial: int,
    version: str = "",
    image: bytes = b"",
    settings: Mapping[str, Setting] | None = None,
) -> bytes:
    """The release of one device, as it fetches it. Without an image only settings travel.

    FieldError if the image does not fit into a slot, the settings not into a release, or nothing is released.
    """
    if len(image) > SLOT_BYTES:
        raise _too_large("image", len(image), SLOT_BYTES)
    if not image and not settings:
        found = Phrase(N_("neither an image nor settings"))
        raise FieldError("release", found, Phrase(N_("at least one of them")))
    if not 0 < serial <= LAST_SERIAL:
        raise FieldError("serial", serial, Phrase(N_("from {low} to {high}"), low=1, high=LAST_SERIAL))
    body = {
        "serial": serial,
        "version": version,
        "size": len(image),
        "sha256": hashlib.sha256(image).hexdigest(),
        "sealed": seal(key, json.dumps(dict(settings)).encode()) if settings else None,
    }
    signed = _signed(key, body)
    if len(signed) > RELEASE_BYTES:
        raise _too_large("settings", len(signed), RELEASE_BYTES)
    return signed


def sign_again(key: bytes, signed: bytes, serial: int) -> bytes:
    """The same release with another serial."""
    return _signed(key, {**json.loads(signed.split(b"\n")[1]), "serial": serial})


def _signed(key: bytes, body: Mapping[str, object]) -> bytes:
    text = json.dumps(body).encode()
    return hmac.digest(key, text, "sha256").hex().encode() + b"\n" + text + b"\n"


def write_release(
    folder: Path,
    device: str,
    key: bytes,
    *,
    serial: int,
    image: bytes = b"",
    settings: Mapping[str, Setting] | None = None,
) -> Path:
    """Write the release of one device below `folder`; the path of its signed file. FieldError as in `sign`."""
    version = version_of(image) if image else ""
    signed = sign(key, serial=serial, version=version, image=image, settings=settings)
    place = folder / "devices" / device
    place.mkdir(parents=True, exist_ok=True)
    # The image first: a device that asks in between finds the old release, whose hash refuses the new image.
    (place / IMAGE).write_bytes(image)
    (place / RELEASE).write_bytes(signed)
    return place / RELEASE


def _too_large(field: str, size: int, most: int) -> FieldError:
    return FieldError(
        field, Phrase(N_("{size} bytes"), size=size), Phrase(N_("at most {most} bytes"), most=most)
    )


def _romfs_size(image: bytes) -> int:
    """Length in bytes that an image says it has, 0 if it does not say."""
    size = 0
    for place in range(len(_ROMFS), min(len(image), len(_ROMFS) + 5)):
        size = size << 7 | image[place] & 0x7F
        if not image[place] & 0x80:
            return place + 1 + size
    return 0

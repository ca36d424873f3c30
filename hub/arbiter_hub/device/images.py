"""What is flashed: the compiled application, the file system with starters and settings, the table."""

import importlib.util
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from arbiter_clock.errors import FieldError
from arbiter_hub.device import partitions
from arbiter_hub.device.partitions import ROMFS, SLOT_BYTES, VFS

_BLOCK = 4096
#: Where MicroPython's image of an ESP32 begins: boot loader, its table, application.
_MICROPYTHON_OFFSET = 0x1000
#: What the file system holds beside settings and certificates; the application is in the slots.
_STARTERS = ("boot.py", "main.py", "slot_files.py")


def load(firmware: Path, name: str, file: Path) -> ModuleType:
    """A module of the firmware's folder that is not part of a package; FileNotFoundError without it."""
    spec = importlib.util.spec_from_file_location(name, firmware / file)
    if spec is None or spec.loader is None or not (firmware / file).is_file():
        raise FileNotFoundError(f"{firmware / file} is missing")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def build(firmware: Path, folder: Path) -> dict[str, int]:
    """Compile the application into `folder`; sizes by path."""
    sizes: dict[str, int] = load(firmware, "arbiter_bundle", Path("bundle.py")).build(folder)
    return sizes


def settings_file(firmware: Path, settings: dict[str, Any]) -> bytes:
    """config.json with these settings, checked by the firmware's own rules; FieldError names a wrong one."""
    config = load(firmware, "arbiter_config", Path("arbiter_device/config.py"))
    for name, value in settings.items():
        config.check(name, value)
    packed: bytes = config.pack(settings)
    return packed


def typed(firmware: Path, texts: dict[str, str]) -> dict[str, Any]:
    """Settings from a command line, as the types that the firmware wants; FieldError for unknown or wrong ones."""
    config = load(firmware, "arbiter_config", Path("arbiter_device/config.py"))
    found: dict[str, Any] = {}
    for name, text in texts.items():
        number = name in config.SPEC and isinstance(config.SPEC[name][0], int)
        value = int(text) if number and text.lstrip("-").isdigit() else text
        config.check(name, value)
        found[name] = value
    return found


def file_system(bundle: Path, files: Mapping[str, bytes]) -> bytes:
    """A littlefs image of the VFS partition with what starts the application and `files`: settings, certificates."""
    from littlefs import LittleFS  # noqa: PLC0415 - part of the extra [device]

    disk: Any = LittleFS(block_size=_BLOCK, block_count=VFS.size // _BLOCK, disk_version=0x00020001)
    for name in _STARTERS:
        with disk.open(name, "wb") as file:
            file.write((bundle / name).read_bytes())
    for name, content in files.items():
        with disk.open(name, "wb") as file:
            file.write(content)
    return bytes(disk.context.buffer)


def flash_plan(
    bundle: Path, files: Mapping[str, bytes], micropython: bytes | None
) -> list[tuple[int, bytes]]:
    """(offset, content) of everything to write, in order. FieldError if the application does not fit.

    With `micropython`, the project's image for the chip, everything; without it the chip must have it already.
    The table comes after that image, which brings one of its own. The journal's partition is left as it is, and so are
    the chip's numbers: whichever slot they say, the application is in it.
    """
    image = (bundle / "firmware.romfs").read_bytes()
    if len(image) > SLOT_BYTES:
        raise FieldError("image", f"{len(image)} bytes", f"at most {SLOT_BYTES} bytes")
    plan = [] if micropython is None else [(_MICROPYTHON_OFFSET, micropython)]
    plan.append((partitions.TABLE_OFFSET, partitions.encode(partitions.TABLE)))
    plan += [(ROMFS.offset, image), (ROMFS.offset + SLOT_BYTES, image)]
    plan.append((VFS.offset, file_system(bundle, files)))
    return plan

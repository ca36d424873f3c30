"""A clock on the cable: who it is, and a script that it runs to take settings, certificates and a key over."""

import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping

#: As `arbiter_device.board` makes it.
_WHO = """import binascii, machine
print('arbiter-' + binascii.hexlify(machine.unique_id()).decode()[-6:])"""
_ID = re.compile(r"^arbiter-[0-9a-f]{6}$", re.MULTILINE)


def run(module: str, *arguments: str) -> None:
    """Run one of the tools that come with the extra [device]; CalledProcessError if it fails."""
    subprocess.run([sys.executable, "-m", module, *arguments], check=True)  # noqa: S603 - our tools, no shell


def identify(port: str) -> str:
    """The id of the clock, whose application stands still from then on, until `restart` or `write`."""
    return _run_there(port, _WHO)


def restart(port: str) -> None:
    """Let the clock start anew."""
    run("mpremote", "connect", port, "reset")


def write(port: str, settings: Mapping[str, str | int], key: bytes | None, files: Mapping[str, bytes]) -> str:
    """Let the clock take this over and start anew; its id. CalledProcessError if it refuses, and all is as it was."""
    return _run_there(port, f"{_WHO}\n{configure_script(settings, key, files)}", "reset")


def configure_script(
    settings: Mapping[str, str | int], key: bytes | None, files: Mapping[str, bytes] | None = None
) -> str:
    """What the clock itself runs to take settings, key and certificates over; it checks the settings again.

    Certificates are complete under another name before the first takes its place, and are there before the settings.
    """
    lines = ["import os, sys"]
    lines += ["sys.path.insert(0, '/app') if '/app' not in sys.path else None"]
    if settings:
        lines.append("from arbiter_device.config import check")
        lines += [f"check({name!r}, {value!r})" for name, value in settings.items()]
    for name, content in (files or {}).items():
        lines.append(f"with open('{name}.new', 'wb') as file: file.write({content!r})")
    lines += [f"os.rename('{name}.new', '{name}')" for name in files or ()]
    if settings:
        lines.append("from arbiter_device.config import Config")
        lines.append(f"import json; Config('.').change(json.loads({json.dumps(json.dumps(settings))}))")
    if key is not None:
        lines.append("import esp32; storage = esp32.NVS('arbiter')")
        # The numbers of the direction's codes begin again with a key; after it, so that no used code is good again.
        lines.append(f"storage.set_blob('key', {key!r})")
        lines.append("storage.set_i32('code', 0); storage.set_i32('code_wrong', 0); storage.commit()")
    return "\n".join(lines)


def _run_there(port: str, script: str, *more: str) -> str:
    # In a private file, because everybody on this computer can read a command's arguments.
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", suffix=".py") as file:
        file.write(script)
        file.flush()
        command = [sys.executable, "-m", "mpremote", "connect", port, "run", file.name, *more]
        ran = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)  # noqa: S603 - as above
    found = _ID.search(ran.stdout)
    if ran.returncode == 0 and found is not None:
        return found[0]
    sys.stderr.write(ran.stdout)
    if found is not None:
        restart(port)
    raise subprocess.CalledProcessError(ran.returncode or 1, command)

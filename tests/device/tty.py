"""A chip on a serial cable: MicroPython's unix port behind a pseudo terminal, which boots again when it ends."""

from __future__ import annotations

import contextlib
import os
import pty
import select
import subprocess
import threading
import tty
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

_RAW = b"\x01"


class Cable:
    """`with Cable(micropython, folder, environment) as cable`: mpremote connects to `cable.port`.

    The chip runs in `folder`, with `environment` beside the usual one. `boots` counts its starts.
    """

    def __init__(self, program: str, folder: Path, environment: Mapping[str, str]) -> None:
        self._program = program
        self._folder = folder
        self._environment = {**os.environ, **environment}
        self._outer, self._far = pty.openpty()
        tty.setraw(self._far)
        self.port = os.ttyname(self._far)
        self.boots = 0
        self._ending = False
        self._thread = threading.Thread(target=self._run)

    def __enter__(self) -> Cable:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ending = True
        self._thread.join(10)
        os.close(self._outer)
        os.close(self._far)

    def _run(self) -> None:
        while not self._ending:
            inner, console = pty.openpty()
            tty.setraw(console)
            chip = subprocess.Popen(
                [self._program],
                cwd=self._folder,
                env=self._environment,
                stdin=console,
                stdout=console,
                stderr=console,
                start_new_session=True,
            )
            os.close(console)
            self.boots += 1
            if self.boots > 1:
                # A soft reset leaves a chip in the raw REPL that asked for it.
                os.write(self._outer, b"MPY: soft reboot\r\n")
                os.write(inner, _RAW)
            try:
                self._pass_on(inner)
            finally:
                chip.kill()
                chip.wait()
                os.close(inner)

    def _pass_on(self, inner: int) -> None:
        """Copy both ways until the chip ends or the cable is pulled."""
        other = {inner: self._outer, self._outer: inner}
        while not self._ending:
            for source in select.select(list(other), [], [], 0.05)[0]:
                with contextlib.suppress(OSError):
                    data = os.read(source, 4096)
                    if data:
                        self._write(other[source], data)
                        continue
                if source == inner:
                    return

    def _write(self, sink: int, data: bytes) -> None:
        while data:
            data = data[os.write(sink, data) :]

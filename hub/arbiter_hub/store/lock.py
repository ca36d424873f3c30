"""One hub a data directory: a second one would fold the same events and answer the same clocks.

The lock is the operating system's, so it ends with the process, however that ends.
"""

import fcntl
import os
from pathlib import Path

LOCK = "hub.lock"


class DataLock:
    """The lock of one data directory."""

    def __init__(self, data: Path):
        self._data = data
        self._file: int | None = None

    @property
    def held(self) -> bool:
        """Whether this object has the lock."""
        return self._file is not None

    def take(self) -> None:
        """Take the lock; OSError with one clear sentence if another hub has it."""
        file = os.open(self._data / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(file)
            raise OSError(
                f"another hub is running on {self._data}; stop it, or give this one a directory with --data"
            ) from None
        self._file = file

    def release(self) -> None:
        """Give the lock back; nothing happens without one."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

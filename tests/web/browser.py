"""Which browser the tests drive: that of ARBITER_CHROMIUM, one of the system, or what Playwright has fetched."""

import os
import shutil
from pathlib import Path

from playwright.sync_api import Playwright, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def installed(search: str | None = None) -> str | None:
    """The system's browser on `search`, by default PATH. Snaps do not count: they cannot see the tests' folders."""
    found = (shutil.which(name, path=search) for name in NAMES)
    return next((path for path in found if path is not None and not _is_snap(Path(path))), None)


def executable(playwright: Playwright) -> str:
    """The browser's command; FileNotFoundError says how to get one."""
    command = os.environ.get("ARBITER_CHROMIUM") or installed() or playwright.chromium.executable_path
    if not Path(command).exists():
        raise FileNotFoundError(
            f"no browser: found nothing at {command}; run .ci/browser, or set ARBITER_CHROMIUM"
        )
    return command


def _is_snap(program: Path) -> bool:
    """Whether it lies in a snap, or is a script that only calls one, as Ubuntu's package has it."""
    if "snap" in program.resolve().parts:
        return True
    with program.open("rb") as file:
        return file.read(2) == b"#!" and b"/snap/" in file.read()


if __name__ == "__main__":
    with sync_playwright() as driver:
        print(executable(driver))  # noqa: T201 - .ci/browser asks

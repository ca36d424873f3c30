"""Which browser the tests take: one that can see their folders."""

import os
import subprocess
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright
from web.browser import executable, installed

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = b"\x7fELF"
LAUNCHER = b"#!/bin/sh\nexec /usr/lib/chromium/chromium\n"
SNAP = b"#!/bin/sh\nexec /snap/bin/chromium\n"


def put(folder: Path, name: str, content: bytes) -> str:
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / name
    file.write_bytes(content)
    file.chmod(0o755)
    return str(file)


@pytest.mark.parametrize("content", [PROGRAM, LAUNCHER])
@pytest.mark.parametrize("name", ["chromium", "chromium-browser", "google-chrome"])
def test_a_browser_of_the_system_is_found_by_its_name(tmp_path: Path, name: str, content: bytes) -> None:
    command = put(tmp_path, name, content)
    assert installed(str(tmp_path)) == command


def test_a_script_that_only_calls_a_snap_is_passed_over(tmp_path: Path) -> None:
    put(tmp_path, "chromium", SNAP)
    assert installed(str(tmp_path)) is None
    chrome = put(tmp_path, "google-chrome", PROGRAM)
    assert installed(str(tmp_path)) == chrome


def test_a_program_in_a_snap_is_passed_over_under_any_name(tmp_path: Path) -> None:
    program = put(tmp_path / "snap" / "bin", "chromium", PROGRAM)
    path = tmp_path / "bin"
    path.mkdir()
    (path / "chromium").symlink_to(program)
    assert installed(str(path)) is None


def test_no_browser_is_none(tmp_path: Path) -> None:
    assert installed(str(tmp_path)) is None


def test_a_named_browser_counts_first_and_has_to_be_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    named = put(tmp_path, "mine", PROGRAM)
    monkeypatch.setenv("ARBITER_CHROMIUM", named)
    with sync_playwright() as playwright:
        assert executable(playwright) == named
        monkeypatch.setenv("ARBITER_CHROMIUM", named + "-gone")
        with pytest.raises(FileNotFoundError, match="mine-gone; run"):
            executable(playwright)


@pytest.mark.parametrize(
    ("system", "named", "package"),
    [("debian", "", "chromium\n"), ("ubuntu", "", ""), ("debian", "/opt/mine", "")],
)
def test_a_package_is_asked_for_where_it_is_no_snap_and_nobody_named_another(
    tmp_path: Path, system: str, named: str, package: str
) -> None:
    release = tmp_path / "os-release"
    release.write_text(f'NAME="x"\nID={system}\nVERSION_ID="12"\n', "utf-8")
    asked = subprocess.run(
        [ROOT / ".ci" / "browser", "--package"],
        env={**os.environ, "OS_RELEASE": str(release), "ARBITER_CHROMIUM": named},
        check=True,
        capture_output=True,
        text=True,
    )
    assert asked.stdout == package

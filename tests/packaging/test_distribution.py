"""The distribution that `pip install .` makes works on its own, without the checkout."""

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*command, "--wheel-dir", str(folder), str(ROOT)], check=True, timeout=120)
    return next(folder.glob("arbiter_shotclock-*.whl"))


def test_the_wheel_has_the_three_packages_the_pages_and_the_firmware(wheel: Path):
    names = set(zipfile.ZipFile(wheel).namelist())

    assert {
        "arbiter_clock/machine.py",
        "arbiter_rules/billiards/regulation.toml",
        "arbiter_hub/app.py",
        "arbiter_hub/rules_matrix.json",
        "arbiter_hub/web/templates/scoreboard.html",
        "arbiter_hub/web/translations/de/LC_MESSAGES/messages.po",
        "arbiter_hub/store/migrations/env.py",
        "arbiter_hub/firmware/main.py",
        "arbiter_hub/firmware/sim/start.py",
    } <= names


def test_the_wheel_has_nothing_that_is_not_ours(wheel: Path):
    names = zipfile.ZipFile(wheel).namelist()

    assert {name.split("/")[0].split("-")[0] for name in names} == {
        "arbiter_clock",
        "arbiter_rules",
        "arbiter_hub",
        "arbiter_shotclock",
    }
    assert not [name for name in names if "__pycache__" in name or "/tests/" in name]


def test_a_clock_of_an_installed_hub_runs_the_firmware_from_the_wheel(wheel: Path, tmp_path: Path):
    installed = tmp_path / "site-packages"
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-compile"]
    subprocess.run([*command, "--target", str(installed), str(wheel)], check=True, timeout=120)
    script = """
import json
from pathlib import Path
import arbiter_clock, arbiter_hub
from arbiter_hub.settings import Settings
settings = Settings(data=Path("data"))
print(json.dumps([arbiter_clock.__file__, settings.micropython, str(settings.firmware_folder / "sim" / "start.py")]))
"""
    # Elsewhere than in the checkout, with the installed copy before it.
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(installed)},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    package, micropython, start = json.loads(done.stdout)
    assert Path(package).is_relative_to(installed)
    assert Path(start).is_relative_to(installed)

    command = [
        micropython,
        "-X",
        "heapsize=256wk",
        start,
        "--state",
        str(tmp_path / "clock"),
        "--panel-port",
        "0",
    ]
    clock = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=tmp_path)
    try:
        assert clock.stdout is not None
        assert clock.stdout.readline().startswith("panel 127.0.0.1:")
    finally:
        clock.kill()
        clock.communicate(timeout=10)

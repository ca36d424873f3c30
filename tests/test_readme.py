"""What the README promises exists."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from starlette.routing import Match

from arbiter_clock.wire_schema import DELIVERY
from arbiter_hub.app import create_app
from arbiter_hub.settings import Settings

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")


def test_every_link_and_picture_leads_to_a_file():
    links = re.findall(r"\]\((?!http)([^)#]+)\)", README)

    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []


@pytest.mark.parametrize("target", sorted(set(re.findall(r"(?:^|`)make ([a-z]+)\b", README, re.MULTILINE))))
def test_every_make_target_exists(target: str):
    assert re.search(rf"^{target}:", MAKEFILE, re.MULTILINE)


def test_the_options_of_make_run_reach_the_hub():
    done = subprocess.run(
        ["make", "--dry-run", "run", "PORT=9000", "CLOCKS=4"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        timeout=30,
    )

    assert "arbiter run --port 9000 --clocks 4" in done.stdout


@pytest.mark.parametrize("command", sorted(set(re.findall(r"\.venv/bin/arbiter ([a-z]+)", README))))
def test_every_subcommand_exists(command: str):
    arbiter = Path(sys.executable).with_name("arbiter")

    done = subprocess.run([str(arbiter), command, "--help"], capture_output=True, check=False, timeout=60)

    assert done.returncode == 0


@pytest.mark.parametrize("kind", ["score", "state", "tick"])
def test_a_topic_travels_as_the_readme_says(kind: str):
    (line,) = re.findall(rf"^\| `{kind}` \| (.*) \|$", README, re.MULTILINE)

    assert DELIVERY[kind][2] == line.startswith("retained")


def test_the_folders_of_the_map_are_those_that_exist():
    named = {path.split("/")[0] for path in re.findall(r"^\| \[?`([a-z_/]+)`", README, re.MULTILINE)}
    folders = {
        path.name
        for path in ROOT.iterdir()
        if path.is_dir()
        and not path.name.startswith(".")
        and path.name not in {"build", "typings", "var", "dist"}
    }

    assert folders <= named


@pytest.mark.parametrize("path", sorted(set(re.findall(r"`(/[a-z0-9/.]+)`", README))))
def test_every_address_of_the_hub_is_served(path: str, tmp_path: Path):
    scope = {"type": "http", "method": "GET", "path": path, "root_path": "", "headers": []}

    matches = [route.matches(scope)[0] for route in create_app(Settings(data=tmp_path)).routes]

    assert Match.FULL in matches

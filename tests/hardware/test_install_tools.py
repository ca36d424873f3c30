"""What the installer would do on each system; nothing is installed here."""

import os
import shutil
import subprocess

import pytest

DEB822 = """Types: deb
# an older snapshot
URIs: http://mirror.example/debian
Suites: bookworm bookworm-updates
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg

Types: deb
URIs: http://mirror.example/debian-security
Suites: bookworm-security
Components: main
"""
SYSTEMS = {
    "debian12": 'ID=debian\nVERSION_ID="12"\nVERSION_CODENAME=bookworm\n',
    "debian13": 'ID=debian\nVERSION_ID="13"\nVERSION_CODENAME=trixie\n',
    "ubuntu": 'ID=ubuntu\nVERSION_ID="24.04"\nVERSION_CODENAME=noble\n',
    "other": "ID=slackware\n",
}


@pytest.fixture
def script(hardware, tmp_path):
    def call(system, *arguments, sources=None):
        release = tmp_path / "os-release"
        release.write_text(SYSTEMS[system])
        apt = tmp_path / "apt"
        (apt / "sources.list.d").mkdir(parents=True, exist_ok=True)
        if sources:
            name, text = sources
            (apt / name).write_text(text)
        environment = {**os.environ, "OS_RELEASE": str(release), "APT_SOURCES_DIR": str(apt)}
        done = subprocess.run(
            ["bash", str(hardware / "install_tools.sh"), *arguments],
            env=environment,
            capture_output=True,
            text=True,
            timeout=20,
            check=False,
        )
        return done.returncode, done.stdout, done.stderr

    return call


def test_debian_12_takes_kicad_from_the_backports_of_its_own_mirror(script):
    sources = ("sources.list.d/debian.sources", DEB822)
    status, commands, _ = script("debian12", "--print", sources=sources)
    assert status == 0
    assert "-t bookworm-backports kicad kicad-footprints" in commands
    status, source, _ = script("debian12", "--backports-source", sources=sources)
    assert status == 0
    assert source == (
        "Types: deb\nURIs: http://mirror.example/debian\nSuites: bookworm-backports\nComponents: main\n"
        "Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg\n"
    )


def test_a_one_line_source_list_is_understood(script):
    text = "# main\ndeb [arch=amd64 signed-by=/k.gpg] http://mirror.example/debian bookworm main\n"
    _, source, _ = script("debian12", "--backports-source", sources=("sources.list", text))
    assert (
        source == "deb [arch=amd64 signed-by=/k.gpg] http://mirror.example/debian bookworm-backports main\n"
    )


def test_debian_13_needs_no_backports(script):
    status, commands, _ = script("debian13", "--print")
    assert status == 0
    assert "backports" not in commands
    assert "kicad" in commands


def test_ubuntu_takes_kicad_9_from_kicads_own_archive(script):
    status, commands, _ = script("ubuntu", "--print")
    assert status == 0
    assert "ppa:kicad/kicad-9.0-releases" in commands
    assert "backports" not in commands


def test_another_system_gets_advice(script):
    status, commands, _ = script("other", "--print")
    assert status == 0
    assert commands.startswith("# install KiCad 9 and: graphviz openscad")


def test_who_is_not_root_gets_the_exact_commands(hardware, tmp_path):
    release = tmp_path / "os-release"
    release.write_text(SYSTEMS["debian12"])
    bare = tmp_path / "bin"
    bare.mkdir()
    for tool in ("awk", "sed", "head", "tr", "cat"):
        (bare / tool).symlink_to(shutil.which(tool))
    (bare / "id").write_text("#!/bin/sh\necho 1000\n")
    (bare / "id").chmod(0o755)
    done = subprocess.run(
        [shutil.which("bash"), str(hardware / "install_tools.sh")],
        env={"PATH": str(bare), "OS_RELEASE": str(release), "APT_SOURCES_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=20,
        check=False,
    )
    assert done.returncode == 3
    assert "missing: dot, openscad, xvfb-run, rsvg-convert, kicad-cli 9" in done.stderr
    assert (
        "apt-get install -y --no-install-recommends -t bookworm-backports kicad kicad-footprints"
        in done.stderr
    )


def test_an_unknown_option_is_refused(script):
    status, _, words = script("debian12", "--force")
    assert status == 2
    assert "found --force" in words

"""The documents say what the design says, and everything that they show is there."""

import re
import tomllib

import pytest

from arbiter_hardware import bom, enclosure, generated, power
from arbiter_hardware.model import VARIANTS
from arbiter_hardware.netlist import HANDSET_CABLE, PIN_MAP

DOCUMENTS = ("README.md", "assembly/en.md", "assembly/de.md")
LARGEST = 3_000_000


def links(path):
    return re.findall(r"\]\(([^)#]+)", path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_link_and_picture_exists(hardware, name):
    path = hardware / name
    broken = [link for link in links(path) if not (path.parent / link).resolve().exists()]
    assert broken == []


def test_the_pictures_are_those_that_the_tools_make_and_are_small(hardware):
    folder = hardware / "pictures"
    assert {p.name for p in folder.iterdir()} == set(generated.PICTURES)
    assert sum(p.stat().st_size for p in folder.iterdir()) < LARGEST


def test_every_step_has_its_picture_in_both_languages(hardware):
    steps = {}
    for language in ("en", "de"):
        parts = re.split(r"^## ", (hardware / "assembly" / f"{language}.md").read_text(), flags=re.MULTILINE)[
            1:
        ]
        steps[language] = [re.findall(r"!\[[^\]]+\]\(([^)]+)\)", part) for part in parts]
        assert all(steps[language])
    assert steps["en"] == steps["de"]
    assert len(steps["en"]) == 11


def test_the_readme_gives_the_calculated_power(netlist, hardware):
    text = (hardware / "README.md").read_text()
    for variant in VARIANTS:
        b = power.budget(netlist, variant)
        fuse = netlist.parts["F1"].fitted[variant].ratings
        hold = round(fuse["hold_ma"] * fuse["at_40_c"])
        row = next(line for line in text.splitlines() if line.startswith(f"| {variant} |"))
        for figure in (b.display_ma, b.logic_5v_ma, b.input_ma, hold):
            assert f"{figure:.0f} mA" in row


def test_the_readme_gives_the_prices_and_reading_distances(netlist, hardware):
    text = (hardware / "README.md").read_text()
    for variant in VARIANTS:
        row = next(line for line in text.splitlines() if line.startswith(f"| **{variant}** |"))
        assert f"{bom.total(netlist, variant):.0f} EUR" in row
        assert f"{power.DISTANCE_M[variant]:.0f} m |" in row


def test_the_readme_names_every_pin(hardware):
    text = (hardware / "README.md").read_text()
    table = text[text.index("| function | GPIO") : text.index("Handset lead")]
    numbers = {int(n) for n in re.findall(r"\b\d+\b", table.replace("I2C", "").replace("WS2812", ""))}
    assert numbers == {gpio for gpio, _ in PIN_MAP.values()}
    assert len(HANDSET_CABLE) == 8


@pytest.mark.parametrize(
    "words",
    ["SELV", "Fuse", "Reverse polarity", "Lithium", "Nobody has built or measured this yet", "bringup.py"],
)
def test_the_readme_warns(hardware, words):
    assert words in (hardware / "README.md").read_text()


def test_the_manifest_names_the_licence_and_existing_files(netlist, hardware):
    manifest = tomllib.loads((hardware / "okh.toml").read_text())
    assert manifest["okhv"] == "OKH-LOSHv1.0"
    assert manifest["license"] == "CERN-OHL-P-2.0"
    paths = [manifest["readme"], manifest["image"], manifest["bom"], *manifest["manufacturing-instructions"]]
    for part in manifest["part"].values():
        paths += [part["image"], *part["source"]]
    assert [p for p in paths if not (hardware / p).is_file()] == []
    box = enclosure.box(netlist, "A")
    sizes = manifest["outer-dimensions"]
    assert (sizes["w"], sizes["h"], sizes["d"]) == pytest.approx((box.outer_w, box.outer_h, box.outer_d))


def test_the_licence_is_the_permissive_one(hardware):
    text = (hardware / "LICENSE").read_text()
    assert text.startswith("CERN Open Hardware Licence Version 2 - Permissive")
    assert "exclusion of warranty" in text.lower() or "DISCLAIMER AND LIABILITY" in text

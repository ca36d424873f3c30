import pytest
import trimesh

from arbiter_hardware import enclosure, layout, produce, tools
from arbiter_hardware.errors import DesignError


def base(hardware, path, **overrides):
    definitions = [x for name, value in overrides.items() for x in ("-D", f"{name}={value}")]
    source = hardware / "enclosure" / "box.scad"
    tools.run("openscad", "-q", "-D", 'part="base"', *definitions, "-o", str(path), str(source))
    return trimesh.load(path)


def board_with_parts(box):
    """The block that the board and its tallest part fill."""
    block = trimesh.creation.box((layout.WIDTH, layout.HEIGHT, layout.THICKNESS + box.tallest))
    low = (box.board_x, box.board_y, enclosure.WALL + enclosure.STANDOFF + 0.01)
    block.apply_translation([a + b / 2 for a, b in zip(low, block.extents, strict=True)])
    return block


def test_the_printed_shell_has_the_size_that_the_arithmetic_says(hardware, tmp_path, good):
    box = enclosure.box(good, "A")
    mesh = base(hardware, tmp_path / "base.stl")
    assert mesh.is_watertight
    assert mesh.extents == pytest.approx((box.outer_w, box.outer_h, enclosure.WALL + box.inner_d), abs=0.02)


def test_the_board_does_not_touch_the_printed_shell(hardware, tmp_path, good):
    box = enclosure.box(good, "A")
    shared = trimesh.boolean.intersection([base(hardware, tmp_path / "b.stl"), board_with_parts(box)])
    assert shared.is_empty or shared.volume < 0.1


def test_a_shell_too_small_cuts_into_the_board(hardware, tmp_path, good):
    box = enclosure.box(good, "compact")
    size = [110, box.inner_h, box.inner_d, 48, 70, 12, box.board_x, box.board_y]
    mesh = base(hardware, tmp_path / "small.stl", size='"compact"', size_compact=size)
    shared = trimesh.boolean.intersection([mesh, board_with_parts(box)])
    assert shared.volume > 1000


def test_an_open_surface_is_refused(hardware, tmp_path):
    mesh = base(hardware, tmp_path / "base.stl")
    mesh.faces = mesh.faces[1:]
    mesh.export(tmp_path / "open.stl")
    with pytest.raises(DesignError, match=r"open\.stl: found an open surface"):
        produce.watertight(tmp_path / "open.stl")


def test_a_failing_program_is_named(tmp_path):
    with pytest.raises(DesignError, match="openscad"):
        tools.scad(tmp_path / "missing.scad", tmp_path / "x.stl", {})
    with pytest.raises(DesignError, match="no-such-program"):
        tools.run("no-such-program")

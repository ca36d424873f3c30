import pytest

from arbiter_hardware.router import Router, Shape
from arbiter_hardware.sexpr import Word, child, node, number, parse, render
from arbiter_hardware.step_box import text


def small(*shapes):
    router = Router(20.0, 10.0, 0.635, 0.5, 0.2)
    router.shapes = list(shapes)
    router.net_width = {s.net: 0.25 for s in shapes if s.net}
    router.prepare()
    return router


def pad(x, y, net, layers=(0, 1)):
    return Shape(x, y, 0.8, 0.8, layers, net)


def test_two_pads_are_joined_by_one_track():
    done = small(pad(3.175, 5.08, "A"), pad(15.875, 5.08, "A")).run(["A"])
    (route,) = done["A"]
    assert (route.cells[0][1:], route.cells[-1][1:]) == ((6, 8), (24, 8)) or len(route.cells) >= 18


def test_crossing_nets_use_the_second_layer():
    done = small(
        pad(3.175, 5.08, "A", (0,)),
        pad(15.875, 5.08, "A", (0,)),
        pad(9.525, 1.905, "B", (0,)),
        pad(9.525, 8.255, "B", (0,)),
    ).run(["A", "B"])
    layers = {net: {cell[0] for route in routes for cell in route.cells} for net, routes in done.items()}
    assert 1 in layers["A"] | layers["B"]


def test_no_track_comes_nearer_to_a_foreign_pad_than_the_clearance():
    wall = pad(9.525, 5.08, "X")
    done = small(pad(3.175, 5.08, "A"), pad(15.875, 5.08, "A"), wall).run(["A"])
    for _, col, row in done["A"][0].cells:
        dx = max(0.0, abs(col * 0.635 - wall.x) - wall.half_w)
        dy = max(0.0, abs(row * 0.635 - wall.y) - wall.half_h)
        assert (dx * dx + dy * dy) ** 0.5 >= 0.2 + 0.125 - 1e-9


def test_the_same_board_is_routed_the_same_way_twice():
    shapes = [pad(3.175, 5.08, "A"), pad(15.875, 5.08, "A"), pad(9.525, 1.905, "B"), pad(9.525, 8.255, "B")]
    first, second = small(*shapes).run(["A", "B"]), small(*shapes).run(["A", "B"])
    assert {n: [r.cells for r in found] for n, found in first.items()} == {
        n: [r.cells for r in found] for n, found in second.items()
    }


def test_a_pad_behind_a_closed_wall_is_reported():
    wall = Shape(9.525, 5.0, 0.5, 6.0, (0, 1), "X")
    with pytest.raises(RuntimeError, match="not routed after 1 attempts: A"):
        small(pad(3.175, 5.08, "A"), pad(15.875, 5.08, "A"), wall).run(["A"])


def test_an_expression_survives_writing_and_reading():
    tree = node("pad", "1", Word("smd"), node("at", 1.5, -2.0, 90), node("name", 'a "quoted" \\ text'))
    again = parse(render(tree))
    assert again == tree
    assert isinstance(again[2], Word)
    assert not isinstance(again[1], Word)
    assert child(again, "at")[1:] == ["1.5", "-2", "90"]
    assert child(again, "size") is None


def test_numbers_are_written_without_noise():
    assert [number(v) for v in (0.0, -0.0, 1.0, 2.54, 1 / 3, -0.00001)] == [
        "0",
        "0",
        "1",
        "2.54",
        "0.3333",
        "0",
    ]


def test_unbalanced_text_is_an_error():
    with pytest.raises(ValueError, match="unbalanced"):
        parse("(a (b)")


def test_a_block_is_a_closed_step_body():
    step = text("block", [((0.0, 0.0, 0.0), (1.0, 2.0, 3.0), (0.5, 0.5, 0.5))])
    assert step.count("ADVANCED_FACE") == 6
    assert step.count("EDGE_CURVE") == 12
    assert step.count("ORIENTED_EDGE") == 24
    assert step.startswith("ISO-10303-21;")
    assert step.endswith("END-ISO-10303-21;\n")

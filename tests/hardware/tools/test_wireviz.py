import pytest

from arbiter_hardware import tools, wiring


@pytest.mark.parametrize("name", sorted(wiring.DIAGRAMS))
def test_each_diagram_shows_every_connector(hardware, tmp_path, good, name):
    tools.wireviz(hardware / "wiring" / f"{name}.yml", tmp_path)
    svg = (tmp_path / f"{name}.svg").read_text()
    for ref in wiring.DIAGRAMS[name](good).connectors:
        assert f">{ref}<" in svg

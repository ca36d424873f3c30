"""`arbiter bridge`: what it prints, and how it ends."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from arbiter_hub.bridge_cli import app
from arbiter_hub.cli import make_cli

CSV = "board,room,contract,declarer,result\n1,1,4S,N,=\n1,2,4S,N,-1\n"


def run(*arguments: object):
    return CliRunner().invoke(
        app, [str(argument) for argument in arguments], env={"COLUMNS": "160", "TERM": "dumb"}
    )


@pytest.fixture
def write(tmp_path: Path):
    def make(name: str, content: str | bytes) -> Path:
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return make


def test_it_is_part_of_the_command() -> None:
    help_text = CliRunner().invoke(make_cli(), ["bridge", "--help"]).output
    assert all(name in help_text for name in ("check", "standings", "iaf"))


def test_a_legal_system_ends_with_nought(write) -> None:
    result = run("check", write("system.txt", "1C 11-13 bal | 17+\n2NT 5-10, 5+C, 5+D"), "--why")
    assert result.exit_code == 0
    assert "may be played" in result.output
    assert "suit-pointer" in result.output
    assert "SBF 2.5.1(1)" in result.output


def test_an_illegal_system_ends_with_one(write) -> None:
    result = run("check", write("system.txt", "1S 0-7 any\n1D 0-7 any"), "--points", "silver", "--boards", 4)
    assert result.exit_code == 1
    assert "may NOT be played" in result.output
    raised = run("check", write("system.txt", "1S 0-7 any\n1D 0-7 any"), "--level", "C", "--most", 12)
    assert raised.exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--level", "E"], "level: found E"),
        (["--points", "tin"], "points: found tin"),
        (["--level", "D"], "most_dots"),
    ],
)
def test_what_does_not_fit_ends_with_two(write, arguments: list[str], message: str) -> None:
    result = run("check", write("system.txt", "1C 17+"), *arguments)
    assert result.exit_code == 2
    assert message in result.output


def test_a_system_that_cannot_be_read_ends_with_two(write) -> None:
    assert "line 1, column 4" in run("check", write("system.txt", "1C 11-x")).output
    assert run("check", write("system.txt", b"\xff\xfe\xff")).exit_code == 2


def test_tables_of_a_season_are_printed(write, document) -> None:
    made = document()
    made["decision"] = [{"id": "d", "team": "t4", "day": "2009-10-05", "kind": "disqualify"}]
    path = write("season.json", json.dumps(made))
    result = run("standings", path)
    assert result.exit_code == 0
    assert "Lag t1" in result.output
    assert "4 struck" in result.output
    assert "has not been verified" in result.output
    made["series"].append({"id": "T", "division": 4})
    path.write_text(json.dumps(made))
    early = run("standings", path, "--as-of", "2009-10-01", "--series", "S", "--why")
    assert "tie.imp-quotient" in early.output
    for arguments in (["--as-of", "soon"], ["--series", "X"]):
        assert run("standings", path, *arguments).exit_code == 2


def test_a_season_in_toml_or_none_at_all(write) -> None:
    head = '[season]\nid = "x"\nname = "X"\nscale = "wbf-20-0-24"\n'
    result = run("standings", write("season.toml", head))
    assert result.exit_code == 0
    assert "verified" not in result.output
    for name, content in (
        ("season.toml", "x ="),
        ("season.json", "{"),
        ("season.toml", head + "colour = 1\n"),
    ):
        assert run("standings", write(name, content)).exit_code == 2


def test_results_are_compared_across_the_field(write) -> None:
    first, second = write("a.csv", CSV), write("b.csv", CSV.replace("N,=", "N,+1"))
    result = run("iaf", first, second, "--method", "cross-total")
    assert result.exit_code == 0
    assert "a open NS" in result.output
    assert "+23.00" in result.output
    assert run("iaf", first, "--method", "dice").exit_code == 2


@pytest.mark.parametrize(
    ("name", "content"), [("a.csv", CSV + "1,3,4S,N,=\n"), ("a.csv", CSV[:36]), ("a.doc", "x")]
)
def test_a_file_that_cannot_be_used_stops_the_comparison(write, name: str, content: str) -> None:
    result = run("iaf", write(name, content))
    assert result.exit_code == 2
    assert name in result.output

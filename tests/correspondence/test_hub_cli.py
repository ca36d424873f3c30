"""`arbiter chess`: audit, card, deadlines."""

import json
from pathlib import Path

import icalendar
import pytest
from typer.testing import CliRunner

from arbiter_hub.api.chess_pages import EXAMPLE, example
from arbiter_hub.chess_cli import MAX_BYTES, app
from arbiter_hub.cli import make_cli

RUN = CliRunner()


def test_an_audit_lists_games_and_duties_and_ends_well():
    done = RUN.invoke(app, ["audit", str(EXAMPLE), "--as-of", "2002-05-02", "--lang", "en"])

    assert done.exit_code == 0
    for part in ("Meisterklasse", "Anna Albers", "checkmate", "§ 16(1)"):
        assert part in done.stdout


def test_several_files_are_audited_as_json_and_a_fault_is_named(tmp_path: Path):
    broken = tmp_path / "broken.json"
    broken.write_text(json.dumps(example() | {"players": ["x"]}), encoding="utf-8")
    garbage = tmp_path / "garbage.json"
    garbage.write_text("{", encoding="utf-8")

    done = RUN.invoke(
        app, ["audit", str(EXAMPLE), str(broken), str(garbage), "--json", "--as-of", "2002-05-02"]
    )

    assert done.exit_code == 1
    assert json.loads(done.stdout)[str(EXAMPLE)]["games"][0]["id"] == "1"
    assert "players: found x, allowed: two or more different names" in done.stderr
    assert "a JSON document" in done.stderr


def test_a_pgn_with_its_days_is_audited_too(tmp_path: Path):
    game = tmp_path / "game.pgn"
    game.write_text('[Event "E"]\n[White "A"]\n[Black "B"]\n\n1. e4 {[%ccsnt 2002.01.08]}', encoding="utf-8")
    undated = tmp_path / "undated.pgn"
    undated.write_text("1. e4 e5", encoding="utf-8")

    done = RUN.invoke(app, ["audit", str(game), str(undated), "--as-of", "2002-02-01"])

    assert (done.exit_code, "A - B" in done.stdout) == (1, True)
    assert "games[0].moves[1].ccsnt" in done.stderr


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path):
    large = tmp_path / "large.json"
    with large.open("wb") as file:
        file.truncate(MAX_BYTES + 1)

    done = RUN.invoke(app, ["audit", str(large)])

    assert (done.exit_code, "at most" in done.stderr) == (1, True)


@pytest.mark.parametrize(
    ("arguments", "code", "part"),
    [
        (["1… 5755", "--by", "black", "--repeats", "1. 5254", "--moves", "1. 5254", "--arrival", "2002-01-04",
          "--dispatch", "2002-01-06", "--days", "2"], 0, "gültig"),
        (["1… 5755", "--by", "black", "--moves", "1. 5254"], 1, "§ 2(1)"),
        (["1. 5254", "--moves", "1. 5255"], 2, "moves[1]"),
        (["1. 5254", "--postmark", "2002-01-06", "--lang", "sv"], 0, "giltig"),
    ],
)  # fmt: skip
def test_a_card_is_checked(arguments: list[str], code: int, part: str):
    done = RUN.invoke(app, ["card", *arguments])

    assert done.exit_code == code
    assert part in done.output


def test_deadlines_as_a_list_and_as_a_calendar(tmp_path: Path):
    listed = RUN.invoke(app, ["deadlines", str(EXAMPLE), "--as-of", "2002-05-02", "--player", "Anna Albers"])
    assert "2002-06-30" in listed.stdout
    assert "Dieter" not in listed.stdout

    feed = RUN.invoke(app, ["deadlines", str(EXAMPLE), "--as-of", "2002-05-02", "--ics"])
    assert icalendar.Calendar.from_ical(feed.stdout).walk("VEVENT")
    unknown = RUN.invoke(app, ["deadlines", str(EXAMPLE), "--ics", "--player", "X"])
    assert (unknown.exit_code, "player: found X" in unknown.stderr) == (1, True)


def test_options_that_cannot_be_are_refused_and_today_is_the_default():
    assert RUN.invoke(app, ["audit", str(EXAMPLE), "--lang", "fr"]).exit_code == 2
    assert RUN.invoke(app, ["audit", str(EXAMPLE), "--as-of", "x"]).exit_code == 2
    assert RUN.invoke(app, ["audit", str(EXAMPLE)]).exit_code == 0


def test_the_arbiter_command_has_the_part():
    assert RUN.invoke(make_cli(), ["chess", "--help"]).exit_code == 0

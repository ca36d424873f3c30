"""Files of matches with their columns in German or Swedish, whose faults are named as the file names its columns."""

import pytest
from hub.harness import Running

from arbiter_clock.errors import FieldError
from arbiter_hub.services.fixture_csv import Fixture, read_fixtures

API = "/api/v1"


@pytest.mark.parametrize(
    "heading",
    [
        "number;a;club_a;b;club_b;table",
        "Nr.;Spieler A;Verein A;Spieler B;Verein B;Tisch",
        "SPIEL; Spieler\u00a0A ;Verein A;Spieler B;Verein B;TISCH",
        "Match;Spelare A;Klubb A;Spelare B;Klubb B;Bord",
    ],
    ids=["English", "German", "German in capitals with a non-breaking space", "Swedish"],
)
def test_columns_may_have_their_names_in_german_or_swedish(heading: str) -> None:
    sheet = read_fixtures(f"{heading}\n7;Anna;BC Elbe;Bernd;BV Harz;3\n".encode())
    assert sheet.fixtures == (Fixture(7, "Anna", "BC Elbe", "Bernd", "BV Harz", "3"),)


@pytest.mark.parametrize(
    ("heading", "found"),
    [("Nr.;Spieler A;Gegner", "Gegner"), ("Nr.;Spieler A;a;b", "a twice"), ("Nr.;Spieler A", "no b")],
    ids=["an unknown name", "two names of one column", "a column that is missing"],
)
def test_a_heading_that_cannot_be_read_is_refused_with_what_it_says(heading: str, found: str) -> None:
    with pytest.raises(FieldError) as refused:
        read_fixtures(heading.encode())
    assert (refused.value.field, refused.value.found) == ("columns", found)


async def preview(hub: Running, path: str, text: str) -> list[tuple[str | None, str]]:
    files = {"file": ("spiele.csv", text.encode(), "text/csv")}
    answer = await hub.api.post(f"{API}/{path}", files=files, headers={"Accept-Language": "de"})
    assert answer.status_code == 200, answer.text
    return [(one["column"], one["found"]) for one in answer.json()["faults"]]


async def test_the_preview_of_a_tournament_s_file_names_each_bad_cell_by_the_user_s_own_column(
    started: Running,
) -> None:
    number = (await started.api.post(f"{API}/tournaments", json={"name": "Pokal"})).json()["id"]
    text = "Nr.;Spieler A;Spieler B;Tisch\n0;Anna;Bernd;1\n2;Cem;;1\n3;Dora;Edda;Tisch 4\n4;Fritz\n5;G;H;2\n"
    assert await preview(started, f"tournaments/{number}/fixtures", text) == [
        ("Nr.", "0"),
        ("Spieler B", "nichts"),
        ("Tisch", "Tisch 4"),
        (None, "2 Zellen"),
    ]


async def test_the_preview_of_matches_and_players_names_each_bad_cell_by_the_user_s_own_column(
    started: Running,
) -> None:
    text = "Spieler A;Spieler B;Tisch;Sätze\nAnna;Bernd;1;2\nCem;;2;3\nDora;Edda;;3\nFritz;Gerd;4;3;5\n"
    assert await preview(started, "imports/matches", text) == [
        ("Sätze", "2"),
        ("Spieler B", "nichts"),
        ("Tisch", "nichts"),
        (None, "5 Zellen"),
    ]
    assert await preview(started, "imports/players", "Spieler;Verein\n;BC Elbe\n") == [("Spieler", "nichts")]
    assert await preview(started, "imports/players", "Verein;Alter\n") == [(None, "Alter"), (None, "nichts")]

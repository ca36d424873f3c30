"""CSV files of players and matches: every fault is named by row and column."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter_clock.errors import FieldError
from arbiter_hub.services.csv_import import (
    MATCH_COLUMNS,
    MOST_BYTES,
    MOST_ROWS,
    PLAYER_COLUMNS,
    Fault,
    MatchRow,
    PlayerRow,
    read_matches,
    read_players,
)
from arbiter_rules.billiards.time_limit import Threshold

HEAD = "player_a;player_b;"


def matches(head: str, *lines: str) -> Any:
    return read_matches("\n".join((head, *lines)).encode())


def one(column: str, value: str) -> MatchRow:
    """The match of a row with one further cell, which must be good."""
    sheet = matches(f"player_a;player_b;{column}", f"Anna;Bernd;{value}")
    assert sheet.faults == ()
    return sheet.rows[0]


def fault(column: str, value: str) -> Fault:
    """The only fault of a row with one further cell."""
    sheet = matches(f"player_a;player_b;{column}", f"Anna;Bernd;{value}")
    assert (len(sheet.faults), sheet.rows, sheet.good) == (1, (), False)
    return sheet.faults[0]


def test_players_are_read_with_their_clubs():
    sheet = read_players("Verein;Spieler\nBC Elbe;Anna Albers\n\n;  Bernd \u00a0 Brandt ;\n".encode())

    assert sheet.rows == (PlayerRow(2, "Anna Albers", "BC Elbe"), PlayerRow(4, "Bernd Brandt", ""))
    assert (sheet.faults, sheet.good, sheet.delimiter, sheet.encoding) == ((), True, ";", "utf-8")


@pytest.mark.parametrize("delimiter", [";", ",", "\t"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_delimiter_mark_and_line_ends_do_not_matter(delimiter: str, mark: str, ending: str):
    text = mark + ending.join((f"name{delimiter}club", f'"Müller{delimiter} Jörg"{delimiter}BC Elbe', ""))
    if ending == "\r":
        text = text.replace("\r", "\r\n", 1).replace("\r\n", "\n", 1)
    sheet = read_players(text.encode())

    assert sheet.rows == (PlayerRow(2, f"Müller{delimiter} Jörg".replace("\t", ""), "BC Elbe"),)


def test_every_bad_row_is_named_and_counted_as_a_spreadsheet_does():
    sheet = read_players(b"name;club\nAnna;X\n;Y\n\nBernd;Z;more\nanna;x\n" + b"x" * 121 + b";")

    assert sheet.rows == (PlayerRow(2, "Anna", "X"),)
    assert [(one.row, one.field) for one in sheet.faults] == [
        (3, "name"),
        (5, None),
        (6, "name"),
        (7, "name"),
    ]
    assert [one.found for one in sheet.faults[:3]] == ["nothing", "3 cells", "anna"]
    assert "row 2" in sheet.faults[2].allowed


@pytest.mark.parametrize(
    ("head", "faults"),
    [
        ("name;age", [Fault(1, "age", "age", "name, club")]),
        ("name;", [Fault(1, None, "a column without a name", "name, club")]),
        ("name;Spieler", [Fault(1, "name", "Spieler, a second time", "each column once")]),
        ("club", [Fault(1, "name", "nothing", "a column of this name")]),
    ],
)
def test_columns_that_do_not_fit_are_named_and_no_row_is_read(head: str, faults: list[Fault]):
    sheet = read_players(f"{head}\nAnna;X\n".encode())

    assert (list(sheet.faults), sheet.rows) == (faults, ())


@pytest.mark.parametrize("content", [b"", b"\n\n", b" ; \n"])
def test_an_empty_file_is_refused(content: bytes):
    with pytest.raises(FieldError) as refused:
        read_players(content)
    assert (refused.value.field, refused.value.found) == ("file", "nothing")


def test_a_file_without_rows_is_not_good():
    assert not read_players(b"name").good


def test_windows_1252_is_refused_with_the_place_unless_it_is_said():
    content = "name;club\nJörg Müller;BV Rhön\n".encode("cp1252")
    with pytest.raises(FieldError) as refused:
        read_players(content)
    assert (refused.value.field, refused.value.found) == ("file", "byte 0xf6 in line 2")
    assert "UTF-8" in refused.value.allowed

    sheet = read_players(content, "windows-1252")
    assert (sheet.rows[0].name, sheet.encoding) == ("Jörg Müller", "windows-1252")
    with pytest.raises(FieldError):
        read_players(b"name\nA\x81", "windows-1252")


def test_text_of_other_encodings_is_refused():
    with pytest.raises(FieldError):
        read_players("name\nAnna".encode("utf-16"))


def test_a_file_that_is_too_large_is_refused():
    exact = b"name\n" + b"A" * 100
    assert len(read_players(exact.ljust(MOST_BYTES, b"\n")).rows) == 1
    with pytest.raises(FieldError) as refused:
        read_players(exact.ljust(MOST_BYTES + 1, b"\n"))
    assert refused.value.found == "1000001 bytes"


def test_a_file_with_too_many_rows_is_refused():
    lines = [f"Player {number}" for number in range(MOST_ROWS)]
    assert len(read_players("\n".join(("name", *lines)).encode()).rows) == MOST_ROWS
    with pytest.raises(FieldError) as refused:
        read_players("\n".join(("name", *lines, "one more")).encode())
    assert (refused.value.field, refused.value.allowed) == ("file", f"at most {MOST_ROWS} rows")


@pytest.mark.parametrize("text", ['name\n"Anna', 'name\n"Anna"x\n'])
def test_quotes_without_their_pair_are_refused(text: str):
    with pytest.raises(FieldError) as refused:
        read_players(text.encode())
    assert refused.value.field == "file"


def test_a_match_with_every_column_is_read():
    head = "Titel;Disziplin;Uhr;Distanz;Sätze;Spieler A;Verein A;Spieler B;Verein B;Ball A;Anstoß;Tisch;Schwellenwert"
    line = "Halbfinale;5-kegel;dbu-5-kegel;60;5;Anna;BC Elbe;Bernd;BV Harz;gelb;bernd;2;60 Minuten"
    sheet = matches(head, line)

    assert sheet.faults == ()
    assert sheet.rows == (
        MatchRow(
            row=2,
            title="Halbfinale",
            discipline="5-Kegel",
            preset="dbu-5-kegel",
            distance=60,
            best_of=5,
            player_a="Anna",
            club_a="BC Elbe",
            player_b="Bernd",
            club_b="BV Harz",
            ball_a="yellow",
            starts="b",
            table="2",
            threshold=Threshold(3, 3_600_000),
        ),
    )


def test_a_match_with_the_players_alone_is_five_pins_to_fifty_without_a_limit():
    sheet = matches("A,B", "Anna,Bernd")

    assert sheet.rows == (
        MatchRow(2, "", "5-Kegel", "dbu-5-kegel", 50, 3, "Anna", "", "Bernd", "", "white", None, None, None),
    )


@pytest.mark.rule("DBU 4.5")
@pytest.mark.parametrize(
    ("text", "limit_ms"),
    [
        ("60 Minuten", 3_600_000),
        ("60\u00a0Minuten", 3_600_000),
        ("60\u202fMin.", 3_600_000),
        ("\u00a0 60 ", 3_600_000),
        ("0 Minuten", None),
        ("", None),
        ("\u00a0", None),
    ],
)
def test_t18_a_non_breaking_space_in_a_threshold_is_read_and_no_time_means_no_limit(
    text: str, limit_ms: int | None
):
    expected = None if limit_ms is None else Threshold(2, limit_ms)
    assert one("threshold", text).threshold == expected


def test_the_sets_of_a_threshold_are_those_a_match_at_least_has_unless_they_are_said():
    sheet = matches(
        "a;b;best of;threshold;threshold sets", "Anna;Bernd;5;45;2", "Cora;Dirk;5;45;", "Edda;Fritz;5;;2"
    )

    assert [row.threshold for row in sheet.rows] == [Threshold(2, 2_700_000), Threshold(3, 2_700_000), None]


@pytest.mark.parametrize(
    ("column", "value", "read"),
    [
        ("discipline", "karambol", "Karambol"),
        ("discipline", "", "5-Kegel"),
        ("preset", "", "dbu-5-kegel"),
        ("distance", "1", 1),
        ("distance", "60000", 60_000),
        ("distance", "-", None),
        ("distance", "ohne", None),
        ("best_of", "1", 1),
        ("best_of", "99", 99),
        ("best_of", "", 3),
        ("ball_a", "Weiß", "white"),
        ("ball_a", "gul", "yellow"),
        ("ball_a", "", "white"),
        ("starts", "A", "a"),
        ("starts", "ANNA", "a"),
        ("starts", "", None),
        ("table", "tisch-1", "tisch-1"),
        ("table", "", None),
        ("title", "x" * 120, "x" * 120),
    ],
)
def test_cells_that_are_good(column: str, value: str, read: Any):
    assert getattr(one(column, value), column) == read


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("discipline", "Darts"),
        ("preset", "tennis"),
        ("distance", "0"),
        ("distance", "60001"),
        ("distance", ""),
        ("distance", "fifty"),
        ("distance", "٥٠"),
        ("best_of", "0"),
        ("best_of", "2"),
        ("best_of", "101"),
        ("best_of", "9999999"),
        ("ball_a", "rot"),
        ("starts", "Cora"),
        ("table", "Tisch 1"),
        ("table", "x" * 33),
        ("threshold", "bald"),
        ("threshold", "10000 Minuten"),
        ("threshold_sets", "0"),
        ("threshold_sets", "4"),
        ("title", "x" * 121),
        ("title", "a\x07b"),
        ("player_b", ""),
    ],
)
def test_cells_that_are_not_good_are_named_with_what_was_found_and_what_is_allowed(column: str, value: str):
    if column == "player_b":
        sheet = matches("player_a;player_b;title", "Anna;;Finale")
        found = sheet.faults[0]
    else:
        found = fault(column, value)
    assert (found.row, found.field) == (2, column)
    assert found.allowed


def test_a_player_does_not_meet_himself_and_a_namesake_of_another_club_may():
    head = "player_a;club_a;player_b;club_b"
    assert matches(head, "Anna;X;anna;x").faults[0].field == "player_b"
    assert matches(head, "Anna;X;Anna;Y").good
    namesakes = matches(head + ";starts", "Anna;X;Anna;Y;Anna")
    assert namesakes.faults[0].field == "starts"


def test_no_two_columns_have_a_name_in_common():
    for columns in (PLAYER_COLUMNS, MATCH_COLUMNS):
        names = [name.casefold() for known in columns.values() for name in known]
        assert len(names) == len(set(names))
        assert all(field in known for field, known in columns.items())


@given(st.binary(max_size=300))
def test_no_file_does_anything_but_give_a_sheet_or_be_refused(content: bytes):
    for read in (read_players, read_matches):
        refused = ""
        faults = 0
        try:
            faults = len(read(b"name;a;b\n" + content).faults)
        except FieldError as error:
            refused = error.field
        assert faults or refused == "file"

"""CSV files of players and matches: every fault is named by row and column, and nothing is stored that is not good."""

from collections.abc import Callable
from typing import Any

import pytest
from hub.device import Device
from hub.harness import Running
from hub.test_matches import open_match, score, start_set
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
from arbiter_hub.services.match_sheet import record_of
from arbiter_hub.store.players import add_players
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


HEAD_OF_FILE = "Spieler A;Verein A;Spieler B;Verein B;Tisch;Schwellenwert;Anstoß;Ball A\n"
GOOD = HEAD_OF_FILE + "Anna;BC Elbe;Bernd;BV Harz;1;60\u00a0Minuten;b;gelb\nCora;;Dirk;;2;;;\n"


async def send(hub: Running, content: str | bytes, path: str = "matches", **query: Any) -> Any:
    data = content if isinstance(content, bytes) else content.encode()
    return await hub.api.post(f"/api/v1/imports/{path}", files={"file": ("x.csv", data)}, params=query)


async def test_over_http_a_preview_stores_nothing(started: Running) -> None:
    answer = await send(started, GOOD)

    assert answer.status_code == 200
    body = answer.json()
    assert (body["good"], body["faults"], body["stored"], body["delimiter"]) == (True, [], [], ";")
    assert (body["matches"][0]["threshold_ms"], body["matches"][0]["threshold_sets"]) == (3_600_000, 2)
    assert body["matches"][1]["threshold_ms"] is None
    assert started.hub.live.tables == ()


async def test_over_http_a_good_file_puts_every_match_on_its_table(started: Running) -> None:
    answer = await send(started, GOOD, preview="false")

    assert answer.json()["stored"] == [1, 2]
    first, second = score(started, "1"), score(started, "2")
    assert (first["a"]["name"], first["a"]["ball"], first["b"]["ball"]) == ("Anna", "yellow", "white")
    assert (second["a"]["name"], second["limit"]["state"]) == ("Cora", "off")
    log = (await started.api.get("/api/v1/tables/1/match/log")).json()
    assert [(line["type"], line["data"]) for line in log] == [("starts", {"player": "b"})]
    watched = started.hub.scoring.with_thresholds()
    assert {table: active.threshold for table, active in watched.items()} == {"1": Threshold(2, 3_600_000)}
    assert (await record_of(started.hub.store, 2)).match.title == ""


async def test_over_http_a_file_with_one_bad_row_stores_none_of_it(started: Running) -> None:
    bad = GOOD + "Edda;;Fritz;;3;bald;;\n"
    preview = (await send(started, bad)).json()
    assert not preview["good"]
    assert [(one["row"], one["field"], one["found"]) for one in preview["faults"]] == [
        (4, "threshold", "bald")
    ]

    refused = await send(started, bad, preview="false")
    assert (refused.status_code, refused.json()["field"], refused.json()["found"]) == (
        422,
        "row 4.threshold",
        "bald",
    )
    assert started.hub.live.tables == ()


@pytest.mark.parametrize(
    ("lines", "field", "found"),
    [
        ("Anna;;Bernd;;;;;\n", "row 2.table", "nothing"),
        ("Anna;;Bernd;;1;;;\nCora;;Dirk;;1;;;\n", "row 3.table", "1"),
        ("Anna;;Bernd;;busy;;;\n", "row 2.table", "busy"),
        ("Anna;;Bernd;;1;;;\nCora;;Dirk;;2;;;;more\n", "row 3", "9 cells"),
        ("", "file", "no row"),
    ],
    ids=["no table", "a table twice", "a table in use", "too many cells", "no row"],
)
async def test_over_http_matches_that_cannot_be_put_on_a_table_are_refused(
    started: Running, lines: str, field: str, found: str
) -> None:
    await open_match(started, "busy")
    refused = await send(started, HEAD_OF_FILE + lines, preview="false")

    assert (refused.status_code, refused.json()["field"], refused.json()["found"]) == (422, field, found)
    assert started.hub.live.tables == ("busy",)


async def test_over_http_no_more_tables_are_made_than_the_hub_takes(started: Running) -> None:
    started.hub.settings = started.hub.settings.model_copy(update={"max_tables": 1})
    refused = await send(started, GOOD, preview="false")

    assert (refused.status_code, refused.json()["field"]) == (422, "row 3.table")


async def test_over_http_a_decided_match_makes_room_for_the_next(
    started: Running, make_device: Callable[..., Device]
) -> None:
    with make_device() as device:
        await open_match(started, best_of=1)
        assert (await send(started, GOOD)).json()["faults"][0]["row"] == 2
        await start_set(started, device)
        await started.post("1/set_end", {"winner": "a", "by": "Schreiber"})
        assert (await send(started, GOOD, preview="false")).json()["stored"] == [2, 3]


async def test_over_http_players_are_checked_and_a_windows_file_is_taken_when_it_is_said(
    started: Running,
) -> None:
    content = "Spieler;Verein\nJörg;Rhön\n".encode("cp1252")
    refused = await send(started, content, "players")
    assert (refused.status_code, refused.json()["field"]) == (422, "file")
    answer = (await send(started, content, "players", encoding="windows-1252")).json()
    assert answer["players"] == [{"row": 2, "name": "Jörg", "club": "Rhön"}]
    assert answer["new"] == 0
    assert (answer["good"], answer["encoding"]) == (True, "windows-1252")
    assert "windows-1252" in answer["notice"]


async def test_over_http_players_are_kept_once_and_only_if_all_are_good(started: Running) -> None:
    good = "name;club\nBernd;BV Harz\nAnna;BC Elbe\n"
    refused = await send(started, good + ";X\n", "players", preview="false")
    assert (refused.status_code, refused.json()["field"]) == (422, "row 4.name")
    empty = await send(started, "name\n", "players", preview="false")
    assert (empty.status_code, empty.json()["found"]) == (422, "no row")
    assert (await started.api.get("/api/v1/players")).json() == []

    assert (await send(started, good, "players")).json()["new"] == 0
    assert (await send(started, good, "players", preview="false")).json()["new"] == 2
    again = await send(started, good + "Anna;BV Harz\n", "players", preview="false")
    assert again.json()["new"] == 1
    known = (await started.api.get("/api/v1/players")).json()
    assert [(one["name"], one["club"]) for one in known] == [
        ("Anna", "BC Elbe"),
        ("Anna", "BV Harz"),
        ("Bernd", "BV Harz"),
    ]
    async with started.hub.store.write() as connection:
        assert await add_players(connection, [], 1) == 0


async def test_over_http_only_the_direction_imports(started: Running) -> None:
    for path in ("players", "matches"):
        answer = await started.api.post(
            f"/api/v1/imports/{path}", files={"file": b"a"}, headers={"Authorization": ""}
        )
        assert answer.status_code in (401, 403)


async def test_over_http_a_file_that_is_a_byte_too_large_is_refused(started: Running) -> None:
    content = b"name\nAnna\n".ljust(MOST_BYTES + 1, b"\n")
    assert (await send(started, content[:-1], "players")).status_code == 200
    refused = await send(started, content, "players")
    assert (refused.status_code, refused.json()["found"]) == (413, "1000001 bytes")

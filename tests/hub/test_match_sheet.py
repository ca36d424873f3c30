"""The match sheet: what stands on it, in German, English and Swedish, as PDF and CSV."""

import csv
import re
from collections.abc import Callable
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import get_args

import pytest
from hub.device import Device, eventually, penalty
from hub.harness import Running
from hub.played import BEGAN, PLAYERS, Played
from hub.sheets import ZONE, finish, text_of
from hub.test_matches import open_match, score, start_set

import arbiter_hub
from arbiter_hub.errors import RefusedError
from arbiter_hub.services.match_sheet import (
    CorrectionLine,
    NoteLine,
    OrderLine,
    SetLine,
    match_sheet,
    record_of,
    statistics_of,
)
from arbiter_hub.services.match_sheet_csv import COLUMNS, to_csv
from arbiter_hub.services.match_sheet_pdf import render
from arbiter_hub.services.sheet_words import SheetWords, catalogue
from arbiter_hub.services.stored_thresholds import threshold_row
from arbiter_hub.store.engine import Store
from arbiter_hub.store.tournaments import add_threshold
from arbiter_hub.web.catalogues import LANGUAGES
from arbiter_rules.billiards.match import EndedBy
from arbiter_rules.billiards.time_limit import POLICY, Threshold

SERVICES = Path(arbiter_hub.__file__).parent / "services"


async def test_a_finished_match_is_on_its_sheet(played: Played) -> None:
    sheet = match_sheet(await finish(played))

    assert (sheet.number, sheet.table, sheet.title, sheet.discipline) == (1, "1", "Halbfinale", "5-Kegel")
    assert (sheet.edition, sheet.distance, sheet.best_of) == ("DBU, undated, with 4.5", 50, 3)
    assert (sheet.winner, sheet.a.sets, sheet.b.sets) == ("b", 0, 2)
    assert (sheet.a.name, sheet.a.club, sheet.a.ball, sheet.a.penalties) == (
        "Anna Albers",
        "BC Elbe",
        "white",
        2,
    )
    assert (sheet.a.innings, sheet.a.average, sheet.a.high_run) == (2, "4.000", 8)
    first, second = sheet.sets
    assert first == SetLine(
        number=1,
        starts="a",
        points=(8, 50),
        penalties=(2, 0),
        penalty_points=(0, 4),
        winner="b",
        ended_by="distance",
        limited_by="Turnierleitung",
        began_at=first.began_at,
        ended_at=first.ended_at,
    )
    assert (second.points, second.winner, second.ended_by, second.limited_by) == ((0, 0), "b", "award", None)
    assert (second.starts, sheet.threshold) == ("b", None)
    assert first.began_at is not None
    assert second.began_at is not None
    assert (sheet.began_at, sheet.ended_at) == (first.began_at, second.ended_at)
    assert first.began_at < (first.ended_at or 0) < second.began_at


@pytest.mark.rule("DBU 4.5")
async def test_the_orders_of_the_limit_are_on_the_sheet_with_who_and_when(played: Played) -> None:
    sheet = match_sheet(await finish(played))

    assert sheet.orders == (
        OrderLine(BEGAN + 2000, "Turnierleitung", "armed", "next_set", 1),
        OrderLine(sheet.orders[1].at, "H. Schulze", "off", "next_set", 2),
    )


@pytest.mark.rule("DBU 4.5(b)")
async def test_time_penalties_are_on_the_sheet_also_those_taken_back(played: Played) -> None:
    sheet = match_sheet(await finish(played))

    shown = [(one.set, one.stroke, one.against, one.to, one.n, one.points) for one in sheet.penalties]
    assert shown == [(1, 2, "a", "b", 1, 2), (1, 2, "a", "b", 2, 2), (1, 3, "b", "a", 1, 2)]
    assert [(one.turn_lost, one.counts) for one in sheet.penalties] == [
        (False, True),
        (True, True),
        (False, False),
    ]
    assert sheet.penalties[0].at < sheet.penalties[1].at


async def test_corrections_are_on_the_sheet_with_what_stood_before(played: Played) -> None:
    sheet = match_sheet(await finish(played))

    undone, revoked = sheet.corrections
    assert undone == CorrectionLine(undone.at, None, "taken_back", "penalty", 1, "b", 2, "")
    assert revoked == CorrectionLine(
        revoked.at, "Turnierleitung", "taken_back", "points", 1, "a", 6, "doppelt eingegeben"
    )
    assert sheet.notes == (NoteLine(sheet.notes[0].at, "Schiedsrichter", "Licht ausgefallen"),)


async def test_a_note_that_was_taken_back_is_a_correction_and_no_note(played: Played) -> None:
    note = await played.enter("note", {"note": "falscher Tisch"})
    await played.enter("revoke", {"entry": note, "note": "gehört zu Tisch 2"})
    sheet = match_sheet(await record_of(played.store, played.match))

    assert (sheet.notes, [(one.what, one.note) for one in sheet.corrections]) == (
        (),
        [("note", "gehört zu Tisch 2")],
    )


@pytest.mark.rule("DBU 4.5")
@pytest.mark.parametrize(
    ("readings", "read_as"),
    [
        ({}, "DBU 4.5: mit Pausen, ab dem nächsten Satz, nur dieser"),
        (
            {
                "limit__match_time": "net",
                "limit__threshold_from": "after_the_sets",
                "limit__threshold_scope": "remaining",
            },
            "DBU 4.5: ohne Pausen, frühestens Satz 3, alle weiteren",
        ),
    ],
    ids=["as usual", "read strictly"],
)
async def test_the_threshold_of_the_match_and_how_it_is_read_are_on_the_sheet(
    played: Played, tmp_path: Path, readings: dict[str, str], read_as: str
) -> None:
    threshold = Threshold(2, 3_600_000, POLICY.with_readings(**readings))
    async with played.store.write() as connection:
        await add_threshold(connection, threshold_row(played.match, threshold, None))
    sheet = match_sheet(await record_of(played.store, played.match))

    assert sheet.threshold == threshold
    printed = text_of(render(sheet, SheetWords("de", ZONE), printed=BEGAN), tmp_path)
    assert "2 Sätze in 60 Minuten" in printed
    assert read_as in printed
    assert b"threshold_sets;2" in to_csv(sheet)
    assert f"threshold_first_set;{threshold.first_set}".encode() in to_csv(sheet)


@pytest.mark.rule("DBU 4.5")
async def test_the_time_of_the_match_with_and_without_pauses_is_on_the_sheet(
    played: Played, tmp_path: Path
) -> None:
    await played.set_start()
    await played.shot("a")
    await played.event("pause", period=1, remaining_ms=20_000, reason="cleaning")
    played.now += 120_000
    await played.event("resume", period=1, remaining_ms=20_000)
    await played.shot("b", stroke=2)
    await played.enter("threshold", {"set": 1, "elapsed_ms": 3_600_001}, by="hub")
    sheet = match_sheet(await record_of(played.store, played.match))

    assert sheet.played.gross_ms - sheet.played.net_ms == 121_000
    assert sheet.played.no_next_set_at == played.now
    printed = " ".join(text_of(render(sheet, SheetWords("de", ZONE), printed=BEGAN), tmp_path).split())
    assert "2 min, ohne Pausen 0 min" in printed
    assert "kein weiterer Satz" in printed
    assert f"gross_ms;{sheet.played.gross_ms}".encode() in to_csv(sheet)


async def test_what_was_put_back_is_on_the_sheet_and_pauses_taken_back_are_not(played: Played) -> None:
    await played.set_start()
    booked = await played.penalty("a")
    undo = await played.event("undo", undoes=booked)
    await played.event("redo", redoes=undo)
    pause = await played.event("pause", period=1, remaining_ms=1000, reason="cleaning")
    await played.event("undo", undoes=pause)
    await played.event("undo", undoes=4_000)
    await played.enter("reinstate", {"entry": f"{played.epoch}:{booked}", "note": ""})
    sheet = match_sheet(await record_of(played.store, played.match))

    assert [(one.action, one.what, one.by) for one in sheet.corrections] == [
        ("taken_back", "penalty", None),
        ("put_back", "penalty", None),
        ("put_back", "penalty", "Schreiber"),
    ]


async def test_a_match_that_has_not_begun_has_an_empty_sheet(played: Played) -> None:
    sheet = match_sheet(await record_of(played.store, played.match))

    assert (sheet.sets, sheet.orders, sheet.penalties, sheet.corrections, sheet.notes) == ((), (), (), (), ())
    assert (sheet.winner, sheet.began_at, sheet.ended_at) == (None, BEGAN + 1000, None)


async def test_while_a_match_is_being_played_it_has_no_end(played: Played) -> None:
    await played.set_start()
    await played.points("a", 50)
    sheet = match_sheet(await record_of(played.store, played.match))

    assert sheet.sets[0].ended_at is not None
    assert (sheet.winner, sheet.ended_at) == (None, None)


async def test_an_event_without_a_wall_time_has_the_time_at_which_the_hub_heard_of_it(played: Played) -> None:
    await played.set_start()
    record = await record_of(played.store, played.match)
    [(rank, event)] = record.events
    bare = replace(event, body={**event.body, "utc": None}, received_at=BEGAN + 99)

    assert match_sheet(replace(record, events=[(rank, bare)])).sets[0].began_at == BEGAN + 99


async def test_the_next_match_on_the_table_is_not_on_the_sheet(played: Played) -> None:
    await finish(played)
    first = match_sheet(await record_of(played.store, 1))
    await played.open(players={"a": PLAYERS["b"], "b": PLAYERS["a"]})
    await played.set_start()
    await played.penalty("a")

    assert match_sheet(await record_of(played.store, 1)) == first
    assert len(match_sheet(await record_of(played.store, 2)).penalties) == 1


async def test_a_match_that_does_not_exist_has_no_sheet(store: Store) -> None:
    with pytest.raises(RefusedError) as refused:
        await record_of(store, 1)
    assert (refused.value.status, refused.value.field) == (404, "match")


@pytest.mark.parametrize(("discipline", "average"), [("Karambol", "8.000"), ("pool", None), ("Darts", None)])
async def test_the_average_is_on_the_sheet_where_the_discipline_has_one(
    store: Store, discipline: str, average: str | None
) -> None:
    played = Played(store)
    await played.clock("0badcafe")
    await played.open(discipline=discipline)
    await played.set_start()
    await played.points("a", 8)
    record = await record_of(store, played.match)

    assert match_sheet(record).a.average == average
    assert (statistics_of(record).a.innings is None) == (average is None)


def test_every_word_of_the_sheet_is_there_in_every_language_and_none_is_unused() -> None:
    source = "".join(path.read_text("utf-8") for path in SERVICES.glob("match_sheet*.py"))
    asked = {f"sheet.{key}" for key in re.findall(r"""words\(\s*["']([a-z_.]+)["']""", source)}
    families = ("ball", "reading", "ended_by", "order", "type", "scope", "action")
    keys = set(catalogue("de"))
    assert keys == set(catalogue("en")) == set(catalogue("sv"))
    in_families = {key for key in keys if key.split(".")[1] in families and key.count(".") == 2}
    assert asked - keys == set()
    assert keys - asked - in_families == {"sheet.valid"}
    for name in get_args(EndedBy):
        assert f"sheet.ended_by.{name}" in keys
    for language in LANGUAGES:
        for key, sentence in catalogue(language).items():
            fields = re.findall(r"\{(\w+)\}", sentence)
            assert sorted(fields) == sorted(re.findall(r"\{(\w+)\}", catalogue("de")[key])), key


def test_times_are_shown_in_the_zone_of_the_hall_and_dates_as_the_language_writes_them() -> None:
    at = 1_796_047_323_999
    shown = {language: SheetWords(language, ZONE) for language in LANGUAGES}

    assert {words.time(at) for words in shown.values()} == {"15:02:03"}
    assert shown["de"].day(at) == "30.11.2026"
    assert shown["en"].day(at) == "Nov 30, 2026"
    assert shown["sv"].day(at) == "30 nov. 2026"
    assert SheetWords("de").local(at).tzinfo is not None


def test_a_word_that_a_family_does_not_have_is_shown_as_it_is() -> None:
    assert SheetWords("de").choice("type", "extension") == "extension"
    assert SheetWords("de").choice("type", "foul") == "Foul"


async def test_the_csv_has_a_line_for_every_fact(played: Played) -> None:
    content = to_csv(match_sheet(await finish(played)))
    assert content.startswith(b"\xef\xbb\xbf")
    rows = list(csv.DictReader(StringIO(content.decode("utf-8-sig")), delimiter=";"))

    assert tuple(rows[0]) == COLUMNS
    records = [row["record"] for row in rows]
    assert [records.count(kind) for kind in ("set", "order", "penalty", "taken_back", "note")] == [
        2,
        2,
        3,
        2,
        1,
    ]
    facts = {row["value"]: row["text"] for row in rows if row["record"] == "match"}
    assert (facts["edition"], facts["distance"]) == ("DBU, undated, with 4.5", "50")
    first = next(row for row in rows if row["record"] == "set")
    assert (first["points_a"], first["points_b"], first["winner"], first["by"]) == (
        "8",
        "50",
        "b",
        "Turnierleitung",
    )
    assert re.fullmatch(r"2026-\d\d-\d\dT\d\d:\d\d:\d\dZ", first["at"])
    result = next(row for row in rows if row["record"] == "result")
    assert (result["points_a"], result["points_b"], result["winner"]) == ("0", "2", "b")
    assert [row["value"] for row in rows if row["record"] == "penalty"] == ["counts", "counts", "taken_back"]


async def test_a_name_that_a_spreadsheet_would_run_is_quoted(played: Played) -> None:
    sheet = match_sheet(await record_of(played.store, played.match))
    content = to_csv(replace(sheet, title="=1+1", a=replace(sheet.a, name="@SUM(A1)"))).decode("utf-8-sig")

    assert ";'=1+1\r\n" in content
    assert ";'@SUM(A1)\r\n" in content


async def test_over_http_a_match_has_its_sheet_and_its_statistics(
    started: Running, make_device: Callable[..., Device]
) -> None:
    with make_device() as device:
        match = await open_match(started)
        await start_set(started, device)
        device.emit("shot", set=1, stroke=1, striker="a", period=1, elapsed_ms=12_300, paused=False)
        await eventually(lambda: device.confirmed_seq == 2)
        await started.post("1/points", {"player": "a", "points": 6, "by": "Schreiber"})
        device.emit("penalty", **penalty("b"))
        await eventually(lambda: score(started)["a"]["points"] == 8)
        noted = await started.post("1/notes", {"note": "Licht ausgefallen", "by": "Schiedsrichter"})
        assert noted.status_code == 200
        for bad in ("", "a\nb", "x" * 501):
            refused = await started.post("1/notes", {"note": bad, "by": "Schiedsrichter"})
            assert (refused.status_code, refused.json()["field"]) == (422, "note")
    base = f"/api/v1/matches/{match}"
    sheet = (await started.api.get(f"{base}/sheet")).json()
    assert (sheet["a"]["name"], sheet["sets"][0]["points"], len(sheet["penalties"])) == (
        "Anna Albers",
        [8, 0],
        1,
    )
    assert [note["text"] for note in sheet["notes"]] == ["Licht ausgefallen"]
    pdf = await started.api.get(f"{base}/sheet.pdf?lang=sv")
    assert (pdf.headers["content-type"], pdf.content[:5]) == ("application/pdf", b"%PDF-")
    table = await started.api.get(f"{base}/sheet.csv")
    assert table.headers["content-type"] == "text/csv; charset=utf-8"
    assert "attachment" not in table.headers["content-disposition"]
    figures = (await started.api.get(f"{base}/statistics")).json()
    assert figures["a"]["times"]["median_ms"] == 12_300
    assert (figures["a"]["name"], figures["a"]["average"], figures["b"]["penalties"]) == (
        "Anna Albers",
        "6.000",
        1,
    )
    assert figures["series"] == [{"number": 1, "set": 1, "player": "a", "elapsed_ms": 12_300, "period": 1}]
    await open_match(started, discipline="pool")
    pool = (await started.api.get(f"/api/v1/matches/{match + 1}/statistics")).json()
    assert pool["a"]["average"] is None
    for path in ("sheet", "sheet.pdf", "sheet.csv", "statistics", "export"):
        missing = await started.api.get(f"/api/v1/matches/999/{path}")
        assert (missing.status_code, missing.json()["field"]) == (404, "match")

"""A match's statistics: figures as the rule book counts them, plots that put each stroke where it belongs."""

import re

import httpx
import pytest
from fastapi import FastAPI
from web.harness import played_match

from arbiter_hub.web.statistics import BOTTOM, HEIGHT, LEFT, TOP, WIDTH, statistics_context
from arbiter_rules.billiards.match import Entry


def context(strokes: list[tuple[str, int | None]], language: str = "de", preset: str = "dbu-5-kegel") -> dict:
    return statistics_context(played_match(strokes).log, "5-Kegel", preset, language)


def test_figures_are_in_seconds_with_one_decimal_of_the_language() -> None:
    strokes = [("a", 10_000), ("b", 20_500), ("a", 12_340)]
    assert context(strokes)["sides"]["a"]["mean"] == "11,2"
    assert context(strokes, "en")["sides"]["a"]["mean"] == "11.2"
    assert context(strokes)["sides"]["b"]["longest"] == "20,5"


def test_a_stroke_that_nobody_timed_counts_and_has_no_place_in_a_plot() -> None:
    found = context([("a", None), ("b", 5_000)])
    assert found["sides"]["a"]["strokes"] == 1
    assert found["sides"]["a"]["median"] == "–"
    assert [mark["player"] for mark in found["series"]] == ["b"]


def test_pauses_are_counted_with_their_reasons_in_the_visitors_language() -> None:
    log = played_match([("a", 10_000), ("b", 20_000)]).log
    for place, reason in enumerate(("toilet", "toilet", "thunder"), start=1):
        data = {"boot": 1, "t": 1000 + place, "period": 1, "remaining_ms": 1, "reason": reason}
        log.add(Entry((1, 1, 0, place), f"0badcafe:90{place}", "pause", data))
    for language, words in (
        ("de", "3 (thunder 1, dringende Unterbrechung 2)"),
        ("en", "3 (thunder 1, urgent break 2)"),
    ):
        sides = statistics_context(log, "5-Kegel", "dbu-5-kegel", language)["sides"]
        assert (sides["a"]["pauses"], sides["b"]["pauses"]) == (words, "0")


@pytest.mark.rule("DBU 4.5(b)")
def test_the_plot_marks_the_ends_of_both_periods_and_a_stroke_at_the_end_lies_on_it() -> None:
    found = context([("a", 40_000), ("b", 60_000)])
    assert [line["label"] for line in found["deadlines"]] == [40, 60]
    assert [mark["y"] for mark in found["series"]] == [line["y"] for line in found["deadlines"]]


def test_the_plots_stay_inside_their_frame_whatever_the_times() -> None:
    for longest in (1, 59_999, 60_001, 3_600_000):
        found = context([("a", longest), ("b", 0), ("a", longest // 2)])
        for mark in found["series"]:
            assert LEFT <= mark["x"] <= WIDTH
            assert TOP <= mark["y"] <= HEIGHT - BOTTOM
        for bar in found["sides"]["a"]["bars"]:
            assert LEFT <= bar["x"] < bar["x"] + bar["width"] <= WIDTH
            assert bar["y"] >= TOP
        assert len(found["time_ticks"]) < 10


def test_bars_of_both_players_have_one_scale() -> None:
    found = context([("a", 5_000), ("b", 5_000), ("a", 5_000)])
    heights = {player: found["sides"][player]["bars"][0]["height"] for player in "ab"}
    assert heights["a"] == pytest.approx(2 * heights["b"], abs=0.1)


def test_a_preset_that_is_not_known_has_no_deadlines() -> None:
    assert context([("a", 5_000)], preset="of-old")["deadlines"] == []


async def test_the_page_shows_figures_and_plots_and_says_when_there_is_no_match(
    app: FastAPI, client: httpx.AsyncClient
) -> None:
    nothing = await client.get("/tables/1/statistics")
    assert "An diesem Tisch gibt es kein Spiel." in nothing.text
    app.state.hub.scoring._active["1"] = played_match([("a", 10_000), ("b", 41_000), ("a", 12_000)])
    page = await client.get("/tables/1/statistics")
    assert page.status_code == 200
    assert "Halbfinale: Annegret Vogelsang – Bernd Keller" in page.text
    assert (
        len(re.findall(r'class="mark mark-[ab]"', page.text)) == 3 + 2
    )  # one each in the keys of the histograms
    assert "<title>Bernd Keller, 2: 41.0 s</title>" in page.text


async def test_a_match_without_a_stroke_has_figures_and_no_plot(
    app: FastAPI, client: httpx.AsyncClient
) -> None:
    app.state.hub.scoring._active["1"] = played_match([])
    page = await client.get("/tables/1/statistics")
    assert "noch keinen Stoß" in page.text
    assert "<svg viewBox" not in page.text.split("<main", 1)[1]

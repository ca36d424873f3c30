"""Every page names the site of a table, and none says a word of sites where there is one only."""

import re

import httpx
from fastapi import FastAPI

TITLES = {"": "Vereinsheim", "halle-b": "Halle B"}


async def test_with_one_site_no_page_says_a_word_of_sites(client: httpx.AsyncClient, app: FastAPI) -> None:
    pages = (
        "/",
        "/results",
        "/direction",
        "/direction/tournament",
        "/tables/1/scoreboard",
        "/tables/1/overlay",
    )
    word = re.compile(r'id="sites"|class="(site-filter|board-site|card-site)|name="site"|Vereinsheim')
    for path in pages:
        assert not word.search((await client.get(path)).text), path
    app.state.hub.sites.take({"": "Vereinsheim"})
    for path in pages:
        assert not word.search((await client.get(path)).text), path


async def test_a_table_s_pages_name_its_site(client: httpx.AsyncClient, app: FastAPI) -> None:
    app.state.hub.sites.take(TITLES)
    app.state.hub.live.board("halle-b.1")
    for form in ("scorer", "overlay", "statistics", "clock"):
        answer = await client.get(f"/tables/halle-b.1/{form}", headers={"Accept-Language": "de"})
        assert answer.status_code == 200
        assert "1 · Halle B" in answer.text
    board = await client.get("/tables/halle-b.1/scoreboard", headers={"Accept-Language": "sv"})
    assert re.search(r'<h1 class="board-table">Bord 1 <span class="board-site">Halle B</span>', board.text)
    missing = await client.get("/tables/halle-b.9/scoreboard", headers={"Accept-Language": "de"})
    assert "1 · Halle B" in missing.text

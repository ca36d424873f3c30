"""The pages as they leave the hub: their headers, what they load, and what they say of unknown things."""

import json
import re

import httpx
import pytest

from arbiter_hub.live import Live
from arbiter_hub.web.rules import MATRIX, regulations
from arbiter_hub.web.templating import STATIC, data_block

PAGES = (
    "/",
    "/rules",
    "/direction",
    "/direction/tournament",
    "/direction/people",
    "/direction/codes",
    "/direction/devices",
    "/sign-in",
    "/results",
    "/tables/1/scoreboard",
    "/tables/1/overlay",
    "/tables/1/clock",
    "/tables/1/scorer",
    "/tables/1/statistics",
)


@pytest.mark.parametrize("path", PAGES)
async def test_a_page_is_html_without_inline_script_or_style(client: httpx.AsyncClient, path: str) -> None:
    page = await client.get(path)
    assert page.status_code == 200
    assert page.headers["content-type"].startswith("text/html")
    policy = page.headers["content-security-policy"]
    assert "'unsafe" not in policy
    assert "default-src 'none'" in policy
    assert page.headers["x-content-type-options"] == "nosniff"
    assert not re.search(r"<[^>]+\son\w+=", page.text), "an inline handler"
    assert not re.search(r"<[^>]+\sstyle=", page.text), "an inline style"
    assert "<style" not in page.text
    for attributes, body in re.findall(r"<script([^>]*)>(.*?)</script>", page.text, re.DOTALL):
        assert 'src="/static/js/' in attributes or 'type="application/json"' in attributes
        assert not body or 'type="application/json"' in attributes


@pytest.mark.parametrize("path", PAGES)
async def test_everything_that_a_page_loads_is_the_hubs_own_and_exists(
    client: httpx.AsyncClient, path: str
) -> None:
    page = await client.get(path)
    loaded = re.findall(r'(?:src|href)="(/static/[^"]+)"', page.text)
    assert loaded
    assert not re.search(r'(?:src|href)="(?:https?:)?//', page.text)
    for address in loaded:
        answer = await client.get(address)
        assert answer.status_code == 200, address
        assert answer.headers["cache-control"] == "no-cache"


def test_scripts_import_only_modules_that_exist() -> None:
    for script in STATIC.glob("js/*.js"):
        for name in re.findall(r'from "\./([^"]+)"', script.read_text(encoding="utf-8")):
            assert (STATIC / "js" / name).is_file(), f"{script.name} imports {name}"


def test_every_script_and_style_is_used() -> None:
    templates = "".join(path.read_text(encoding="utf-8") for path in STATIC.parent.glob("templates/*.html"))
    scripts = "".join(path.read_text(encoding="utf-8") for path in STATIC.glob("js/*.js"))
    for path in STATIC.glob("js/*.js"):
        assert f"/js/{path.name}" in templates or f'"./{path.name}"' in scripts, path.name
    for path in STATIC.glob("css/*.css"):
        assert f"/css/{path.name}" in templates, path.name


@pytest.mark.parametrize("form", ["scoreboard", "overlay", "clock", "scorer"])
async def test_a_table_that_is_not_known_is_answered_with_404_and_made_harmless(
    client: httpx.AsyncClient, live: Live, form: str
) -> None:
    page = await client.get(f"/tables/%3Cscript%3E/{form}")
    assert page.status_code == 404
    assert "<script>" not in page.text.split("<main", 1)[1]
    assert "<script>" not in live


@pytest.mark.parametrize("option", ["layout=round", "place=left", "size=xl", "clock=maybe"])
async def test_an_overlay_refuses_an_option_that_it_does_not_know(
    client: httpx.AsyncClient, option: str
) -> None:
    assert (await client.get(f"/tables/1/overlay?{option}")).status_code == 422


async def test_an_overlay_takes_its_options_from_the_address(client: httpx.AsyncClient) -> None:
    page = await client.get("/tables/1/overlay?layout=corner&place=top&size=l&clock=off")
    for attribute in ('data-layout="corner"', 'data-place="top"', 'data-size="l"', 'data-clock="off"'):
        assert attribute in page.text


async def test_the_rules_page_has_every_paragraph_of_the_matrix_with_its_code_and_tests(
    client: httpx.AsyncClient,
) -> None:
    page = (await client.get("/rules")).text
    for regulation in json.loads(MATRIX.read_text(encoding="utf-8")):
        for paragraph in regulation["paragraphs"]:
            assert f'id="{regulation["id"]}-{paragraph["id"]}"'.lower() in page.lower()
            for place in (*paragraph["code"], *paragraph["tests"]):
                assert place in page


def test_the_sums_of_a_regulation_count_what_must_be_software() -> None:
    for regulation in regulations():
        must = [entry for entry in regulation["paragraphs"] if entry["kind"] == "must"]
        assert regulation["sums"]["must"] == len(must)
        assert regulation["sums"]["tests"] == sum(1 for entry in must if entry["tests"])


def test_a_data_block_cannot_end_its_script_element() -> None:
    block = data_block({"name": "</script><b>&"})
    assert "<" not in block
    assert json.loads(block) == {"name": "</script><b>&"}

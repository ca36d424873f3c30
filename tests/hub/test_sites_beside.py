"""What stands beside the tables follows the sites: rights at the broker, remote control, Home Assistant, files,
tournaments, sheets, the terminal."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from hub.device import Device, eventually, penalty
from hub.harness import MATCH, TOKEN, Mosquitto, Running, running
from hub.test_brokers import Client
from sqlalchemy import select
from typer.testing import CliRunner

from arbiter_clock.errors import FieldError
from arbiter_hub import cli
from arbiter_hub.broker.mosquitto import REMOTE, MosquittoBroker
from arbiter_hub.services.csv_import import read_matches
from arbiter_hub.services.fixture_csv import read_fixtures
from arbiter_hub.services.home_assistant import message, topic
from arbiter_hub.settings import Settings
from arbiter_hub.sites import Sites
from arbiter_hub.store.schema import quarantine

API = "/api/v1"


@pytest.fixture
def two() -> Sites:
    sites = Sites("club")
    sites.take({"": "Vereinsheim", "halle-b": "Halle B"})
    return sites


@pytest.fixture
def own(tmp_path: Path) -> Settings:
    """A hub with the broker of its own, which gives out rights."""
    return Settings(
        data=tmp_path, broker="mosquitto", broker_port=0, direction_token=TOKEN, remote_control=True,
        command_ttl_ms=300, log_level="error",
    )  # fmt: skip


async def paired(hub: Running, key: str) -> dict[str, Any]:
    code = (await hub.api.post(f"{API}/pairings", json={"table": key})).json()["code"]
    return (await hub.api.post(f"{API}/pairings/redeem", json={"code": code, "name": "Uhr"})).json()


async def test_at_the_hubs_own_broker_each_clock_writes_at_its_own_site_only(own: Settings) -> None:
    async with running(own) as hub:
        await hub.api.put(f"{API}/sites/halle-b", json={"title": "Halle B"})
        home, away = await paired(hub, "1"), await paired(hub, "halle-b.1")
        assert [one["broker"]["user"] for one in (home, away)] == ["clock-1", "clock-halle-b.1"]
        broker = hub.hub.broker
        assert isinstance(broker, MosquittoBroker)

        async def heard() -> set[tuple[str, bytes]]:
            async with hub.hub.store.read() as connection:
                found = await connection.execute(select(quarantine.c.topic, quarantine.c.payload))
            return {(row.topic, bytes(row.payload)) for row in found}

        async def comes_through(key: str, site: str) -> bool:
            """Whether the hub hears this clock at table 1 of the site; it always hears it at its own."""
            client = Client(broker.clock_address(key), "clock").connect()
            while not client.paho.is_connected():
                await asyncio.sleep(0.02)
                if client.gone:  # the broker has not read the passwords again yet
                    client.close()
                    client = Client(broker.clock_address(key), "clock").connect()
            own_site, word = hub.hub.sites.address(key)[0], f"{{{key} at {site}".encode()
            client.publish(f"arbiter/1/{site}/1/event", word)
            client.publish(f"arbiter/1/{own_site}/1/event", word + b", end")
            end = (f"arbiter/1/{own_site}/1/event", word + b", end")
            while end not in await heard():  # noqa: ASYNC110 - the store has no event for it
                await asyncio.sleep(0.01)
            client.close()
            return (f"arbiter/1/{site}/1/event", word) in await heard()

        assert await comes_through("1", "club")
        assert await comes_through("halle-b.1", "halle-b")
        assert not await comes_through("1", "halle-b")
        assert not await comes_through("halle-b.1", "club")

        await hub.app.state.remote_control._connection.wait_until_up()
        deck = Client(broker._address(REMOTE), "deck").connect()
        await deck.subscribe("arbiter-remote/1/halle-b/1/answer")
        command = json.dumps({"token": TOKEN, "body": MATCH}).encode()
        deck.publish("arbiter-remote/1/halle-b/1/match", command)
        answer = json.loads((await deck.next())[1])
        assert (answer["status"], answer["body"]["table"]) == (201, "halle-b.1")
        deck.close()
        acl = (own.data / "mosquitto" / "acl").read_text("utf-8")
        assert "arbiter/1/halle-b/1/event" in acl
        assert "topic read arbiter/1/halle-b/+/score" in acl
        await hub.post("halle-b.1/set_end", {"winner": "a", "by": "x"})
        assert (await hub.api.delete(f"{API}/sites/halle-b")).status_code == 409


def test_at_home_assistant_no_two_tables_are_one_device() -> None:
    pairs = [("a", "b-1", False), ("a-b", "1", True), ("a", "b", False), ("a", "1", True)]
    names = {topic("homeassistant", site, table, further=further) for site, table, further in pairs}
    assert len(names) == len(pairs)
    described = json.loads(message("halle-b", "1", "1 · Halle B", further=True))
    assert described["dev"] == {
        **described["dev"],
        "ids": ["arbiter-halle-b_1"],
        "name": "Shot clock 1 · Halle B",
    }
    assert described["avty_t"] == "arbiter/1/halle-b/1/status"


HEAD = "Spieler A;Spieler B;Tisch;Spielort"


@pytest.mark.parametrize(("table", "site", "key"), [
    ("4", "", "4"),
    ("4", "halle-b", "halle-b.4"),
    ("4", "Halle B", "halle-b.4"),
    ("4", "halle b", "halle-b.4"),
    ("halle-b.4", "", "halle-b.4"),
    ("halle-b.4", "Halle B", "halle-b.4"),
    ("4", "club", "4"),
    ("club.4", "", "4"),
    ("", "", None),
])  # fmt: skip
def test_a_file_names_a_table_by_key_or_by_site_and_table(
    two: Sites, table: str, site: str, key: str | None
) -> None:
    sheet = read_matches(f"{HEAD}\nAnna;Bernd;{table};{site}".encode(), sites=two)
    assert (sheet.faults, [row.table for row in sheet.rows]) == ((), [key])
    fixtures = read_fixtures(f"number;a;b;table;site\n1;Anna;Bernd;{table};{site}".encode(), sites=two)
    assert (fixtures.faults, [one.table for one in fixtures.fixtures]) == ((), [key])


@pytest.mark.parametrize(("table", "site", "field"), [
    ("4", "halle-c", "site"),
    ("halle-c.4", "", "site"),
    ("halle-b.4", "club", "site"),
    ("", "halle-b", "table"),
    ("a.b.4", "", "table"),
    ("Tisch 4", "halle-b", "table"),
])  # fmt: skip
def test_a_file_with_a_site_that_is_not_there_is_refused_by_row(
    two: Sites, table: str, site: str, field: str
) -> None:
    sheet = read_matches(f"{HEAD}\nAnna;Bernd;{table};{site}".encode(), sites=two)
    assert [(fault.row, fault.field) for fault in sheet.faults] == [(2, field)]
    faults = read_fixtures(f"number;a;b;table;site\n1;Anna;Bernd;{table};{site}".encode(), sites=two).faults
    assert [fault.field for fault in faults] == [f"row[1].{field}"]


def test_a_hub_with_one_site_takes_no_table_of_another() -> None:
    sheet = read_matches(b"a,b,table\nAnna,Bernd,halle-b.4")
    assert [fault.field for fault in sheet.faults] == ["site"]


async def test_a_tournament_s_tables_are_at_its_site(started: Running) -> None:
    home = started.hub.settings.site
    unknown = await started.api.post(f"{API}/tournaments", json={"name": "Pokal", "site": "halle-b"})
    assert (unknown.status_code, unknown.json()["field"]) == (422, "site")
    await started.api.put(f"{API}/sites/halle-b", json={"title": "Halle B"})
    made = await started.api.post(f"{API}/tournaments", json={"name": "Pokal", "site": "halle-b"})
    at_home = await started.api.post(f"{API}/tournaments", json={"name": "Liga", "site": home})
    assert [one.json()["site"] for one in (made, at_home)] == ["halle-b", home]
    url = f"{API}/tournaments/{made.json()['id']}"
    content = f"number,a,b,table,site\n1,Anna,Bernd,4,\n2,Clara,Doris,4,{home}\n".encode()
    sheet = await started.api.post(f"{url}/fixtures?preview=false", files={"file": content})
    assert [one["table"] for one in sheet.json()["fixtures"]] == ["halle-b.4", "4"]
    begun = [await started.api.post(f"{url}/fixtures/{number}/begin", json={}) for number in (1, 2)]
    assert [one.status_code for one in begun] == [201, 201]
    boards = [started.hub.live.board(table).score or {} for table in ("halle-b.4", "4")]
    assert [board["a"]["name"] for board in boards] == ["Anna", "Clara"]
    page = await started.api.get(
        f"/results?tournament={made.json()['id']}", headers={"Accept-Language": "de"}
    )
    assert '<p class="lead">Halle B</p>' in page.text
    assert (await started.api.get(url)).json()["site"] == "halle-b"


async def test_sheets_and_statistics_of_a_match_say_where_it_was_played(
    started: Running, broker: Mosquitto, site: str
) -> None:
    away = f"{site}-b"
    await started.api.put(f"{API}/sites/{away}", json={"title": "Halle B", "tables": ["1"]})
    match = (await started.post(f"{away}.1/match", MATCH)).json()["match"]
    with Device(broker.port, away) as device:
        await started.post(f"{away}.1/set_start", {"striker": "a", "by": "Schreiber"})
        device.emit("penalty", **penalty("a"))
        await eventually(lambda: device.confirmed_seq == 2)
    data = (await started.api.get(f"{API}/matches/{match}/sheet")).json()
    assert (data["table"], len(data["penalties"])) == (f"{away}.1", 1)
    assert (await started.api.get(f"{API}/matches/{match}/sheet.pdf")).status_code == 200
    statistics = await started.api.get(f"/tables/{away}.1/statistics", headers={"Accept-Language": "de"})
    assert "1 · Halle B" in statistics.text


async def test_a_scoreboard_in_the_terminal_is_asked_for_by_site_and_table(
    started: Running, broker: Mosquitto, site: str
) -> None:
    away = f"{site}-b"
    await started.api.put(f"{API}/sites/{away}", json={"title": "Halle B"})
    assert (await started.post(f"{away}.1/match", MATCH)).status_code == 201
    await started.hub.connection.stop()
    arguments = ["scoreboard", "--once", "--table", f"{away}.1", "--broker", f"127.0.0.1:{broker.port}"]
    result = CliRunner().invoke(cli.make_cli(), arguments)
    assert result.exit_code == 0
    assert "Anna Albers" in result.stdout


def test_an_unknown_site_is_told_with_those_that_there_are(two: Sites) -> None:
    with pytest.raises(FieldError) as refused:
        two.key("halle-c", "1")
    assert (refused.value.found, refused.value.allowed) == ("halle-c", "one of club, halle-b")
    with pytest.raises(FieldError) as only:
        Sites("club").address("halle-c.1")
    assert only.value.allowed == "a table without a site, as the hub has one only"


async def test_the_metrics_count_the_tables_of_each_site(started: Running, site: str) -> None:
    await started.api.put(f"{API}/sites/halle-b", json={"title": "Halle B", "tables": ["1", "2"]})
    answer = await started.api.get("/metrics")
    assert f'arbiter_tables{{site="{site}"}} 0.0' in answer.text
    assert 'arbiter_tables{site="halle-b"} 2.0' in answer.text
    await started.api.delete(f"{API}/sites/halle-b")
    assert "halle-b" not in (await started.api.get("/metrics")).text


async def test_the_embedded_broker_follows_the_sites_too(tmp_path: Path) -> None:
    embedded = Settings(
        data=tmp_path, broker="embedded", broker_port=0, direction_token=TOKEN, log_level="error"
    )
    async with running(embedded) as hub:
        await hub.api.put(f"{API}/sites/halle-b", json={"title": "Halle B"})
        with Device(hub.hub.broker.address.port, "halle-b") as away:
            away.emit("shot", set=1, stroke=1, striker="a", period=None, elapsed_ms=None, paused=False)
            await eventually(lambda: away.confirmed_seq == 1)
            assert (await hub.api.delete(f"{API}/sites/halle-b")).status_code == 200
            assert (await hub.api.put(f"{API}/sites/halle-b", json={"title": "Halle B"})).status_code == 200
            await eventually(lambda: hub.hub.live.board("halle-b.1").link == "ready")
            away.emit("shot", set=1, stroke=2, striker="a", period=None, elapsed_ms=None, paused=False)
            await eventually(lambda: away.confirmed_seq == 2)

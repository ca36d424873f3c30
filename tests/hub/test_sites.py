"""Several sites in one hub: tables of one name at two sites never mix; the direction adds and removes sites."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hub.device import Device, eventually, penalty, state_of
from hub.harness import MATCH, Mosquitto, Running, running
from hub.listener import Listener
from paho.mqtt import publish

from arbiter_clock.errors import FieldError
from arbiter_hub.broker.connection import Subscription
from arbiter_hub.settings import Settings
from arbiter_hub.sites import Sites
from arbiter_hub.store.engine import Store
from arbiter_hub.store.events import events_after
from arbiter_hub.store.sites import drop_site

FURTHER: dict[str, Any] = {
    **MATCH,
    "a": {"name": "Clara Conrad", "club": "BC Elbe", "ball": "yellow"},
    "b": {"name": "Doris Dahl", "club": "BV Harz", "ball": "white"},
}


@pytest.fixture
def further(site: str) -> str:
    """The name of a second site, of this test alone."""
    return f"{site}-b"


@pytest.fixture
def key(further: str) -> str:
    """The hub's name of table 1 of the second site."""
    return f"{further}.1"


async def put(hub: Running, site: str, title: str = "Halle B", **more: Any) -> dict[str, Any]:
    answer = await hub.api.put(f"/api/v1/sites/{site}", json={"title": title, **more})
    assert answer.status_code == 200, answer.text
    return answer.json()


def board(hub: Running, table: str) -> dict[str, Any]:
    return dict(hub.hub.live.board(table).score or {})


async def stored(hub: Running, table: str) -> list[str]:
    async with hub.hub.store.read() as connection:
        return [event.type for event in await events_after(connection, table, 0, 100)]


async def retained(broker: Mosquitto, table: str, kind: str) -> list[bytes]:
    """What greets a late comer on a topic below a table's."""
    late = Listener(broker.port, f"{table}/#")
    late.publish(f"{table}/end", b"")
    await eventually(lambda: (f"{table}/end", b"") in late.heard)
    late.close()
    return [payload for topic, payload in late.heard if topic == f"{table}/{kind}"]


def test_a_key_is_the_plain_name_at_home_and_names_the_site_elsewhere() -> None:
    sites = Sites("club")
    assert (sites.key("club", "4"), sites.label("4"), sites.several) == ("4", "4", False)
    sites.take({"": "Vereinsheim", "halle-b": "Halle B"})
    assert sites.names == ("club", "halle-b")
    assert [sites.key(site, "4") for site in sites.names] == ["4", "halle-b.4"]
    assert [sites.address(key) for key in ("4", "halle-b.4")] == [("club", "4"), ("halle-b", "4")]
    assert [sites.label(key) for key in ("4", "halle-b.4")] == ["4 · Vereinsheim", "4 · Halle B"]
    assert sites.topic("halle-b.4", "ack") == "arbiter/1/halle-b/4/ack"


@pytest.mark.parametrize("key", ["club.4", "halle-c.4", ".4"])
def test_a_table_has_one_key_and_unknown_sites_have_none(key: str) -> None:
    sites = Sites("club")
    sites.take({"halle-b": "Halle B"})
    assert not sites.knows(key)
    with pytest.raises(FieldError) as refused:
        sites.address(key)
    assert refused.value.field == "site"


def test_a_table_is_located_by_key_by_site_and_by_name() -> None:
    sites = Sites("club")
    sites.take({"halle-b": "Halle B"})
    assert sites.located("4") == sites.located("club.4") == sites.located("4", "club") == "4"
    assert sites.located("4", "halle-b") == sites.located("halle-b.4", "club") == "halle-b.4"
    with pytest.raises(FieldError):
        sites.located("4", "halle-c")


async def test_tables_of_one_name_at_two_sites_never_mix(
    started: Running, broker: Mosquitto, site: str, further: str, key: str
) -> None:
    await put(started, further)
    with Device(broker.port, site) as home, Device(broker.port, further) as away:
        for table, match in (("1", MATCH), (key, FURTHER)):
            assert (await started.post(f"{table}/match", match)).status_code == 201
            limited = await started.post(f"{table}/set_start", {"striker": "a", "by": "Schreiber"})
            assert limited.status_code == 200, limited.text
        # Both clocks have the same journal and number, as after a copy of a whole flash.
        assert home.epoch == away.epoch
        home.emit("penalty", **penalty("a"))
        away.emit("penalty", **penalty("b"))
        away.emit("penalty", **penalty("b", n=2))
        await eventually(lambda: (home.confirmed_seq, away.confirmed_seq) == (2, 3))
        scores = {table: board(started, table) for table in ("1", key)}
        assert [(one["a"]["points"], one["b"]["points"]) for one in scores.values()] == [(0, 2), (4, 0)]
        assert [one["a"]["name"] for one in scores.values()] == ["Anna Albers", "Clara Conrad"]
        assert [one["table"] for one in scores.values()] == ["1", "1"]
        await eventually(lambda: home.scores[-1]["b"]["points"] == 2 and away.scores[-1]["a"]["points"] == 4)
        assert {one["a"]["name"] for one in home.scores} == {"Anna Albers"}
        assert {one["a"]["name"] for one in away.scores} == {"Clara Conrad"}
        assert [one["data"]["ball_a"] for one in away.commands if one["type"] == "set_start"] == ["yellow"]
    assert await stored(started, "1") == ["set_start", "penalty"]
    assert await stored(started, key) == ["set_start", "penalty", "penalty"]


async def test_a_site_is_heard_at_once_and_with_what_was_retained_before(
    started: Running, broker: Mosquitto, further: str, key: str
) -> None:
    with Device(broker.port, further) as away:
        away.publish("state", state_of(away.epoch, stroke=7))
        away.emit("shot", set=1, stroke=7, striker="a", period=None, elapsed_ms=None, paused=False)
        assert started.hub.live.tables == ()
        await put(started, further)
        await eventually(lambda: key in started.hub.live and started.hub.live.board(key).clock is not None)
        assert started.hub.live.board(key).link == "ready"
        away.publish("event", away.journal[0])
        await eventually(lambda: away.confirmed_seq == 1)


async def test_a_foreign_site_on_a_shared_broker_is_never_heard(
    started: Running, broker: Mosquitto, site: str, further: str, make_device: Callable[..., Device]
) -> None:
    await put(started, further)
    with Device(broker.port, f"{site}-foreign") as foreign, make_device() as own:
        foreign.emit("shot", set=1, stroke=1, striker="a", period=None, elapsed_ms=None, paused=False)
        own.emit("shot", set=1, stroke=1, striker="a", period=None, elapsed_ms=None, paused=False)
        await eventually(lambda: own.confirmed_seq == 1)
        assert foreign.confirmed is None
    assert started.hub.live.tables == ("1",)
    assert started.hub.metrics.value("arbiter_quarantined_total", reason="site") == 0


async def test_a_site_that_is_removed_is_not_heard_and_comes_back_with_its_match(
    started: Running, broker: Mosquitto, further: str, key: str
) -> None:
    await put(started, further)
    with Device(broker.port, further) as away:
        await started.post(f"{key}/match", {**FURTHER, "best_of": 1})
        await started.post(f"{key}/set_start", {"striker": "a", "by": "Schreiber"})
        refused = await started.api.delete(f"/api/v1/sites/{further}")
        assert (refused.status_code, refused.json()["field"]) == (409, "site")
        assert key in started.hub.live
        await eventually(lambda: away.confirmed_seq == 1)
        await started.post(f"{key}/set_end", {"winner": "a", "by": "Schreiber"})
        before = board(started, key)
        assert len(await retained(broker, f"arbiter/1/{further}/1", "score")) == 1
        assert (await started.api.delete(f"/api/v1/sites/{further}")).status_code == 200
        assert (await started.api.get(f"/api/v1/tables/{key}")).status_code == 404
        assert (await started.post(f"{key}/match", FURTHER)).json()["field"] == "site"
        late = away.emit("shot", set=1, stroke=1, striker="a", period=None, elapsed_ms=None, paused=False)
        with Device(broker.port, started.hub.settings.site) as home:
            home.emit("shot", set=1, stroke=1, striker="a", period=None, elapsed_ms=None, paused=False)
            await eventually(lambda: home.confirmed_seq == 1)
        assert (away.confirmed_seq, key in started.hub.live) == (1, False)
        # Nobody who comes now is shown the last score as if it were the newest.
        assert await retained(broker, f"arbiter/1/{further}/1", "score") == []
        await put(started, further)
        assert board(started, key)["a"] == before["a"]
        await eventually(lambda: started.hub.live.board(key).link == "ready")
        away.publish("event", late)
        await eventually(lambda: away.confirmed_seq == 2)


async def test_a_site_that_was_removed_is_not_heard_after_a_restart_and_others_are(
    settings: Settings, broker: Mosquitto, further: str
) -> None:
    async with running(settings) as hub:
        for name in (further, f"{further}2"):
            await put(hub, name, name, tables=["1"])
        assert hub.hub.live.tables == (f"{further}.1", f"{further}2.1")
    # As if the hub had been killed before it could tell the broker.
    store = Store(settings.url)
    async with store.write() as connection:
        assert await drop_site(connection, further)
    await store.close()
    async with running(settings) as hub:
        assert hub.hub.live.tables == (f"{further}2.1",)
        with Device(broker.port, further) as gone, Device(broker.port, f"{further}2") as kept:
            gone.emit("shot", set=1, stroke=1, striker="a", period=None, elapsed_ms=None, paused=False)
            kept.emit("shot", set=1, stroke=1, striker="a", period=None, elapsed_ms=None, paused=False)
            await eventually(lambda: kept.confirmed_seq == 1)
            assert gone.confirmed is None


async def test_a_table_that_appears_while_its_site_is_removed_goes_with_it(started: Running) -> None:
    hub = started.hub
    assert (await started.api.put("/api/v1/sites/hall", json={"title": "Hall"})).status_code == 200
    async with hub.store.write():
        removing = asyncio.create_task(started.api.delete("/api/v1/sites/hall"))
        await asyncio.sleep(0.1)
        hub.live.board("hall.2")  # its clock has spoken while the removal waits for the store
    assert (await removing).status_code == 200
    assert hub.live.tables == ()


async def test_what_still_comes_of_an_unknown_site_goes_to_quarantine(started: Running, site: str) -> None:
    attempt, port = started.hub.connection._attempt, started.hub.settings.broker_port or 0
    assert attempt is not None
    log = b'{"v":1,"level":"info","text":"x"}'
    publish.single(f"arbiter/1/{site}-x/1/log", log, qos=1, retain=True, port=port)
    attempt._subscribe((Subscription(f"arbiter/1/{site}-x/#", 1),))
    await eventually(lambda: started.hub.metrics.value("arbiter_quarantined_total", reason="site") == 1)
    assert started.hub.live.tables == ()


REFUSED: list[tuple[str, dict[str, Any], int, str]] = [
    ("Halle", {"title": "x"}, 422, "site"),
    ("h" * 33, {"title": "x"}, 422, "site"),
    ("halle-c", {"title": ""}, 422, "title"),
    ("halle-c", {"title": "x" * 61}, 422, "title"),
    ("halle-c", {"title": "x", "tables": ["a.b"]}, 422, "tables.0"),
    ("halle-c", {"title": "x", "tables": ["1", "2", "3", "4"]}, 422, "tables"),
    ("halle-c", {"title": "halle b"}, 409, "title"),
]


async def test_a_site_that_cannot_be_is_refused_and_changes_nothing(settings: Settings) -> None:
    async with running(settings.model_copy(update={"max_tables": 4})) as hub:
        await put(hub, "halle-b", tables=["1"])
        before = (await hub.api.get("/api/v1/sites")).json()
        for path, body, status, field in REFUSED:
            answer = await hub.api.put(f"/api/v1/sites/{path}", json=body)
            assert (answer.status_code, answer.json()["field"]) == (status, field)
        assert (await hub.api.get("/api/v1/sites")).json() == before
        await put(hub, "halle-c", "C" * 60, tables=["1", "2", "3"])


async def test_tables_of_all_sites_count_together(
    settings: Settings, broker: Mosquitto, site: str, further: str, key: str
) -> None:
    async with running(settings.model_copy(update={"max_tables": 1})) as hub:
        await put(hub, further)
        with Device(broker.port, further), Device(broker.port, site) as home:
            await eventually(lambda: hub.hub.live.tables)
            first = hub.hub.live.tables
            home.emit("shot", set=1, stroke=1, striker="a", period=None, elapsed_ms=None, paused=False)
            await eventually(lambda: hub.hub.metrics.value("arbiter_quarantined_total", reason="table") > 0)
        assert (first, hub.hub.live.tables) == ((key,), (key,))


async def test_the_home_has_a_title_and_cannot_be_removed(started: Running, site: str) -> None:
    home = {"site": site, "title": site, "home": True, "tables": []}
    assert (await started.api.get("/api/v1/sites")).json() == [home]
    assert await put(started, site, "Vereinsheim", tables=["1"]) == {
        **home, "title": "Vereinsheim", "tables": ["1"],
    }  # fmt: skip
    assert await put(started, site, "Vereinsheim") == {**home, "title": "Vereinsheim", "tables": ["1"]}
    removed = await started.api.delete(f"/api/v1/sites/{site}")
    assert (removed.status_code, removed.json()["field"]) == (409, "site")
    unknown = await started.api.delete("/api/v1/sites/halle-z")
    assert (unknown.status_code, unknown.json()["field"]) == (404, "site")


async def test_a_hub_does_not_start_under_the_name_of_its_own_further_site(
    settings: Settings, further: str
) -> None:
    async with running(settings) as hub:
        await put(hub, further)
    with pytest.raises(OSError, match=f"site: found {further}"):
        async with running(settings.model_copy(update={"site": further})):
            pass
    async with running(settings) as hub:
        assert further in hub.hub.sites


async def test_a_token_of_a_table_is_good_at_its_site_alone(started: Running, further: str, key: str) -> None:
    await put(started, further)
    for table in ("1", key):
        await started.post(f"{table}/match", MATCH)
    code = (await started.api.post("/api/v1/pairings", json={"table": key, "role": "scorer"})).json()["code"]
    paired = (await started.api.post("/api/v1/pairings/redeem", json={"code": code, "name": "Pad"})).json()
    assert (paired["site"], paired["table"], paired["key"]) == (further, "1", key)
    headers = {"Authorization": f"Bearer {paired['token']}"}
    body = {"player": "a", "points": 1, "by": "Schreiber"}
    own = await started.api.post(f"/api/v1/tables/{key}/points", json=body, headers=headers)
    other = await started.api.post("/api/v1/tables/1/points", json=body, headers=headers)
    assert (own.status_code, own.json()["field"]) == (409, "set")
    assert (other.status_code, other.json()["allowed"]) == (403, key)
    for path in ("pairings", "tokens"):
        body = {"table": "halle-z.1", "role": "scorer"} | ({"name": "x"} if path == "tokens" else {})
        refused = await started.api.post(f"/api/v1/{path}", json=body)
        assert (refused.status_code, refused.json()["field"]) == (422, "site")


async def test_an_export_of_several_sites_gives_the_same_hub(
    settings: Settings, broker: Mosquitto, further: str, key: str, tmp_path: Path
) -> None:
    async with running(settings) as hub:
        await put(hub, further)
        await put(hub, settings.site, "Vereinsheim")
        with Device(broker.port, further) as away:
            match = (await hub.post(f"{key}/match", FURTHER)).json()["match"]
            await hub.post(f"{key}/set_start", {"striker": "a", "by": "Schreiber"})
            away.emit("penalty", **penalty("a"))
            await eventually(lambda: away.confirmed_seq == 2)
        exported = (await hub.api.get("/api/v1/export")).json()
        single = (await hub.api.get(f"/api/v1/matches/{match}/export")).json()
        before = board(hub, key)
        sites = (await hub.api.get("/api/v1/sites")).json()
    assert [row["id"] for row in single["sites"]] == [further]
    own = settings.model_copy(update={"data": tmp_path / "own", "site": further})
    async with running(own) as hub:
        refused = await hub.api.post("/api/v1/import", files={"file": json.dumps(exported).encode()})
        assert (refused.status_code, refused.json()["field"]) == (422, "sites[1].id")
    fresh = settings.model_copy(update={"data": tmp_path / "fresh"})
    async with running(fresh) as hub:
        taken = await hub.api.post("/api/v1/import", files={"file": json.dumps(exported).encode()})
        assert taken.status_code == 201, taken.text
        assert board(hub, key) == before
        assert (await hub.api.get("/api/v1/sites")).json() == sites
        again = (await hub.api.get("/api/v1/export")).json()
        # The clock's retained status made the table known before.
        assert {**again, "exported_at": 0, "tables": []} == {**exported, "exported_at": 0, "tables": []}

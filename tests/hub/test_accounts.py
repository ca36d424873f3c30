"""Who may do what: the matrix of roles and routes is made from the OpenAPI document, so no route can be forgotten."""

import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from hub.harness import MATCH, TOKEN, Running, running, served

from arbiter_hub.services import accounts
from arbiter_hub.services.accounts import ROLES
from arbiter_hub.settings import Settings

API = "/api/v1"
PASSWORD = "correct horse battery"  # noqa: S105 - made for the tests
OTHERS = ("bridge", "chess")

#: Routes that everybody may use. A new route needs roles, or an entry here.
PUBLIC = {
    ("get", "/api/v1/tables"),
    ("get", "/api/v1/tables/{table}"),
    ("get", "/api/v1/tables/{table}/events"),
    ("get", "/api/v1/tables/{table}/stream"),
    ("get", "/api/v1/tables/{table}/match/log"),
    ("get", "/api/v1/stream"),
    ("get", "/api/v1/rules"),
    ("get", "/api/v1/sites"),
    ("get", "/api/v1/matches/{match}/sheet"),
    ("get", "/api/v1/matches/{match}/sheet.csv"),
    ("get", "/api/v1/matches/{match}/sheet.pdf"),
    ("get", "/api/v1/matches/{match}/statistics"),
    ("get", "/api/v1/matches"),
    ("get", "/api/v1/tables/{table}/next_set"),
    ("get", "/api/v1/tables/{table}/warnings"),
    ("get", "/api/v1/disciplines"),
    ("get", "/api/v1/tournaments"),
    ("get", "/api/v1/tournaments/{tournament}"),
    ("get", "/devices/{device}/release.json"),
    ("get", "/devices/{device}/firmware.romfs"),
    ("get", "/healthz"),
    ("get", "/metrics"),
    ("get", "/asyncapi.json"),
    ("post", "/api/v1/session"),
    ("get", "/api/v1/session"),
    ("delete", "/api/v1/session"),
    ("post", "/api/v1/pairings/redeem"),
}


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


async def make_token(hub: Running, role: str, table: str | None = None) -> str:
    answer = await hub.api.post(f"{API}/tokens", json={"name": role, "role": role, "table": table})
    assert answer.status_code == 201, answer.text
    return answer.json()["token"]


@pytest.fixture
async def browser(started: Running) -> AsyncIterator[httpx.AsyncClient]:
    """A browser: it keeps cookies, and names the origin of its pages."""
    async with served(started.app) as address:
        headers = {"Origin": f"http://{address}"}
        async with httpx.AsyncClient(base_url=f"http://{address}", headers=headers) as client:
            yield client


async def test_every_route_lets_its_roles_pass_and_no_others(started: Running) -> None:
    await started.post("1/match", MATCH)
    tokens = {role: bearer(await make_token(started, role)) for role in ROLES}
    document = (await started.api.get("/openapi.json")).json()
    seen: set[tuple[str, str]] = set()
    for path, methods in document["paths"].items():
        if any(other in path for other in OTHERS):
            continue
        for method, operation in methods.items():
            allowed = operation.get("x-roles")
            if allowed is None:
                seen.add((method, path))
                continue
            assert set(allowed) <= set(ROLES)
            url = re.sub(r"\{[a-z]+\}", "999", path.replace("{table}", "1"))
            nobody = await started.api.request(method, url, headers={"Authorization": ""})
            assert nobody.status_code == 401, (method, path)
            for role in ROLES:
                answer = await started.api.request(method, url, headers=tokens[role])
                refused = answer.status_code == 403 and answer.json()["field"] == "role"
                assert refused is (role not in allowed), (method, path, role, answer.text)
    assert seen - PUBLIC == set()


async def test_the_limit_is_the_direction_s_alone(started: Running) -> None:
    await started.post("1/match", MATCH)
    for role in ("scorer", "referee", "viewer", "device"):
        headers = bearer(await make_token(started, role))
        body = {"state": "armed", "by": "somebody"}
        refused = await started.api.post(f"{API}/tables/1/limit", json=body, headers=headers)
        assert (refused.status_code, refused.json()["allowed"]) == (403, "direction")


async def test_a_token_of_one_table_writes_to_no_other(started: Running) -> None:
    for table in ("1", "2"):
        await started.post(f"{table}/match", MATCH)
    headers = bearer(await make_token(started, "scorer", "1"))
    body = {"player": "a", "points": 1, "by": "Schreiber"}
    own = await started.api.post(f"{API}/tables/1/points", json=body, headers=headers)
    other = await started.api.post(f"{API}/tables/2/points", json=body, headers=headers)
    assert (own.status_code, own.json()["field"]) == (409, "set")
    assert (other.status_code, other.json()) == (403, {"field": "table", "found": "2", "allowed": "1"})


async def test_a_scorer_corrects_entries_but_not_what_the_clock_has_booked(started: Running) -> None:
    await started.post("1/match", MATCH)
    headers = bearer(await make_token(started, "scorer"))
    for entry, status in (("hub:1", 404), ("0badcafe:1", 403)):
        body = {"entry": entry, "by": "Schreiber", "note": "Irrtum"}
        answer = await started.api.post(f"{API}/tables/1/corrections", json=body, headers=headers)
        assert answer.status_code == status


async def test_a_revoked_token_is_refused_at_once(started: Running) -> None:
    answer = await started.api.post(f"{API}/tokens", json={"name": "pad", "role": "scorer"})
    token = answer.json()
    assert (await started.api.get(f"{API}/session", headers=bearer(token["token"]))).json()[
        "role"
    ] == "scorer"
    assert (await started.api.delete(f"{API}/tokens/{token['id']}")).status_code == 200
    assert (await started.api.get(f"{API}/session", headers=bearer(token["token"]))).status_code == 403
    assert (await started.api.delete(f"{API}/tokens/{token['id']}")).status_code == 404
    listed = (await started.api.get(f"{API}/tokens")).json()
    assert [(one["name"], one["revoked"]) for one in listed] == [("pad", True)]
    assert token["token"] not in (await started.api.get(f"{API}/tokens")).text


async def add_user(hub: Running, name: str = "Erika", role: str = "scorer") -> int:
    answer = await hub.api.post(f"{API}/users", json={"name": name, "role": role, "password": PASSWORD})
    assert answer.status_code == 201, answer.text
    return answer.json()["id"]


async def test_a_user_logs_in_writes_and_logs_out(started: Running, browser: httpx.AsyncClient) -> None:
    await started.post("1/match", MATCH)
    await add_user(started)
    answer = await browser.post(f"{API}/session", json={"name": "Erika", "password": PASSWORD})
    assert answer.json() == {"name": "Erika", "role": "scorer", "table": None}
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    body = {"player": "a", "points": 1, "by": "Erika"}
    assert (await browser.post(f"{API}/tables/1/points", json=body)).json()["field"] == "set"
    foreign = {"Origin": "http://evil.example"}
    refused = await browser.post(f"{API}/tables/1/points", json=body, headers=foreign)
    assert (refused.status_code, refused.json()["field"]) == (403, "Origin")
    session = dict(browser.cookies)
    assert (await browser.delete(f"{API}/session")).json() == {"done": True}
    browser.cookies.update(session)
    assert (await browser.get(f"{API}/session")).json() is None
    assert (await browser.post(f"{API}/tables/1/points", json=body)).status_code == 401


async def test_wrong_names_and_passwords_are_refused_alike_and_not_too_often(
    started: Running, browser: httpx.AsyncClient
) -> None:
    await add_user(started)
    answers = [
        await browser.post(f"{API}/session", json={"name": name, "password": "wrong"})
        for name in ("Erika", "Nobody")
    ]
    assert [answer.status_code for answer in answers] == [401, 401]
    assert answers[0].json() == answers[1].json()
    for _ in range(4):
        await browser.post(f"{API}/session", json={"name": "Erika", "password": "wrong"})
    last = await browser.post(f"{API}/session", json={"name": "Erika", "password": PASSWORD})
    assert (last.status_code, last.json()["field"]) == (429, "attempts")


async def test_a_changed_user_is_logged_out_and_a_disabled_one_cannot_come_back(
    started: Running, browser: httpx.AsyncClient
) -> None:
    number = await add_user(started)
    await browser.post(f"{API}/session", json={"name": "Erika", "password": PASSWORD})
    new = "another password 2"
    changes = {"role": "referee", "password": new}
    assert (await started.api.patch(f"{API}/users/{number}", json=changes)).status_code == 200
    assert (await browser.get(f"{API}/session")).json() is None
    answer = await browser.post(f"{API}/session", json={"name": "Erika", "password": new})
    assert answer.json()["role"] == "referee"
    await started.api.patch(f"{API}/users/{number}", json={"disabled": True})
    assert (await browser.get(f"{API}/session")).json() is None
    assert (await browser.post(f"{API}/session", json={"name": "Erika", "password": new})).status_code == 401
    await started.api.patch(f"{API}/users/{number}", json={"disabled": False})
    assert (await browser.post(f"{API}/session", json={"name": "Erika", "password": new})).status_code == 200
    assert (await started.api.patch(f"{API}/users/999", json={})).status_code == 404
    assert (await started.api.patch(f"{API}/users/{number}", json={})).status_code == 200
    listed = (await started.api.get(f"{API}/users")).json()
    assert listed == [{"id": number, "name": "Erika", "role": "referee", "disabled": False}]


async def test_names_are_unique_and_passwords_long(started: Running) -> None:
    await add_user(started)
    again = await started.api.post(
        f"{API}/users", json={"name": "Erika", "role": "viewer", "password": PASSWORD}
    )
    assert (again.status_code, again.json()["field"]) == (409, "name")
    for length, status in ((11, 422), (12, 201)):
        body = {"name": f"U{length}", "role": "viewer", "password": "x" * length}
        assert (await started.api.post(f"{API}/users", json=body)).status_code == status


async def test_a_pairing_code_is_good_once_and_for_its_table(started: Running) -> None:
    code = (await started.api.post(f"{API}/pairings", json={"table": "3", "role": "scorer"})).json()["code"]
    public = {"Authorization": ""}
    typed = {"code": code.lower(), "name": "pad"}
    answer = await started.api.post(f"{API}/pairings/redeem", json=typed, headers=public)
    paired = answer.json()
    assert (paired["table"], paired["role"], paired["site"]) == ("3", "scorer", started.hub.settings.site)
    me = (await started.api.get(f"{API}/session", headers=bearer(paired["token"]))).json()
    assert me == {"name": "pad", "role": "scorer", "table": "3"}
    again = await started.api.post(
        f"{API}/pairings/redeem", json={"code": code, "name": "pad"}, headers=public
    )
    assert (again.status_code, again.json()["field"]) == (403, "code")


async def test_a_paired_clock_is_told_how_to_reach_the_broker_that_the_hub_runs(tmp_path: Path) -> None:
    base: dict[str, Any] = {
        "data": tmp_path,
        "broker_port": 0,
        "direction_token": TOKEN,
        "log_level": "error",
    }
    async with running(Settings(**base, broker="mosquitto")) as hub:
        code = (await hub.api.post(f"{API}/pairings", json={"table": "vip"})).json()["code"]
        paired = (await hub.api.post(f"{API}/pairings/redeem", json={"code": code, "name": "clock"})).json()
        access = hub.hub.broker.clock_address("vip")
        assert paired["broker"] == {
            "port": access.port,
            "user": "clock-vip",
            "password": access.password,
            "tls": False,
            "ca": None,
        }
    async with running(Settings(**base)) as hub:
        refused = await hub.api.post(f"{API}/pairings", json={"table": "vip"})
        assert (refused.status_code, refused.json()["field"]) == (409, "broker")
        assert (
            await hub.api.post(f"{API}/pairings", json={"table": "1", "role": "scorer"})
        ).status_code == 201


async def test_a_pairing_code_ends_after_ten_minutes_and_cannot_be_guessed_at_will(
    settings: Settings,
) -> None:
    async with running(settings) as hub:
        now = hub.hub.utc()
        hub.hub.accounts._utc = lambda: now
        code, end = await hub.hub.accounts.start_pairing("1", "device")
        assert end == now + 600_000
        hub.hub.accounts._utc = lambda: end
        for status in (403, 403, 403, 403, 403, 429):
            answer = await hub.api.post(f"{API}/pairings/redeem", json={"code": code, "name": "x"})
            assert answer.status_code == status


async def test_a_session_ends_after_half_a_day(started: Running) -> None:
    await add_user(started)
    session = await started.hub.accounts.log_in("Erika", PASSWORD, "here")
    assert await started.hub.accounts.by_session(session) is not None
    later = started.hub.utc() + accounts.SESSION_MS
    started.hub.accounts._utc = lambda: later
    assert await started.hub.accounts.by_session(session) is None


async def test_secrets_are_not_in_the_database(started: Running, settings: Settings) -> None:
    token = await make_token(started, "viewer")
    await add_user(started)
    session = await started.hub.accounts.log_in("Erika", PASSWORD, "here")
    stored = b"".join(path.read_bytes() for path in settings.data.glob("arbiter.db*"))
    for secret in (token, PASSWORD, session):
        assert secret.encode() not in stored


def test_a_role_of_the_database_that_does_not_exist_is_an_error() -> None:
    with pytest.raises(ValueError, match="role: found king"):
        accounts._role("king")

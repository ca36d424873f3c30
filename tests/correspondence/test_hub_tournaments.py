"""Stored tournaments: roles, what is stored and what is not, the log, and the pages that show them."""

from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from arbiter_hub.api.access import COOKIE as SESSION

API = "/api/v1/chess/stored"
TOURNAMENT = {"name": "Testturnier", "start": "2002-01-07", "players": ["Anna", "Bernd", "Clara"]}
GAME = {"id": "1", "white": "Anna", "black": "Bernd", "transit": 2}
FIRST = {"by": "white", "move": "1. 5254", "dispatch": "2002-01-08", "days": 1}
REPLY = {
    "by": "black",
    "repeats": "1. 5254",
    "move": "1… 5755",
    "arrival": "2002-01-10",
    "dispatch": "2002-01-12",
    "days": 2,
}


@pytest.fixture
async def opened(client: httpx.AsyncClient, director: dict[str, str]) -> dict[str, Any]:
    """A tournament with one game; tokens by player."""
    answer = await client.post(API, json=TOURNAMENT, headers=director)
    assert answer.status_code == 201
    found = answer.json()
    assert (
        await client.post(f"{API}/{found['tournament']}/games", json=GAME, headers=director)
    ).status_code == 201
    return found


def bearer(found: dict[str, Any], player: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {found['tokens'][player]}"}


async def entries(client: httpx.AsyncClient, headers: dict[str, str], number: int = 1) -> int:
    document = (await client.get(f"{API}/{number}/document", headers=headers)).json()
    return len(document["games"][0]["entries"])


async def test_players_enter_their_cards_and_see_the_audit(client: httpx.AsyncClient, opened: dict[str, Any]):
    anna, bernd = bearer(opened, "Anna"), bearer(opened, "Bernd")

    assert (await client.post(f"{API}/1/games/1/entries", json=FIRST, headers=anna)).status_code == 201
    assert (await client.post(f"{API}/1/games/1/entries", json=REPLY, headers=bernd)).status_code == 201

    audit = (await client.get(f"{API}/1?as_of=2002-01-20&notation=english", headers=anna)).json()["value"]
    assert [move["text"] for move in audit["games"][0]["moves"]] == ["e4", "e5"]
    assert audit["games"][0]["totals"] == {"white": 1, "black": 2}
    feed = await client.get(f"{API}/1/deadlines.ics?as_of=2002-01-20", headers=bernd)
    assert "Bernd" in feed.text
    assert "Anna:" not in feed.text
    assert [each["tournament"] for each in (await client.get(API, headers=anna)).json()] == [1]


REDUCTION = {"kind": "adjustment", "on": "2002-01-10", "side": "black", "days": 5, "reason": "x"}
LEAVE = {"player": "Anna", "first": "2002-02-01", "last": "2002-02-10"}
REFUSED = {
    "the partner's card": ("Bernd", "games/1/entries", FIRST, 403, "by"),
    "a card of a game of others": ("Clara", "games/1/entries", FIRST, 403, "by"),
    "a decision of the director": ("Anna", "games/1/entries", REDUCTION, 403, "kind"),
    "a game": ("Anna", "games", GAME, 403, "Authorization"),
    "a leave of another": ("Anna", "leaves", LEAVE | {"player": "Bernd"}, 403, "player"),
    "a special leave": ("Anna", "leaves", LEAVE | {"special": True}, 403, "special"),
    "an entry of no game": ("Anna", "games/9/entries", FIRST, 404, "game"),
    "a field too many": ("Anna", "games/1/entries", FIRST | {"surprise": 1}, 422, None),
    "an event without meaning": (
        "Anna",
        "games/1/entries",
        {"kind": "reminder", "on": "2002-01-10", "by": "white"},
        422,
        "games[1].entries[0].reminder.by",
    ),
    "a leave outside the tournament": (
        "Anna",
        "leaves",
        LEAVE | {"first": "2001-02-01", "last": "2001-02-10"},
        422,
        "leaves[0].first",
    ),
}


@pytest.mark.parametrize("case", REFUSED.values(), ids=REFUSED)
async def test_what_is_not_allowed_is_not_stored(
    client: httpx.AsyncClient, opened: dict[str, Any], director: dict[str, str], case: tuple[Any, ...]
):
    who, path, body, status, field = case
    before = (await client.get(f"{API}/1/log", headers=director)).json()

    answer = await client.post(f"{API}/1/{path}", json=body, headers=bearer(opened, who))

    assert answer.status_code == status
    assert field is None or answer.json()["field"] == field
    assert (await client.get(f"{API}/1/log", headers=director)).json() == before


async def test_nobody_sees_a_tournament_without_its_token(
    client: httpx.AsyncClient, opened: dict[str, Any], director: dict[str, str]
):
    assert (await client.get(f"{API}/1")).status_code == 401
    assert (await client.get(f"{API}/1", headers={"Authorization": "Bearer x"})).status_code == 403
    assert (await client.get(f"{API}/2", headers=bearer(opened, "Anna"))).status_code == 403
    assert (await client.get(f"{API}/2", headers=director)).status_code == 404
    assert (await client.get(f"{API}/1/log", headers=bearer(opened, "Anna"))).status_code == 403


async def test_dates_out_of_order_are_refused_and_nothing_is_half_stored(
    client: httpx.AsyncClient, opened: dict[str, Any], director: dict[str, str]
):
    await client.post(f"{API}/1/games/1/entries", json=FIRST, headers=director)
    bad = {"kind": "long_think", "on": "2002-01-09", "by": "white"}

    answer = await client.post(f"{API}/1/games/1/entries", json=bad, headers=director)

    assert (answer.status_code, answer.json()["field"]) == (422, "games[1].entries[1].long_think.by")
    assert await entries(client, director) == 1


async def test_a_change_can_be_taken_back_and_the_log_keeps_both(
    client: httpx.AsyncClient, opened: dict[str, Any], director: dict[str, str]
):
    stored = (await client.post(f"{API}/1/games/1/entries", json=FIRST, headers=director)).json()["change"]

    assert (await client.delete(f"{API}/1/changes/{stored}", headers=director)).status_code == 200
    assert await entries(client, director) == 0
    kinds = [line["kind"] for line in (await client.get(f"{API}/1/log", headers=director)).json()]
    assert kinds == ["created", "game", "entry", "revoked"]
    assert (await client.delete(f"{API}/1/changes/{stored}", headers=director)).status_code == 404


async def test_a_repeat_under_the_same_key_is_stored_once(
    client: httpx.AsyncClient, opened: dict[str, Any], director: dict[str, str]
):
    headers = director | {"Idempotency-Key": "one"}

    first = await client.post(f"{API}/1/games/1/entries", json=FIRST, headers=headers)
    again = await client.post(f"{API}/1/games/1/entries", json=FIRST, headers=headers)

    assert first.json() == again.json()
    assert await entries(client, director) == 1


async def test_leaves_and_games_with_the_same_name(
    client: httpx.AsyncClient, opened: dict[str, Any], director: dict[str, str]
):
    leave = {"player": "Anna", "first": "2002-02-01", "last": "2002-02-10",
             "notices": [{"to": "Bernd", "sent": "2002-01-20"}]}  # fmt: skip
    anna = bearer(opened, "Anna")
    assert (await client.post(f"{API}/1/leaves", json=leave, headers=anna)).status_code == 201
    shorter = leave | {"last": "2002-02-08"}
    assert (await client.post(f"{API}/1/leaves", json=shorter, headers=anna)).status_code == 201

    document = (await client.get(f"{API}/1/document", headers=anna)).json()
    assert [each["last"] for each in document["leaves"]] == ["2002-02-08"]
    answer = await client.post(f"{API}/1/games", json=GAME, headers=director)
    assert (answer.status_code, answer.json()["field"]) == (409, "id")


async def test_an_appeal_is_entered_by_its_player_and_admitted_by_the_director(
    client: httpx.AsyncClient, opened: dict[str, Any], director: dict[str, str]
):
    case = {"player": "Anna", "by": "tournament_committee", "dated": "2002-02-18", "received": "2002-02-20"}
    filed = case | {"filed": "2002-02-25", "fee_paid": "2002-02-25"}
    anna = bearer(opened, "Anna")

    assert (await client.post(f"{API}/1/appeals", json=case, headers=anna)).status_code == 201
    assert (await client.post(f"{API}/1/appeals", json=filed, headers=anna)).status_code == 201
    audit = (await client.get(f"{API}/1?as_of=2002-03-01", headers=anna)).json()["value"]
    assert "duty.admit_appeal" in [duty["code"] for duty in audit["duties"]]
    admitted = filed | {"admitted": True}
    assert (await client.post(f"{API}/1/appeals", json=admitted, headers=anna)).status_code == 403
    assert (await client.post(f"{API}/1/appeals", json=admitted, headers=director)).status_code == 201
    assert (
        await client.post(f"{API}/1/appeals", json=case, headers=bearer(opened, "Bernd"))
    ).status_code == 403


async def test_a_stored_game_comes_as_pgn(
    client: httpx.AsyncClient, opened: dict[str, Any], director: dict[str, str]
):
    await client.post(f"{API}/1/games/1/entries", json=FIRST, headers=director)

    pgn = await client.get(f"{API}/1/games/1/pgn?as_of=2002-02-01", headers=bearer(opened, "Anna"))

    assert '[Event "Testturnier"]' in pgn.text
    assert "1. e4 { [%ccsnt 2002.01.08] }" in pgn.text


async def login(client: httpx.AsyncClient, token: str) -> httpx.Response:
    return await client.post("/chess/login", data={"token": token})


async def test_the_director_runs_a_tournament_from_the_pages(
    client: httpx.AsyncClient, director: dict[str, str]
):
    assert "Access token" in (await client.get("/chess/tournaments")).text
    assert (await login(client, "wrong")).status_code == 422
    moved = await client.get("/chess/tournaments/1")
    assert (moved.status_code, moved.headers["location"]) == (303, "/chess/tournaments")

    answer = await login(client, director["Authorization"].split()[1])
    assert answer.status_code == 303
    assert "httponly" in answer.headers["set-cookie"].lower()
    assert "samesite=strict" in answer.headers["set-cookie"].lower()
    bad = await client.post("/chess/tournaments", data={"name": "T", "start": "x", "players": "a\nb"})
    assert bad.status_code == 422
    made = await client.post(
        "/chess/tournaments", data={"name": "Nordturnier", "start": "2002-01-07", "players": "Anna\nBernd"}
    )
    assert "These tokens are shown only now" in made.text

    console = "/chess/tournaments/1"
    for path, data in (
        ("games", {"id": "1", "white": "Anna", "black": "Bernd"}),
        ("cards", {"game": "1", "by": "white", "pasted": "1. e2-e4", "dispatch": "2002-01-08", "days": "1"}),
        ("entries", {"game": "1", "kind": "reminder", "by": "white", "on": "2002-01-25"}),
        ("leaves", {"player": "Anna", "first": "2002-03-01", "last": "2002-03-14", "told": "2002-02-01"}),
        ("leaves", {"player": "Bernd", "first": "2002-03-01", "last": "2002-03-14"}),
        ("appeals", {"player": "Anna", "dated": "2002-01-20", "received": "2002-01-22"}),
        (
            "appeals",
            {
                "player": "Anna",
                "dated": "2002-01-20",
                "received": "2002-01-22",
                "filed": "2002-01-25",
                "fee_paid": "2002-01-25",
                "by": "tournament_committee",
                "admitted": "yes",
                "no_documents": "on",
            },
        ),
    ):
        stored = await client.post(f"{console}/{path}", data=data)
        assert stored.status_code == 303, stored.text
    page = await client.get(f"{console}?as_of=2002-02-01")
    assert "Nordturnier" in page.text
    assert "2002-03-01" in page.text
    game = await client.get(f"{console}/games/1?as_of=2002-02-01&notation=numeric")
    assert "5254" in game.text
    assert "Enter Black" in game.text
    assert "Objection possible" in page.text
    assert "Hand in the documents" in page.text
    assert '[Event "Nordturnier"]' in (await client.get(f"{console}/games/1/pgn")).text
    assert (await client.get(f"{console}/deadlines.ics")).headers["content-type"].startswith("text/calendar")

    refused = await client.post(
        f"{console}/entries", data={"game": "1", "kind": "refusal", "by": "white", "on": "2002-02-02"}
    )
    assert (refused.status_code, "refusal.by" in refused.text) == (422, True)
    taken = await client.post(f"{console}/games", data={"id": "1", "white": "Anna", "black": "Bernd"})
    assert taken.status_code == 422
    unknown = await client.post(
        f"{console}/entries", data={"game": "9", "kind": "reminder", "by": "white", "on": "2002-02-02"}
    )
    assert unknown.status_code == 404
    assert (await client.post(f"{console}/changes/3/revoke")).status_code == 422
    assert (await client.post(f"{console}/changes/4/revoke")).status_code == 303
    back = await client.post(
        f"{console}/cards",
        data={"game": "1", "by": "black", "pasted": "1. e4 e5 2002-01-10", "repeats": "1. e2-e4", "move": "1… e7-e5",
              "arrival": "2002-01-10", "dispatch": "2002-01-12", "back": f"{console}/games/1"},
    )  # fmt: skip
    assert back.headers["location"] == f"{console}/games/1"
    assert (await client.post("/chess/logout")).status_code == 303
    assert (await client.get(console)).status_code == 303


@pytest.mark.parametrize(("role", "seen"), [("direction", True), ("scorer", False)])
async def test_who_is_logged_in_at_the_hub_as_direction_directs_here_too(
    app: FastAPI, client: httpx.AsyncClient, opened: dict[str, Any], role: Any, seen: bool
):
    accounts = app.state.hub.accounts
    await accounts.add_user("erika", role, "a long enough password")
    client.cookies.set(SESSION, await accounts.log_in("erika", "a long enough password", "127.0.0.1"))

    page = await client.get("/chess/tournaments")

    assert ("Testturnier" in page.text) is seen
    assert (await client.get("/chess/tournaments/1")).status_code == (200 if seen else 303)


async def test_a_form_of_another_site_is_refused(client: httpx.AsyncClient, opened: dict[str, Any]):
    await login(client, opened["tokens"]["Anna"])
    leave = {"player": "Anna", "first": "2002-03-01", "last": "2002-03-14"}

    foreign = await client.post(
        "/chess/tournaments/1/leaves", data=leave, headers={"Origin": "http://elsewhere"}
    )
    own = await client.post("/chess/tournaments/1/leaves", data=leave, headers={"Origin": "http://hub"})

    assert foreign.status_code == 403
    assert "a page of this hub" in foreign.text
    assert own.status_code == 303


async def test_a_player_sees_his_own_tournament_only(
    client: httpx.AsyncClient, opened: dict[str, Any], director: dict[str, str]
):
    await client.post(API, json=TOURNAMENT | {"name": "Anderes"}, headers=director)
    await login(client, opened["tokens"]["Anna"])

    listed = (await client.get("/chess/tournaments")).text
    assert "Testturnier" in listed
    assert "Anderes" not in listed
    assert (await client.get("/chess/tournaments/2")).status_code == 403
    assert (await client.post("/chess/tournaments/1/games", data={"id": "2"})).status_code == 403
    page = (await client.get("/chess/tournaments/1?as_of=2002-02-01")).text
    assert "Revoke" not in page
    mine = (await client.get("/chess/tournaments/1/games/1")).text
    assert "Enter White" in mine

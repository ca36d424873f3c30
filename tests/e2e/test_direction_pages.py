"""The direction announces a tournament, reads files, puts matches on tables, and says who may work."""

import time
from secrets import token_urlsafe

import httpx
import pytest
from e2e.hub_process import RunningHub
from e2e.people import REFUSED
from playwright.sync_api import FilePayload, Page, expect

GOOD = "number;a;club_a;b;club_b;table\n1;Greta Groß;BC Nord;Henri Huber;BC Süd;2\n2;Ina Iske;;Jan Jung;;\n"
BAD = "Nr.,Spieler A,Spieler B\n1,Greta Groß,Henri Huber\nzwei,Ina Iske,Jan Jung\n3,Kai Kuhn,Kai Kuhn\n"


def csv(text: str, encoding: str = "utf-8") -> FilePayload:
    return FilePayload(name="liste.csv", mimeType="text/csv", buffer=text.encode(encoding))


def get(hub: RunningHub, path: str) -> list[dict[str, str]]:
    answer = httpx.get(f"{hub.url}/api/v1/{path}", headers={"Authorization": f"Bearer {hub.token}"})
    assert answer.is_success, answer.text
    return answer.json()


@pytest.fixture(scope="module")
def expected() -> str:
    return REFUSED


def test_the_codes_of_a_clock_are_shown_where_its_key_is_known(hub: RunningHub, desk: Page) -> None:
    [device] = [one["device"] for one in get(hub, "devices") if one["table"] == "2"]
    key = {"key": bytes(range(32)).hex()}
    headers = {"Authorization": f"Bearer {hub.token}"}
    assert httpx.put(f"{hub.url}/api/v1/devices/{device}/key", json=key, headers=headers).is_success
    match = {"a": {"name": "A", "ball": "white"}, "b": {"name": "B", "ball": "yellow"}}
    without_clock = httpx.post(f"{hub.url}/api/v1/tables/4/match", json=match, headers=headers)
    assert without_clock.is_success, without_clock.text

    desk.get_by_role("link", name="Codes für die Uhren").click()
    sheet = desk.locator("[data-table='2']")
    expect(sheet.locator(".codes-next")).to_have_text("Die Uhr nimmt jetzt die Codes 1 bis 5.")
    expect(sheet.locator("tbody tr")).to_have_count(10)
    expect(sheet.locator("tbody tr").first).to_have_text("1645 798161 079jetzt")
    expect(desk.locator("[data-table='4'] .codes-missing")).to_have_text(
        "Keine Codes. Nötig: ein Tisch, dessen Uhr schon gesehen wurde."
    )
    assert "645" not in httpx.get(f"{hub.url}/direction/codes").text, "the page itself tells nobody a code"


def test_a_tournament_is_announced_and_filled_and_its_match_put_on_a_table(
    hub: RunningHub, desk: Page
) -> None:
    desk.get_by_role("link", name="Turnier", exact=True).click()
    desk.locator("#announce").get_by_label("Name", exact=True).fill("Vereinspokal")
    desk.get_by_label("Die Turnierleitung wird gefragt").check()
    desk.get_by_label("in Minuten").fill("90")
    desk.get_by_label("Pausen der Uhr").select_option("zählen nicht")
    desk.get_by_label("Zeitbeschränkung möglich ab").select_option("dem Satz nach den gezählten")
    desk.get_by_role("button", name="Ausschreiben").click()
    expect(desk.locator("#rules-line")).to_contain_text("2 Sätze in 90 Minuten")
    expect(desk.locator("#rules-line")).to_contain_text(
        "DBU 4.5 so gelesen: Pausen zählen nicht, erst nach den gezählten Sätzen, für diesen Satz"
    )
    expect(desk.get_by_text("Das Turnier hat noch keine Spiele.")).to_be_visible()

    chooser = desk.locator("#fixture-import [type=file]")
    chooser.set_input_files(csv(BAD))
    faults = desk.locator("#fixture-import .import-faults li")
    expect(faults).to_have_count(2)
    expect(faults.first).to_contain_text("Zeile 3, Nr.: zwei. Erlaubt: eine ganze Zahl von 1 bis 999999")
    expect(faults.last).to_contain_text("Zeile 4, Spieler B: Kai Kuhn. Erlaubt: ein anderer Spieler als a")
    take = desk.locator("#fixture-import").get_by_role("button", name="Alles übernehmen")
    expect(take).to_be_disabled()

    chooser.set_input_files(csv(GOOD))
    expect(desk.locator("#fixture-import .import-sum")).to_have_text("2 Zeilen, alle in Ordnung.")
    expect(desk.locator(".fixture")).to_have_count(0)
    take.click()
    expect(desk.locator(".fixture")).to_have_count(2)

    first = desk.locator("[data-fixture='1']")
    expect(first.get_by_label("Tisch")).to_have_value("2")
    first.get_by_role("button", name="An den Tisch").click()
    expect(desk.get_by_role("alert").filter(has_text="Abgelehnt")).to_be_visible()
    for winner_set in (1, 2):
        end_set(hub, winner_set)
    first.get_by_label("Spieler A spielt").select_option("yellow")
    first.get_by_role("button", name="An den Tisch").click()
    expect(first.get_by_role("link", name="an Tisch 2")).to_be_visible()
    score = httpx.get(f"{hub.url}/api/v1/tables/2").json()["score"]
    assert (score["a"]["name"], score["a"]["ball"]) == ("Greta Groß", "yellow")


def end_set(hub: RunningHub, number: int) -> None:
    """Give a set of the demonstration on table 2 away, so that the table becomes free."""
    headers = {"Authorization": f"Bearer {hub.token}"}
    with httpx.Client(base_url=f"{hub.url}/api/v1", headers=headers) as client:
        for _ in range(200):
            board = client.get("/tables/2").json()
            if board["clock"]["phase"] in ("idle", "set_end"):
                client.post("/tables/2/set_start", json={"striker": "a", "by": "TL"})
            elif board["score"]["set"] == number:
                break
            time.sleep(0.05)
        assert client.post("/tables/2/set_end", json={"winner": "a", "by": "TL"}).is_success


def test_players_of_a_file_are_kept_and_an_old_encoding_has_to_be_named(hub: RunningHub, desk: Page) -> None:
    desk.get_by_role("link", name="Turnier", exact=True).click()
    form = desk.locator("#player-import")
    expect(form).to_be_visible()
    form.locator("[type=file]").set_input_files(csv("name;club\nJörg Jäger;BC Süd\n", "windows-1252"))
    expect(desk.get_by_role("alert").filter(has_text="Abgelehnt")).to_be_visible()
    form.get_by_label("Geschrieben als").select_option("windows-1252")
    expect(form.locator("td").first).to_have_text("Jörg Jäger")
    form.get_by_role("button", name="Alles übernehmen").click()
    expect(form.locator(".import-preview")).to_be_hidden()
    assert [(one["name"], one["club"]) for one in get(hub, "players")] == [("Jörg Jäger", "BC Süd")]


def test_matches_of_a_file_go_onto_their_tables_and_slow_play_is_left_to_the_direction(
    hub: RunningHub, desk: Page
) -> None:
    desk.get_by_role("link", name="Turnier", exact=True).click()
    form = desk.locator("#match-import")
    expect(form).to_be_visible()
    head = "Spieler A;Spieler B;Tisch;Disziplin;Uhr;Distanz;Anstoß\n"
    form.locator("[type=file]").set_input_files(csv(f"{head}Änne Aal;Bea Bär;5;Darts;;-;\n"))
    expect(form.locator(".import-faults li")).to_have_text(
        "Zeile 2, Disziplin: Darts. Erlaubt: eines von 5-Kegel, EuroKegel, BK-2, BK-2plus, Karambol, Pool, Snooker"
    )
    form.locator("[type=file]").set_input_files(csv(f"{head}Änne Aal;Bea Bär;5;BK-2;dbu-bk-2;-;Bea Bär\n"))
    form.get_by_role("button", name="Alles übernehmen").click()
    expect(form.get_by_text("1 Spiele sind jetzt an ihren Tischen.")).to_be_visible()

    desk.goto("/tables/5/scorer")
    begin = desk.locator("#next-set")
    expect(begin.get_by_text("Vorschlag: wie das Spiel angesetzt ist.")).to_be_visible()
    expect(begin.locator(".button-main")).to_have_text("Bea Bär")
    desk.locator("#slow-play summary").click()
    expect(desk.get_by_text("Spielregeln Billard-Kegeln 3.5.2")).to_be_visible()
    for count in (0, 1):
        # A second press on the way is no second warning.
        desk.get_by_role("button", name=f"Änne Aal verwarnen (bisher {count})").dblclick()
    expect(desk.get_by_text("Änne Aal hat 2 Verwarnungen.")).to_be_visible()

    desk.goto("/direction")
    card = desk.locator("[data-table='5']")
    expect(card).to_have_attribute("data-asked", "true")
    expect(desk.locator("#desk-tables > li").first).to_have_attribute("data-table", "5")
    card.get_by_role("button", name="Änne Aal disqualifizieren").click()
    expect(card.locator(".desk-notices")).to_be_hidden()
    board = httpx.get(f"{hub.url}/api/v1/tables/5").json()
    assert board["score"]["result"] == "b"

    desk.goto(f"/matches/{board['score']['match']}/statistics")
    with desk.expect_download() as saved:
        desk.get_by_role("link", name="Spielbericht (CSV)").click()
    assert "letzte Verwarnung wegen langsamen Spiels" in saved.value.path().read_text("utf-8")
    public = httpx.get(f"{hub.url}/api/v1/matches/{board['score']['match']}/sheet.csv").text
    assert "letzte Verwarnung" not in public


def test_a_person_is_added_changes_role_and_is_shut_out(hub: RunningHub, desk: Page) -> None:
    desk.get_by_role("link", name="Personen").click()
    expect(desk.get_by_text("Noch niemand.")).to_be_visible()
    form = desk.locator("#add")
    form.get_by_label("Name", exact=True).fill("Sabine")
    form.get_by_label("Passwort, mindestens 12 Zeichen").fill(token_urlsafe(12))
    form.get_by_role("button", name="Eintragen").click()
    line = desk.locator("[data-user='Sabine']")
    expect(line.get_by_label("Rolle")).to_have_value("scorer")
    line.get_by_label("Rolle").select_option("referee")
    line.get_by_role("button", name="Aussperren").click()
    expect(line.get_by_text("ausgesperrt")).to_be_visible()
    (user,) = get(hub, "users")
    assert (user["name"], user["role"], user["disabled"]) == ("Sabine", "referee", True)
    line.get_by_role("button", name="Wieder zulassen").click()
    expect(line.get_by_text("ausgesperrt")).to_be_hidden()


def test_a_code_for_today_is_good_for_one_table_and_role(hub: RunningHub, desk: Page) -> None:
    desk.get_by_role("link", name="Personen").click()
    form = desk.locator("#pairing")
    form.get_by_label("Tisch").select_option("2")
    form.get_by_label("Als").select_option("referee")
    form.get_by_role("button", name="Code erzeugen").click()
    expect(desk.locator("#code")).to_contain_text("bis")
    code = desk.locator("#code").inner_text().split(",")[0]
    answer = httpx.post(f"{hub.url}/api/v1/pairings/redeem", json={"code": code, "name": "SR"}).json()
    assert (answer["table"], answer["role"]) == ("2", "referee")

"""A whole match day through the browser: two tables, three matches, from the announcement to the match sheets.

The threshold is one minute, the shortest there is, so the day takes a little longer than that.
"""

import re
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from e2e.hub_process import RunningHub
from e2e.people import REFUSED, points, press, sign_in
from playwright.sync_api import BrowserContext, FilePayload, Locator, Page, expect

FIXTURES = """number;a;club_a;b;club_b;table
1;Greta Groß;BC Nord;Henri Huber;BC Süd;1
2;Ina Iske;1. BC Saale;Jörg Jäger;BSG Heide;2
3;Karla Kunze;BC Nord;Lars Lindqvist;BSG Heide;2
"""
THRESHOLD_MS = 60_000
PHASES_BETWEEN = ("idle", "set_end")


@pytest.fixture(scope="module")
def factor() -> int:
    return 8  # 40 ms of a key are then a third of a second: no hold yet, also where the release comes late


class Table:
    """A table with the pages that are open for it: the scorer's pad and the simulated clock."""

    def __init__(self, hub: RunningHub, context: BrowserContext, name: str):
        self.name = name
        self._address = f"{hub.url}/api/v1/tables/{name}"
        self.pad = context.new_page()
        self.pad.goto(f"/tables/{name}/scorer")
        sign_in(self.pad, hub.token, "Schreiber")
        self.pad.wait_for_selector("#board[data-ready]")
        self.clock = context.new_page()
        self.clock.goto(f"/tables/{name}/clock")
        expect(self.clock.locator("#panel-link")).to_have_text("Mit der Uhr verbunden")

    def board(self) -> dict:
        return httpx.get(self._address).json()

    def wait(self, done: Callable[[dict], bool]) -> dict:
        """The board, as soon as it is so."""
        for _ in range(300):
            if done(board := self.board()):
                return board
            time.sleep(0.05)
        raise AssertionError(f"table {self.name} stays as it is: {board}")

    def key(self, key: str, phase: str) -> None:
        """Press a key of the clock and wait for its phase."""
        self.clock.bring_to_front()
        press(self.clock, key, lambda: self.board()["clock"]["phase"] == phase)

    def enter(self, player: str, total: int) -> None:
        """Enter a total on the pad."""
        board = self.board()
        before = board["score"][player]["points"]
        self.pad.bring_to_front()
        # In the background it may have fallen behind, and it chooses the player when it hears of a stroke.
        expect(self.pad.locator("#board")).to_have_attribute("data-phase", board["clock"]["phase"])
        expect(self.pad.locator(points(player))).to_have_text(str(before))
        self.pad.locator(f"[data-player='{player}']").click()
        self.pad.locator(f"[data-points='{total}']").click()
        expect(self.pad.locator(points(player))).to_have_text(str(before + total))


@pytest.fixture(scope="module")
def expected() -> str:
    return REFUSED


def clear_demonstration(hub: RunningHub, table: Table) -> None:
    """Give both sets of the match that a hub with simulated clocks begins with to player a."""
    headers = {"Authorization": f"Bearer {hub.token}"}
    address = f"{hub.url}/api/v1/tables/{table.name}"
    for number in (1, 2):
        if number > 1:
            table.wait(lambda board: board["clock"]["phase"] in PHASES_BETWEEN)
            assert httpx.post(
                f"{address}/set_start", json={"striker": "a", "by": "TL"}, headers=headers
            ).is_success
        table.wait(lambda board, number=number: board["score"]["set"] == number)
        assert httpx.post(f"{address}/set_end", json={"winner": "a", "by": "TL"}, headers=headers).is_success
    table.wait(lambda board: board["score"]["result"] == "a" and board["clock"]["phase"] == "set_end")


def announce(desk: Page) -> None:
    """Announce the tournament with its threshold and read its matches."""
    desk.get_by_role("link", name="Turnier", exact=True).click()
    form = desk.locator("#announce")
    form.get_by_label("Name", exact=True).fill("Vereinspokal")
    form.get_by_label("Punkte je Satz").fill("10")
    form.get_by_label("Die Turnierleitung wird gefragt").check()
    form.get_by_label("in Minuten").fill("1")
    form.get_by_role("button", name="Ausschreiben").click()
    expect(desk.locator("#rules-line")).to_contain_text("2 Sätze in 1 Minuten")
    file = FilePayload(name="spiele.csv", mimeType="text/csv", buffer=FIXTURES.encode())
    desk.locator("#fixture-import [type=file]").set_input_files(file)
    desk.locator("#fixture-import").get_by_role("button", name="Alles übernehmen").click()
    expect(desk.locator(".fixture")).to_have_count(3)


def put_on_table(desk: Page, number: int) -> None:
    """Put a match on the table that was planned for it, and go back to the tables."""
    desk.bring_to_front()
    desk.goto("/direction/tournament")
    fixture = desk.locator(f"[data-fixture='{number}']")
    fixture.get_by_role("button", name="An den Tisch").click()
    expect(fixture.get_by_role("link", name="an Tisch")).to_be_visible()
    desk.goto("/direction")


def card_of(desk: Page, table: Table) -> Locator:
    desk.bring_to_front()
    return desk.locator(f"[data-table='{table.name}']")


def begin_set(desk: Page, table: Table, number: int, striker: str) -> None:
    """Begin a set from the direction's desk."""
    table.wait(lambda board: board["clock"]["phase"] in PHASES_BETWEEN)
    card_of(desk, table).locator(".desk-set").get_by_role("button", name=striker).click()
    table.wait(lambda board: board["score"]["set"] == number and board["clock"]["phase"] == "ready")


def pdf(desk: Page, folder: Path, line: Locator) -> str:
    """Download a match sheet as whoever has signed in, render it to pictures, and give its text."""
    with desk.expect_download() as saved:
        line.get_by_role("link", name="Spielbericht (PDF)").click()
    file = folder / "sheet.pdf"
    saved.value.save_as(file)
    subprocess.run(["pdftoppm", "-r", "60", "-png", file, folder / "page"], check=True, timeout=60)
    facts = subprocess.run(["pdfinfo", file], check=True, timeout=60, capture_output=True, text=True).stdout
    pages = re.search(r"^Pages:\s+(\d+)$", facts, re.MULTILINE)
    assert pages is not None
    pictures = sorted(folder.glob("page*.png"))
    assert len(pictures) == int(pages[1]) == 1
    assert pictures[0].stat().st_size > 5_000, "an empty page"
    text = subprocess.run(
        ["pdftotext", "-layout", file, "-"], check=True, timeout=60, capture_output=True, text=True
    )
    return text.stdout


@pytest.mark.waits
@pytest.mark.rule("DBU 4.5")
def test_a_match_day_from_the_announcement_to_the_match_sheets(
    hub: RunningHub, desk: Page, tmp_path: Path
) -> None:
    one, two = Table(hub, desk.context, "1"), Table(hub, desk.context, "2")
    for table in (one, two):
        clear_demonstration(hub, table)
    desk.bring_to_front()
    announce(desk)

    # Table 1: the first stroke begins the match's minute. Nobody has ordered a limit.
    put_on_table(desk, 1)
    begin_set(desk, one, 1, "Greta Groß")
    one.key("s", "run")
    began = time.monotonic()
    assert one.board()["clock"]["limit"] == "off"
    one.key("Space", "rolling")
    one.enter("a", 6)

    # Table 2: two sets without a limit, in time; a wrong entry is corrected with a note.
    put_on_table(desk, 2)
    begin_set(desk, two, 1, "Ina Iske")
    two.key("s", "run")
    two.key("Space", "rolling")
    two.enter("b", 4)
    correct(card_of(desk, two), "4 Punkte für Jörg Jäger", "falscher Spieler")
    two.enter("a", 10)
    begin_set(desk, two, 2, "Jörg Jäger")
    two.enter("a", 10)
    two.wait(lambda board: board["score"]["result"] == "a")

    # Table 2 is free again, and the third match comes.
    put_on_table(desk, 3)
    begin_set(desk, two, 1, "Lars Lindqvist")
    two.enter("b", 10)
    begin_set(desk, two, 2, "Karla Kunze")
    two.enter("b", 10)
    two.wait(lambda board: board["score"]["result"] == "b")

    # Table 1: the minute is over in the first set. The direction is asked, and orders the limit for the next one.
    card = card_of(desk, one)
    patience = THRESHOLD_MS + 10_000 - 1000 * (time.monotonic() - began)
    expect(card.locator(".desk-threshold")).to_contain_text(
        "0 von 2 Sätzen gespielt. Zeitbeschränkung für Satz 2 anordnen?", timeout=max(10_000, patience)
    )
    assert one.board()["clock"]["limit"] == "off", "nothing is ordered by itself"
    card.get_by_role("button", name="An für alle weiteren Sätze").click()
    expect(card.locator(".desk-limit")).to_contain_text("angeordnet von Turnierleitung")
    assert one.board()["clock"]["limit"] != "on", "never for the set in play"
    one.enter("b", 10)

    # The second set has the limit: both periods of its first stroke run out.
    begin_set(desk, one, 2, "Henri Huber")
    one.key("s", "run")
    assert one.board()["clock"]["limit"] == "on"
    lost = one.wait(lambda board: board["clock"]["phase"] == "turn_lost")
    assert lost["clock"]["penalties_b"] == 2
    expect(one.pad.locator(points("a"))).to_have_text("4")
    correct(card_of(desk, one), "Zeitstrafe, 2 Punkte für Greta Groß", "Stoß war rechtzeitig")
    expect(one.pad.locator(points("a"))).to_have_text("2")
    one.enter("b", 10)
    one.wait(lambda board: board["score"]["result"] == "b")

    # The results and the match sheet of the first match.
    desk.bring_to_front()
    desk.goto("/results")
    expect(desk.get_by_role("heading", name="Vereinspokal")).to_be_visible()
    over = desk.locator("[data-state='over']")
    expect(over).to_have_count(3)
    assert over.locator(".result-sets").all_inner_texts() == ["0 : 2", "2 : 0", "0 : 2"]
    expect(over.first.locator(".won")).to_contain_text("Henri Huber")
    sheet = pdf(desk, tmp_path, over.first)
    for words in ("Greta Groß", "Henri Huber", "BC Nord", "BC Süd", "2 Sätze in 1 Minuten"):
        assert words in sheet
    for line in (
        r"Zeitbeschränkung an +ab Satz 2 +Turnierleitung",
        r"Henri Huber +1\. +\+2 Greta Groß +gilt",
        r"Henri Huber +2\. +\+2 Greta Groß +zurückgenommen",
        r"zurückgenommen: Zeitstrafe, Satz 2, .*Turnierleitung +Stoß war rechtzeitig",
    ):
        assert re.search(line, sheet), line
    over.first.get_by_role("link", name="Statistik").click()
    expect(desk.get_by_role("heading", name="Statistik zu Spiel")).to_be_visible()


def correct(card: Locator, line: str, note: str) -> None:
    """Take the newest such line of the score back, with a note."""
    if not card.get_by_label("Vermerk für den Spielbericht").is_visible():
        card.get_by_text("Stand korrigieren").click()
    entry = card.locator(".desk-entries li").filter(has_text=line).first
    card.get_by_label("Vermerk für den Spielbericht").fill(note)
    entry.get_by_role("button", name="Zurücknehmen").click()
    expect(entry.locator(".taken-back")).to_be_visible()

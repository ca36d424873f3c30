"""The page on which the direction has its clocks: a key is registered, an image uploaded, a release ordered."""

import pytest
from playwright.sync_api import FilePayload, Page, expect
from web.harness import BoardServer, played_match

IMAGE = b"\xd2\xcd\x31\x1f" + b'{"files":{},"version":"0.12.3"}'
STATUS = {"status": "ready", "firmware": "0.11.0", "boot": 3, "connection": 1, "reset": "watchdog"}


@pytest.fixture
def desk(server: BoardServer, page: Page) -> Page:
    """The page, with a clock at table 4 and somebody of the direction signed in."""
    hub = server.app.state.hub
    token = server.token()
    server.link("4", "ready")
    server.do(hub.devices.told, "4", {**STATUS, "device": "arbiter-1a2b3c"}, retained=False)
    page.add_init_script(
        f"sessionStorage.setItem('arbiter.token', '{token}'); sessionStorage.setItem('arbiter.by', 'M. Muster');"
    )
    page.goto("/direction/devices")
    return page


def test_a_clock_gets_its_key_and_a_release(server: BoardServer, desk: Page) -> None:
    clock = desk.locator("[data-device='arbiter-1a2b3c']")
    expect(clock).to_contain_text("Tisch 4")
    expect(clock).to_contain_text("Vom Watchdog neu gestartet, bisher 3 Starts")
    expect(clock).to_contain_text("nicht hinterlegt")
    clock.get_by_text("Schlüssel hinterlegen").click()
    clock.locator("[name=key]").fill("2a" * 32)
    clock.get_by_role("button", name="Schlüssel speichern").click()
    expect(clock.locator("[data-text=key]")).to_have_text("hinterlegt")
    assert server.app.state.hub.devices.at("4").key == b"\x2a" * 32
    assert "2a2a" not in desk.content()

    file = FilePayload(name="firmware.romfs", mimeType="application/octet-stream", buffer=IMAGE)
    desk.locator("#upload [type=file]").set_input_files(file)
    desk.get_by_role("button", name="Hochladen").click()
    expect(desk.locator("#uploaded")).to_have_text("Version 0.12.3 ist da.")
    desk.get_by_text("Zu ändernde Einstellungen").click()
    desk.get_by_label("WLAN-Passwort").fill("kein-Klartext")
    desk.get_by_label("Port des Brokers").fill("8883")
    desk.get_by_role("button", name="Ausgabe anordnen").click()
    expect(desk.locator(".order-done")).to_have_text(
        "1 Uhren haben eine neue Ausgabe, 0 davon holen sie sofort."
    )
    expect(clock).to_contain_text("1 (0.12.3, broker_port, wifi_password): noch nicht abgeholt")
    expect(desk.get_by_label("WLAN-Passwort")).to_have_value("")

    server.do(server.app.state.hub.clock_logs.told, "4", {"level": "error", "text": "update: no image"})
    clock.get_by_text("Protokoll").click()
    expect(clock.locator(".device-lines li")).to_contain_text("Fehler: update: no image")
    server.match("4", played_match([("a", 20_000)]))
    expect(clock).to_contain_text("Hier läuft ein Spiel")
    clock.get_by_text("Vergessen", exact=True).click()
    clock.get_by_role("button", name="Diese Uhr vergessen").click()
    expect(desk.locator("#no-devices")).to_be_visible()

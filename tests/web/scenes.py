"""Every page in every state worth seeing, for tests of the layout and for pictures.

`PYTHONPATH=tests python -m web.scenes [NAME]` writes a picture of each at 390, 1366 and 1920 pixels to
build/screenshots; with a name, of those that begin with it.
"""

import json
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from secrets import token_urlsafe

from playwright.sync_api import Browser, FilePayload, Page, WebSocketRoute
from web.harness import SIZES, BoardServer, chromium, clock, played_match, score, side, visitor

from arbiter_hub.services.tournaments import TournamentSpec
from arbiter_rules.billiards.time_limit import Threshold

FIXTURES = """number,a,club_a,b,club_b,table
1,Greta Groß,BC Nord,Henri Huber,BC Süd,1
2,Ina Iske,1. BC Saale,Dieter von der Heydt-Brackwede,BSG Heide,2
3,Jan Jung,,Karla Kunze,,
"""
BAD_FIXTURES = """number,a,b,table
4,Lena Lang,Mara Meier,1
x,Nils Neu,Ole Ohm,2
5,Paula Post,Paula Post,3
"""
FOLDER = Path(__file__).resolve().parents[2] / "build" / "screenshots"


@dataclass(frozen=True)
class Scene:
    """One state of one page. `stage` puts the boards in place, `ready` is what to wait for."""

    name: str
    path: str
    stage: Callable[[BoardServer], None]
    ready: str = "#board[data-ready]"
    dark: bool = False
    #: Shown to somebody who has signed in.
    signed_in: bool = False
    #: What the browser may complain about.
    expected: str = "$^"
    #: What is done on the page before one looks at it.
    act: Callable[[Page], None] | None = None


def play(server: BoardServer) -> None:
    """Three tables: one in its first period, one without a limit, one without a clock."""
    server.show("1", remaining_ms=31_900)
    server.link("2", "ready")
    server.score(
        "2",
        score(
            table="2",
            a=side("Clara Conrad", "1. BC Saale", "yellow", 8, 0),
            b=side("Dieter von der Heydt-Brackwede", "BSG Heide", "white", 11, 1),
            limit={"state": "off", "by": None, "at": None},
        ),
    )
    server.state(
        "2", clock(limit="off", limit_by=None, remaining_ms=None, period=None, striker="b", ball_a="yellow")
    )
    server.do(server.live.board, "3")
    server.do(server.live.panel, "1", present=True)


def last_period(server: BoardServer) -> None:
    """The first penalty is booked, the last period runs."""
    play(server)
    server.state("1", clock(seq=11, period=2, remaining_ms=16_900, penalties_a=1, points_b=2))
    server.score("1", score(b=side("Bernd Keller", "BSV Beispielhausen", "yellow", 40, 0)))


def turn_lost(server: BoardServer) -> None:
    """Both periods exceeded: Freier Ball, and a shot at the very end to be judged."""
    play(server)
    lost = {"phase": "turn_lost", "period": None, "running": False, "remaining_ms": None}
    server.state(
        "1", clock(seq=12, **lost, striker="b", free_ball="b", penalties_a=2, points_b=4, borderline=True)
    )
    server.score("1", score(b=side("Bernd Keller", "BSV Beispielhausen", "yellow", 42, 0)))


def paused(server: BoardServer) -> None:
    """The referee has stopped the time; the clock's network is gone."""
    play(server)
    server.state("1", clock(seq=13, phase="paused", running=False, remaining_ms=23_400))
    server.link("1", "lost")


def stale(server: BoardServer) -> None:
    """A running clock has fallen silent."""
    play(server)
    server.state("1", clock(seq=14, remaining_ms=22_000))
    server.do(lambda: server.live.state("1", clock(seq=14), 0, retained=True))
    server.link("1", "lost")


def won(server: BoardServer) -> None:
    """The match is over."""
    play(server)
    server.state("1", clock(seq=15, phase="set_end", period=None, running=False, remaining_ms=None))
    server.score("1", score(a=side("Annegret Vogelsang", "BC Musterstadt 1927", "white", 50, 2), result="a"))


def played(server: BoardServer) -> None:
    """A long set with strokes of every length, one of them after the first period."""
    play(server)
    times = [9, 14, 17, 12, 31, 22, 8, 26, 19, 41.5, 11, 33, 16, 24, 38, 13, 21, 29, 15, 18, 27, 39.9, 10, 23]
    server.match("1", played_match([("ab"[n % 2], int(1000 * time)) for n, time in enumerate(times * 2)]))


def foul(server: BoardServer) -> None:
    """The referee has reported a foul."""
    play(server)
    server.state("1", clock(seq=16, phase="rolling", running=False, remaining_ms=None, foul="a"))


def see_free_ball(page: Page) -> None:
    """Pins and a carom fell in a foul stroke, and the opponent gets Freier Ball."""
    for key in ("q", "q", "e", "b"):
        page.keyboard.press(key)


def tournament(server: BoardServer) -> None:
    """A tournament with three matches to be played."""
    play(server)
    hub = server.app.state.hub
    spec = TournamentSpec(
        "Vereinsmeisterschaft 2026", "five-pins", "dbu-5-kegel", 50, 3, threshold=Threshold(2, 3_600_000)
    )
    made = server.run(hub.tournaments.announce(spec))
    server.run(hub.tournaments.read_csv(made.id, FIXTURES.encode(), store=True))


def choose_threshold(page: Page) -> None:
    """A tournament is to be announced with a threshold, and everything about it can be chosen."""
    page.locator("input[name=limit][value=threshold]").check()
    page.locator("#threshold").scroll_into_view_if_needed()


def people(server: BoardServer) -> None:
    """Two people with a password, one of them shut out."""
    play(server)
    accounts = server.app.state.hub.accounts
    server.run(accounts.add_user("Sabine Schreiber", "scorer", token_urlsafe(12)))
    gone = server.run(accounts.add_user("Rolf von der Heydt-Brackwede", "referee", token_urlsafe(12)))
    server.run(accounts.change_user(gone, role=None, password=None, disabled=True))


def devices(server: BoardServer) -> None:
    """Four clocks: one with a release on trial, one in a match whose release was given back, one away, one without a
    key."""
    play(server)
    hub = server.app.state.hub
    image = b"\xd2\xcd\x31\x1f" + b'{"files":{},"version":"0.12.3"}'
    for table, name, firmware in (
        ("1", "1a2b3c", "0.11.0"),
        ("2", "4d5e6f", "0.12.3"),
        ("3", "777777", "0.11.0"),
    ):
        status = {
            "status": "ready",
            "device": f"arbiter-{name}",
            "firmware": firmware,
            "boot": 12,
            "connection": 1,
            "reset": "hard_reset",
        }
        server.do(hub.devices.told, table, status, retained=False)
    kept = server.run(hub.releases.add_image(image))
    for name in ("1a2b3c", "4d5e6f", "888888"):
        server.run(hub.devices.register_key(f"arbiter-{name}", bytes(32)))
        server.run(hub.releases.order([f"arbiter-{name}"], kept.hash, {"wifi_ssid": "Halle"}))
    for name, state in (("1a2b3c", "returned"), ("4d5e6f", "trial")):
        release = hub.releases.of(f"arbiter-{name}")
        server.run(hub.releases._keep(replace(release, state=state)))
    server.match("1", played_match([("a", 20_000)]))
    server.do(hub.clock_logs.told, "2", {"level": "info", "text": "update: release 1"})
    server.do(
        hub.clock_logs.told,
        "2",
        {"level": "warning", "text": "journal 76 % full of events that the hub has not confirmed"},
    )


def open_log(page: Page) -> None:
    """What the clock of table 2 has logged."""
    page.locator("[data-device='arbiter-4d5e6f'] .device-log summary").click()
    page.wait_for_selector("[data-device='arbiter-4d5e6f'] .device-lines li")
    page.locator("#order summary").click()


def choose_bad_file(page: Page) -> None:
    """A file with two rows that do not fit."""
    file = FilePayload(name="spiele.csv", mimeType="text/csv", buffer=BAD_FIXTURES.encode())
    page.locator("#fixture-import [type=file]").set_input_files(file)
    page.wait_for_selector("#fixture-import .import-faults li")


SCENES = (
    Scene("tables", "/", play, "[data-table='3'][data-ready]"),
    Scene("tables-alarm-dark", "/", turn_lost, "[data-table='3'][data-ready]", dark=True),
    Scene("scoreboard", "/tables/1/scoreboard", play),
    Scene("scoreboard-last-period", "/tables/1/scoreboard", last_period),
    Scene("scoreboard-turn-lost", "/tables/1/scoreboard", turn_lost),
    Scene("scoreboard-paused", "/tables/1/scoreboard", paused),
    Scene("scoreboard-stale", "/tables/1/scoreboard", stale),
    Scene("scoreboard-won", "/tables/1/scoreboard", won),
    Scene("scoreboard-no-limit", "/tables/2/scoreboard", play),
    Scene("scoreboard-no-clock", "/tables/3/scoreboard", play),
    Scene("overlay", "/tables/1/overlay", last_period),
    Scene("overlay-corner", "/tables/1/overlay?layout=corner&place=top&size=s", turn_lost),
    Scene("clock", "/tables/1/clock", play, "#device[data-link=open] .lit"),
    Scene("rules", "/rules", play, "#count:not(:empty)"),
    Scene("rules-dark", "/rules", play, "#count:not(:empty)", dark=True),
    Scene("missing", "/tables/9/scoreboard", play, "h1", expected="404"),
    Scene("problem", "/tables/1/overlay?layout=round", play, "h1", expected="422"),
    Scene("sign-in", "/sign-in", play, "#sign-in:not([hidden])"),
    Scene("scoreboard-turned", "/tables/1/scoreboard?left=b", play),
    Scene("statistics", "/tables/1/statistics", played, ".mark"),
    Scene("statistics-dark", "/tables/1/statistics", played, ".mark", dark=True),
    Scene("statistics-none", "/tables/3/statistics", play, ".notice"),
    Scene("direction-sign-in", "/direction", play, "#sign-in:not([hidden])"),
    Scene("direction", "/direction", turn_lost, "[data-table='3'][data-ready]", signed_in=True),
    Scene(
        "tournament-desk",
        "/direction/tournament",
        tournament,
        "[data-fixture='3']",
        signed_in=True,
        act=choose_bad_file,
    ),
    Scene(
        "tournament-desk-threshold",
        "/direction/tournament",
        tournament,
        "[data-fixture='3']",
        signed_in=True,
        act=choose_threshold,
    ),
    Scene("people", "/direction/people", people, "[data-user]", signed_in=True),
    Scene("people-dark", "/direction/people", people, "[data-user]", dark=True, signed_in=True),
    Scene(
        "devices", "/direction/devices", devices, "[data-device] [data-state]", signed_in=True, act=open_log
    ),
    Scene("devices-dark", "/direction/devices", devices, "[data-device]", dark=True, signed_in=True),
    # Nobody has opened a match in the store, so there is no log to show.
    Scene("scorer", "/tables/1/scorer", play, signed_in=True, expected="409"),
    Scene(
        "scorer-foul",
        "/tables/1/scorer",
        foul,
        "#foul[aria-pressed=true]",
        signed_in=True,
        expected="409",
        act=see_free_ball,
    ),
    Scene("scorer-dark", "/tables/1/scorer", turn_lost, dark=True, signed_in=True, expected="409"),
)


def show(server: BoardServer, page: Page, scene: Scene) -> None:
    """Put the scene on the page."""
    page.route_web_socket("**/clock/panel", _speak_as_clock)
    if scene.signed_in:
        page.add_init_script(
            f"sessionStorage.setItem('arbiter.token', '{server.token()}');"
            "sessionStorage.setItem('arbiter.by', 'M. Muster');"
        )
    scene.stage(server)
    page.goto(scene.path)
    page.wait_for_selector(scene.ready)
    if scene.act is not None:
        scene.act(page)


def _speak_as_clock(route: WebSocketRoute) -> None:
    frame = {
        "k": "frame",
        "digits": [0x4F, 0x5B],
        "lamps": 0b1000101,
        "brightness": 216,
        "text": "32",
        "t": 0,
    }
    route.send(json.dumps(frame))


def main(wanted: str) -> None:
    """Write the pictures of all scenes whose name begins with `wanted`."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with chromium() as browser:
        for scene in SCENES:
            if scene.name.startswith(wanted):
                for size in SIZES:
                    _picture(browser, scene, size)


def _picture(browser: Browser, scene: Scene, size: str) -> None:
    colours = "dark" if scene.dark else "light"
    with (
        tempfile.TemporaryDirectory() as data,
        BoardServer(Path(data)) as server,
        visitor(browser, server.url, size, expected=scene.expected, color_scheme=colours) as page,
    ):
        show(server, page, scene)
        file = FOLDER / f"{scene.name}-{SIZES[size][0]}.png"
        overlay = scene.name.startswith("overlay")
        page.screenshot(path=file, full_page=not overlay, omit_background=overlay)
        sys.stdout.write(f"{file.name}\n")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "")

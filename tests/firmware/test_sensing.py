"""Handset, supply and power beside the buttons: what they are worth, and what is done about them."""

from __future__ import annotations

import asyncio

import pytest

from arbiter_clock.buttons import Buttons
from arbiter_device import sensing
from arbiter_device.inputs import Inputs
from arbiter_device.ticks import Ticks

NEXT = 2 * 4096  # a new journal begins in its second sector
SLOTS = 64  # of the journal in a sector, the first of which is its head


class Line:
    """A pin at the chip's edge."""

    IRQ_FALLING, IRQ_RISING = 2, 1

    def __init__(self, level: int) -> None:
        self.level = level
        self.handler = None

    def value(self) -> int:
        return self.level

    def irq(self, handler, trigger) -> None:  # noqa: ARG002  the pin's own signature
        self.handler = handler

    def drive(self, level: int) -> None:
        self.level = level
        assert self.handler
        self.handler(self)


class Bench:
    """A handset on a cable: presence and one button, polled every 20 ms; `pressed` are the presses that counted."""

    def __init__(self, *, plugged: bool = True) -> None:
        self.now = 1000
        self.presence, self.button = Line(0 if plugged else 1), Line(1)
        ticks = Ticks(lambda: self.now)
        self.handset = sensing.Handset(self.presence, ticks.now())
        self.buttons = Buttons(ticks.now())
        self.inputs = Inputs(
            [Line(1), self.button, Line(1), Line(1), Line(1), Line(1)],
            ticks,
            self.buttons,
            lambda: None,
            self.handset.loose,
        )
        self.changes: list[bool] = []
        self.pressed: list[str] = []

    def wait(self, ms: int) -> None:
        for _ in range(0, ms, 20):
            self.now += 20
            if self.handset.poll(self.now):
                self.changes.append(self.handset.plugged)
            self.inputs.drain(self.now)
            self.pressed += [kind for kind, _ in self.buttons.poll(self.now)]

    def press(self) -> None:
        self.button.drive(0)
        self.wait(80)
        self.button.drive(1)
        self.wait(80)


def test_a_plug_that_is_pulled_presses_nothing_and_is_known_after_half_a_second():
    bench = Bench()
    bench.wait(200)
    bench.press()
    assert len(bench.pressed) == 1
    bench.presence.level = 1
    bench.press()
    bench.wait(300)
    assert (len(bench.pressed), bench.changes) == (1, [])
    bench.wait(100)
    assert bench.changes == [False]


def test_contacts_that_flap_press_nothing_and_change_nothing():
    bench = Bench()
    bench.wait(200)
    for _ in range(10):
        bench.presence.level = 1
        bench.press()
        bench.presence.level = 0
        bench.press()
    bench.wait(sensing.SETTLED_MS)
    assert (bench.pressed, bench.changes) == ([], [])
    bench.press()
    assert len(bench.pressed) == 1


def test_a_button_that_was_down_while_the_plug_went_in_counts_after_it_has_been_up():
    bench = Bench(plugged=False)
    bench.wait(200)
    bench.presence.level = 0
    bench.button.drive(0)
    bench.wait(sensing.SETTLED_MS + 200)
    bench.button.drive(1)
    bench.button.drive(0)
    bench.wait(100)
    bench.button.drive(1)
    bench.wait(100)
    assert (bench.changes, bench.pressed) == ([True], [])
    bench.press()
    assert len(bench.pressed) == 1


def test_the_buttons_of_the_panel_work_where_there_is_no_handset():
    bench = Bench(plugged=False)
    bench.wait(200)
    bench.press()
    assert len(bench.pressed) == 1


def test_a_plug_that_never_settles_is_told_and_shown_because_no_button_counts():
    told: list[str] = []
    shown: list[int] = []
    presence, phase = Line(0), "run"
    lines = sensing.Sensing(
        sensing.Handset(presence, 0),
        None,
        Ticks(lambda: 0),
        phase=lambda: phase,
        notice=lambda _, until: shown.append(until - sensing.NOTICE_MS),
        save=pytest.fail,
        log=lambda level, text: told.append(f"{level} {text}"),
    )

    def flap(begin: int, end: int) -> None:
        for now in range(begin, end, sensing.POLL_MS):
            presence.level ^= 1
            lines.poll(now)

    flap(1000, 1000 + sensing.LOOSE_MS)
    assert (told, shown) == ([], [])
    flap(3000, 6000)
    assert told == ["warning handset's plug is loose: no button counts"]
    assert shown == [3000], "once in a stroke"
    phase = "rolling"
    flap(6000, 12000)
    assert (len(told), shown) == (1, [3000, 7000, 11000])
    presence.level = 0
    for now in range(12000, 16000, sensing.POLL_MS):
        lines.poll(now)
    assert (len(told), len(shown)) == (1, 3)


class Light:
    limit = 255


@pytest.mark.parametrize(
    ("display", "good", "bad"), [("ws2812", 4500, 4499), ("tpic6b595", 11000, 10999), ("max7219", 4500, 4499)]
)
def test_the_display_is_dimmed_below_what_the_board_needs_and_lit_again_after_half_a_minute(
    display, good, bad
):
    told: list[str] = []
    light, reading = Light(), [good]
    supply = sensing.Supply(lambda: reading[0], display, light, lambda level, _: told.append(level))
    for _ in range(10):
        supply.poll()
    reading[0] = bad
    supply.poll()
    assert (light.limit, told) == (255, []), "one reading may be a disturbance"
    supply.poll()
    assert (light.limit, told) == (sensing.DIMMED, ["warning"])
    reading[0] = good
    for _ in range(sensing.GOOD_READINGS - 1):
        supply.poll()
    assert light.limit == sensing.DIMMED
    supply.poll()
    assert (light.limit, told) == (255, ["warning", "info"])


def test_a_divider_that_is_not_there_is_no_low_supply():
    light = Light()
    supply = sensing.Supply(lambda: sensing.UNWIRED_MV - 1, "ws2812", light, pytest.fail)
    for _ in range(5):
        supply.poll()
    assert light.limit == 255


def test_failing_power_saves_at_once_and_is_over_when_it_has_been_good_for_a_while():
    told: list[str] = []
    saved: list[int] = []
    power = Line(1)
    lines = sensing.Sensing(
        sensing.Handset(Line(0), 0),
        power,
        Ticks(lambda: 0),
        phase=lambda: "run",
        notice=lambda *_: None,
        save=lambda: saved.append(1),
        log=lambda level, text: told.append(f"{level} {text}"),
    )
    lines.poll(0)
    assert not lines.failing
    power.level = 0
    lines.poll(20)
    lines.poll(40)
    assert (lines.failing, len(saved)) == (True, 1)
    power.level = 1
    lines.poll(40 + sensing.SETTLED_MS - 1)
    assert lines.failing
    lines.poll(40 + sensing.SETTLED_MS)
    assert not lines.failing
    assert told == ["warning power failing", "info power good again"]


async def test_an_unplugged_handset_is_shown_and_told_and_a_low_supply_dims_the_running_clock(
    broker, hub, clock
):
    async with clock(broker=broker.address, factor=10, options=("--set", "brightness=100")) as device:
        panel = device.panel
        await hub.wait(lambda: hub.of("status"))
        await hub.start_set()
        await panel.drive("HANDSET_PRESENT", 1)
        await panel.press("START")
        await panel.frame(lambda frame: frame["text"] == "nP")
        await panel.frame(lambda frame: frame["text"] == "On")
        await panel.drive("HANDSET_PRESENT", 0)
        await hub.wait(lambda: len(hub.of("log")) == 2)
        full = panel.frames[-1]["brightness"]
        await panel.drive("SUPPLY_SENSE", 4000)
        await panel.frame(lambda frame: frame["brightness"] < full / 2)
        await panel.press("START")
        await panel.frame(lambda frame: frame["text"].isdigit())
        await panel.drive("POWER_GOOD", 0)
        await hub.wait(lambda: len(hub.of("log")) == 4)

    assert [event["type"] for event in hub.events] == ["set_start", "start"], "no press of a loose plug"
    assert [(line["level"], line["text"].partition(":")[0]) for line in hub.of("log")] == [
        ("warning", "handset unplugged"),
        ("info", "handset plugged in"),
        ("warning", "supply low, display dimmed"),
        ("warning", "power failing"),
    ]


async def test_no_sector_is_erased_ahead_of_need_while_the_power_fails(broker, hub, clock, tmp_path):
    journal = tmp_path / "device/journal.bin"

    def next_sector_is_dirty() -> bool:
        return journal.read_bytes()[NEXT : NEXT + 64] == bytes(64)

    async with clock(broker=broker.address, factor=10) as device:
        await hub.wait(lambda: hub.of("status"))
        with journal.open("r+b") as file:
            file.seek(NEXT)
            file.write(bytes(64))
        await device.panel.drive("POWER_GOOD", 0)
        await hub.start_set()
        await hub.wait(lambda: hub.of("log"))
        swap = {"button": "SWAP", "held": True}
        await asyncio.gather(*(hub.command("press", swap) for _ in range(SLOTS - 8)))
        await hub.wait(lambda: len(hub.events) > SLOTS - 8)
        assert next_sector_is_dirty(), "nothing is erased, and every event is kept all the same"
        await device.panel.drive("POWER_GOOD", 1)
        async with asyncio.timeout(5):
            while next_sector_is_dirty():  # noqa: ASYNC110  flash has no event
                await asyncio.sleep(0.01)

"""After a warm reset what was left of the period survives; after a power cut, or for another event, it does not."""

import json
import os

import esp32
import machine

os.mkdir("flash")
esp32.directory = os.getcwd()
os.chdir("flash")

from orders import SET

from arbiter_device import checkpoint
from arbiter_device.app import App
from arbiter_device.board import Board
from arbiter_device.config import Config


def boot():
    return App(Board(), Config("."))


def stroke(app):
    """A set with a running stroke, on flash, of which 12.3 s are left by the checkpoint."""
    if app.phase() in ("idle", "set_end", "ready"):
        app.order("set_start", app.ticks.now(), SET)
    app.clock_task.act("start", app.ticks.now())
    app.recorder.flush()
    app.board.checkpoint(checkpoint.pack(app.journal.epoch, app.clock.seq, 12300))


def check_1_a_watchdog_reset_offers_what_was_left():
    app = boot()
    stroke(app)
    machine.cause = machine.WDT_RESET
    again = boot()
    assert again.phase() == "restored"
    assert again.clock.state.remaining == 12300, again.clock.state.remaining
    assert again.board.reset_cause == "watchdog"
    again.recorder.flush()
    event, _ = again.journal.read(again.journal.last)
    assert (event["type"], event["cause"], event["remaining_ms"]) == ("restored", "watchdog", 12300)
    again.clock_task.act("pause", again.ticks.now())
    left = again.clock.state.remaining_at(again.ticks.now())
    assert 12200 < left <= 12300, left
    again.clock_task.act("set_end", again.ticks.now(), {})
    again.recorder.flush()


def check_2_a_power_cut_leaves_no_checkpoint_and_the_period_stands_as_it_began():
    app = boot()
    stroke(app)
    app.board.checkpoint(b"")
    machine.cause = machine.PWRON_RESET
    again = boot()
    assert again.phase() == "restored"
    assert again.clock.state.remaining == 40000
    again.clock_task.act("set_end", again.ticks.now(), {})
    again.recorder.flush()


def check_3_a_checkpoint_of_another_event_or_with_a_flipped_bit_is_not_believed():
    data = checkpoint.pack("0000000a", 7, 12300)
    assert checkpoint.remaining(data, "0000000a", 7) == 12300
    assert checkpoint.remaining(data, "0000000a", 8) is None
    assert checkpoint.remaining(data, "0000000b", 7) is None
    assert checkpoint.remaining(b"", "0000000a", 7) is None
    for place in range(len(data)):
        flipped = bytearray(data)
        flipped[place] ^= 4
        assert checkpoint.remaining(bytes(flipped), "0000000a", 7) is None


def check_4_a_preset_that_was_set_between_sets_is_there_after_the_power_and_a_set_keeps_its_own():
    app = boot()
    if app.phase() != "set_end":
        app.order("set_end", app.ticks.now(), {})
    app.recorder.flush()
    app.order("preset", app.ticks.now(), {"name": "training"})
    assert boot().clock.preset.name == "training"
    app = boot()
    app.order("set_start", app.ticks.now(), SET)
    app.recorder.flush()
    app.config.change({"preset": "dbu-bk-2"})
    app = boot()
    assert app.clock.preset.name == "training", "the set that is played"
    app.order("set_end", app.ticks.now(), {})
    app.recorder.flush()
    assert boot().clock.preset.name == "dbu-bk-2"


def check_5_a_crash_told_in_umlauts_is_cut_between_two_of_them():
    board = Board()
    board.keep_crash("x" + "ä" * 200)
    assert Board().take_crash() == "x" + "ä" * 149
    assert Board().take_crash() == ""


def check_6_the_number_of_a_connection_grows_within_every_boot_and_is_valid_after_any_number_of_them():
    numbers = {}
    for last in (0, 0x7FFF, 0xFFFF, 0x7FFFFFFE):
        board = Board()
        board.set_number("boot", last)
        app = boot()
        wills = [json.loads(app.publisher.next_will()[1]) for _ in range(2)]
        assert [will["boot"] for will in wills] == [last + 1] * 2
        numbers[last] = wills[1]["connection"]
        assert wills[0]["connection"] + 1 == numbers[last]
    assert numbers[0x7FFF] == numbers[0xFFFF] == 2
    assert numbers[0] == numbers[0x7FFFFFFE] - (0x7FFE << 16) == (1 << 16) + 2

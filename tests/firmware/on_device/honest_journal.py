"""A journal that fills up is told before it is full, and what it could not keep is never taken back by name."""

import os

import esp32

os.mkdir("flash")
esp32.directory = os.getcwd()
esp32._SIZES["journal"] = 4 * esp32.SECTOR  # 252 events
os.chdir("flash")

from arbiter_clock.readout import glyphs
from arbiter_device.app import REPLAYED, App
from arbiter_device.board import Board
from arbiter_device.config import Config

SET = {
    "set": 1,
    "striker": "a",
    "ball_a": "white",
    "limit": True,
    "by": "Turnierleitung",
    "to_go_a": None,
    "to_go_b": None,
}
FULL = 0x3871
DASHES = glyphs("--")[1] << 8 | glyphs("--")[0]


def boot(preset="dbu-5-kegel"):
    """A device with an empty journal, or with the one that the last boot has left."""
    app = App(Board(), Config("."))
    app.lines = []
    app.log = app.recorder._log = lambda level, text: app.lines.append((level, text))
    return app


def fresh():
    app = boot()
    app.journal.format("%08x" % (int(app.journal.epoch, 16) ^ 1))
    return boot()


def stroke(app):
    """A start and its shot; what the journal can take is written, and its filling looked at."""
    for kind in ("start", "shot"):
        app.clock_task.act(kind, app.ticks.now())
        app.recorder.flush()
        app.recorder._watch_room()


def confirm(app):
    app.outbox.acknowledge(app.journal.epoch, app.journal.last, app.ticks.now())
    app.recorder.flush()
    app.recorder._watch_room()


def filled(app):
    return 100 - 100 * app.journal.free_slots // app.journal.capacity


def check_1_at_three_quarters_and_at_nine_tenths_it_warns_once_each():
    app = fresh()
    app.order("set_start", app.ticks.now(), SET)
    told = []
    while not app.recorder.stuck:
        stroke(app)
        if len(app.lines) > len(told):
            told.append(filled(app))
    assert told[:2] == [75, 90], told
    assert app.recorder.warnings == 2
    assert [level for level, _ in app.lines] == ["warning", "warning", "error"], app.lines
    assert app.lines[0][1] == "journal 75 % full of events that the hub has not confirmed"


def check_2_it_warns_again_after_a_reboot_and_no_more_once_the_hub_has_confirmed():
    app = boot()
    app.recorder._watch_room()
    assert (app.recorder.shortage, app.recorder.warnings) == (2, 1)
    confirm(app)
    assert (app.recorder.shortage, app.recorder.warnings) == (0, 1)
    again = boot()
    again.recorder._watch_room()
    assert again.lines == []


def check_3_between_sets_the_face_says_so_and_during_a_set_it_does_not():
    app = fresh()
    shortage = [0]
    app.face._shortage = lambda: shortage[0]

    def shown(now):
        app.face.changed()
        app.face.draw(now)
        return app.face._bits

    def seen():
        return [shown(now) for now in range(100000, 102000, 250)]

    assert seen() == [DASHES] * 8
    shortage[0] = 1
    assert seen() == [DASHES] * 4 + [FULL] * 4
    shortage[0] = 2
    assert seen() == [FULL, 0] * 4
    app.order("set_start", app.ticks.now(), SET)
    assert FULL not in seen()
    app.clock_task.act("set_end", app.ticks.now(), {})
    assert seen() == [FULL, 0] * 4
    shortage[0] = 0
    assert seen() == [0] * 8


def check_4_an_undo_never_names_the_number_of_an_event_that_was_not_kept():
    app = fresh()
    app.order("set_start", app.ticks.now(), SET)
    while not app.recorder.refused:
        stroke(app)
    assert app.clock.seq == app.journal.last + len(app.recorder._waiting), "the next number is the journal's"
    kept = app.clock.seq
    confirm(app)
    assert app.journal.last == kept
    app.clock_task.act("swap", app.ticks.now())
    app.clock_task.act("swap", app.ticks.now())
    for _ in range(4):
        app.clock_task.act("undo", app.ticks.now())
    app.recorder.flush()
    events = [app.journal.read(seq)[0] for seq in range(kept + 1, app.journal.last + 1)]
    assert [event["type"] for event in events] == ["swap", "swap", "undo", "undo"], events
    assert [event["undoes"] for event in events[2:]] == [kept + 2, kept + 1]
    assert app.lines[-1] == ("error", "journal full, events not kept: 2"), app.lines


def check_5_who_ordered_the_limit_is_known_after_a_reboot_however_long_the_set():
    app = fresh()
    app.clock.handle("preset", app.ticks.now(), {"name": "wpa"})
    app.order("set_start", app.ticks.now(), SET)
    while app.journal.last < REPLAYED + 20:
        stroke(app)
    again = boot()
    assert again.journal.last > REPLAYED + 20
    assert again.clock.limit_by == "Turnierleitung"
    assert again.clock.preset.name == "wpa"
    again.order("limit", again.ticks.now(), {"state": "off", "by": "Oberschiedsrichter"})
    for _ in range(10):
        stroke(again)
    assert boot().clock.limit_by == "Oberschiedsrichter"


def check_6_the_order_before_the_set_start_is_not_taken_for_the_one_after_it():
    app = fresh()
    app.order("limit", app.ticks.now(), {"state": "armed", "by": "Somebody"})
    app.order("set_start", app.ticks.now(), SET)
    while app.journal.last < REPLAYED + 10:
        stroke(app)
    assert boot().clock.limit_by == "Turnierleitung"

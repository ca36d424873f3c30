"""The direction's codes on the device itself: good once, bounded in guesses, and never half used after a power cut."""

import json
import os

import esp32

os.mkdir("flash")
esp32.directory = os.getcwd()
os.chdir("flash")

from arbiter_device import direction_code, menu
from arbiter_device.app import App
from arbiter_device.board import Board
from arbiter_device.config import Config

KEY = b"thirty-two bytes of no great secret"[:32]
NVS = esp32.directory + "/nvs-arbiter.json"
ITEMS = 7


def boot(numbers=None):
    """The device after a power cut; `numbers`: what its non-volatile storage holds beside its key."""
    if numbers is not None:
        with open(NVS, "w") as file:
            json.dump(dict(numbers, key=KEY.hex()), file)
    return App(Board(), Config("."))


def code(state, number):
    return direction_code.code_of(direction_code.hmac(KEY, b"arbiter direction code"), state, number)


def codes(board=None):
    board = board or Board()
    return direction_code.Codes(KEY, board.number, board.set_number)


def stored(name):
    with open(NVS) as file:
        return json.load(file).get(name, 0)


def type_in(target, number, now=0):
    """The presses for a code of six digits."""
    for digit in ("00000" + str(number))[-6:]:
        for _ in range(int(digit)):
            target.press("start", now)
        target.press("ext", now)


def at_code(app, now=0):
    """The menu, opened as by EXT and turned to the code's entry."""
    shown = app.clock_task._menu = app.open_menu(now)
    for _ in range(len(shown._items) - 1):
        shown.press("ext", now)
    assert shown.draw(now)[0] == menu.segments("Cd")
    shown.press("start", now)
    return shown


def last_event(app):
    app.recorder.flush()
    return app.journal.read(app.journal.last)[0]


def start_set(app, limit):
    data = {"set": 1, "striker": "a", "ball_a": "white", "limit": limit, "by": "TL"}
    app.order("set_start", app.ticks.now(), data)


def check_1_a_code_arms_the_next_set_and_its_number_is_in_the_journal():
    app = boot({})
    start_set(app, False)
    now = app.ticks.now()  # an order draws at the device's own time
    shown = at_code(app, now)
    type_in(shown, code("armed", 1), now)
    assert shown.draw(now + 100)[0] == menu.segments("On")
    event = last_event(app)
    assert (event["type"], event["state"], event["code"]) == ("limit", "armed", 1)
    assert event["by"] == "Turnierleitung (Code 1)"
    state = app.clock.snapshot(app.ticks.now())
    assert (state["limit"], state["phase"]) == ("armed", "ready"), "never for the set under way"
    app.clock_task.act("start", app.ticks.now())
    assert app.clock.deadline() is None
    app.order("set_end", app.ticks.now(), {})
    app.clock_task.act("restart", app.ticks.now())
    state = app.clock.snapshot(app.ticks.now())
    assert (state["set"], state["limit"], state["limit_by"]) == (2, "on", "Turnierleitung (Code 1)")
    app.recorder.flush()


def check_2_a_used_code_is_used_up_also_after_a_power_cut():
    app = boot()
    shown = at_code(app)
    before = app.clock.seq
    type_in(shown, code("armed", 1))
    assert shown.draw(100)[0] == menu.segments("no")
    assert (app.clock.seq, stored("code"), stored("code_wrong")) == (before, 1, 1)
    app.order("set_end", app.ticks.now(), {})
    app.recorder.flush()


def check_3_a_code_of_the_other_state_takes_the_limit_back_and_can_never_order_it():
    app = boot({})
    start_set(app, True)
    now = app.ticks.now()
    shown = at_code(app, now)
    type_in(shown, code("off", 1), now)
    assert shown.draw(now + 100)[0] == menu.segments("oF")
    event = last_event(app)
    assert (event["state"], event["code"]) == ("off", 1)
    assert app.clock.snapshot(app.ticks.now())["limit"] == "off"
    for number in range(1, 200):
        assert code("off", number) % 2 == 1
        assert code("armed", number) % 2 == 0
    app.order("set_end", app.ticks.now(), {})
    app.recorder.flush()


def check_4_one_of_the_next_five_numbers_is_taken_and_those_before_it_are_used_up():
    boot({"code": 10})
    one = codes()
    for number in (9, 10, 16, 17):
        assert one.take(code("armed", number), 0) is None
    assert one.take(code("armed", 15), 0) == ("armed", 15)
    for number in (11, 12, 13, 14, 15):
        boot({"code": 15})
        assert codes().take(code("armed", number), 0) is None
    assert codes().take(code("off", 16), 0) == ("off", 16)
    boot({"code": 99998})
    assert codes().take(code("off", 99999), 0) == ("off", 99999)
    assert codes().take(code("armed", 100000), 0) is None


def check_5_after_five_wrong_codes_each_further_one_waits_twice_as_long_up_to_an_hour():
    boot({})
    one = codes()
    for _ in range(5):
        assert one.wait(1000) == 0
        assert one.take(1, 1000) is None
    now = 1000
    for wait in (60, 120, 240, 480, 960, 1920, 3600, 3600):
        assert one.wait(now) == wait * 1000
        assert one.take(code("armed", 1), now + wait * 1000 - 1) is None, "a right one is not taken either"
        assert one.wait(now + wait * 1000 - 1) == 1
        now += wait * 1000
        assert one.wait(now) == 0
        assert one.take(1, now) is None
    assert stored("code_wrong") == 11
    assert one.take(code("armed", 1), now + 3600000) == ("armed", 1)
    assert (stored("code_wrong"), one.wait(now + 3600000)) == (0, 0)


def check_6_the_count_of_wrong_codes_outlives_the_power_and_the_wait_begins_anew():
    boot({"code_wrong": 6})
    one = codes()
    assert one.wait(0) == 120000
    assert one.take(code("armed", 1), 119999) is None
    assert one.take(code("armed", 1), 120000) == ("armed", 1)


def check_7_a_power_cut_burns_a_code_at_worst_and_never_lets_it_count_twice():
    class PowerCut(Exception):
        pass

    def cut(*_):
        raise PowerCut

    for name in ("set_number", "order"):
        app = boot({})
        board = app.board
        seq = app.clock.seq
        number = board.set_number
        kept = direction_code.Codes(KEY, board.number, cut if name == "set_number" else number)
        entry = direction_code.Entry(kept, cut if name == "order" else app.order_by_code, 0)
        try:
            type_in(entry, code("armed", 1))
            raise AssertionError("the power was not cut")
        except PowerCut:
            pass
        assert app.clock.seq == seq, "the order is given only once the code is used up"
        again = boot()
        burned = name == "order"
        assert again.board.number("code") == (1 if burned else 0)
        found = codes(again.board).take(code("armed", 1), 0)
        assert found == (None if burned else ("armed", 1))


def check_8_digits_turn_both_ways_undo_goes_back_and_the_place_is_shown_with_a_point():
    boot({})
    given = []
    entry = direction_code.Entry(codes(), lambda *order: given.append(order), 0)
    assert entry.draw(0) == menu.segments("10") | 0x80
    entry.press("shot", 0)
    assert entry.draw(0) == menu.segments("19") | 0x80
    entry.press("start", 0)
    entry.press("start", 0)
    entry.press("restart", 0)
    entry.press("ext", 0)
    assert entry.draw(0) == menu.segments("20") | 0x80
    entry.press("undo", 0)
    assert entry.draw(0) == menu.segments("11") | 0x80
    assert not entry.done
    entry.press("undo", 0)
    assert entry.done
    assert given == []
    entry = direction_code.Entry(codes(), lambda *order: given.append(order), 0)
    type_in(entry, code("off", 2), 5000)
    assert (given, entry.accepted) == ([("off", 2)], True)
    entry.press("ext", 5100)
    assert entry.draw(7999) == menu.segments("oF")
    assert not entry.done
    entry.draw(8000)
    assert entry.done


def check_9_wrong_is_told_and_leads_back_to_the_item_and_a_wait_is_told_in_minutes():
    app = boot({})
    shown = at_code(app, 0)
    for round_ in range(5):
        now = round_ * 10000
        type_in(shown, 1, now)
        if round_ < 4:
            assert shown.draw(now)[0] == menu.segments("no")
            assert shown.draw(now + 250)[0] == 0
            assert shown.draw(now + 3000)[0] == menu.segments("Cd")
            assert shown.open
            shown.press("start", now + 3000)
    assert shown.draw(40000)[0] == menu.segments("LO")
    assert shown.draw(41000)[0] == menu.segments(" 1")
    assert shown.draw(43000)[0] == menu.segments("Cd")
    shown.press("start", 44000)
    assert shown.draw(44000)[0] == menu.segments("LO")
    shown.press("undo", 45000)
    assert shown.draw(45000)[0] == menu.segments("Cd")


def check_a_good_code_closes_the_menu_and_sixty_seconds_of_silence_do_too():
    app = boot({})
    now = app.ticks.now()
    shown = at_code(app, now)
    type_in(shown, code("armed", 3), now)
    shown.draw(now + 2999)
    assert shown.open
    shown.draw(now + 3000)
    assert not shown.open
    shown = at_code(app, now)
    shown.draw(now + 60000)
    assert shown.open
    assert shown.draw(now + 60001) is None
    assert not shown.open


def check_a_good_code_keeps_what_was_set_before_it():
    app = boot({})
    for good in (False, True):
        now = app.ticks.now()
        shown = app.clock_task._menu = app.open_menu(now)
        shown.press("ext", now)
        shown.press("start", now)
        for _ in range(ITEMS - 2):
            shown.press("ext", now)
        shown.press("start", now)
        type_in(shown, code("armed", 1) if good else 1, now)
        shown.draw(now + 3000)
        if not good:
            shown.press("undo", now + 3000)
        app.clock_task.step()
        assert app.clock_task._menu is None
        assert app.config.get("brightness") == (10 if good else 0)
    app.recorder.flush()


def check_b_without_a_key_there_is_no_entry_and_while_a_stroke_is_timed_no_menu():
    app = boot({})
    assert len(app.open_menu(0)._items) == ITEMS
    start_set(app, False)
    app.clock_task.act("start", app.ticks.now())
    assert app.open_menu(0) is None
    app.order("set_end", app.ticks.now(), {})
    app.recorder.flush()
    with open(NVS, "w") as file:
        file.write("{}")
    assert len(boot().open_menu(0)._items) == ITEMS - 1

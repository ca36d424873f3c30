"""What the clock shows: rounding, faces, lamps, signals; vectors in tests/vectors/readout.json for every display."""

import json

from clock.kit import in_phase, running
from expect import lines, raised

from arbiter_clock import readout
from arbiter_clock.presets import preset


def test_t5_seconds_are_rounded_up():
    tested = 0
    for line in lines(__file__, "readout.json"):
        if line.startswith('"seconds":'):
            for remaining_ms, shown in json.loads(line[10:].rstrip(",\n")):
                assert readout.seconds(remaining_ms) == shown, remaining_ms
                tested += 1
    assert tested == 14


def test_faces():
    tested = 0
    for line in lines(__file__, "readout.json"):
        if line.startswith('{"about":'):
            vector = json.loads(line.rstrip(",\n"))
            face = readout.face(vector["state"], vector["t"], link=vector["link"])
            assert list(face) == vector["face"], vector["about"]
            tested += 1
    assert tested == 40


def test_the_face_of_a_live_clock():
    clock = running()
    assert readout.face(clock.snapshot(1), 1)[0] == "40"
    assert readout.face(clock.snapshot(39_001), 39_001)[0] == " 1"
    # Overdue, but not yet committed.
    assert readout.face(clock.snapshot(40_010), 40_010)[0] == " 0"
    clock.expire(40_011, 40_011)
    assert readout.face(clock.snapshot(40_011), 40_011)[0] == "20"


# [rule DBU 4.2]
def test_the_strikers_ball_is_lit_in_every_phase_of_a_set():
    for phase in ("ready", "run", "rolling", "paused", "restored", "set_end"):
        assert readout.face(in_phase(phase).snapshot(50_000), 0)[3] & readout.BALL_WHITE, phase
    assert readout.face(in_phase("turn_lost").snapshot(70_000), 0)[3] & readout.BALL_YELLOW
    clock = running(ball_a="yellow")
    assert readout.face(clock.snapshot(1), 1)[3] & 3 == readout.BALL_YELLOW


def test_no_two_phases_of_a_stroke_look_alike_without_their_lamps():
    shown = set()
    for phase in ("ready", "rolling", "turn_lost", "set_end"):
        shown.add(readout.face(in_phase(phase).snapshot(90_000), 0)[:3])
    for phase in ("run", "paused", "restored"):
        state = in_phase(phase).snapshot(0 if phase == "run" else 90_000)
        shown.add(tuple([readout.face(state, t)[1:3] for t in (0, 250, 500, 750, 1_000, 1_250)]))
    assert len(shown) == 7


def test_lamps_and_digits_are_the_boards():
    lamps = (readout.BALL_WHITE, readout.BALL_YELLOW, readout.PERIOD_1, readout.PERIOD_LAST)
    assert lamps == (1, 2, 4, 8)
    assert (readout.PAUSE, readout.FREE_BALL, readout.LINK) == (16, 32, 64)
    digits = [readout.glyphs("0" + str(digit))[1] for digit in range(10)]
    assert digits == [0x3F, 0x06, 0x5B, 0x4F, 0x66, 0x6D, 0x7D, 0x07, 0x7F, 0x6F]


def test_every_number_has_its_segments():
    seen = set()
    for number in range(100):
        left, right = readout.glyphs(("0" if number < 10 else "") + str(number))
        seen.add((left, right))
        assert 0 < left < 128
        assert 0 < right < 128
    assert len(seen) == 100
    assert readout.glyphs("no") == (0x54, 0x5C)
    raised(KeyError, readout.glyphs, "??")


def test_more_than_99_seconds_show_as_99():
    clock = running()
    state = clock.snapshot(0)
    state["remaining_ms"] = 100_500
    assert readout.face(state, 0)[0] == "99"


def test_the_players_hear_no_warning_in_five_pins_and_hear_it_where_the_preset_says_so():
    assert readout.sound(preset("dbu-5-kegel"), "warning") == (0, 0, 0, 80)
    assert readout.sound(preset("wpa"), "warning") == (2_000, 60, 1, 80)


def test_t17_an_expiry_is_heard_felt_and_seen():
    for name in ("penalty", "turn_lost"):
        hz, ms, times, vibrate = readout.sound(preset("dbu-5-kegel"), name)
        assert hz
        assert ms * times >= 1_000
        assert vibrate >= 1_000
    lost = in_phase("turn_lost").snapshot(90_000)
    assert readout.face(lost, 0)[1] != readout.face(lost, 250)[1] == 0


def test_every_signal_has_its_sound_and_no_other():
    assert readout._SIGNALS.count(";") == 19
    raised(KeyError, readout.sound, preset("dbu-5-kegel"), "fanfare")

"""A packed state gives back what was packed, whatever the moment."""

from clock.kit import everything, in_phase, running
from expect import refused

from arbiter_clock.machine import Clock
from arbiter_clock.presets import preset
from arbiter_clock.state import PHASES, SIZE, State


def test_a_packed_state_is_taken_up_in_every_phase():
    for phase in PHASES:
        clock = in_phase(phase)
        packed = clock.pack_state(70_000)
        assert len(packed) == SIZE == 27
        other = Clock(preset("dbu-5-kegel"))
        other.unpack_state(packed, 70_000)
        other.limit_by = clock.limit_by
        assert other.snapshot(80_000) == clock.snapshot(80_000)
        assert other.deadline() == clock.deadline()


def test_times_move_to_the_scale_on_which_they_are_taken_up():
    clock = running()
    packed = clock.pack_state(15_000)
    other = Clock(preset("dbu-5-kegel"))
    other.unpack_state(packed, 2**40)
    assert other.deadline() == 2**40 + 25_000
    assert other.snapshot(2**40 + 1)["elapsed_ms"] == 15_001


def test_extreme_values_are_kept():
    state = State()
    state.phase, state.period = "restored", 9
    state.striker, state.ball_a, state.limit_on, state.armed, state.restored = 1, "yellow", True, True, True
    state.free_ball, state.foul, state.set, state.stroke, state.shots_left = 0, 1, 255, 65_535, 15
    state.extensions, state.penalties, state.points = [15, 14], [255, 254], [253, 255]
    state.goal = [65_534, None]
    state.remaining, state.elapsed, state.match_origin = 2**31 - 1, 0, -(2**31) + 1
    other = State()
    other.unpack(state.pack(0), 0)
    assert other.pack(0) == state.pack(0)
    assert (other.free_ball, other.foul, other.goal, other.remaining) == (0, 1, [65_534, None], 2**31 - 1)


def test_a_moment_too_long_ago_is_no_longer_known():
    state = State()
    state.phase, state.since = "rolling", 0
    for now, known in ((2**31 - 1, 0), (2**31, None), (2**40, None)):
        other = State()
        other.unpack(state.pack(now), now)
        assert other.since == known


def test_counters_stop_at_what_a_byte_holds():
    clock = running(to_go_a=None, to_go_b=None)
    clock.state.penalties[0] = 255
    clock.state.points[1] = 254
    clock.state.stroke = 65_535
    clock.expire(60_001, 60_001)
    state = clock.snapshot(60_001)
    assert (state["penalties_a"], state["points_b"]) == (255, 255)
    clock.handle("start", 62_001)
    assert clock.snapshot(62_001)["stroke"] == 65_535
    clock.pack_state(62_001)


def test_a_clock_that_takes_up_a_state_goes_on_from_its_moment():
    clock = running()
    other = Clock(preset("dbu-5-kegel"))
    other.unpack_state(clock.pack_state(20_000), 50_000)
    assert other.handle("pause", 10)[-2][1]["t"] == 50_000


def test_a_state_that_a_later_release_has_let_grow_is_taken_up_and_one_of_an_unknown_phase_is_refused():
    packed = running().pack_state(5_000)
    other = State()
    other.unpack(packed + b"more", 5_000)
    assert other.pack(5_000) == packed
    for bad in (packed[:-1], b"", b"\x08" + packed[1:], b"\x1f" + packed[1:]):
        assert refused(other.unpack, bad, 5_000) == "state"
        assert other.pack(5_000) == packed


def test_a_record_that_is_refused_leaves_the_clock_that_is_being_rebuilt_as_it_was():
    clock = running()
    before = everything(clock, 5_000)
    event = {"type": "restored", "cause": "unknown_record", "t": 5_000}
    assert refused(clock.replay, 3, event, b"\x09" + clock.pack_state(5_000)[1:]) == "state"
    assert everything(clock, 5_000) == before
    clock.replay(3, event, clock.pack_state(5_000))
    assert clock.seq == 3


def test_the_packed_form_is_the_one_that_is_in_journals():
    # By hand: run in period 2, b to strike with a's ball yellow and the limit on; free ball b; set 3, stroke 7;
    # one penalty against b, two points for a; goals 50 and none; 15 000 ms left, 45 000 played, 100 000 into the match.
    state = State()
    state.phase, state.period, state.striker, state.ball_a, state.limit_on = "run", 2, 1, "yellow", True
    state.free_ball, state.set, state.stroke, state.goal = 1, 3, 7, [50, None]
    state.penalties, state.points = [0, 1], [2, 0]
    state.deadline, state.origin, state.match_origin = 115_000, 55_000, 0
    expected = "22070200030700000102003200ffff983a0000c8af0000a0860100"
    assert state.pack(100_000) == bytes.fromhex(expected)

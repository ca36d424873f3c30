"""Every step tells buzzer, vibration and display what it was."""

from clock.kit import in_phase, new_clock, orders, running, set_clock, signals


def test_each_step_has_its_signal():
    for phase, kind, expected in (
        ("idle", "restart", ["set_start"]),
        ("ready", "start", ["start"]),
        ("ready", "shot", ["shot", "untimed"]),
        ("rolling", "start", ["start"]),
        ("rolling", "shot", ["shot", "untimed"]),
        ("rolling", "foul", ["foul"]),
        ("turn_lost", "start", ["start"]),
        ("turn_lost", "shot", ["shot", "untimed"]),
        ("turn_lost", "swap", ["swap"]),
        ("paused", "start", ["resume"]),
        ("paused", "pause", ["resume"]),
        ("paused", "restart", ["start"]),
        ("paused", "shot", ["shot", "untimed"]),
        ("paused", "set_end", ["set_end"]),
        ("restored", "start", ["start"]),
        ("restored", "pause", ["resume"]),
        ("restored", "shot", ["shot", "untimed"]),
        ("set_end", "restart", ["set_start"]),
    ):
        assert signals(in_phase(phase).handle(kind, 90_000)) == expected, (phase, kind)
    assert signals(running().handle("pause", 1_000)) == ["pause"]
    assert signals(running().handle("shot", 1_000)) == ["shot"]
    assert signals(running().handle("start", 1_000)) == ["start"]
    assert signals(new_clock().handle("set_start", 1_000, orders())) == ["set_start"]


def test_refusals_and_what_is_swallowed_signal_nothing():
    for phase, kind in (("idle", "start"), ("ready", "pause"), ("rolling", "ext"), ("ready", "restart")):
        assert signals(in_phase(phase).handle(kind, 90_000)) == []
    clock = set_clock()
    clock.handle("shot", 1_000)
    assert clock.handle("shot", 1_100) == []


def test_a_shot_of_the_opponent_without_start_is_told_with_all_its_fields():
    clock = in_phase("turn_lost")
    (shot,) = [effect[1] for effect in clock.handle("shot", 90_000) if effect[0] == "event"]
    assert shot == {
        "type": "shot",
        "set": 1,
        "stroke": 2,
        "striker": "b",
        "period": None,
        "elapsed_ms": None,
        "paused": False,
        "t": 90_000,
    }

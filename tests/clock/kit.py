"""Short cuts of the clock's tests, on both interpreters."""

from arbiter_clock.machine import Clock
from arbiter_clock.presets import preset


def new_clock(name="dbu-5-kegel"):
    """A clock with no set yet."""
    return Clock(preset(name))


def orders(number=1, **changed):
    """Data of a set_start command: set 1, a begins, limit on, 50 points to go."""
    data = {"set": number, "striker": "a", "ball_a": "white", "limit": True, "by": "TL"}
    data["to_go_a"] = data["to_go_b"] = 50
    data.update(changed)
    return data


def set_clock(name="dbu-5-kegel", **changed):
    """A clock in `ready`: the set began at 0."""
    clock = new_clock(name)
    clock.handle("set_start", 0, orders(**changed))
    return clock


def running(name="dbu-5-kegel", **changed):
    """A clock in `run`: the first stroke began at 0."""
    clock = set_clock(name, **changed)
    clock.handle("start", 0)
    return clock


def in_phase(phase):
    """A clock in that phase, at most 100 s after its first stroke began at 0."""
    if phase == "idle":
        return new_clock()
    if phase == "ready":
        return set_clock()
    clock = running()
    if phase == "rolling":
        clock.handle("shot", 10_000)
    elif phase == "turn_lost":
        clock.expire(60_001, 60_001)
    elif phase == "paused":
        clock.handle("pause", 10_000)
    elif phase == "set_end":
        clock.handle("set_end", 10_000)
    elif phase == "restored":
        clock.power_on(50, "power_on")
    assert clock.state.phase == phase
    return clock


def events(effects):
    """The events among effects."""
    return [effect[1] for effect in effects if effect[0] == "event"]


def types(effects):
    """The types of the events among effects."""
    return [event["type"] for event in events(effects)]


def signals(effects):
    """The signals among effects."""
    return [effect[1] for effect in effects if effect[0] == "signal"]


def refusals(effects):
    """The refusals among effects."""
    return [effect[1] for effect in effects if effect[0] == "refused"]


def everything(clock, now=100_000):
    """All that can be seen of a clock, to tell whether it has changed."""
    return (clock.snapshot(now), clock.pack_state(now), clock.seq, clock.deadline(), clock.preset.name)


class Journal:
    """Keeps what a clock emits, and rebuilds a clock from it as after a power cut."""

    def __init__(self, clock):
        self.clock = clock
        self.records = []

    def handle(self, kind, t, data=None):
        return self.keep(self.clock.handle(kind, t, data))

    def expire(self, now):
        return self.keep(self.clock.expire(now, now))

    def keep(self, effects):
        for effect in effects:
            if effect[0] == "event":
                self.records.append((effect[1], effect[2]))
        return effects

    def reboot(self, t=100, remaining_ms=None, first=0, cause="power_on"):
        """A new clock from the records (without the `first` ones), `t` ms after its start; returns its effects."""
        clock = Clock(self.clock.preset)
        for number, (event, state) in enumerate(self.records):
            if number >= first:
                clock.replay(number + 1, event, state)
        self.clock = clock
        return self.keep(clock.power_on(t, cause, remaining_ms))

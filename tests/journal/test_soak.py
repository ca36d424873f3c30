"""Hundreds of reboots at random moments, with fixed seeds."""

from journal.events import append, check
from journal.flash import TEARS, Flash, PowerCut
from journal.repeatable import Random

from arbiter_clock.journal import Journal, JournalFull

EPOCH = "0a1b2c3d"
REBOOTS = 300


def soak(seed, hub_speed):
    """Life of a device whose power fails again and again; `hub_speed` of ten tries, the hub confirms."""
    random = Random(seed)
    flash = Flash(3)
    journal = Journal(flash)
    journal.format(EPOCH)
    acknowledged = released = refused = lost_in_flight = 0
    for _ in range(REBOOTS):
        flash.operations, flash.cut_at, flash.tear = 0, 1 + random.below(40), TEARS[random.below(len(TEARS))]
        try:
            while True:
                append(journal, acknowledged + 1)
                acknowledged += 1
                if random.below(10) < hub_speed:
                    released += random.below(acknowledged - released + 1)
                    journal.release(released)
                if random.below(3) == 0:
                    journal.prepare()
        except PowerCut:
            pass
        except JournalFull:
            refused += 1
            released = acknowledged - random.below(20)
        flash = flash.reboot()
        journal = Journal(flash)
        assert journal.mount()
        assert acknowledged <= journal.last <= acknowledged + 1
        lost_in_flight += journal.last == acknowledged
        acknowledged = journal.last
        for number in range(released + 1, acknowledged + 1):
            check(journal, number)
        journal.release(released)
    assert acknowledged > 10 * REBOOTS
    assert 0 < lost_in_flight < REBOOTS
    return refused


def test_with_a_quick_hub():
    assert soak(1, 8) == 0


def test_with_a_slow_hub():
    soak(2, 1)


def test_with_a_hub_that_is_away():
    assert soak(3, 0) > 0

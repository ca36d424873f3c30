"""Ten thousand events through journal, outbox and wire leave the heap as it was."""

import gc

from journal.events import append
from journal.flash import Flash

from arbiter_clock import wire
from arbiter_clock.journal import Journal
from arbiter_clock.replay import Outbox


def _allocated():
    """Bytes in use; CPython does not count its own, so there it is objects, as if they were tiny."""
    gc.collect()
    return gc.mem_alloc() if hasattr(gc, "mem_alloc") else len(gc.get_objects()) * 16


def test_ten_thousand_events_leave_the_heap_where_it_was():
    journal = Journal(Flash(3))
    journal.format("0a1b2c3d")
    outbox = Outbox(journal)
    outbox.connected(0)
    before = None
    for number in range(1, 10_001):
        append(journal, number)
        payload = outbox.next(number)
        assert wire.decode("event", payload)["seq"] == number
        outbox.acknowledge("0a1b2c3d", number, number)
        journal.prepare()
        if number == 1000:
            before = _allocated()
    growth = _allocated() - before
    assert growth < 9 * 1024, growth
    assert journal.erases * 100 <= 2 * 10_000
    assert journal.late_erases == 0

"""No event is lost, and none comes in two versions, over a link that fails in every known way."""

from binascii import crc32

from journal.events import event, utc
from journal.flash import Flash
from journal.hub import Hub
from journal.lossy import Broker, Device, run
from journal.repeatable import Random

from arbiter_clock import wire

EVENTS = 424


def _check(hub, events):
    """The very bytes; the first ten were made before the wall time was known and keep `utc: null`."""
    for number in range(1, events + 1):
        message = event(number)
        message.update({"v": 1, "epoch": "0a1b2c3d", "seq": number, "boot": 3, "utc": utc(number)})
        assert hub.checksum(number) == crc32(wire.encode("event", message)), number


def test_every_event_arrives_although_link_broker_hub_and_supply_fail():
    hub = Hub(EVENTS)
    device = Device(Flash(3))
    run(device, Broker(hub), Random(5), EVENTS)
    assert hub.contiguous == EVENTS
    _check(hub, EVENTS)
    assert device.boots > 3
    assert device.outbox.pending == 0
    assert hub.received > EVENTS, "no resend was needed: the link was not lossy"


def test_other_seeds():
    for seed in (11, 12, 13):
        hub = Hub(60)
        run(Device(Flash(3)), Broker(hub), Random(seed), 60)
        _check(hub, 60)


def test_a_good_link_sends_every_event_once():
    class Quiet(Random):
        def below(self, limit):
            return 39 if limit == 40 else 0

    hub = Hub(100)
    run(Device(Flash(3)), Broker(hub), Quiet(1), 100)
    assert hub.received == 100
    _check(hub, 100)

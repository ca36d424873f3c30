"""A device, a broker and a hub in one process, and between them a link that fails in every known way."""

from journal.events import append
from journal.flash import TEARS, PowerCut
from mqtt.broker_double import connack, puback, publish, split, suback

from arbiter_clock import wire
from arbiter_clock.journal import Journal
from arbiter_clock.mqtt import Client, ProtocolError
from arbiter_clock.replay import Outbox

EVENT = wire.topic("s", "1", "event")
ACK = wire.topic("s", "1", "ack")


class Broker:
    """Takes the device's packets and answers; a restart loses the session and the retained ack."""

    def __init__(self, hub):
        self.hub = hub
        self.session = False
        self.retained = None
        self.hub_is_there = True
        self.queue = []
        self.packet_id = 0

    def restart(self):
        """As after a kill: what was queued for the hub is gone, although it had been acknowledged."""
        self.session = False
        self.retained = None
        self.queue = []

    def take(self, data):
        """The answers to what the device sent."""
        out = b""
        for first, body in split(data):
            kind = first >> 4
            if kind == 1:
                out += connack(int(self.session))
                self.session = True
            elif kind == 8:
                out += suback(int.from_bytes(body[:2], "big"), 1)
                if self.retained:
                    out += self._to_device(self.retained, 1)
            elif kind == 3:
                size = int.from_bytes(body[:2], "big")
                self.queue.append(bytes(body[4 + size :]))
                out += puback(int.from_bytes(body[2 + size : 4 + size], "big"))
        return out + self.serve_hub()

    def serve_hub(self):
        """Give the hub what waits for it; its acks, as they go to the device."""
        out = b""
        while self.hub_is_there and self.queue:
            self.retained = self.hub.take(self.queue.pop(0))
            out += self._to_device(self.retained, 0)
        return out

    def _to_device(self, payload, retain):
        self.packet_id = self.packet_id % 0xFFFF + 1
        return publish(ACK, payload, qos=1, retain=retain, packet_id=self.packet_id)


class Device:
    """Journal, outbox and client as the firmware joins them; `reboot` keeps only the flash."""

    def __init__(self, flash):
        self.flash = flash
        self.boots = 0
        self.made = 0
        self.journal = None
        self.boot()

    def boot(self):
        """After power came back."""
        self.boots += 1
        self.journal = Journal(self.flash)
        if not self.journal.mount():
            self.journal.format("0a1b2c3d")
        self.outbox = Outbox(self.journal, 8)
        self.client = Client("d", subscriptions=((ACK, 1),), keepalive_s=10, window=3, buffer=256)

    def make_event(self):
        """The clock has made an event; boot is part of it, so that a resend from another boot would show."""
        append(self.journal, self.made + 1)
        self.made += 1

    def lost(self):
        """The transport is gone."""
        self.client.lost()
        self.outbox.disconnected()

    def send(self, now):
        """What goes out now."""
        while self.client.free:
            payload = self.outbox.next(now)
            if payload is None:
                break
            self.client.publish(EVENT, payload, qos=1, retain=False, now=now)
        return self.client.take_output()

    def receive(self, data, now):
        """What came in."""
        for event in self.client.receive(data, now):
            if event[0] == "connected":
                self.outbox.connected(now)
            elif event[0] == "message":
                message = wire.decode("ack", event[2])
                self.outbox.acknowledge(message["epoch"], message["seq"], now, retained=event[4])


class Link:
    """The connection and its troubles."""

    def __init__(self, device, broker, random):
        self.device = device
        self.broker = broker
        self.random = random
        self.up = False
        self.deaf = False  # nothing comes back, although the connection stands

    def lose(self):
        """The connection breaks."""
        self.up = self.deaf = False
        self.device.lost()

    def trouble(self, number):
        """One of the known troubles; for most numbers there is none."""
        broker, flash = self.broker, self.device.flash
        if number == 0:
            self.lose()
        elif number == 1:
            broker.restart()
            self.lose()
        elif number == 2:
            broker.hub_is_there = False
        elif number == 3:
            self.deaf = True
        elif number == 4:
            flash.operations, flash.cut_at = 0, 1
            flash.tear = TEARS[self.random.below(len(TEARS))]
        elif number < 8:
            broker.hub_is_there = True
        elif number == 8 and self.deaf:
            self.lose()

    def exchange(self, now):
        """One round trip, its answer cut in two."""
        device = self.device
        try:
            device.client.poll(now)
            answer = self.broker.take(device.send(now))
            if not self.deaf:
                cut = self.random.below(len(answer) + 1)
                device.receive(answer[:cut], now)
                device.receive(answer[cut:], now)
        except ProtocolError:
            self.lose()


def run(device, broker, random, events):
    """Make `events` events while everything fails now and then, and go on until the hub has them all."""
    link = Link(device, broker, random)
    now = 0
    while device.made < events or broker.hub.contiguous < events:
        now += 50
        assert now < 3_600_000, "the hub does not get it all"
        link.trouble(random.below(40))
        try:
            if device.made < events and random.below(3) == 0 and device.journal.free_slots > 8:
                device.make_event()
        except PowerCut:
            device.flash = device.flash.reboot()
            device.boot()
            device.made = device.journal.last
            link.up = link.deaf = False
        if not link.up and random.below(4) == 0:
            link.up = True
            device.client.connect(now)
        if link.up:
            link.exchange(now)

"""A device that only shows: the second display of a table, which follows its clock over the network."""

import asyncio
import random

from arbiter_clock import wire
from arbiter_clock.mqtt import Client
from arbiter_device.brightness import Brightness
from arbiter_device.display import Display
from arbiter_device.link import Link, secured
from arbiter_device.mirror import Mirror
from arbiter_device.sensing import Supply
from arbiter_device.ticks import Ticks
from arbiter_device.watchdog import PATIENCE_LINK_MS, PATIENCE_MS, WATCHDOG_MS, Supervisor, each_second
from arbiter_device.wifi import Wifi, network_task

KEEPALIVE_S = 10
BUFFER = 1280  # a state has at most 1,024 bytes
DRAW_MS = 25


class Listener:
    """The Link's publisher for a device that publishes nothing."""

    def __init__(self, site, table, mirror):
        self._kinds = {wire.topic(site, table, kind): kind for kind in ("state", "tick")}
        self._mirror = mirror

    def subscriptions(self):
        return tuple((topic, 1 if kind == "state" else 0) for topic, kind in self._kinds.items())

    def next_will(self):
        return None

    def log(self, level, text):
        pass

    def connected(self, now):
        pass

    def disconnected(self):
        self._mirror.disconnected()

    def message(self, topic, payload, retained, now):
        if topic in self._kinds:
            self._mirror.take(self._kinds[topic], payload, retained, now)

    def fill(self, client, now):
        pass

    def wait_ms(self, now):
        return 1000


class DisplayApp:
    def __init__(self, board, config):
        self.board = board
        self.config = config
        self.ticks = ticks = Ticks(board.ticks_ms)
        self.mirror = Mirror()
        self.display = Display(board.display(config.get("display")), ticks)
        self.brightness = Brightness(config, board.light)
        self.supply = None
        if config.get("power_sense"):
            self.supply = Supply(board.supply_mv, config.get("display"), self.brightness, print)
        self.wifi = Wifi(board.station(), config.get("wifi_ssid"), config.get("wifi_password"))
        listener = Listener(config.get("site"), config.get("table"), self.mirror)
        self.client = Client(
            board.device_id,
            subscriptions=listener.subscriptions(),
            username=config.get("broker_user") or None,
            password=config.get("broker_password") or None,
            keepalive_s=KEEPALIVE_S,
            buffer=BUFFER,
        )
        self.link = Link(
            self.client,
            listener,
            self.wifi,
            config.get("broker_host"),
            config.get("broker_port"),
            ticks,
            secure=secured(config, lambda: True, listener.log),
            may_block=lambda: True,
            random=lambda n: random.getrandbits(16) % n,
            reset=board.reset,
        )
        self.each_second = [self.brightness.follow]
        if self.supply:
            self.each_second.append(self.supply.poll)
        if config.on_trial or board.number("slot") & 2:
            self._go_on_trial(listener)

    def _go_on_trial(self, listener):
        """Settings or an image came while this was a clock, perhaps those that have made it a display."""
        from arbiter_device.trial import Trial
        from arbiter_device.update import Installer

        board = self.board
        rom = board.rom()
        trial = Trial(
            self.config,
            Installer(rom, board) if rom else None,
            None,
            lambda: self.client.online,
            self.ticks,
            may_block=lambda: True,
            reset=board.reset,
            log=listener.log,
        )
        self.each_second.append(trial.step)

    async def draw(self, heart):
        while True:
            heart.beat()
            bits, lamps = self.mirror.face(self.ticks.now(), self.client.online)
            self.display.show(bits, lamps, self.brightness.level())
            await asyncio.sleep_ms(DRAW_MS)

    async def run(self):
        board = self.board
        board.arm_watchdog(WATCHDOG_MS)
        supervisor = Supervisor(
            self.ticks,
            lambda name, error: board.keep_crash(name + ": " + repr(error)),
            board.feed,
            board.reset,
            lambda: True,
        )
        supervisor.watch("draw", self.draw, PATIENCE_MS)
        supervisor.watch("display", self.display.run, PATIENCE_MS)
        supervisor.watch("second", each_second(self.each_second), PATIENCE_MS)
        supervisor.watch("wifi", network_task(board, self.config, self.wifi), PATIENCE_LINK_MS)
        supervisor.watch("link", self.link.run, PATIENCE_LINK_MS)
        await supervisor.run()

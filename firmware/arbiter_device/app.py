"""Puts the device together and runs it: every part is given what it needs here, and nowhere else."""

import asyncio
import random
import sys

from arbiter_clock import presets, wire_fields
from arbiter_clock.buttons import Buttons
from arbiter_clock.errors import FieldError
from arbiter_clock.journal import SLOTS
from arbiter_clock.machine import Clock
from arbiter_clock.mqtt import Client
from arbiter_clock.replay import Outbox
from arbiter_device import checkpoint
from arbiter_device.board import Board
from arbiter_device.brightness import Brightness
from arbiter_device.buzzer import Signals
from arbiter_device.clock_task import ClockTask
from arbiter_device.config import Config
from arbiter_device.display import Display
from arbiter_device.face import Face
from arbiter_device.inputs import Inputs
from arbiter_device.link import Link, secured
from arbiter_device.orders import Orders
from arbiter_device.publisher import Publisher
from arbiter_device.sensing import Handset, Sensing, Supply
from arbiter_device.store import Recorder, open_journal
from arbiter_device.ticks import Ticks
from arbiter_device.time_sync import TimeSync
from arbiter_device.version import VERSION
from arbiter_device.watchdog import PATIENCE_LINK_MS, PATIENCE_MS, WATCHDOG_MS, Supervisor, each_second
from arbiter_device.wifi import Wifi, network_task

KEEPALIVE_S = 10
BUFFER = 1280  # twice the longest command that the contract's fields allow; what is longer is passed over
REPLAYED = 160  # journal records that are enough for every step that can be undone
IDENTIFY_MS = 5000
BETWEEN_SETS = ("idle", "set_end")


def restore(clock, journal, cause, kept, now):
    """Bring the clock to where the journal's last record left it; effects of the restart. `kept`: checkpoint bytes.

    A set goes on by the rules that it began with; the next one is played by those of the settings.
    """
    configured = clock.preset
    begin = max(journal.first, journal.last - REPLAYED + 1)
    begun = False
    for seq in range(begin, journal.last + 1):
        record = journal.read(seq)
        if record:
            event, state = record
            try:
                if event["type"] == "set_start":
                    begun = True
                    clock.preset = presets.preset(event["preset"])
                clock.replay(seq, event, state)
            except FieldError:
                pass  # written by a later release, before the way back to this one: the next record tells more
    if not begun:
        _find_set_start(clock, journal, begin)
    if clock.state.phase in BETWEEN_SETS:
        clock.preset = configured
    clock.seq = journal.last
    return clock.power_on(now, cause, checkpoint.remaining(kept, journal.epoch, journal.last))


def _find_set_start(clock, journal, before):
    """By which rules and on whose order the set is played that began earlier than the record `before`.

    Backwards in blocks of a sector's size, because the journal reads in order without searching.
    """
    begun = False
    while before > journal.first and not begun:
        begin = max(journal.first, before - SLOTS)
        by = None
        for seq in range(begin, before):
            record = journal.read(seq)
            if record and record[0]["type"] in ("set_start", "limit"):
                by = record[0]["by"]
                if record[0]["type"] == "set_start":
                    begun = True
                    try:
                        clock.preset = presets.preset(record[0]["preset"])
                    except FieldError:
                        pass  # of a later release
        clock.limit_by = clock.limit_by or by
        before = begin


class App:
    """The clock of one table on `board`."""

    def __init__(self, board, config):
        self.board = board
        self.config = config
        self.ticks = ticks = Ticks(board.ticks_ms)
        self.warnings = []
        self.woken = asyncio.ThreadSafeFlag()
        self.display = Display(board.display(config.get("display")), ticks)
        self.brightness = Brightness(config, board.light)
        self.journal, warning = open_journal(board.journal(), ".")
        journal = self.journal
        self._warn(warning)
        self.clock = clock = Clock(self._preset())
        effects = restore(clock, journal, board.reset_cause, board.checkpoint(), ticks.now())
        self.recorder = Recorder(journal, board.boot, self.utc, self.may_erase, self.log)
        self.outbox = Outbox(journal)
        orders = Orders(
            self.order,
            self.settle,
            self.identify,
            clock,
            journal.epoch,
            ticks,
            self.utc_now,
            self.look_for_update,
        )
        identity = (board.device_id, VERSION, board.boot, board.reset_cause)
        self.publisher = Publisher(
            config.get("site"),
            config.get("table"),
            identity,
            clock,
            journal.epoch,
            self.outbox,
            lambda: not self.recorder.busy,
            orders,
            self.utc,
        )
        self.wifi = Wifi(board.station(), config.get("wifi_ssid"), config.get("wifi_password"))
        client = Client(
            board.device_id,
            subscriptions=self.publisher.subscriptions(),
            username=config.get("broker_user") or None,
            password=config.get("broker_password") or None,
            keepalive_s=KEEPALIVE_S,
            buffer=BUFFER,
        )
        self.link = Link(
            client,
            self.publisher,
            self.wifi,
            config.get("broker_host"),
            config.get("broker_port"),
            ticks,
            secure=secured(config, self.may_block, self.publisher.log),
            may_block=self.may_block,
            random=lambda n: random.getrandbits(16) % n,
            reset=board.reset,
        )
        self.face = Face(
            clock, self.display, lambda: client.online, self.brightness.level, lambda: self.recorder.shortage
        )
        self.tone = board.tone()
        self.signals = Signals(self.tone, self.face, lambda: clock.preset, config, ticks)
        buttons = Buttons(ticks.now())
        handset = Handset(board.handset(), ticks.now())
        self.inputs = Inputs(board.buttons(), ticks, buttons, self.woken.set, handset.loose)
        self.clock_task = ClockTask(
            clock,
            self.inputs,
            buttons,
            ticks,
            record=self.record,
            signals=self.signals,
            face=self.face,
            changed=self.changed,
            open_menu=self.open_menu,
            close_menu=self.close_menu,
        )
        self.checkpoint = checkpoint.Checkpoint(clock, journal.epoch, ticks, board.checkpoint)
        wired = config.get("power_sense")
        self.sensing = Sensing(
            handset,
            board.power_good() if wired else None,
            ticks,
            phase=self.phase,
            notice=self.face.notice,
            save=self.checkpoint.write,
            log=self.log,
        )
        self.supply = None
        if wired:
            self.supply = Supply(board.supply_mv, config.get("display"), self.brightness, self.log)
        self.time_sync = TimeSync(
            config.get("time_host") or config.get("broker_host"), ticks, board.set_utc, self.may_block
        )
        self.updater = self.installer = self.codes = None
        wanted = config.get("update_host") and board.key()
        if wanted or board.number("slot") & 2:
            self._plan_updates(wanted)
        self.each_second = [self.checkpoint.write, self.brightness.follow]
        if self.supply:
            self.each_second.append(self.supply.poll)
        if config.on_trial or (self.installer and self.installer.on_trial):
            from arbiter_device.trial import Trial

            trial = Trial(
                config,
                self.installer,
                self.updater,
                lambda: client.online,
                ticks,
                may_block=self.may_block,
                reset=self.take_back,
                log=self.publisher.log,
            )
            self.each_second.append(trial.step)
        self.clock_task.apply(effects)

    def _plan_updates(self, wanted):
        from arbiter_device.update import Installer, Updater

        board = self.board
        rom = board.rom()
        if rom is not None:
            self.installer = Installer(rom, board)
        if wanted:
            self.updater = Updater(
                self.config,
                board.device_id,
                self.installer,
                board.key(),
                board,
                phase=self.update_phase,
                reset=board.reset,
                log=self.publisher.log,
            )

    def utc_now(self):
        return self.board.utc_ms()

    def utc(self, t):
        """Calendar time of device time `t`, None while it is not known."""
        utc = self.board.utc_ms()
        return None if utc is None else utc - (self.ticks.now() - t)

    def may_block(self):
        """Whether the device may stand still for a moment: no stroke is being timed."""
        return self.clock.state.phase != "run"

    def may_erase(self):
        """Whether flash may be erased ahead of need: neither a stroke is being timed nor the power failing."""
        return self.may_block() and not self.sensing.failing

    def record(self, fields, state):
        if not self.recorder.put(fields, state):
            # The number stays the journal's: an event that is lost for good must not leave a hole. The next event gets
            # it, so no UNDO may name it any more, and the way back ends here, as it does where a record is missing.
            self.clock.seq -= 1
            self.clock.history.clear()
            self.clock.gesture.clear()
            self.log("error", "journal full, events not kept: " + str(self.recorder.refused))

    def log(self, level, text):
        """Keep a line for the hub."""
        self.publisher.log(level, text)

    def changed(self):
        self.publisher.changed()
        self.link.wake()

    def order(self, kind, t, data):
        """A command of the hub for the clock; a preset is kept as a setting as well."""
        effects = self.clock_task.act(kind, t, data)
        if kind == "preset":
            self.config.change({"preset": data["name"]})
        return effects

    def settle(self):
        """Handle the presses up to now."""
        self.clock_task.step()

    def identify(self):
        self.face.notice("88", self.ticks.now() + IDENTIFY_MS)

    def look_for_update(self):
        if self.updater is None:
            return "no updates configured"
        self.updater.look_soon()
        return None

    def phase(self):
        return self.clock.state.phase

    def update_phase(self):
        """As `phase`, but none in which an update goes on while the power is failing or events are only in memory."""
        return "failing" if self.sensing.failing or self.recorder.stuck else self.phase()

    def open_menu(self, now):
        from arbiter_device import menu

        if self.phase() in menu.CLOSED:
            return None
        return menu.Menu(
            self.config, self.phase, self.tone, now, self.enter_code if self.board.key() else None
        )

    def enter_code(self, now):
        from arbiter_device import direction_code

        if self.codes is None:
            self.codes = direction_code.Codes(self.board.key(), self.board.number, self.board.set_number)
        return direction_code.Entry(self.codes, self.order_by_code, now)

    def order_by_code(self, state, number):
        """The direction's order by a code of this number, which is used up already."""
        by = "Turnierleitung (Code " + str(number) + ")"
        self.order("limit", self.ticks.now(), {"state": state, "by": by, "code": number})

    def close_menu(self, menu):
        """Keep what the referee has set; another table is another place in the contract, so the device starts anew."""
        changes = menu.changes
        if self.phase() not in BETWEEN_SETS:
            # A set has begun meanwhile; its rules and its table stay.
            changes.pop("preset", None)
            changes.pop("table", None)
        if "preset" in changes:
            self.clock.handle("preset", self.ticks.now(), {"name": changes["preset"]})
        if changes:
            self.config.change(changes)
            self.changed()
        if "table" in changes:
            self.board.reset()

    def take_back(self):
        """Start anew with the settings from before; why the new ones did not hold is told after that."""
        self.board.keep_crash("new settings taken back, " + self.link.last_error)
        self.board.reset()

    def crashed(self, name, error):
        text = name + ": " + repr(error)
        self.board.keep_crash(text)
        self.publisher.log("error", text)

    async def publish_written(self, heart):
        """Wake the link when events have reached the flash."""
        while True:
            await self.recorder.written.wait()
            self.recorder.written.clear()
            heart.beat()
            self.link.wake()

    async def run(self):
        board = self.board
        board.arm_watchdog(WATCHDOG_MS)
        for text in self.warnings:
            self.publisher.log("warning", text)
        crash = board.take_crash()
        if crash:
            self.publisher.log("error", "before this boot: " + crash)
        supervisor = Supervisor(self.ticks, self.crashed, board.feed, board.reset, self.may_block)
        supervisor.watch("clock", self.clock_task.run, PATIENCE_MS)
        supervisor.watch("store", self.recorder.run, PATIENCE_MS)
        supervisor.watch("display", self.display.run, PATIENCE_MS)
        supervisor.watch("signals", self.signals.run, PATIENCE_MS)
        supervisor.watch("sensing", self.sensing.run, PATIENCE_MS)
        supervisor.watch("second", each_second(self.each_second), PATIENCE_MS)
        supervisor.watch("wifi", network_task(board, self.config, self.wifi), PATIENCE_LINK_MS)
        supervisor.watch("link", self.link.run, PATIENCE_LINK_MS)
        supervisor.watch("time", self.time_sync.run, PATIENCE_LINK_MS)
        if self.updater:
            supervisor.watch("update", self.updater.run, PATIENCE_LINK_MS)
        supervisor.watch("buttons", lambda heart: self.clock_task.run_woken(heart, self.woken), None)
        supervisor.watch("written", self.publish_written, None)
        await supervisor.run()

    def _preset(self):
        try:
            return presets.preset(self.config.get("preset"))
        except FieldError as error:
            self._warn(str(error))
            return presets.preset(presets.DEFAULT)

    def _warn(self, text):
        if text:
            self.warnings.append(text)


def main():
    wire_fields.lean = True
    board = Board()
    try:
        config = Config(".")
        if config.get("role") == "display":
            from arbiter_device.display_app import DisplayApp

            asyncio.run(DisplayApp(board, config).run())
        asyncio.run(App(board, config).run())
    except Exception as error:  # noqa: BLE001
        # Whatever it was, a device that starts again is worth more than one that stands still.
        sys.print_exception(error)
        board.keep_crash(repr(error))
        board.reset()

"""Power on a simulated clock: `micropython -X heapsize=256wk start.py --state DIR --panel-port N [options]`.

  --state DIR           the chip's flash: file system, journal, non-volatile storage
  --panel-port N        loopback port of the panel, 0 for a free one; `panel 127.0.0.1:N` is printed when it listens
  --broker HOST:PORT    configure the broker when power comes; likewise --site S and --table T
  --set NAME=VALUE      configure any other setting
  --settings FILE       configure those of a JSON file, whose secrets no list of processes shows
  --bundle DIR          run the compiled application that bundle.py has built there
  --factor F            run F times as fast as real time
  --ticks-start MS      begin at this tick, to come close to the wrap at 2**30
  --erase-ms MS         how long a flash erase stalls everything
  --trace-frames        print the tick of every frame that the strip is sent, changed or not
  --heap-base N         tell what the heap holds; N bytes of it are the interpreter's (see rom_launcher.py)
  --stock               a MicroPython that has no ROM file system, as those that are offered for the ESP32
  --no-utc              a calendar that is not set, as after a power cut without network

main.py runs unchanged. Killing the process is a power cut. A reset from inside ends it with exit code 75: start
it again with the same folder, and it boots with the cause of the reset and the memory that outlives one.
"""

import asyncio
import asyncio.core
import binascii
import gc
import json
import os
import sys

RESET_CODE = 75
_PINS = (4, 13, 14, 23, 25, 26, 32, 33, 34, 35, 36, 39)  # that the application takes with WS2812
WARM = "../warm.json"

_VALUES = (
    "--state",
    "--panel-port",
    "--broker",
    "--site",
    "--table",
    "--settings",
    "--bundle",
    "--factor",
    "--ticks-start",
    "--erase-ms",
    "--heap-base",
)


def options(argv):
    found = {"--factor": "1", "--panel-port": "0", "--ticks-start": "0", "--erase-ms": "0", "--set": []}
    index = 0
    while index < len(argv):
        name = argv[index]
        if name in ("--no-utc", "--stock", "--trace-frames"):
            found[name] = True
            index += 1
            continue
        if index + 1 == len(argv):
            raise SystemExit(name + " needs a value")
        if name == "--set":
            found[name].append(argv[index + 1])
        elif name in _VALUES:
            found[name] = argv[index + 1]
        else:
            raise SystemExit("unknown option " + name)
        index += 2
    if "--state" not in found:
        raise SystemExit("--state is needed")
    return found


def make_directory(path):
    try:
        os.mkdir(path)
    except OSError:
        os.stat(path)


class ScaledPoller:
    """Waits a factor shorter than it is told, because device time passes that much faster."""

    def __init__(self, poller, factor):
        self._poller = poller
        self._factor = factor
        self.register = poller.register
        self.unregister = poller.unregister
        self.modify = poller.modify

    def ipoll(self, ms):
        return self._poller.ipoll(ms if ms <= 0 else -(-ms // self._factor))


def settle(state):
    """The chip's identity, made once for each flash and then kept."""
    path = state + "/identity"
    try:
        with open(path, "rb") as stored:
            return stored.read()
    except OSError:
        identity = b"\x02" + os.urandom(5)
        with open(path, "wb") as new:
            new.write(identity)
        return identity


def configure(found):
    """Write the settings from the command line as the installer would."""
    from arbiter_device.config import SPEC, Config

    config = Config(".")
    wanted = {"wifi_ssid": config.get("wifi_ssid") or "simulated"}
    if "--broker" in found:
        host, _, port = found["--broker"].rpartition(":")
        wanted["broker_host"] = host
        wanted["broker_port"] = int(port)
    for name in ("site", "table"):
        if "--" + name in found:
            wanted[name] = found["--" + name]
    if "--settings" in found:
        with open(found["--settings"]) as file:
            wanted.update(json.load(file))
    for pair in found["--set"]:
        name, _, text = pair.partition("=")
        wanted[name] = int(text) if type(SPEC[name][0]) is int else text
    if any(config.get(name) != wanted[name] for name in wanted):
        config.change(wanted)


async def guard(machine):
    """What the watchdog hardware does."""
    while True:
        await asyncio.sleep_ms(100)
        if machine.watchdog and machine.watchdog.hungry():
            raise machine.Reset(machine.WDT_RESET)


def find_sources(bundle, from_slot):
    """Absolute folders of the stand-ins, the firmware and the core: of a bundle, a work tree or an installed hub."""
    here = absolute(__file__.rpartition("/")[0] or ".")
    if bundle:
        # What comes from a slot must not be found a second time beside it.
        loaded = [] if from_slot else [absolute(bundle) + "/a"]
        found = [here, absolute(bundle)]
        found.extend(loaded)
        return found
    firmware = here + "/.."
    for core in (firmware + "/../shared", firmware + "/../.."):
        try:
            os.stat(core + "/arbiter_clock")
        except OSError:
            continue
        return [here, firmware, core]
    raise SystemExit("arbiter_clock is not beside the firmware")


def absolute(path):
    return path if path.startswith("/") else os.getcwd() + "/" + path


class RomVfs:
    """`vfs` of a chip with a ROM partition, which is memory-mapped there."""

    def __init__(self, builtin, image):
        self.VfsRom = builtin.VfsRom
        self.mount = builtin.mount
        self._image = image

    def rom_ioctl(self, op, _partition=0):
        return 1 if op == 1 else self._image


def attach_rom(path, stock):
    """Give the program a ROM partition if its flash has one: mapped by rom_launcher.py, else read into the heap."""
    import vfs

    if stock:
        return
    mapped = os.getenv("SIMULATED_ROM")
    if mapped:
        import uctypes

        address, length = mapped.split()
        sys.modules["vfs"] = RomVfs(vfs, uctypes.bytearray_at(int(address), int(length)))
        return
    try:
        with open(path, "rb") as partition:
            sys.modules["vfs"] = RomVfs(vfs, partition.read())
    except OSError:
        pass


def wake_up(machine):
    """Take up the reset cause and the memory that a warm reset leaves; False after a power cut."""
    try:
        with open(WARM) as kept:
            warm = json.load(kept)
        os.remove(WARM)
    except (OSError, ValueError):
        return False
    machine.cause = warm["cause"]
    machine.RTC().memory(binascii.unhexlify(warm["memory"]))
    return True


def fall_asleep(machine, cause):
    with open(WARM, "w") as kept:
        json.dump({"cause": cause, "memory": binascii.hexlify(machine.RTC().memory()).decode()}, kept)


def used():
    """Bytes of the heap that something holds."""
    gc.collect()
    gc.collect()
    return gc.mem_alloc()


def peripherals():
    """What the application makes of the stand-ins: a chip has it in its flash, or not in MicroPython's memory."""
    import esp32
    import machine
    import network

    made = [machine.Pin(number, machine.Pin.IN) for number in _PINS]
    made += [machine.PWM(made[0]), machine.Timer(0), machine.ADC(made[0]), machine.ADC(made[0])]
    made += [esp32.NVS("arbiter"), esp32.Partition("journal"), network.WLAN()]
    return made


async def watch_heap():
    while True:
        await asyncio.sleep_ms(60000)
        print("heap retained " + str(used()) + " free " + str(gc.mem_free()))


def run(found):
    sources = find_sources(found.get("--bundle"), os.getenv("SIMULATED_ROM") or "--stock" in found)
    frozen = [path for path in sys.path if path.startswith(".frozen")]
    sys.path[:] = sources + frozen
    import time

    import esp32
    import machine

    own = 0
    if "--heap-base" in found:
        import neopixel  # noqa: F401
        import network  # noqa: F401

        own = used() - int(found["--heap-base"])
    if "--settings" in found:
        found["--settings"] = absolute(found["--settings"])
    factor = int(found["--factor"])
    time.configure(factor, int(found["--ticks-start"]))
    state = absolute(found["--state"])
    for path in (state, state + "/flash"):
        make_directory(path)
    esp32.directory = state
    esp32.erase_us = int(found["--erase-ms"]) * 1000 // factor
    machine.identity = settle(state)
    if "--no-utc" in found:
        time.set_wall(946684800 * 1000000000)  # the chip begins in the year 2000
    os.chdir(state + "/flash")
    attach_rom(state + "/romfs.bin", "--stock" in found)
    import boot  # noqa: F401  as the chip does before main.py

    del sys.modules["boot"]  # on a chip it shares its names with main.py, which drops them
    if not wake_up(machine):
        configure(found)

    if "--heap-base" in found:
        import arbiter_device.app  # noqa: F401  the panel needs parts of it, which are not its own

        own -= used()
        held = peripherals()
    from panel import Panel

    panel = Panel(trace="--trace-frames" in found)
    asyncio.core.ticks = time.loop_ms
    if factor > 1:
        queue = asyncio.core._io_queue
        queue.poller = ScaledPoller(queue.poller, factor)
    asyncio.create_task(panel.run(int(found["--panel-port"])))
    asyncio.create_task(guard(machine))
    if "--heap-base" in found:
        print("stand-ins retain " + str(own + used()))
        held.clear()
        asyncio.create_task(watch_heap())
    try:
        import main  # noqa: F401  it runs for ever
    except machine.Reset as reset:
        fall_asleep(machine, reset.why)
        sys.exit(RESET_CODE)


run(options(sys.argv[1:]))

"""Run by MicroPython: the bring-up test on the simulated chip. Arguments: display kind, raw supply, what is wrong."""

import sys

sys.path[:0] = sys.argv[1].split(":")
kind, supply, wrong = sys.argv[2], int(sys.argv[3]), sys.argv[4]

import machine  # noqa: E402

import bringup  # noqa: E402
from arbiter_device import pins  # noqa: E402

machine.analog[pins.SUPPLY_SENSE] = supply
machine.analog[pins.AMBIENT_LDR] = 0 if wrong == "light" else 30000
machine.drive(pins.HANDSET_PRESENT, 1 if wrong == "handset" else 0)
if wrong == "stuck":
    machine.drive(pins.BUTTON_PAUSE, 0)
presses = [name for name in bringup.BUTTONS if wrong != name]
state = {"asleep": 0}


def sleep_ms(ms):
    """Time passes at once; while buttons are awaited, one is pressed every few steps."""
    if ms != 10:
        return
    state["asleep"] += 1
    if presses and state["asleep"] % 5 == 0:
        machine.drive(getattr(pins, "BUTTON_" + presses.pop()), 0)


bringup.Bench(kind, print, sleep_ms).run()

"""Runs the application, and starts the device again if it cannot be run: a console helps nobody at a table."""

import gc
import sys

gc.threshold(4096)  # often enough that what stays lies close together, and room is left in one piece

for name in ("boot", "choose", "find", "mount"):
    globals().pop(name, None)  # boot.py's, which has the same names as this file: their code lies in the heap

try:
    from arbiter_device.app import main

    main()
except Exception as error:  # noqa: BLE001  whatever it was, boot.py counts the starts of an image on trial
    sys.print_exception(error)
    import time

    import machine

    time.sleep(1)
    machine.reset()

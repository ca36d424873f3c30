"""Runs the checks of one file under MicroPython: `micropython runner.py FOLDER MODULE PATH...`.

Every function named check_... runs, coroutines in a loop of their own. B9: the ticks begin a moment before they wrap,
so that every check of something timed goes over it. The last line is `N passed`.
"""

import asyncio
import sys

folder, module = sys.argv[1:3]
sys.path[:0] = sys.argv[3:] + [folder]

import time

time.configure(1, (1 << 30) - 60)
asyncio.core.ticks = time.loop_ms
checks = __import__(module)
passed = 0
for name in sorted(dir(checks)):
    if name.startswith("check_"):
        print(name)
        asyncio.new_event_loop()
        outcome = getattr(checks, name)()
        if outcome is not None:
            asyncio.run(outcome)
        passed += 1
print(str(passed) + " passed")

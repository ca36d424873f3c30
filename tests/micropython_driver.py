"""Runs inside MicroPython: every `test_*` function of one module, then `N passed, N failed`.

Arguments: the module's folder, its name, and the folder of what it imports. Exit code 1 when a test failed or there
was none.
"""

# ruff: noqa: T201 - the report is printed

import gc
import sys


def run(folder, name, library):
    sys.path[:0] = [folder, library]
    from arbiter_clock import wire_fields  # noqa: PLC0415 - only now can it be found

    wire_fields.lean = True  # as on a device
    module = __import__(name)
    passed = failed = 0
    # A module's dict is a hash table here; by name, the order is at least the same on every run.
    for test in sorted(dir(module)):
        if not test.startswith("test_"):
            continue
        gc.collect()
        try:
            getattr(module, test)()
            passed += 1
        except Exception as error:  # noqa: BLE001 - the report goes on with the next test
            failed += 1
            print("FAILED " + name + ".py::" + test)
            sys.print_exception(error, sys.stdout)
    print(passed, "passed,", failed, "failed")
    return 0 if passed and not failed else 1


if __name__ == "__main__":
    sys.exit(run(*sys.argv[1:]))

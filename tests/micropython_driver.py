"""Runs inside MicroPython: every `test_*` function of one file, then `N passed, N failed`.

Arguments: the file, then the folders for sys.path. Exit code 1 when a test failed or there was none.
"""

# ruff: noqa: T201 - the report is printed

import gc
import sys


def run(path, folders):
    directory, name = path.rsplit("/", 1)
    sys.path[:0] = folders
    sys.path.insert(0, directory)
    module = __import__(name[:-3])
    passed = failed = 0
    # A module's dict is a hash table here; by name, the order is at least the same on every run.
    for name in sorted(dir(module)):
        if not name.startswith("test_"):
            continue
        gc.collect()
        try:
            getattr(module, name)()
            passed += 1
        except Exception as error:  # noqa: BLE001 - the report goes on with the next test
            failed += 1
            print("FAILED " + path + "::" + name)
            sys.print_exception(error, sys.stdout)
    print(passed, "passed,", failed, "failed")
    return 0 if passed and not failed else 1


sys.exit(run(sys.argv[1], sys.argv[2:]))

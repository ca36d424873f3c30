"""What the core's tests need on both interpreters, where pytest is not to be had."""

from arbiter_clock.errors import FieldError


def raised(kind, call, *args, **kwargs):
    """The exception of this kind that a call must raise."""
    try:
        call(*args, **kwargs)
    except kind as error:
        return error
    raise AssertionError("nothing was raised")


def refused(call, *args, **kwargs):
    """The field that a FieldError must name."""
    return raised(FieldError, call, *args, **kwargs).field


def lines(module_file, *names):
    """The lines of a file in tests/vectors, one at a time: the device's heap cannot hold them all."""
    root = module_file.rsplit("/", 2)[0]
    with open(root + "/vectors/" + "/".join(names), encoding="utf-8") as file:  # noqa: PTH123 - no pathlib there
        yield from file

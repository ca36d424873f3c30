"""The shot clock's core: one code base on MicroPython and CPython, no I/O and no clock of its own."""

"""Random numbers for tests."""


class Random:
    """The same numbers on both interpreters."""

    def __init__(self, seed):
        self.value = seed

    def below(self, limit):
        self.value = (self.value * 1_103_515_245 + 12_345) & 0x7FFFFFFF
        return (self.value >> 8) % limit

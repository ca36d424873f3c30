"""HMAC-SHA-256 over what a device is told to install: only who knows its key can change it."""

import hashlib

_BLOCK = 64


def hmac(key, message):
    """RFC 2104 with SHA-256; bytes."""
    if len(key) > _BLOCK:
        key = hashlib.sha256(key).digest()
    key = key + bytes(_BLOCK - len(key))
    inner = hashlib.sha256(bytes([byte ^ 0x36 for byte in key]))
    inner.update(message)
    outer = hashlib.sha256(bytes([byte ^ 0x5C for byte in key]))
    outer.update(inner.digest())
    return outer.digest()


def equal(one, other):
    """Compare without telling by the time it takes where the difference is."""
    if len(one) != len(other):
        return False
    difference = 0
    for index in range(len(one)):
        difference |= one[index] ^ other[index]
    return difference == 0

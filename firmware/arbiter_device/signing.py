"""What a device is told is signed with its key, and what nobody else may read is sealed with another made of it.

Sealed is base64 of a random IV and AES-256-CBC (the mode that the chip's MicroPython has) of the text, padded as in
PKCS #7. It is always part of what is signed, and the signature is checked first.
"""

import binascii
import hashlib

_BLOCK = 64
_SEAL = b"arbiter seal"
_CBC = 2
_AES_BLOCK = 16


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


def unseal(key, text):
    """The bytes that were sealed for the device with this key; ValueError if it was another or the text is damaged."""
    from cryptolib import aes

    data = binascii.a2b_base64(text)
    if len(data) < 2 * _AES_BLOCK or len(data) % _AES_BLOCK:
        raise ValueError("sealed: " + str(len(data)) + " bytes")
    plain = aes(hmac(key, _SEAL), _CBC, data[:_AES_BLOCK]).decrypt(data[_AES_BLOCK:])
    padding = plain[-1]
    if not 0 < padding <= _AES_BLOCK or plain[-padding:] != bytes([padding]) * padding:
        raise ValueError("sealed: for another key")
    return plain[:-padding]

"""Calendar time: what a server's answer means, and what is no answer."""

from arbiter_device import time_sync


def packet(seconds, fraction=0, mode=4, stratum=2):
    data = bytearray(48)
    data[0] = 0x18 | mode
    data[1] = stratum
    data[40:44] = (seconds & 0xFFFFFFFF).to_bytes(4, "big")
    data[44:48] = fraction.to_bytes(4, "big")
    return bytes(data)


UNIX_2026 = 1767225600
NTP_2026 = UNIX_2026 + 2208988800


def check_an_answer_gives_milliseconds_since_1970():
    assert time_sync.answer(packet(NTP_2026, 0x80000000)) == UNIX_2026 * 1000 + 500


def check_the_era_that_begins_in_2036_continues_the_count():
    assert time_sync.answer(packet(2**32 + 100)) == (2**32 + 100 - 2208988800) * 1000


def check_what_is_no_answer_gives_no_time():
    assert time_sync.answer(b"") is None
    assert time_sync.answer(packet(NTP_2026)[:47]) is None
    assert time_sync.answer(packet(NTP_2026, mode=3)) is None
    assert time_sync.answer(packet(NTP_2026, stratum=0)) is None
    assert time_sync.answer(packet(2208988800 + 946684800)) is None

"""Events as the clock makes them, told apart by their number."""

STATE_SIZE = 27


def event(number):
    """A plausible event; every twenty-fifth carries a long name and takes several slots."""
    t = 1_000_000 + 9_876 * number
    if number % 25 == 0:
        return {
            "t": t,
            "type": "set_start",
            "set": number // 25,
            "striker": "a",
            "ball_a": "yellow",
            "preset": "dbu-5-kegel",
            "limit": True,
            "by": "Turnierleitung Ölsnitz/Erzgeb., Frau Dr. Müller " + str(number),
        }
    if number % 3 == 0:
        return {
            "t": t,
            "type": "penalty",
            "set": number // 25,
            "stroke": number % 200,
            "striker": "a",
            "to": "b",
            "n": 1,
            "points": 2,
            "at": t - 40,
            "turn_lost": False,
            "free_ball": None,
            "set_end": number % 2 == 0,
        }
    return {
        "t": t,
        "type": "start",
        "set": number // 25,
        "stroke": number % 200,
        "striker": "b",
        "period": 1,
        "remaining_ms": 40_000,
        "gap_ms": number,
        "reason": "stroke",
    }


def utc(number):
    """Wall time of an event; the first ones were made before it was known."""
    return 1_764_515_000_000 + 9_876 * number if number > 10 else None


def state(number):
    """The opaque state after an event."""
    return bytes([(number * 7 + at) & 0xFF for at in range(STATE_SIZE)])


def append(journal, number, boot=3):
    """Append the event with this number, which must become its seq."""
    assert journal.append(event(number), boot, utc(number), state(number)) == number


def check(journal, number, boot=3):
    """The record reads back exactly as it was appended."""
    record = journal.read(number)
    assert record is not None, "event " + str(number) + " is lost"
    message, after = record
    expected = event(number)
    expected.update({"v": 1, "epoch": journal.epoch, "seq": number, "boot": boot, "utc": utc(number)})
    assert message == expected, "event " + str(number) + " is another one"
    assert after == state(number), "state " + str(number) + " is another one"

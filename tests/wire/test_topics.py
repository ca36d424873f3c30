"""Topics of the contract."""

from expect import refused

from arbiter_clock import wire
from arbiter_clock.wire_fields import KINDS


def test_topic_is_made_of_root_site_table_and_kind():
    assert wire.topic("hall-1", "7", "event") == "arbiter/1/hall-1/7/event"


def test_every_kind_goes_both_ways():
    for kind in KINDS:
        assert wire.parse_topic(wire.topic("s", "t", kind)) == ("s", "t", kind)


def test_names_have_one_to_thirty_two_characters():
    assert wire.topic("a", "b" * 32, "ack") == "arbiter/1/a/" + "b" * 32 + "/ack"
    assert refused(wire.topic, "", "t", "ack") == "site"
    assert refused(wire.topic, "s", "", "ack") == "table"
    assert refused(wire.topic, "s" * 33, "t", "ack") == "site"
    assert refused(wire.topic, "s", "t" * 33, "ack") == "table"


def test_names_have_lower_case_letters_digits_and_hyphens():
    for name in ("A", "ä", "a b", "a_b", "a/b", "+", "#", "a.b", "a\x00"):
        assert refused(wire.topic, name, "t", "ack") == "site"
        assert refused(wire.topic, "s", name, "ack") == "table"


def test_unknown_kind_is_refused():
    for kind in ("", "events", "Event", "+", "#"):
        assert refused(wire.topic, "s", "t", kind) == "kind"
        assert refused(wire.parse_topic, "arbiter/1/s/t/" + kind) == "kind"


def test_topic_of_another_root_version_or_depth_is_refused():
    for topic in (
        "",
        "arbiter",
        "arbiter/1/s/t",
        "arbiter/1/s/t/event/x",
        "arbiter/2/s/t/event",
        "Arbiter/1/s/t/event",
        "/arbiter/1/s/t/event",
        "x/1/s/t/event",
    ):
        assert refused(wire.parse_topic, topic) == "topic"


def test_topic_with_a_bad_name_is_refused_by_that_name():
    assert refused(wire.parse_topic, "arbiter/1//t/event") == "site"
    assert refused(wire.parse_topic, "arbiter/1/s/T/event") == "table"

"""The page on the access point: what a telephone sends, and what the device keeps of it."""

from __future__ import annotations

import pytest

from arbiter_clock.errors import FieldError
from arbiter_device import portal


def test_a_filled_form_becomes_typed_settings_and_empty_fields_change_nothing():
    body = (
        "wifi_ssid=Caf%C3%A9+5&wifi_password=a%26b%3Dc&broker_host=10.0.0.2&broker_port=1884&site=&table=12"
    )

    assert portal.changes(body) == {
        "wifi_ssid": "Café 5",
        "wifi_password": "a&b=c",
        "broker_host": "10.0.0.2",
        "broker_port": 1884,
        "table": "12",
    }


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ("", "config.wifi_ssid"),
        ("table=4", "config.wifi_ssid"),
        ("wifi_ssid=x&table=Tisch+4", "config.table"),
        ("wifi_ssid=x&broker_port=70000", "config.broker_port"),
        ("wifi_ssid=x&broker_port=many", "config.broker_port"),
        ("wifi_ssid=%zz", "form"),
        ("wifi_ssid=%ff", "form"),
        ("wifi_ssid=" + "x" * 33, "config.wifi_ssid"),
    ],
)
def test_what_does_not_fit_is_named(body, field):
    with pytest.raises(FieldError) as caught:
        portal.changes(body)

    assert caught.value.field == field


def test_a_field_that_the_page_does_not_have_is_ignored():
    assert portal.changes("wifi_ssid=x&role=display&display=tm1637") == {"wifi_ssid": "x"}


def test_the_page_shows_no_markup_of_its_message_and_nothing_that_is_stored():
    page = portal.form("<script>")

    assert "&lt;script>" in page
    assert "value=" not in page


QUERY = bytes.fromhex("1a2b010000010000000000000377777703686f750000010001")


def test_every_name_is_answered_with_the_own_address():
    answer = portal.dns_answer(QUERY, bytes((192, 168, 4, 1)))

    assert answer is not None
    assert answer[:2] == QUERY[:2]
    assert answer[2] & 0x80
    assert answer[12 : len(QUERY)] == QUERY[12:]
    assert answer.endswith(bytes((0, 4, 192, 168, 4, 1)))


def test_another_kind_of_record_gets_no_address():
    query = QUERY[:-3] + b"\x1c" + QUERY[-2:]
    answer = portal.dns_answer(query, bytes(4))

    assert answer is not None
    assert answer[6:8] == b"\x00\x00"
    assert len(answer) == len(query)


@pytest.mark.parametrize("length", range(len(QUERY)))
def test_a_packet_that_is_cut_off_is_no_query(length):
    assert portal.dns_answer(QUERY[:length], bytes(4)) is None


def test_an_answer_is_not_answered():
    assert portal.dns_answer(QUERY[:2] + b"\x81" + QUERY[3:], bytes(4)) is None

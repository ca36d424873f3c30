"""Making texts fit, and answering commands that do not."""

from arbiter_clock import wire


def test_printable_text_stays_as_it_is():
    assert wire.printable("Zeit läuft", 64) == "Zeit läuft"


def test_control_characters_and_broken_characters_become_spaces():
    assert wire.printable("a\nb\x00c\x7fd\ud800e", 64) == "a b c d e"


def test_text_is_cut_between_characters():
    assert wire.printable("äää", 6) == "äää"
    assert wire.printable("äää", 5) == "ää"
    assert wire.printable("x" * 401, 400) == "x" * 400


def test_no_text_becomes_a_space():
    assert wire.printable("", 10) == " "


def test_printable_text_can_be_sent():
    text = wire.printable("Traceback:\n  \tfile\r\n" + "ü" * 400, 400)
    message = {"v": 1, "level": "error", "text": text}
    assert wire.decode("log", wire.encode("log", message)) == message


def test_transaction_of_a_command_that_does_not_fit_is_found():
    assert wire.txn_of(b'{"v":9,"txn":"abc","type":"reboot"}') == "abc"


def test_no_transaction_is_found_where_there_is_none():
    for payload in (
        b"",
        b"{}",
        b"[]",
        b'{"txn":7}',
        b'{"txn":""}',
        b'{"txn":"a b"}',
        b'{"txn":null}',
        b'{"txn":"abc"',
        b'{"txn":"abc"}' + b" " * 4096,
    ):
        assert wire.txn_of(payload) is None, payload

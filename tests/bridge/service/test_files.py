"""Result files through the hub: LIN and PBN with endplay behind guards, USEBIO, and files that are none of these."""

import sys

import pytest

from arbiter_hub.services import bridge_imports, bridge_lin
from arbiter_hub.services.bridge_imports import read_file
from arbiter_rules.bridge.table_results import match_score
from arbiter_rules.errors import FieldError

DEAL = "md|3SAKQJHT98D765C432,ST98H765D432CAKQJ,S765H432DAKQJCT98|"
AUCTION = "mb|4S|mb|d|mb|p|mb|p|mb|p|"
PASSED = "mb|p|mb|p|mb|p|mb|p|"
FULL_PLAY = "".join(
    f"pc|{card}|"
    for trick in zip(
        [*["SA", "SK", "SQ", "SJ", "HT", "H9", "H8", "D7", "D6", "D5", "C4", "C3", "C2"]],
        [*["ST", "S9", "S8", "H7", "H6", "H5", "D4", "D3", "D2", "CA", "CK", "CQ", "CJ"]],
        [*["S7", "S6", "S5", "H4", "H3", "H2", "DA", "DK", "DQ", "DJ", "CT", "C9", "C8"]],
        [*["S4", "S3", "S2", "HA", "HK", "HQ", "HJ", "DT", "D9", "D8", "C7", "C6", "C5"]],
        strict=True,
    )
    for card in trick
)


def lin(
    board: int = 1, room: str = "o", auction: str = AUCTION, end: str = "mc|8|", sv: str = "sv|o|"
) -> str:
    return f"qx|{room}{board}|{DEAL}rh||ah|Board {board}|{sv}{auction}{end}pg||\n"


def read(text: str, name: str = "match.lin"):
    return read_file(name, text.encode())


def test_a_shown_match_has_a_record_for_every_room_t16() -> None:
    head = "vg|Final,x,I,1,24,A,0,B,0|\nrs|4SN=|\npn|a,b,c,d,e,f,g,h|\n"
    passed_out = {7, 9}
    text = head + "".join(
        lin(board, room, PASSED if board in passed_out else AUCTION, "" if board in passed_out else "mc|8|")
        for board in range(1, 25)
        for room in "oc"
    )
    report = read(text)
    assert report.usable
    assert len(report.read) == 48
    assert len(match_score(report.read).boards) == 24


@pytest.mark.parametrize(
    ("text", "score"),
    [
        (lin(), -300),
        (lin(sv="sv|n|"), -500),
        (lin(sv="sv|e|"), -300),
        (lin(sv="sv|b|"), -500),
        (lin(2, sv=""), -500),
        (lin(end="mc|0|"), -2600),
        (lin(auction=PASSED, end=""), 0),
        (lin(end=""), None),
        (lin(end="pc|S2|"), None),
        (lin(auction="", end=""), None),
    ],
)
def test_a_record_is_scored_only_if_its_tricks_are_known(text: str, score: int | None) -> None:
    (record,) = read(text).read
    assert record.score == score


def test_a_full_play_tells_the_tricks() -> None:
    (record,) = read(lin(end=FULL_PLAY)).read
    assert record.tricks is not None
    assert 0 <= record.tricks <= 13


def test_rooms_follow_the_label_or_the_order() -> None:
    named = read(lin(1, "c") + lin(1, "o"))
    assert [record.room for record in named.read] == ["closed", "open"]
    unnamed = read((lin() + lin()).replace("qx|o1|", "pn|,,,|"))
    assert [record.room for record in unnamed.read] == ["open", "closed"]
    by_label = read(lin().replace("ah|Board 1|", ""))
    assert by_label.read[0].board == 1
    second_deal = read((lin() + lin()).replace("qx|o1|", ""))
    assert len(second_deal.read) == 2


@pytest.mark.parametrize(
    ("text", "field"),
    [
        (lin().replace("SAKQJ", "SAKQ9"), "record"),
        (lin().replace("SAKQJ", "SAKQ"), "record"),
        (lin(end="mc|14|"), "board 1.mc"),
        (lin().replace("ah|Board 1|", "").replace("qx|o1|", "qx|o1A|"), "board"),
        (lin(auction="mb|9S|"), "auction[1]"),
    ],
)
def test_records_that_do_not_fit_are_refused(text: str, field: str) -> None:
    report = read(text)
    assert not report.usable
    assert report.refused[0].field == field


def test_an_insufficient_bid_is_told_and_does_not_stop_the_import_t26() -> None:
    report = read(lin(auction="mb|4S|mb|3H|mb|d|mb|p|mb|p|mb|p|"))
    assert [notice.found for notice in report.ignored] == ["insufficient"]
    assert report.usable


def test_text_without_a_record_is_not_usable() -> None:
    assert not read("garbage").usable


def pbn(result: str = "10", contract: str = "4S", deal: str = "") -> str:
    tags = f'[Board "1"]\n[Declarer "N"]\n[Contract "{contract}"]\n[Result "{result}"]\n'
    return tags + (f'[Deal "{deal}"]\n' if deal else "")


GOOD_DEAL = "N:AKQJ.T98.765.432 T98.765.432.AKQJ 765.432.AKQJ.T98 432.AKQJ.T98.765"


@pytest.mark.parametrize(
    ("text", "score"),
    [
        (pbn(), 420),
        (pbn("9"), -50),
        (pbn("11", "4SXX"), 1080),
        (pbn("?"), None),
        (pbn("", "Pass"), 0),
        (pbn(deal=GOOD_DEAL), 420),
        (pbn().replace('"N"', '"E"'), -420),
    ],
)
def test_pbn_is_read_twice_and_both_agree(text: str, score: int | None) -> None:
    report = read(text, "match.pbn")
    assert report.usable
    assert report.read[0].score == score


def test_a_board_that_the_two_readers_see_differently_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bridge_imports, "contract_score_by_endplay", lambda _: 430)
    report = read(pbn(), "match.pbn")
    assert [(notice.field, notice.found) for notice in report.refused] == [("board 1", "430")]


def test_without_endplay_pbn_is_read_once_and_lin_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "endplay", None)
    assert not bridge_lin.has_endplay()
    report = read(pbn(), "match.pbn")
    assert report.usable
    assert report.ignored[0].field == "endplay"
    with pytest.raises(FieldError, match="endplay is not installed"):
        read(lin())


def usebio(lines: str) -> str:
    return f"<USEBIO><EVENT><BOARD><BOARD_NUMBER>1</BOARD_NUMBER>{lines}</BOARD></EVENT></USEBIO>"


def line(contract: str = "4S", by: str = "N", tricks: str = "10") -> str:
    inside = f"<CONTRACT>{contract}</CONTRACT><PLAYED_BY>{by}</PLAYED_BY><TRICKS>{tricks}</TRICKS>"
    return f"<TRAVELLER_LINE>{inside}</TRAVELLER_LINE>"


def test_usebio_is_read() -> None:
    report = read(usebio(line() + line("Pass", "", "")), "match.xml")
    assert report.usable
    assert [(record.room, record.score) for record in report.read] == [("open", 420), ("closed", 0)]


@pytest.mark.parametrize(
    ("text", "field"),
    [
        (usebio(line("9S")), "CONTRACT"),
        (usebio("<TRAVELLER_LINE/>"), "CONTRACT"),
        (usebio(line(by="")), "PLAYED_BY"),
        (usebio(line(tricks="14")), "TRICKS"),
        (usebio(line() * 3), "board 1.TRAVELLER_LINE"),
        (usebio(line()).replace(">1<", ">1A<"), "BOARD_NUMBER"),
    ],
)
def test_usebio_that_does_not_fit_is_refused(text: str, field: str) -> None:
    report = read(text, "match.xml")
    assert not report.usable
    assert report.refused[0].field == field


@pytest.mark.parametrize(
    "text",
    ["<USEBIO>", "", '<!DOCTYPE x [<!ENTITY a "b">]><USEBIO>&a;</USEBIO>'],
    ids=["broken off", "empty", "an entity"],
)
def test_xml_that_is_broken_or_has_entities_is_refused(text: str) -> None:
    with pytest.raises(FieldError, match="well-formed XML"):
        read(text, "match.xml")


def test_a_file_of_another_kind_is_refused_by_its_name() -> None:
    with pytest.raises(FieldError, match=r"file\.name"):
        read("x", "match.docx")
    with pytest.raises(FieldError, match=r"file\.name"):
        read("x", "")

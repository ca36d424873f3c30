"""Deals, PBN, CSV, auctions: what is read, ignored and refused."""

import pytest

from arbiter_rules.bridge.auction import read_auction
from arbiter_rules.bridge.deals import read_deal
from arbiter_rules.bridge.import_report import decode
from arbiter_rules.bridge.pbn import read_pbn
from arbiter_rules.bridge.results_csv import read_csv
from arbiter_rules.bridge.table_results import match_score, read_room
from arbiter_rules.errors import FieldError

DEAL = "N:AKQJ.T98.765.432 T98.765.432.AKQJ 765.432.AKQJ.T98 432.AKQJ.T98.765"


def board(number: object = 1, contract: str = "4S", result: str = "10", **tags: str) -> str:
    found = {"Board": str(number), "Declarer": "N", "Contract": contract, "Result": result, **tags}
    return "\n".join(f'[{name} "{value}"]' for name, value in found.items()) + "\n"


def only(text: str):
    report = read_pbn(text)
    assert len(report.read) == 1
    assert not report.refused
    return report.read[0]


def refused(text: str):
    report = read_pbn(text)
    assert not report.usable
    return [(notice.field, notice.found) for notice in report.refused]


def test_a_deal_is_read_and_written() -> None:
    assert read_deal(DEAL).pbn() == DEAL
    east = "E:T98.765.432.AKQJ 765.432.AKQJ.T98 432.AKQJ.T98.765 AKQJ.T98.765.432"
    assert read_deal(east).pbn() == DEAL
    swedish = "N:EKDkn.1098.765.432 1098.765.432.EKDkn 765.432.EKDkn.1098 432.EKDkn.1098.765"
    assert read_deal(swedish, swedish=True).pbn() == DEAL


def test_suit_letters_are_accepted_and_a_fifth_suit_is_not_t15() -> None:
    lettered = "N:SAKQJ.HT98.D765.C432 T98.765.432.AKQJ 765.432.AKQJ.T98 432.AKQJ.T98.765"
    assert read_deal(lettered).pbn() == DEAL
    with pytest.raises(FieldError, match=r"deal\.N"):
        read_deal("N:JT52.Q9864.KT43.. - - -")


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("AKQJ.T98.765.432", "deal"),
        ("Q:AKQJ.T98.765.432", "deal"),
        ("N:AKQJ.T98.765.432", "deal"),
        (DEAL.replace("432 T98", "43 T98"), r"deal\.N"),
        (DEAL.replace("N:AKQJ", "N:AKQT"), r"deal\.E"),
        (DEAL.replace("N:AKQJ", "N:AKQQ"), r"deal\.N\.S"),
        (DEAL.replace("N:AKQJ", "N:AKQX"), r"deal\.N\.S"),
    ],
    ids=[
        "no seat",
        "wrong seat",
        "one hand",
        "twelve cards",
        "a card in two hands",
        "a card twice",
        "no rank",
    ],
)
def test_deals_that_cannot_be_are_refused_by_hand(text: str, field: str) -> None:
    with pytest.raises(FieldError, match=field):
        read_deal(text)


@pytest.mark.parametrize("result", ["?", "", "^?"])
def test_a_missing_result_keeps_the_board_unscored_t13(result: str) -> None:
    record = only(board(result=result))
    assert record.score is None
    assert record.tricks is None


def test_missing_tags_keep_the_board_unscored_t13() -> None:
    for text in (
        '[Board "1"]\n[Contract "4S"]\n[Declarer "N"]\n',
        board(Declarer="?"),
        board(Declarer=""),
        board("1", "?"),
    ):
        assert only(text).score is None


@pytest.mark.parametrize(
    ("tags", "score"),
    [
        ({}, 420),
        ({"Declarer": "^S"}, 420),
        ({"Declarer": "E"}, -420),
        ({"Result": "NS 9"}, -50),
        ({"Result": "EW 3"}, 420),
        ({"Result": "^10"}, 420),
        ({"Vulnerable": "Love"}, 420),
        ({"Vulnerable": "-"}, 420),
        ({"Vulnerable": "Both"}, 620),
        ({"Vulnerable": "NS"}, 620),
        ({"Vulnerable": "EW"}, 420),
        ({"Board": "2"}, 620),
        ({"Contract": "Pass", "Result": ""}, 0),
        ({"Contract": "4SX"}, 590),
    ],
)
def test_legal_variations_of_tags_are_accepted(tags: dict[str, str], score: int) -> None:
    assert only(board(**tags)).score == score


@pytest.mark.parametrize(
    ("tags", "field"),
    [
        ({"Board": "1A"}, "Board"),
        ({"Board": ""}, "Board"),
        ({"Result": "14"}, "Result"),
        ({"Result": "ten"}, "Result"),
        ({"Contract": "8S"}, "Contract"),
        ({"Declarer": "Q"}, "Declarer"),
        ({"Vulnerable": "some"}, "Vulnerable"),
        ({"Deal": DEAL.replace("N:AKQJ", "N:AKQ")}, "Deal.N"),
        ({"Deal": DEAL.replace("N:AKQJ", "N:AKQT")}, "Deal.E"),
        ({"Room": "attic"}, "Room"),
    ],
)
def test_bad_tags_are_refused_by_field(tags: dict[str, str], field: str) -> None:
    assert refused(board(**tags))[0][0] == field


def test_boards_without_a_blank_line_are_told_apart() -> None:
    report = read_pbn(board(1) + board(2))
    assert [record.board for record in report.read] == [1, 2]
    assert report.ignored[0].found == "a new board without a blank line before it"


def test_comments_sections_and_statistics_are_passed_over_t14() -> None:
    commented = board(1).replace("[Contract", "{PAR of\n the board} [Contract")
    sections = '[Auction "N"]\n4S Pass Pass Pass\n[Play "E"]\nSA S2\n{a comment} ; another\n'
    table = '[OptimumResultTable "Declarer"]\nN NT 9\n\n'
    text = "% export\n" + commented + sections + table + board(2) + "\nGenerated 2922012 hands\n"
    report = read_pbn(text.replace("\n", "\r\n"))
    assert [record.score for record in report.read] == [420, 620]
    assert [notice.found for notice in report.ignored] == ["Generated 2922012 hands"]


def test_a_table_written_into_its_tag_is_pointed_out_t19() -> None:
    report = read_pbn(board() + r'[OptimumResultTable "Declarer;Denomination\nN\tNT\t9"]' + "\n")
    assert report.ignored[0].found.startswith("not a table section")
    rows = "\n".join(f"{seat} {strain} 9" for seat in "NESW" for strain in ("NT", "S", "H", "D", "C"))
    assert not read_pbn(
        board() + '[OptimumResultTable "Declarer;Denomination;Result"]\n' + rows + "\n"
    ).ignored


def test_a_hash_repeats_the_board_before_and_needs_one() -> None:
    report = read_pbn(board(1, Event="Allsvenskan") + "\n" + board(2, Event="#", Declarer="#"))
    assert [record.declarer for record in report.read] == ["N", "N"]
    first = read_pbn(board(1, Event="#"))
    assert len(first.read) == 1
    assert first.ignored[0].found == "# without a board before it"


def test_the_tag_of_a_system_is_never_the_declared_system_t25() -> None:
    report = read_pbn(board(BidSystemNS="2/1"))
    assert report.ignored[0].field == "BidSystem"


def test_a_shared_deal_has_two_results_and_a_pass_out_counts_t16() -> None:
    text = "\n".join(
        board(number, "Pass" if number == 7 else "4S", "" if number == 7 else "10", Deal=DEAL, Room=room)
        for number in range(1, 25)
        for room in ("Open", "Closed")
    )
    report = read_pbn(text)
    assert len(report.read) == 48
    assert report.usable
    score = match_score(report.read)
    assert (score.home_imps, score.away_imps, len(score.boards)) == (0, 0, 24)


def test_rooms_follow_the_order_when_nobody_names_them() -> None:
    report = read_pbn("\n".join([board(1), board(1, result="9"), board(2, Table="2")]))
    assert [record.room for record in report.read] == ["open", "closed", "closed"]


def test_a_match_needs_every_board_in_both_rooms() -> None:
    def records(*rooms: tuple[int, str, str]):
        return read_pbn(
            "\n".join(board(number, result=result, Room=room) for number, room, result in rooms)
        ).read

    full = match_score(
        records((1, "Open", "10"), (1, "Closed", "9"), (2, "Open", "9"), (2, "Closed", "10")), 2
    )
    assert (full.home_imps, full.away_imps) == (10, 12)
    with pytest.raises(FieldError, match="3 table results"):
        match_score(records((1, "Open", "10"), (1, "Closed", "9"), (2, "Open", "9")), 2)
    with pytest.raises(FieldError, match="47 table results"):
        match_score(records(*[(n, room, "10") for n in range(1, 25) for room in ("Open", "Closed")][1:]))
    with pytest.raises(FieldError, match="two results"):
        match_score(records((1, "Open", "10"), (1, "Open", "9")), 1)
    with pytest.raises(FieldError, match="open room only"):
        match_score(records((1, "Open", "10"), (2, "Open", "9")), 1)
    with pytest.raises(FieldError, match="0 table results"):
        match_score(records((1, "Open", "?")), 1)


def test_rooms_have_names_in_two_languages() -> None:
    assert [read_room(text) for text in ("Open", "ÖPPNA", "1", "slutna", "c", "2")] == ["open"] * 3 + [
        "closed"
    ] * 3
    with pytest.raises(FieldError, match="room"):
        read_room("3")


def test_files_come_in_several_encodings_t17() -> None:
    assert decode("[Ö]".encode()) == decode("\ufeff[Ö]".encode()) == decode("[Ö]".encode("cp1252")) == "[Ö]"
    assert decode("[Ö]".encode("utf-16")) == "[Ö]"
    for wrong in (b"\xff\xfe[", b"[\x00"):
        with pytest.raises(FieldError, match=r"file\.encoding"):
            decode(wrong)
    with pytest.raises(FieldError, match="at most 2"):
        decode(b"abc", 2)


def test_too_many_boards_are_refused() -> None:
    with pytest.raises(FieldError, match="5001 boards"):
        read_pbn('[Board "1"]\n' * 5001)


SWEDISH = """bricka;rum;kontrakt;spelförare;resultat;anm
1;öppna;4 sp D;Ö;–1;svår
1;slutna;3sang;V;+2;
2;öppna;Utpass;;;
2;slutna;4hj;S;10;

3;öppna;4♠=;N;;
"""


def test_swedish_tables_are_read() -> None:
    report = read_csv(SWEDISH)
    assert report.usable
    assert [record.score for record in report.read] == [100, -460, 0, 620, 420]
    assert [(notice.line, notice.field) for notice in report.ignored] == [(1, "anm")]


def test_english_tables_with_a_joined_result_are_read() -> None:
    text = "Board\tRoom\tContract\tDeclarer\n1\t1\t4Sx-1\tN\n1\t2\t3NT+1\tE\n"
    assert [record.score for record in read_csv(text).read] == [-100, -430]


def test_deals_in_a_table_are_read_in_english_and_swedish() -> None:
    swedish = "N:EKDkn.1098.765.432 1098.765.432.EKDkn 765.432.EKDkn.1098 432.EKDkn.1098.765"
    english = read_csv(f"board,room,contract,declarer,result,deal\n1,1,4S,N,=,{DEAL}\n")
    other = read_csv(f"bricka;rum;kontrakt;spelförare;resultat;kort\n1;1;Utpass;;;{swedish}\n1;2;4S;N;=;\n")
    assert [record.deal for record in (*english.read, *other.read)] == [DEAL, DEAL, ""]
    bad = read_csv(
        f"bricka;rum;kontrakt;spelförare;resultat;kort\n1;1;4S;N;=;{swedish.replace('EKDkn', 'EKD', 1)}\n"
    )
    assert [(notice.field, notice.found) for notice in bad.refused] == [("kort.N", "12 cards")]


@pytest.mark.parametrize(
    ("row", "field"),
    [
        ("x;öppna;4sp;N;=", "board"),
        ("0;öppna;4sp;N;=", "board"),
        ("1;vinden;4sp;N;=", "room"),
        ("1;öppna;9sp;N;=", "contract"),
        ("1;öppna;4sp;Q;=", "declarer"),
        ("1;öppna;4sp;N;14", "result"),
        ("1;öppna;4sp", "declarer"),
    ],
)
def test_a_row_that_does_not_fit_is_refused_with_its_line(row: str, field: str) -> None:
    report = read_csv("bricka;rum;kontrakt;spelförare;resultat\n1;öppna;4sp;N;=\n" + row)
    assert not report.usable
    assert [(notice.line, notice.field) for notice in report.refused] == [(3, field)]


def test_tables_need_headings_and_have_an_end() -> None:
    for text in ("", "a,b\n1,2\n"):
        with pytest.raises(FieldError, match=r"csv\.headings"):
            read_csv(text)
    with pytest.raises(FieldError, match="at most 20000"):
        read_csv("board,room,contract,declarer,result\n" + "1,1,4S,N,=\n" * 20_001)


def test_an_insufficient_bid_is_flagged_and_the_auction_goes_on_t26() -> None:
    calls = read_auction(["1S", "2D", "2S", "2S", "Pass", "3NT"])
    assert [call.problem for call in calls] == [None, None, None, "insufficient", None, None]


def test_doubles_need_something_to_double() -> None:
    calls = read_auction(["X", "1NT", "XX", "X", "X", "RD", "P", "1N"])
    assert [call.problem for call in calls] == [
        "inadmissible", None, "inadmissible", None, "inadmissible", None, None, "insufficient",
    ]  # fmt: skip
    with pytest.raises(FieldError, match=r"auction\[1\]"):
        read_auction(["8C"])

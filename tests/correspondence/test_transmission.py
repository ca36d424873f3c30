"""A whole card against the game: every finding at once, each with its paragraph and consequence."""

from dataclasses import replace

import pytest
from correspondence.builders import START, Script, codes, day, moves_of, numerics

from arbiter_rules.correspondence.board import position
from arbiter_rules.correspondence.card import Card
from arbiter_rules.correspondence.policy import DEFAULT
from arbiter_rules.correspondence.transmission import Position, check, examine

#: Black has just played 2… 2836; White's card is due.
MOVES = moves_of("1. 5254 5755 2. 7163 2836")
PARTNER = Card(by="black", move="2… 2836", dispatch=day("03-01"))
CARD = Card(
    by="white", repeats="2… 2836", move="3. 6125", arrival=day("03-04"), dispatch=day("03-06"), days=2
)


def at(**fields: object) -> Position:
    board = position()
    for move in MOVES:
        board.push(move)
    return Position(
        **{"board": board, "last": MOVES[-1], "before": MOVES[-2], "partner_card": PARTNER} | fields
    )


def found(card: Card, **fields: object) -> list[str]:
    return [each.code for each in examine(at(**fields), card).findings]


@pytest.mark.rule("BdF § 2(1)")
def test_a_card_in_order_has_no_findings_and_plays_its_move():
    ruling = check(at(), CARD)

    verdict = ruling.value
    assert (verdict.kind, verdict.days, verdict.findings) == ("valid", 2, ())
    assert numerics(verdict.moves) == ["6125"]
    assert ruling.steps[0].reading == "card.valid"


@pytest.mark.rule("BdF § 2(1)")
@pytest.mark.parametrize(
    ("fields", "kind", "code"),
    [
        pytest.param({"repeats": ""}, "incomplete", "card.repetition_missing", id="nothing repeated"),
        pytest.param(
            {"repeats": "2… 2816"}, "doubtful", "card.repetition_differs", id="another move repeated"
        ),
        pytest.param({"repeats": "3… 2836"}, "doubtful", "card.number_wrong", id="repetition misnumbered"),
        pytest.param({"repeats": "2836"}, "incomplete", "card.number_missing", id="repetition not numbered"),
        pytest.param({"move": "4. 6125"}, "doubtful", "card.number_wrong", id="move misnumbered"),
        pytest.param({"move": "3… 6125"}, "doubtful", "card.number_wrong", id="the other side's number"),
        pytest.param({"move": "6125"}, "incomplete", "card.number_missing", id="move not numbered"),
        pytest.param({"move": ""}, "incomplete", "card.move_missing", id="no move"),
        pytest.param({"move": "3. 6188"}, "impossible", "move.impossible.piece_cannot", id="impossible move"),
        pytest.param({"move": "3. 612"}, "incomplete", "move.square_missing", id="square missing"),
        pytest.param({"move": "3. 6125 (Lc4)"}, "doubtful", "move.notations_disagree", id="two notations"),
        pytest.param({"corrected": True}, "doubtful", "card.corrected", id="corrected"),
        pytest.param({"by": "black"}, "doubtful", "card.not_on_move", id="not on move"),
    ],
)
def test_each_fault_of_the_moves_makes_the_card_void_and_is_queried(
    fields: dict[str, object], kind: str, code: str
):
    verdict = examine(at(), replace(CARD, **fields))

    assert verdict.kind == kind
    assert verdict.moves == ()
    assert code in [each.code for each in verdict.findings if each.weight == "void"]


@pytest.mark.rule("BdF § 2(2)")
def test_a_correction_makes_a_legal_move_doubtful():
    verdict = examine(at(), replace(CARD, corrected=True))

    assert (verdict.kind, verdict.findings[0].paragraph) == ("doubtful", "BdF § 2(2)")


def test_all_findings_are_given_at_once():
    card = replace(CARD, signed=False, corrected=True, repeats="", move="3. 6188", days=9, offer="Remis?")

    assert found(card) == [
        "card.signature_missing",
        "card.corrected",
        "card.repetition_missing",
        "move.impossible.piece_cannot",
        "offer.without_move",
        "card.days_differ",
    ]


@pytest.mark.rule("BdF § 2(1)")
def test_a_misnumbered_move_is_doubtful_or_incomplete_by_policy():
    card = replace(CARD, move="4. 6125")

    assert examine(at(), card).switches == ("misnumbered",)
    ruling = check(at(), card, DEFAULT.with_readings(misnumbered="incomplete"))
    assert ruling.value.kind == "incomplete"
    assert ruling.switches == ("misnumbered",)


@pytest.mark.rule("BdF § 2(1)")
def test_the_own_previous_move_may_be_repeated_too():
    assert examine(at(), replace(CARD, repeats="2. 7163 2836")).valid
    assert examine(at(), replace(CARD, repeats="2. Sg1-f3 Sb8-c6")).valid
    assert not examine(at(), replace(CARD, repeats="2. 7181 2836")).valid
    assert not examine(at(), replace(CARD, repeats="1. 7163 2836")).valid


@pytest.mark.rule("BdF § 2(1)")
def test_black_repeats_the_move_of_his_own_number():
    board = position()
    moves = moves_of("1. 5254 5755 2. 7163")
    for move in moves:
        board.push(move)
    here = Position(board, last=moves[-1], before=moves[-2])
    card = Card(
        by="black", repeats="2. 7163", move="2… 2836", arrival=day("03-04"), dispatch=day("03-06"), days=2
    )

    assert examine(here, card).valid
    assert examine(here, replace(card, repeats="1… 5755 2. 7163")).valid
    assert not examine(here, replace(card, repeats="1. 7163")).valid


@pytest.mark.rule("BdF § 2(1)")
def test_whites_first_card_has_nothing_to_repeat():
    here = Position(position(), start=START)

    assert examine(here, Card(by="white", move="1. 5254", dispatch=day("01-02"), days=1)).days == 1


def test_a_repetition_cannot_be_compared_in_words_where_the_board_has_no_history():
    board = position("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3")
    here = Position(board, last=MOVES[-1])

    assert examine(here, CARD).valid
    assert not examine(here, replace(CARD, repeats="2… Sc6")).valid


@pytest.mark.rule("BdF § 1(1)")
def test_a_missing_signature_is_a_defect_of_form_and_the_move_stands():
    verdict = examine(at(), replace(CARD, signed=False))

    assert verdict.valid
    assert [(each.code, each.weight) for each in verdict.findings] == [("card.signature_missing", "defect")]


@pytest.mark.rule("BdF § 1(2)")
@pytest.mark.parametrize(("consent", "valid"), [(("white",), False), (("white", "black"), True)])
def test_fax_and_email_need_the_consent_of_both(consent: tuple[str, ...], valid: bool):
    verdict = examine(at(consent=frozenset(consent)), replace(CARD, medium="email"))

    assert verdict.valid is valid


@pytest.mark.rule("BdF § 1(3)")
def test_the_time_of_agreed_email_is_not_ruled_here():
    script = Script().card(0)
    script.card(3, medium="email")

    state = script.fold(consent=frozenset({"white", "black"}))

    assert "card.supplementary_rules" in codes(state)
    assert (state.black.account.entries[-1].paragraph, state.black.account.days) == ("BdF § 1(3)", [0])


@pytest.mark.rule("BdF § 2(1)b")
def test_an_offer_needs_a_move_and_falls_with_a_void_one_by_policy():
    assert examine(at(), replace(CARD, offer="Ich biete Remis")).offer
    alone = replace(CARD, move="", offer="Remis?")
    assert not examine(at(), alone).offer
    void = replace(CARD, move="3. 6188", offer="Remis?")
    assert not examine(at(), void).offer
    stands = DEFAULT.with_readings(offer_on_void_move="stands")
    assert examine(at(), void, stands).offer
    assert not examine(at(), alone, stands).offer


@pytest.mark.rule("BdF § 2(1)c")
def test_an_acceptance_takes_the_place_of_a_move_and_needs_an_open_offer():
    accepted = replace(CARD, move="", accepts="angenommen")

    assert examine(at(offer=True), accepted).stands_in == "acceptance"
    assert examine(at(offer=True), replace(accepted, repeats="")).stands_in == "acceptance"
    refused = examine(at(), accepted)
    assert (refused.stands_in, refused.kind) == ("none", "doubtful")
    assert "card.no_open_offer" in [each.code for each in refused.findings]


@pytest.mark.rule("BdF § 2(1)c")
@pytest.mark.parametrize("fields", [{"accepts": "ja gern"}, {"resigns": "gebe auf"}])
def test_a_move_beside_an_acceptance_or_resignation_is_contradictory(fields: dict[str, str]):
    assert "card.contradictory" in found(replace(CARD, **fields), offer=True)


def test_accepting_and_resigning_at_once_is_contradictory():
    assert "card.contradictory" in found(
        replace(CARD, move="", accepts="ja gern", resigns="gebe auf"), offer=True
    )


@pytest.mark.rule("BdF § 2(3)")
@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"offer": "Remis?"}, False),
        ({"offer": "="}, True),
        ({"move": "", "accepts": "½"}, True),
        ({"move": "", "accepts": "einverstanden"}, False),
        ({"move": "", "resigns": "0-1"}, True),
        ({"move": "", "resigns": "Ich gebe auf"}, False),
    ],
)
def test_signs_instead_of_words_hold_unless_disputed(fields: dict[str, str], told: bool):
    assert ("card.not_in_words" in found(replace(CARD, **fields), offer=True)) is told


@pytest.mark.rule("BdF § 3")
def test_a_change_of_notation_is_noticed_and_nothing_more():
    verdict = examine(at(forms={"white": "numeric"}), replace(CARD, move="3. Lb5"))

    assert verdict.valid
    assert [each.code for each in verdict.findings] == ["card.notation_changed"]
    assert found(replace(CARD, move="3. Lb5"), forms={"white": "german"}) == []
    assert found(replace(CARD, move="3. d4"), forms={"white": "german"}) == []


@pytest.mark.rule("BdF § 14(1)")
@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"days": 3}, "card.days_differ"),
        ({"days": None}, "card.time_data_missing"),
        ({"arrival": None}, "card.time_data_missing"),
        ({"dispatch": None, "received": day("03-09")}, "card.time_data_missing"),
        ({"arrival": day("03-07"), "days": 0}, "card.date_order"),
        ({"arrival": day("02-28"), "days": 6}, "card.date_order"),
    ],
)
def test_the_dates_are_checked_against_each_other(fields: dict[str, object], code: str):
    assert found(replace(CARD, **fields)) == [code]


@pytest.mark.rule("BdF § 14(4)")
def test_a_total_need_not_be_stated_and_a_wrong_one_is_no_defect():
    assert found(replace(CARD, total=99)) == []


@pytest.mark.rule("BdF § 15")
def test_the_postmark_governs_and_a_difference_has_to_be_reported():
    card = replace(CARD, postmark=day("03-07"))
    verdict = examine(at(), card)

    assert verdict.days == 3
    assert [each.code for each in verdict.findings] == ["card.days_differ", "card.postmark_differs"]
    partner = replace(PARTNER, postmark=day("03-02"))
    assert found(CARD, partner_card=partner) == ["card.difference_not_reported"]
    assert found(replace(CARD, reports_difference=True), partner_card=partner) == []
    assert found(replace(CARD, postmark=day("03-06"))) == []


@pytest.mark.rule("BdF § 16(2)")
@pytest.mark.rule("BdF § 30(2)")
def test_an_answer_to_a_reminder_goes_through_the_director():
    assert found(CARD, routed=True) == ["card.off_route"]
    assert found(replace(CARD, route="director"), routed=True) == []


@pytest.mark.rule("BdF § 30(3)")
def test_other_text_is_noticed_where_cards_are_restricted():
    assert found(replace(CARD, remarks="Schöne Grüße"), restricted=True) == ["card.remarks_restricted"]
    assert found(replace(CARD, remarks="Schöne Grüße")) == []


def test_checking_a_card_changes_nothing():
    here = at()
    before = (here.board.fen(), dict(here.tree), here.offer)

    examine(here, replace(CARD, offer="Remis?", proposals=("3… 1716 4. 2514",)))

    assert (here.board.fen(), here.tree, here.offer) == before

"""Reading a season document: every field and reference is checked, nothing is half read."""

import json
import tomllib

import pytest

from arbiter_rules.bridge.fields import Fields
from arbiter_rules.bridge.season_edit import add_match, add_penalty, add_ruling
from arbiter_rules.bridge.season_read import read_match, read_penalty, read_ruling, read_season
from arbiter_rules.errors import FieldError, PolicyError

TOML = """
[season]
id = "x"
name = "X"
scale = "wbf-20-0-24"
[policy]
tie-break = "head-to-head"
[parameters]
"fee.entry.1" = 1200
"venue.agreement_by" = 2009-04-30
[[club]]
id = "c"
name = "C"
district = "D"
[[player]]
id = "p"
name = "P"
club = "c"
paid = 2009-05-01
applied = 2009-10-01
answer = "accepted"
"""


def test_a_document_is_read_from_toml_and_from_json(document) -> None:
    made = document()
    as_json = read_season(json.loads(json.dumps(made)))
    as_toml = read_season(tomllib.loads(TOML))
    assert len(as_json.matches) == 6
    assert as_toml.scale.id == "wbf-20-0-24"
    assert as_toml.policy["tie-break"] == "head-to-head"
    assert as_toml.parameters.integer("fee.entry.1") == 1200
    assert as_toml.players["p"].accepted is True


def test_a_scale_can_stand_in_the_document(document) -> None:
    scale = {"id": "typed-in", "boards": 24, "mark": "CONFIGURED", "verified": True, "source": "the paper",
             "rows": [[0, 15, 15], [9, 25, 0]]}  # fmt: skip
    assert read_season({**document(), "scale": scale}).scale.verified


@pytest.mark.parametrize(
    ("path", "value", "field"),
    [
        (("season", "id"), None, "season.id"),
        (("season", "scale"), "25-0", "scale"),
        (("season", "colour"), "red", "season.colour"),
        (("policy",), {"tie-brake": "lot"}, "policy.tie-brake"),
        (("policy",), {"tie-break": 3}, "policy.tie-break"),
        (("policy",), [], "policy"),
        (("parameters",), {"fee.entry.1": "much"}, "fee.entry.1"),
        (("club",), {}, "club"),
        (("club", 0), "x", r"club\[1\]"),
        (("series", 0, "division"), 0, r"series\[1\].division"),
        (("series", 0, "common_deals"), "yes", r"series\[1\].common_deals"),
        (("team", 0, "club"), "nowhere", "team t1.club"),
        (("team", 0, "series"), "nowhere", "team t1.series"),
        (("team", 0, "email"), "nowhere", r"team\[1\].email"),
        (("team", 0, "players"), ["nobody"], "team t1.players"),
        (("team", 0, "players"), "t1-1", r"team\[1\].players"),
        (("team", 0, "players"), [1], r"team\[1\].players"),
        (("player", 0, "club"), "nowhere", "player t1-1.club"),
        (("player", 0, "paid"), "yesterday", r"player\[1\].paid"),
        (("player", 0, "paid"), 3, r"player\[1\].paid"),
        (("player", 0, "answer"), "perhaps", r"player\[1\].answer"),
        (("match", 0, "home_imps"), -1, r"match\[1\].home_imps"),
        (("match", 0, "home_imps"), None, r"match\[1\].home_imps"),
        (("match", 0, "home_imps"), True, r"match\[1\].home_imps"),
        (("match", 0, "boards"), 0, r"match\[1\].boards"),
        (("match", 0, "day"), None, r"match\[1\].day"),
        (("match", 0, "home"), "nobody", "match m1.home"),
        (("match", 0, "away"), "t1", "match m1.away"),
        (("match", 0, "series"), "X", "match m1.series"),
        (("match", 0, "extra"), 1, r"match\[1\].extra"),
        (("match", 0, "home_first"), ["t1-1"], "match m1.home_first"),
        (("match", 0, "home_second"), [], "match m1.home_second"),
        (("match", 0, "away_first"), ["t1-1", "t2-2", "t2-3", "t2-4"], "match m1.away"),
        (("match", 0, "away_first"), ["x", "t2-2", "t2-3", "t2-4"], "match m1.away"),
        (("match", 0, "walkover"), "home", "decided_by"),
        (("match", 0, "walkover"), "nobody", r"match\[1\].walkover"),
        (("match", 1, "id"), "m1", "match.id"),
        (("match", 1), {"id": "m9", "series": "S", "round": "1", "day": "2009-10-01", "home": "t2", "away": "t1",
                        "home_imps": 1, "away_imps": 2}, "match m9"),
        (("penalty",), [{"id": "p", "team": "nobody", "day": "2009-10-01", "kind": "late"}], "penalty p.team"),
        (("penalty",), [{"id": "p", "team": "t1", "day": "2009-10-01", "kind": "rude"}], r"penalty\[1\].kind"),
        (("decision",), [{"id": "d", "team": "t1", "day": "2009-10-01", "kind": "dispensation"}], "decision d.match"),
    ],
)  # fmt: skip
@pytest.mark.rule("SBF Resultat(2)")
def test_what_does_not_fit_is_refused_by_its_field(document, path, value, field: str) -> None:
    made = document()
    place = made
    for key in path[:-1]:
        place = place[key]
    if value is None:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    with pytest.raises(FieldError, match=field):
        read_season(made)


def test_a_player_on_the_lists_of_two_teams_is_refused(document) -> None:
    made = document()
    made["team"][0]["players"] = made["team"][1]["players"] = ["t1-1"]
    with pytest.raises(FieldError, match="a player of one team"):
        read_season(made)


def test_teams_of_two_series_do_not_meet(document) -> None:
    made = document()
    made["series"].append({"id": "T", "division": 1})
    made["team"][3]["series"] = "T"
    with pytest.raises(FieldError, match="a team of series S"):
        read_season(made)


def test_the_same_entry_twice_changes_nothing_t24(document) -> None:
    made = document()
    made["match"].append(dict(made["match"][0]))
    assert len(read_season(made).matches) == 6


def test_other_errors_of_documents() -> None:
    for wrong, field in (([], "a table"), ({"season": 3}, "season"), ({"seasons": {}}, "season.id")):
        with pytest.raises(FieldError, match=field):
            read_season(wrong)
    with pytest.raises(FieldError, match="at most 1"):
        Fields({"a": [{}, {}]}, "").tables("a", 1)
    with pytest.raises(PolicyError):
        read_season({"season": {"id": "x", "name": "X"}, "policy": {"tie-break": "dice"}})
    with pytest.raises(FieldError, match="text of 1 to 500"):
        Fields({"a": "x" * 501}, "").text("a")
    with pytest.raises(FieldError, match="unknown field"):
        read_season({"season": {"id": "x", "name": "X"}, "teams": []})


def test_a_result_is_added_once(document) -> None:
    made = document()
    last = made["match"].pop()
    season = read_season(made)
    match = read_match(Fields(last, "match"))
    more = add_match(season, match)
    assert len(season.matches) == 5
    assert len(more.matches) == 6
    assert add_match(more, match) is more
    for change, field in (
        ({"home_imps": 51}, r"match\.id"),
        ({"id": "m7"}, "match m7"),
        ({"id": "m7", "away": "nobody"}, "match m7"),
    ):
        with pytest.raises(FieldError, match=field):
            add_match(more, read_match(Fields({**last, **change}, "match")))


def test_penalties_and_decisions_are_added_once(document) -> None:
    season = read_season(document())
    entry = {"id": "p", "team": "t1", "day": "2009-10-01", "kind": "late", "late_ms": 1}
    more = add_penalty(season, read_penalty(Fields(entry, "penalty")))
    assert len(more.penalties) == 1
    assert add_penalty(more, read_penalty(Fields(entry, "penalty"))) is more
    for change, field in (({"late_ms": 2}, r"penalty\.id"), ({"id": "q", "team": "x"}, "penalty q")):
        with pytest.raises(FieldError, match=field):
            add_penalty(more, read_penalty(Fields({**entry, **change}, "penalty")))
    entry = {"id": "d", "team": "t1", "day": "2009-10-01", "kind": "disqualify"}
    decided = add_ruling(season, read_ruling(Fields(entry, "decision")))
    assert len(decided.rulings) == 1
    assert add_ruling(decided, read_ruling(Fields(entry, "decision"))) is decided
    for change, field in (({"kind": "exclude"}, r"decision\.id"), ({"id": "e", "team": "x"}, "decision e")):
        with pytest.raises(FieldError, match=field):
            add_ruling(decided, read_ruling(Fields({**entry, **change}, "decision")))


@pytest.mark.parametrize(
    ("day", "fits"),
    [("1899-12-31", False), ("1900-01-01", True), ("2999-12-31", True), ("3000-01-01", False)],
)
def test_days_far_off_are_refused_so_that_days_can_be_counted_from_them(day: str, fits: bool) -> None:
    fields = Fields({"day": day}, "match")
    if fits:
        assert fields.day("day").isoformat() == day
    else:
        with pytest.raises(FieldError) as refused:
            fields.day("day")
        assert (refused.value.field, refused.value.found) == ("match.day", day)

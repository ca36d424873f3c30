"""Reading a season document: every field is checked, then every reference, before anything is used."""

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar, cast

from arbiter_rules.bridge.fields import Fields
from arbiter_rules.bridge.parameters import standard
from arbiter_rules.bridge.readings import policy as readings
from arbiter_rules.bridge.roster import team_contact
from arbiter_rules.bridge.season import (
    DAY_MS,
    DECISIONS,
    MOST_IMPS,
    PENALTIES,
    Club,
    DecisionKind,
    Match,
    Penalty,
    PenaltyKind,
    Player,
    Ruling,
    Season,
    Series,
    Team,
    Who,
)
from arbiter_rules.bridge.season_check import check_season
from arbiter_rules.bridge.victory_points import read_scale, scale_by_id
from arbiter_rules.errors import FieldError

T = TypeVar("T")


def read_season(document: Mapping[str, object]) -> Season:
    """Read and check a whole document; FieldError names the first field that does not fit."""
    fields = Fields(document, "")
    head = Fields(fields.table("season"), "season")
    season_id, name = head.text("id"), head.text("name")
    scale_id = head.text("scale", "25-0-24-candidate")
    head.close()
    inline = fields.table("scale")
    season = Season(
        season_id,
        name,
        read_scale(inline) if inline else scale_by_id(scale_id),
        readings(_words(fields.table("policy"))),
        standard().configured(fields.table("parameters")),
        _by_id(map(_club, fields.tables("club")), "club"),
        _by_id(map(_series, fields.tables("series")), "series"),
        _by_id(map(_team, fields.tables("team")), "team"),
        _by_id(map(_player, fields.tables("player")), "player"),
        _by_id(map(read_match, fields.tables("match")), "match"),
        _by_id(map(read_penalty, fields.tables("penalty")), "penalty"),
        _by_id(map(read_ruling, fields.tables("decision")), "decision"),
    )
    fields.close()
    check_season(season)
    return season


def _words(table: Mapping[str, object]) -> dict[str, str]:
    fields = Fields(table, "policy")
    return {key: fields.text(key) for key in table}


def _club(fields: Fields) -> Club:
    return _done(fields, Club(fields.text("id"), fields.text("name"), fields.text("district", "-")))


def _series(fields: Fields) -> Series:
    return _done(
        fields,
        Series(
            fields.text("id"),
            fields.integer("division", 1, 9),
            fields.text("name", "-"),
            fields.integer("meetings", 1, 4, 1),
            fields.flag("common_deals"),
        ),
    )


def _team(fields: Fields) -> Team:
    return _done(
        fields,
        Team(
            fields.text("id"),
            fields.text("name"),
            fields.text("club"),
            fields.text("series"),
            team_contact(fields.text("email"), fields.name("email")),
            fields.texts("players"),
        ),
    )


def _player(fields: Fields) -> Player:
    answer = fields.choice("answer", ("accepted", "refused"), "none")
    return _done(
        fields,
        Player(
            fields.text("id"),
            fields.text("name"),
            fields.text("club"),
            fields.optional_day("paid"),
            fields.optional_day("applied"),
            {"accepted": True, "refused": False}.get(answer),
        ),
    )


def read_match(fields: Fields) -> Match:
    """One match; references are checked with the season."""
    walkover = fields.choice("walkover", ("home", "away", "both"), "none")
    return _done(
        fields,
        Match(
            fields.text("id"),
            fields.text("series"),
            fields.text("round"),
            fields.day("day"),
            fields.text("home"),
            fields.text("away"),
            fields.integer("home_imps", 0, MOST_IMPS, None if walkover == "none" else 0),
            fields.integer("away_imps", 0, MOST_IMPS, None if walkover == "none" else 0),
            fields.integer("boards", 1, 128, 24),
            None if walkover == "none" else cast("Who", walkover),
            fields.text("decided_by", "-"),
            fields.texts("home_first"),
            fields.texts("home_second"),
            fields.texts("away_first"),
            fields.texts("away_second"),
        ),
    )


def read_penalty(fields: Fields) -> Penalty:
    """One penalty; what it costs is worked out by the report."""
    return _done(
        fields,
        Penalty(
            fields.text("id"),
            fields.text("team"),
            fields.day("day"),
            cast("PenaltyKind", fields.choice("kind", PENALTIES)),
            fields.integer("late_ms", 0, DAY_MS, 0),
            fields.integer("imps", 0, 99, 0),
            fields.integer("victory_points", 0, 99, 0),
            fields.flag("confirmed"),
            fields.text("note", "-"),
        ),
    )


def read_ruling(fields: Fields) -> Ruling:
    """One decision."""
    return _done(
        fields,
        Ruling(
            fields.text("id"),
            fields.text("team"),
            fields.day("day"),
            cast("DecisionKind", fields.choice("kind", DECISIONS)),
            fields.text("match", "-"),
            fields.text("note", "-"),
        ),
    )


def _done(fields: Fields, value: T) -> T:
    fields.close()
    return value


def _by_id(items: Iterable[T], what: str) -> dict[str, T]:
    """Entries by id. An entry that is repeated word for word changes nothing; another one under its id is refused."""
    found: dict[str, T] = {}
    for item in items:
        key = cast("str", cast("Any", item).id)
        if found.setdefault(key, item) != item:
            raise FieldError(f"{what}.id", key, "one entry under each id, or the same one again")
    return found

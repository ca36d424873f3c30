"""The references of a season document: every id that is used must exist, and nothing may contradict itself."""

from collections import Counter
from collections.abc import Iterable, Mapping

from arbiter_rules.bridge.season import Match, Penalty, Ruling, Season
from arbiter_rules.bridge.walkover import check_authority
from arbiter_rules.errors import FieldError


def _known(table: Mapping[str, object], key: str, name: str, what: str) -> None:
    if key not in table:
        raise FieldError(name, key, f"the id of a {what} in the document")


def check_season(season: Season) -> None:
    """Check every reference; FieldError names the first that leads nowhere or contradicts another."""
    listed: dict[str, str] = {}
    for team in season.teams.values():
        _known(season.clubs, team.club, f"team {team.id}.club", "club")
        _known(season.series, team.series, f"team {team.id}.series", "series")
        for player in team.players:
            _known(season.players, player, f"team {team.id}.players", "player")
            if listed.setdefault(player, team.id) != team.id:
                raise FieldError(
                    f"team {team.id}.players",
                    f"{player}, also in team {listed[player]}",
                    "a player of one team",
                )
    for player in season.players.values():
        _known(season.clubs, player.club, f"player {player.id}.club", "club")
    for match in season.matches.values():
        check_match(season, match)
    check_meetings(season)
    entries: tuple[tuple[str, Iterable[Penalty | Ruling]], ...] = (
        ("penalty", season.penalties.values()),
        ("decision", season.rulings.values()),
    )
    for what, items in entries:
        for item in items:
            _known(season.teams, item.team, f"{what} {item.id}.team", "team")
            if isinstance(item, Ruling) and item.kind == "dispensation":
                _known(season.matches, item.match, f"decision {item.id}.match", "match")


def check_meetings(season: Season) -> None:
    """Refuse a pair of teams that has met more often than its series lays down."""
    met: Counter[frozenset[str]] = Counter()
    for match in season.matches.values():
        pair = frozenset((match.home, match.away))
        met[pair] += 1
        if met[pair] > season.series[match.series].meetings:
            most = season.series[match.series].meetings
            raise FieldError(f"match {match.id}", " - ".join(sorted(pair)), f"{most} meeting(s) of two teams")


def check_match(season: Season, match: Match) -> None:
    """Check one match against its season."""
    where = f"match {match.id}"
    _known(season.series, match.series, f"{where}.series", "series")
    for side, team in (("home", match.home), ("away", match.away)):
        _known(season.teams, team, f"{where}.{side}", "team")
        if season.teams[team].series != match.series:
            raise FieldError(f"{where}.{side}", team, f"a team of series {match.series}")
    if match.home == match.away:
        raise FieldError(f"{where}.away", match.away, "another team than the home team")
    if match.walkover is not None:
        check_authority(season.series[match.series].division, match.decided_by)
    home = _line_up(season, match.home_first, match.home_second, f"{where}.home")
    away = _line_up(season, match.away_first, match.away_second, f"{where}.away")
    if home & away:
        raise FieldError(
            f"{where}.away", ", ".join(sorted(home & away)), "players who do not play for the other side"
        )


def _line_up(season: Season, first: tuple[str, ...], second: tuple[str, ...], where: str) -> set[str]:
    """Who played which half is registered with the result, for both halves or not at all."""
    if bool(first) != bool(second):  # [rule SBF Resultat(2)]
        raise FieldError(f"{where}_second", repr(second), "both halves, or neither")
    for half, name in ((first, "first"), (second, "second")):
        if half and (len(half) != 4 or len(set(half)) != 4):
            raise FieldError(f"{where}_{name}", ", ".join(half), "four different players")
    for player in (*first, *second):
        _known(season.players, player, where, "player")
    return {*first, *second}

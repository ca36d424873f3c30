"""Changes to a season: each gives a new season and leaves the old one as it was."""

from dataclasses import replace

from arbiter_rules.bridge.season import Match, Penalty, Ruling, Season
from arbiter_rules.bridge.season_check import check_match, check_meetings, check_season
from arbiter_rules.errors import FieldError


def add_match(season: Season, match: Match) -> Season:
    """Add a result. The same match again changes nothing; another result under its id, or for the same teams once
    more than they meet, is refused."""
    known = season.matches.get(match.id)
    if known is not None:
        if known != match:
            raise FieldError("match.id", match.id, "a new match, or the same result again")
        return season
    check_match(season, match)
    changed = replace(season, matches={**season.matches, match.id: match})
    check_meetings(changed)
    return changed


def add_penalty(season: Season, penalty: Penalty) -> Season:
    """Add a penalty; the same one again changes nothing."""
    if season.penalties.get(penalty.id) == penalty:
        return season
    if penalty.id in season.penalties:
        raise FieldError("penalty.id", penalty.id, "a new penalty, or the same one again")
    changed = replace(season, penalties={**season.penalties, penalty.id: penalty})
    check_season(changed)
    return changed


def add_ruling(season: Season, ruling: Ruling) -> Season:
    """Add a decision; the same one again changes nothing."""
    if season.rulings.get(ruling.id) == ruling:
        return season
    if ruling.id in season.rulings:
        raise FieldError("decision.id", ruling.id, "a new decision, or the same one again")
    changed = replace(season, rulings={**season.rulings, ruling.id: ruling})
    check_season(changed)
    return changed

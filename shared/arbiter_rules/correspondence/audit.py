"""The audit: a whole game or tournament gives board, ledger, duties, claims and status, as of any day."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from types import MappingProxyType
from typing import Final

from arbiter_rules.correspondence import appeals
from arbiter_rules.correspondence import leave as leaves_
from arbiter_rules.correspondence.appeals import Appeal
from arbiter_rules.correspondence.board import SIDES, Side
from arbiter_rules.correspondence.days import DAY, Span
from arbiter_rules.correspondence.duties import Duty, duties, rateable, records_conflict, running_days
from arbiter_rules.correspondence.game import Game, LeaveView, fold
from arbiter_rules.correspondence.leave import DIRECTOR
from arbiter_rules.correspondence.policy import DEFAULT
from arbiter_rules.correspondence.state import GameState, Party
from arbiter_rules.correspondence.time_control import Control, Entry
from arbiter_rules.correspondence.tournament import AppealCase, LeaveTaken, Tournament, leaves_taken, view
from arbiter_rules.errors import FieldError
from arbiter_rules.policy import Policy
from arbiter_rules.trace import Decision, Step, Value

_NO_LEAVES: Final[Mapping[Side, LeaveView]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class GameAudit:
    """One game as of a day.

    running   the clock of the pending move, provisional (§ 7 may book its days elsewhere); None if none is due
    rateable  there is a claim to scoring (§ 27)
    """

    game: Game
    as_of: date
    state: GameState
    duties: tuple[Duty, ...]
    running: Control | None
    rateable: bool
    records_conflict: bool

    @property
    def ledger(self) -> tuple[Entry, ...]:
        """Every entry of both accounts, in the order in which they were booked on each."""
        return tuple(entry for side in SIDES for entry in self.state[side].account.entries)

    def controls(self, side: Side) -> tuple[Control, ...]:
        """The clock of a side at each of its moves."""
        return self.state[side].account.controls()


def audit_game(
    game: Game,
    start: date,
    as_of: date,
    *,
    leaves: Mapping[Side, LeaveView] = _NO_LEAVES,
    policy: Policy = DEFAULT,
    tournament_end: date | None = None,
    report_suffices: bool = False,
) -> Decision[GameAudit]:
    """Audit one game; the steps are those of its rulings, in the order of its entries."""
    state = fold(game, start, as_of=as_of, leaves=leaves, policy=policy)
    running = None
    if state.status.phase == "running":
        running = state[state.to_move].account.running(running_days(state, as_of))
    owed = tuple(duties(state, as_of, tournament_end=tournament_end, report=report_suffices))
    audit = GameAudit(game, as_of, state, owed, running, rateable(state), records_conflict(state))
    return Decision(audit, tuple(state.steps))


@dataclass(frozen=True, slots=True)
class PlayerDuty:
    """A duty with the name of who owes it and the game it belongs to; both None where they do not apply."""

    player: str | None
    game: str | None
    duty: Duty


@dataclass(frozen=True, slots=True)
class LeaveAccount:
    """The leave of one player: what he took, and what is left in the tournament year of the day."""

    taken: tuple[LeaveTaken, ...]
    year: int
    remaining: int
    overdrawn: Mapping[int, int]
    on_leave: Span | None


@dataclass(frozen=True, slots=True)
class TournamentAudit:
    """All games by id, the leave of each player, and every duty in the order of its day."""

    tournament: Tournament
    as_of: date
    games: Mapping[str, GameAudit]
    leave: Mapping[str, LeaveAccount]
    duties: tuple[PlayerDuty, ...]


def audit_tournament(tournament: Tournament, as_of: date) -> Decision[TournamentAudit]:
    """Audit a tournament. The order of its games does not matter; FieldError names the game and the entry."""
    taken = leaves_taken(tournament, as_of)
    games: dict[str, GameAudit] = {}
    owed: list[PlayerDuty] = []
    found: list[Step] = []
    for game in sorted(tournament.games, key=lambda game: game.id):
        try:
            ruling = audit_game(
                game,
                tournament.start,
                as_of,
                leaves=view(game, taken),
                policy=tournament.policy,
                tournament_end=tournament.end,
                report_suffices=tournament.report_suffices,
            )
        except FieldError as error:
            raise FieldError(f"games[{game.id}].{error.field}", error.found, error.allowed) from error
        games[game.id] = ruling.value
        found.extend(ruling.steps)
        for duty in ruling.value.duties:
            player = game.player(duty.party) if duty.party in SIDES else None
            owed.append(PlayerDuty(player, game.id, duty))
    accounts = {player: _account(tournament, as_of, taken[player]) for player in sorted(tournament.players)}
    for player, account in accounts.items():
        owed.extend(_leave_duties(tournament, player, account, as_of, games))
        found.extend(_early_ends(account))
    for case in tournament.appeals:
        ruling = appeals.state(
            case.ruling, case.objection, as_of, _deadline_rests(case.player, taken), tournament.policy
        )
        found.extend(ruling.steps)
        owed.extend(_appeal_duties(case, ruling))
    owed.sort(key=_order)
    return Decision(TournamentAudit(tournament, as_of, games, accounts, tuple(owed)), tuple(found))


def _order(owed: PlayerDuty) -> tuple[bool, date, str, str, str]:
    due = owed.duty.due
    return (due is None, due or date.min, owed.game or "", owed.player or "", owed.duty.code)


def _account(tournament: Tournament, as_of: date, taken: list[LeaveTaken]) -> LeaveAccount:
    pairs = [(each.leave, each.actual) for each in taken]
    policy = tournament.policy
    year = leaves_.year_of(tournament.start, as_of, policy)
    over = leaves_.overdrawn(tournament.start, pairs, policy)
    # A leave ends by itself; nobody has to end it.
    now = next((each.actual for each in taken if as_of in each.actual), None)
    left = leaves_.remaining(tournament.start, year, pairs, policy)
    return LeaveAccount(tuple(taken), year, left, over, now)


def _leave_duties(
    tournament: Tournament, player: str, account: LeaveAccount, as_of: date, games: Mapping[str, GameAudit]
) -> list[PlayerDuty]:
    """Notices still to be sent, early ends to be told, days beyond the entitlement."""
    found: list[PlayerDuty] = []

    def owe(code: str, due: date | None, paragraph: str, **facts: Value) -> None:
        duty = Duty(code, "player", due, paragraph, facts=MappingProxyType(facts))
        found.append(PlayerDuty(player, None, duty))

    for each in account.taken:
        span = each.leave.span
        if as_of < span.first:
            # [rule BdF § 25(1)]
            for recipient in (*_running_partners(tournament, player, games), DIRECTOR):
                if not each.leave.told(recipient):
                    owe(
                        "duty.tell_leave",
                        span.first - DAY,
                        "BdF § 25(1)",
                        to=recipient,
                        first=span.first.isoformat(),
                    )
        if each.ended_early and not each.leave.early_end_told:
            # [rule BdF § 24(3)b]
            ended = each.actual.last + DAY
            owe("duty.tell_early_end", ended, "BdF § 24(3)b", to=DIRECTOR, last=each.actual.last.isoformat())
            for partner in _running_partners(tournament, player, games):
                owe(
                    "duty.tell_early_end", None, "BdF § 24(3)b", to=partner, last=each.actual.last.isoformat()
                )
    for year, days in account.overdrawn.items():
        facts: dict[str, Value] = {"player": player, "year": year, "days": days}
        duty = Duty("duty.rule_on_leave", "director", None, "BdF § 24(1)", facts=MappingProxyType(facts))
        found.append(PlayerDuty(None, None, duty))
    return found


def _early_ends(account: LeaveAccount) -> list[Step]:
    """A step for each leave that ended early, or whose end the policy on stand-ins decided."""
    return [
        Step(
            "BdF § 24(3)",
            "leave.ended_early",
            MappingProxyType({"player": each.leave.player, "planned": each.leave.span.last.isoformat()}),
            each.actual.last.isoformat(),
            "early_end_by" if each.by_stand_in else None,
        )
        for each in account.taken
        if each.ended_early or each.by_stand_in
    ]


def _deadline_rests(player: str, taken: Mapping[str, list[LeaveTaken]]) -> list[Span]:
    """The leaves that rest a player's own deadlines: those that the director was told of."""
    return [each.actual for each in taken[player] if each.leave.told(DIRECTOR)]


def _appeal_duties(case: AppealCase, ruling: Decision[Appeal]) -> list[PlayerDuty]:
    """What is still to be done in an appeal, by its last day; a decision that is due is the instance's."""
    # [rule BdF § 29(2); BdF § 29(3)]
    appeal = ruling.value
    facts: dict[str, Value] = {"fee": appeal.fee, "instance": appeal.instance}

    def duty(code: str, due: date | None, paragraph: str, *, binding: bool) -> PlayerDuty:
        party: Party = "director" if code == "duty.admit_appeal" else "player"
        found = Duty(code, party, due, paragraph, binding, MappingProxyType(facts), ruling.steps)
        return PlayerDuty(None if party == "director" else case.player, case.game, found)

    if appeal.state == "open":
        return [duty("duty.may_object", appeal.deadline, "BdF § 29(2)", binding=False)]
    if appeal.state in ("lapsed", "final"):
        return []
    found = [
        duty(
            f"duty.appeal_{each}",
            appeal.deadline,
            "BdF § 29(3)" if each == "fee" else "BdF § 29(2)",
            binding=True,
        )
        for each in appeal.missing
    ]
    if appeal.state == "awaiting_admission":
        found.append(duty("duty.admit_appeal", None, "BdF § 29(1)", binding=True))
    return found


def _running_partners(tournament: Tournament, player: str, games: Mapping[str, GameAudit]) -> list[str]:
    """The partners of a player's games that are still running."""
    return [
        game.black if side == "white" else game.white
        for game, side in tournament.games_of(player)
        if games[game.id].state.status.phase in ("running", "suspended")
    ]

"""What each side and the director owe as of a day, and by when (§§ 8, 11, 13-16, 18-30)."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, timedelta
from types import MappingProxyType

from arbiter_rules.correspondence import claims, days
from arbiter_rules.correspondence.board import SIDES, Side, other
from arbiter_rules.correspondence.card_data import differs
from arbiter_rules.correspondence.claiming import duties_kept
from arbiter_rules.correspondence.reminders import director_notice_due, refusal_until, reminder_due
from arbiter_rules.correspondence.state import NO_FACTS, GameState, Party
from arbiter_rules.trace import Step, Value


@dataclass(frozen=True, slots=True)
class Duty:
    """Something owed, or open to be done.

    code       key of the sentence, "duty.remind"
    party      who owes it, or may do it
    due        the last or the proper day, None for "with the next card" and for what has no date
    binding    False for what a side may do (claims, refusals), True for what it must
    """

    code: str
    party: Party
    due: date | None
    paragraph: str
    binding: bool = True
    facts: MappingProxyType[str, Value] = field(default_factory=lambda: NO_FACTS)
    steps: tuple[Step, ...] = ()


def duties(
    state: GameState, as_of: date, *, tournament_end: date | None = None, report: bool = False
) -> list[Duty]:
    """All duties of a game, the dated ones first, in the order of their days."""
    phase = state.status.phase
    found: list[Duty] = []
    if phase == "running":
        found += [*_waiting(state, as_of), *_thinking(state, as_of), *_card_duties(state), *_claims(state)]
    elif phase == "suspended":
        found.append(_duty("duty.rule_on_second", "director", None, "BdF § 22"))
    elif phase == "adjudication":
        found.append(_duty("duty.adjudicate", "director", None, "BdF § 31(2)"))
    elif phase == "awaiting_director":
        found.append(_duty("duty.decide_scoring", "director", None, "BdF § 26(1)"))
    if phase in ("finished", "adjudication"):
        found += _records(state, report=report)
    found += _standing(state, tournament_end)
    return sorted(found, key=lambda duty: (duty.due is None, duty.due or as_of))


def _duty(
    code: str, party: Party, due: date | None, paragraph: str, *, binding: bool = True, **facts: Value
) -> Duty:
    return Duty(code, party, due, paragraph, binding, MappingProxyType(facts))


def arrival_estimate(state: GameState) -> date:
    """When the pending move's clock started: as received, else by the average transit, else the postmark."""
    card = state[other(state.to_move)].last_card
    if card is None:
        return state.start
    sent = card.sent or state.start
    return card.received or sent + timedelta(days=state.transit or 0)


def reminder_deadline(state: GameState) -> tuple[date, tuple[Step, ...]]:
    """When the waiting side must remind; Black waits from the start of the tournament before the first move."""
    owing = state.to_move
    waiting = state[other(owing)]
    informed = state[owing].notice is not None
    ruling = reminder_due(
        waiting.waiting_from or state.start,
        informed=informed,
        rests=(*waiting.deadlines, *state[owing].leaves),
        transit=state.transit or 0,
        policy=state.policy,
    )
    return ruling.value, ruling.steps


def _waiting(state: GameState, as_of: date) -> Iterator[Duty]:
    """The waiting side: reminder, then the director, after an answer off the route its refusal."""
    owing = state.to_move
    waiting = other(owing)
    if state.void_card is None:
        if state.reminder is None:
            due, steps = reminder_deadline(state)
            yield Duty("duty.remind", waiting, due, "BdF § 16(1)", True, NO_FACTS, steps)
        else:
            yield _duty("duty.answer_via_director", owing, None, "BdF § 16(2)")
            if state.director_told is None:
                rests = (*state[waiting].deadlines, *state[owing].leaves)
                ruling = director_notice_due(state.reminder, rests)
                yield Duty(
                    "duty.tell_director", waiting, ruling.value, "BdF § 16(4)", True, NO_FACTS, ruling.steps
                )
            else:
                yield _duty("duty.director_acts", "director", None, "BdF § 16(4)")
    if state.off_route is not None:
        ruling = refusal_until(state.off_route, state[owing].deadlines)
        if as_of <= ruling.value:
            yield Duty("duty.may_refuse", owing, ruling.value, "BdF § 16(3)", False, NO_FACTS, ruling.steps)


def _thinking(state: GameState, as_of: date) -> Iterator[Duty]:
    """The side to move: notice of a long think, and the last day within its time."""
    side = state.to_move
    me = state[side]
    if state.void_card is not None:
        card, sender = state.void_card
        yield _duty("duty.query", other(sender), card.received or as_of, "BdF § 8(1)")
        return
    arrival = me.first_arrival or arrival_estimate(state)
    if me.notice is None:
        latest = days.last_notice_day(arrival, me.leaves, state.policy, state.transit or 0)
        if as_of <= latest:
            yield _duty("duty.announce_long_think", side, latest, "BdF § 13(1)", binding=False)
    running = me.account.running(me.pending_net)
    left = running.limit - running.total
    if left >= 0:
        last = days.after(days.effective_arrival(arrival, me.leaves), left, me.leaves)
        yield _duty("duty.move_within_time", side, last, "BdF § 17", left=left, move=running.move)


def _card_duties(state: GameState) -> Iterator[Duty]:
    """What belongs on the next card of the side to move."""
    side = state.to_move
    partner_card = state[other(side)].last_card
    if partner_card is not None and differs(partner_card):
        # [rule BdF § 15]
        yield _duty("duty.report_difference", side, None, "BdF § 15")
    if state.unknown_days is not None and state.unknown_days[0] == other(side):
        # [rule BdF § 14(3)]
        yield _duty("duty.tell_days", side, None, "BdF § 14(3)", days=state.unknown_days[2])
    if state.offer_by == other(side):
        yield _duty("duty.may_accept", side, None, "BdF § 2(1)c", binding=False)


def claim_options(state: GameState) -> list[tuple[Side, claims.Exceedance, claims.Advice, tuple[Step, ...]]]:
    """For each exceedance that is still open: the claimant, and what he may do with his next transmission."""
    found: list[tuple[Side, claims.Exceedance, claims.Advice, tuple[Step, ...]]] = []
    for side in SIDES:
        claimant = other(side)
        # A claimant who has answered the last move already answers the one to come.
        answering = state[side].account.open_move() - (state.to_move == claimant)
        for exceedance in state[side].exceedances:
            if exceedance.state == "open":
                # Accepted proposals may pass over the control move; the card then answers it as well.
                at = min(answering, exceedance.deadline)
                advice = claims.advise(exceedance, answering=at, duties_kept=duties_kept(state, claimant))
                found.append((claimant, exceedance, advice.value, advice.steps))
    return found


def _claims(state: GameState) -> Iterator[Duty]:
    for claimant, exceedance, advice, steps in claim_options(state):
        code = "duty.may_claim_to_director" if advice.form == "director" else "duty.may_claim_on_card"
        facts = MappingProxyType[str, Value](
            {"move": exceedance.control.move, "until": advice.until, "carried": advice.carried}
        )
        yield Duty(code, claimant, None, "BdF § 19(2)", False, facts, steps)
    for side in SIDES:
        for exceedance in state[side].exceedances:
            if exceedance.state == "claimed" and exceedance.form == "card":
                yield _duty("duty.answer_claim", side, None, "BdF § 18(2)", move=exceedance.control.move)
            elif exceedance.state == "contested":
                yield _duty(
                    "duty.apply_to_director", other(side), None, "BdF § 18(2)", move=exceedance.control.move
                )


def _records(state: GameState, *, report: bool) -> Iterator[Duty]:
    """Both players send the record when the game has ended; some tournaments accept a report of the result."""
    # [rule BdF § 27(1); BdF § 27(2)]
    for side in SIDES:
        if not state[side].records:
            code = "duty.report_result" if report else "duty.send_record"
            yield _duty(code, side, state.status.since, "BdF § 27(2)" if report else "BdF § 27(1)")


def _standing(state: GameState, tournament_end: date | None) -> Iterator[Duty]:
    # [rule BdF § 11(2)]
    for side in SIDES:
        if state.plies:
            yield _duty("duty.keep_cards", side, tournament_end, "BdF § 11(2)")
        if (published := state[side].published) is not None:
            # [rule BdF § 28]
            yield _duty("duty.send_copy", side, published, "BdF § 28")
        for asked in state[side].queries:
            # [rule BdF § 23]
            yield _duty("duty.answer_director", side, None, "BdF § 23", asked=asked.isoformat())
    if state.irregular:
        yield _duty("duty.rule_on_irregularity", "director", None, "BdF § 9")


def running_days(state: GameState, as_of: date) -> int:
    """Days of the pending move up to a day: only the side to move uses time."""
    # [rule BdF § 17]
    if state.status.phase != "running":
        return 0
    me = state[state.to_move]
    return me.pending_net + days.net_days(arrival_estimate(state), as_of, me.leaves)


def rateable(state: GameState) -> bool:
    """Whether there is a claim to scoring: the game has a result and enough records have come in."""
    # [rule BdF § 27(1)]
    sent = sum(bool(state[side].records) for side in SIDES)
    if sent == 1 and state.status.phase == "finished":
        state.switches["rateable"] = None
    return state.status.phase == "finished" and sent >= (1 if state.policy["rateable"] == "one_record" else 2)


def records_conflict(state: GameState) -> bool:
    """Whether the two records differ."""
    texts = {record for side in SIDES for record in state[side].records}
    return len(texts) > 1

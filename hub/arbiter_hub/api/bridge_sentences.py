"""The sentences in which steps of bridge rulings are told; the keys are the readings of the rule book's steps."""

from collections.abc import Mapping
from typing import Any

from babel.numbers import format_decimal

from arbiter_hub.phrases import N_
from arbiter_hub.web.catalogues import translations
from arbiter_rules.bridge.rulebook import regulation
from arbiter_rules.trace import Step, Value

SENTENCES: dict[str, str] = {
    "dots.base": N_("Base: can hold {shortest} cards in {suit} – {result} dots"),
    "dots.unbalanced": N_("Can be unbalanced with fewer than four cards in {suit}: +{result}"),
    "dots.major": N_("One in a major: +{result}"),
    "dots.weak": N_("Can be weak ({hp_lowest} hp) as 1{suit}: +{result}"),
    "dots.1nt": N_("1NT that is not natural: {result} dots"),
    "dots.1nt-weak": N_("1NT that is not natural and can be weak: {result} dots"),
    "dots.2nt": N_("2NT that is not natural: {result} dots"),
    "dots.total": N_("{call}: sum {raw}, with the caps {result} dots"),
    "dots.variation": N_("{call} varies ({variants}): the dearest variation counts, {result} dots"),
    "dots.lowered": N_("The organiser counts {call} as {result} instead of {before} dots"),
    "cap.suit-pointer": N_("Points at {suit}: at most {result}"),
    "cap.balance-pointer": N_("Points at a balanced hand: at most {result}"),
    "cap.strong-or-natural": N_("Strong or natural: at most {result}"),
    "cap.strong-or-pointer": N_("Strong or pointing at {suit}: at most {result}"),
    "exempt.pass": N_("A pass never has dots"),
    "exempt.response": N_("After partner's strong pass {call} is a response, not an opening bid"),
    "exempt.overcall": N_("Behind a strong pass {call} is an overcall, not an opening bid"),
    "exempt.behind-odd-pass": N_("{call} directly behind an odd pass is free"),
    "exempt.fourth-hand": N_("{call} after three passes is free"),
    "exempt.3nt-or-higher": N_("{call} is 3NT or higher and free"),
    "exempt.natural": N_("Natural opening bids have no dots"),
    "exempt.strong": N_("Strong or forcing to game in every hand (from {hp_lowest} hp): no dots"),
    "natural.suit": N_("Shows {shortest} cards in {suit}: natural"),
    "natural.suit-not": N_("Can hold {shortest} cards in {suit}: not natural"),
    "nt.similar-shapes": N_("Only shapes that a natural no trump may hold: {result}"),
    "nt.two-suits": N_("Promises four cards in several suits ({suits}): not natural"),
    "nt.named-suit-unbalanced": N_(
        "Promises four cards in {suit} without being balanced otherwise: not natural"
    ),
    "nt.share-natural": N_("Balanced in {share} of the hands, a clear majority: natural"),
    "nt.share-borderline": N_(
        "Balanced in {share} of the hands, close to the limit {limit}: the director estimates"
    ),
    "nt.share-not": N_("Balanced in {share} of the hands: not natural"),
    "pass.strong": N_("The pass is strong in every hand (from {hp_lowest} hp): it opens"),
    "pass.not-strong": N_("The pass can be weaker than strong ({hp_lowest} hp)"),
    "pass.rich": N_("The pass can hold {hp_highest} hp, more than {limit}: odd"),
    "pass.not-rich": N_("The pass holds at most {hp_highest} hp"),
    "pass.lacks-weak": N_("The pass lacks some weak hands of ordinary shape: odd"),
    "pass.holds-weak": N_("The pass holds all weak hands of ordinary shape"),
    "system.total": N_("{bids} calls have {result} dots together"),
    "system.class-a": N_("{total} dots: an A system"),
    "system.class-b": N_("{total} dots: a B system"),
    "system.class-c": N_("{total} dots: a C system"),
    "system.legal": N_("{total} dots may be played here (limit: {limit})"),
    "system.illegal": N_("{total} dots may not be played here (limit: {limit})"),
    "phase.contest": N_("On {day} the rules of the phase that began on {result} hold"),
    "level.recommended": N_("Recommended for {points} points and {boards} boards in a row: level {result}"),
    "level.undecided": N_("The organiser has decided nothing: the recommended level {result} holds"),
    "level.limit": N_("Level {level}: at most {result} dots"),
    "level.unlimited": N_("Level {level}: no limit"),
    "level.banned": N_("Banned by the organiser: {calls}"),
    "contest.bronze": N_("Bronze contests are outside the rules on opening bids"),
    "duty.two-declarations": N_("Bring two complete, identical declarations"),
    "duty.dots-on-declaration": N_("Show the dots of every opening bid on the declaration"),
    "duty.mark-dotted-bids": N_("Mark the dotted opening bids, with the number"),
    "duty.state-unbalanced-nt": N_("State that 1NT or 2NT can be unbalanced"),
    "duty.say-at-entry": N_("Say so when entering"),
    "duty.declaration-ahead": N_("The opponents have the declaration a week ahead"),
    "duty.declaration-as-soon-as-possible": N_(
        "The opponents have the declaration as soon as they are known"
    ),
    "duty.declaration-at-venue": N_(
        "Copies for all opponents lie at the venue half an hour before the start"
    ),
    "duty.repeat-at-table": N_("Repeat it clearly to the opponents before play"),
    "duty.defences-a": N_("Present written, usable defences against opening bids of three dots or more"),
    "duty.defences-if-any": N_(
        "Present your written defences against opening bids of four dots or more, if you have any"
    ),
    "duty.on-start-list": N_("The start list shows that the pair plays an A system"),
    "duty.announce-a-system": N_("The team announces to the opponents that it may use an A system"),
    "duty.announce-to-director": N_("The team announces it to the director too"),
    "duty.consult-notes": N_("The opponents may consult their own notes"),
    "notes.openings": N_("Notes may be consulted against (from {limit} dots): {result}"),
    "notes.overcall": N_("After this overcall the opening side may consult its notes"),
    "notes.overcall-not": N_("This overcall gives no right to notes"),
    "seating.names-first": N_(
        "Only one team announced an A system: the {result} team names its pairs and rooms first"
    ),
    "seating.free": N_("No special rule for the line-up"),
    "offence.declaration": N_("The faulty declaration is put right at once"),
    "offence.empty-explanation": N_("An empty explanation counts as a banned bid"),
    "offence.system": N_("The system is put right at once"),
    "offence.adjust": N_("Scores may be adjusted ({boards} boards; disclosure failed: {undisclosed})"),
    "offence.stands": N_("The results stand ({boards} boards, disclosure given)"),
    "offence.report": N_("The director reports to the committee"),
    "offence.opponents-report": N_("The opponents may report to the committee"),
    "offence.committee": N_("The committee may punish repeated offences"),
    "offence.disqualify": N_("The director may disqualify the pair or forbid the system (duty {duty})"),
    "alert.deviation": N_("A deviation by partnership understanding"),
    "alert.nineteen": N_("An opening bid that can be below the rule of 19"),
    "alert.pass": N_("A pass that replaces an opening or tells about the hand"),
    "alert.strong-pass": N_("A pass that shows strength"),
    "alert.short-suit": N_("Does not promise four cards in the suit"),
    "alert.excused-short-suit": N_("Preference or support: excepted"),
    "alert.unbalanced-nt": N_("No trumps that can be unbalanced"),
    "alert.excused-unbalanced-nt": N_("Responder's declining 1NT: excepted"),
    "alert.other-information": N_("Tells more than the suit or no trumps"),
    "alert.preempt": N_("A preempt"),
    "alert.excused-preempt": N_("A preempt that opens at the three-level: excepted"),
    "alert.excused-nineteen": N_("A preempt that opens at the three-level: the exception prevails"),
    "alert.weak-overcall": N_("An overcall that does not promise 8 hp"),
    "alert.take-out": N_("A take-out double below 11 hp, or above 15"),
    "alert.penalty-double": N_("The defenders' first double, for penalty"),
    "alert.not-penalty": N_("A later double that is not for penalty"),
    "alert.redouble": N_("A redouble that does not show strength"),
    "alert.four-level": N_("From the four-level up nothing is alerted without screens"),
    "alert.verdict-must": N_("The call must be alerted"),
    "alert.verdict-need-not": N_("The call need not be alerted"),
    "alert.verdict-exception": N_("An exception holds: the call is not alerted"),
    "vp.award": N_("Margin {margin} IMP, row from {row}: {result} (scale {scale})"),
    "vp.award-unverified": N_(
        "Margin {margin} IMP, row from {row}: {result}; the scale {scale} has not been verified ({mark})"
    ),
    "vp.fewer-boards": N_("{boards} boards were played; the table for {result} boards holds"),
    "late.periods": N_("{periods} started periods: {result} VP"),
    "late.in-time": N_("In time: no deduction"),
    "late.committee": N_("More than half an hour: the opponents need not wait, the committee decides"),
    "penalty.law-book": N_("{imps} IMP of the law book become {result} VP"),
    "penalty.law-book-confirmed": N_("{imps} IMP at the same rate, as confirmed: {result} VP"),
    "conduct.warning": N_("First time: a warning to the team"),
    "conduct.left-table": N_("Left the table again: {result} VP"),
    "conduct.mobile-phone": N_("Mobile phone switched on: {result} VP"),
    "conduct.walkover": N_("Information exchanged: lost by walkover"),
    "conduct.intoxicated": N_("The player leaves and is reported"),
    "wo.authority": N_("A walkover in division {division} is awarded by {result}"),
    "wo.offender": N_("The offender gets {result} VP and loses {imps_lost} IMP (scale {scale})"),
    "wo.fixed": N_("Option 2: {result} VP and {imps}-0 IMP"),
    "wo.own-average": N_("Option 1: own average {average} over {matches} matches, rounded up {result}"),
    "wo.own-average-none": N_("Option 1: no other played match"),
    "wo.met-average": N_(
        "Option 3: average {average} of those who met the offender in {matches} matches, rounded up {result}"
    ),
    "wo.met-average-none": N_("Option 3: nobody has played the offender"),
    "wo.award": N_("Best of the three, option {option}: {result} VP and {imps}-0 IMP"),
    "wo.award-provisional": N_("Until the series ends: {result} VP and {imps}-0 IMP"),
    "wo.both": N_("Neither team came: {result} VP and {imps_lost} IMP lost for both"),
    "wo.fine-one-match": N_("Walkover in one match: {result} kr"),
    "wo.fine-two-matches": N_("Walkovers in two matches: {result} kr"),
    "wo.fine-full-round": N_("Walkovers in a full round: {result} kr"),
    "wo.excluded": N_("Walkovers in {matches} matches: the team is excluded"),
    "wo.withdrawal": N_("Withdrawn on {day}: {result} kr"),
    "wo.withdrawal-free": N_("Withdrawn on {day}: no fine"),
    "roster.players": N_("{players} players in the match, at most {limit}"),
    "roster.changes": N_("{changes} changes at half-time, at most {limit}"),
    "roster.disqualified": N_("The team is disqualified, its results are struck"),
    "transfer.free": N_("{day} lies in the free period ({first} to {last})"),
    "transfer.not-free": N_("{day} lies outside the free period ({first} to {last})"),
    "transfer.consented": N_("All four consents, first change of the year: allowed"),
    "transfer.refused": N_("Not allowed (missing: {missing}; earlier changes: {earlier})"),
    "move.two-clubs": N_("{player} has played for another club: {team} is disqualified"),
    "move.lower-division": N_("{player} has played in a higher division before"),
    "move.same-division": N_("{player} has played for another team of the same division"),
    "move.same-round": N_("{player} has played for another team in the same round"),
    "substitute.club-pending": N_("Asking for a change of club is possible until {deadline}"),
    "substitute.club-cleared": N_("The change of club came in time: no penalty"),
    "substitute.club-disqualified": N_("No accepted change of club by {deadline}: disqualified"),
    "substitute.unpaid": N_("{matches} matches without a paid fee: {result} VP"),
    "substitute.fee-pending": N_("The fee can be paid until {deadline}"),
    "substitute.fee-cleared": N_("The fee came in time: no disqualification"),
    "substitute.fee-disqualified": N_("Not paid by {deadline}: disqualified"),
    "protest.final": N_("The announced result is final"),
    "protest.in-time": N_("The protest is in time (until {last})"),
    "protest.late": N_("The protest is too late (until {last})"),
    "disqualified.fees-kept": N_("Fees are not refunded"),
    "disqualified.master-points-kept": N_("Master points of played matches stand"),
    "match.struck": N_("Struck: {team} (decision {decision})"),
    "tie.imp-quotient": N_(
        "Equal on {points} VP; IMPs won by IMPs lost decide: {result} ({keys}). "
        "Source: supplementary rules of June 2009, not the regulation itself"
    ),
    "tie.head-to-head": N_("Equal on {points} VP; the matches between them decide: {result} ({keys})"),
    "tie.imp-difference": N_("Equal on {points} VP; the IMP difference decides: {result} ({keys})"),
    "move.up": N_("{result} goes up from {series}"),
    "move.down": N_("{result} goes down from {series}"),
    "move.struck": N_("{result} is struck; its place must be confirmed by the committee"),
    "flow.balanced": N_(
        "Division {division} keeps its size: {up} up and {down} down, {from_above} and {from_below} in"
    ),
    "flow.unbalanced": N_(
        "Division {division} changes its size: {up} up and {down} down, {from_above} and {from_below} in"
    ),
    "cup.place": N_("The cup place goes to {result}, placed {place}"),
    "cup.struck": N_("{result} is struck and has no cup place"),
    "districts.guaranteed": N_("Guaranteed a place (at least {least} teams): {result}"),
    "districts.places": N_("{district}: {teams} teams, share {share}, {result} places"),
    "venues.order": N_("Play elsewhere in this order: {result}"),
    "venues.agree": N_("The club may agree otherwise until {last}"),
    "venues.late": N_("Too late for another agreement ({last})"),
    "iaf.pool-elite": N_("Division 1 is one pool"),
    "iaf.pool-second": N_("Division 2 is one pool over all its series"),
    "iaf.pool-series": N_("Common deals: the series is a pool"),
    "iaf.pool-none": N_("No common deals: no comparison"),
    "iaf.cross-total": N_("Sum of IMPs against every other table: {boards} boards, {results} results"),
    "iaf.cross-average": N_("Average of IMPs against every other table: {boards} boards, {results} results"),
    "iaf.butler-mean": N_("IMPs against the mean: {boards} boards, {results} results"),
    "iaf.butler-median": N_("IMPs against the median: {boards} boards, {results} results"),
    "iaf.butler-trimmed": N_("IMPs against the trimmed mean: {boards} boards, {results} results"),
    "points.worth": N_("A match of division {division} is worth {result} points ({colour})"),
    "points.walkover": N_("No master points for a walkover"),
    "points.won": N_(
        "Won match ({home_vp}-{away_vp}): {result}. Source: older bronze rules, not the regulation itself"
    ),
    "points.draw": N_(
        "Drawn match ({home_vp}-{away_vp}): {result}. Source: older bronze rules, not the regulation itself"
    ),
    "points.bonus": N_("Winners of division 1: {percent} per cent more than {earned} gives {result}"),
    "points.converted": N_("{earned} silver points become {result} gold points (rate {rate})"),
    "points.ranking": N_("For the ranking, gold and silver as earned: {result}"),
    "prize.diploma": N_("Diploma to the club"),
    "prize.medal": N_("Place {place}: {result}"),
    "fee.entry": N_("Entry fee of division {division}: {result} kr ({mark})"),
    "fee.district": N_("The district adds {result} kr"),
    "fee.in-time": N_("In time (until {last})"),
    "fee.late": N_("Too late (until {last})"),
    "fee.kept-disqualified": N_("Not refunded after a disqualification"),
    "fee.kept-district": N_("Not refunded after re-quoting"),
    "fee.table": N_("Table fee for {matches} matches at {each} kr: {result} kr"),
    "fee.home-rounds": N_("Rounds at home (at most {limit} mil): {result}"),
    "fee.home-surcharge": N_("Surcharge for {rounds} rounds: {result} kr"),
    "travel.own-share": N_("{mil} mil, less the team's own {own} mil: {result} mil"),
    "travel.car": N_("At {rate} kr a mil: {result} kr"),
    "travel.other": N_("Round {round}: {cost} kr less the deduction for {players} players: {result} kr"),
    "travel.not-approved": N_("Round {round}: not asked for by {last} or not approved"),
    "form.series": N_("Division {division} has {result} series, expected {expected}"),
    "form.teams": N_("{series} has {result} teams, expected {expected}"),
    "form.district": N_("{series}: the district decides the form"),
    "form.boards": N_("{boards} boards, expected {expected}"),
    "form.boards-district": N_("{boards} boards, at least {expected}"),
    "form.half-ends": N_("A half of {minutes} minutes ends at {result}"),
    "form.deal-sheets": N_("Deal sheets for {teams} teams: {result}"),
    "staff.enough": N_("Enough staff"),
    "staff.too-few": N_("Too few staff ({non_playing} non-playing, {playing} playing)"),
    "staff.warning": N_("Enough, but no match manager is named"),
    "publish.delayed": N_("Shifted by {shift_minutes} minutes: nothing is shown before {result}"),
    "publish.at-once": N_("No shift: results may be shown from {result}"),
    "notice.in-time": N_("The notice is in time (until {last})"),
    "notice.late": N_("The notice is late (until {last})"),
}

_WORDS = {True: N_("yes"), False: N_("no"), None: N_("none")}


def sentence(step: Step, language: str) -> str:
    """What a step says, in the language."""
    gettext = translations(language).gettext
    inputs = {key: _plain(value, gettext, language) for key, value in step.inputs.items()}
    return str(gettext(SENTENCES[step.reading])).format(
        **inputs, result=_plain(step.result, gettext, language)
    )


def decimal_text(value: float, language: str, pattern: str = "0.#####") -> str:
    """A decimal as the language writes it: 18.6 or 18,6."""
    return format_decimal(value, format=pattern, locale=language)


def _plain(value: Value, gettext: Any, language: str) -> str:
    """A figure as it stands in a sentence. Decimals in a list are parted by semicolons, as they may hold commas."""
    if value is None or isinstance(value, bool):
        return str(gettext(_WORDS[value]))
    if isinstance(value, tuple):
        separator = "; " if any(isinstance(each, float | tuple) for each in value) else ", "
        texts = [_plain(each, gettext, language) for each in value]
        return separator.join(texts) or str(gettext(_WORDS[None]))
    if isinstance(value, float):
        return decimal_text(value, language)
    return str(value)


def mark_of(step: Step) -> str:
    """The step's own mark if its figure has one (a scale, an amount), else how sure its paragraph is."""
    return str(step.inputs.get("mark", regulation().by_citation[step.paragraph].confidence.upper()))


def step_view(step: Step, language: str) -> Mapping[str, Any]:
    """A step as the API shows it."""
    return {
        "paragraph": step.paragraph,
        "mark": mark_of(step),
        "reading": step.reading,
        "text": sentence(step, language),
        "inputs": dict(step.inputs),
        "result": step.result,
        "switch": step.switch,
    }

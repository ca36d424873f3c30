"""The words that the scripts show. They reach a page as one JSON block, already translated."""

from babel.support import Translations

from arbiter_hub.phrases import N_

STRINGS: dict[str, str] = {
    # Balls (DBU 4.2)
    "ball.white": N_("White"),
    "ball.yellow": N_("Yellow"),
    # Players
    "player.a": N_("Player A"),
    "player.b": N_("Player B"),
    # Phases of the clock
    "phase.idle": N_("No set"),
    "phase.ready": N_("Ready"),
    "phase.run": N_("In play"),
    "phase.run.1": N_("First period"),
    "phase.run.2": N_("Last period"),
    "phase.rolling": N_("Balls in motion"),
    "phase.turn_lost": N_("Turn lost"),
    "phase.paused": N_("Pause"),
    "phase.set_end": N_("Set over"),
    "phase.restored": N_("Clock restarted, waiting for the referee"),
    "phase.none": N_("No clock"),
    # The limit (DBU 4.5)
    "limit.off": N_("No time limit"),
    "limit.armed": N_("Time limit from the next set on"),
    "limit.on": N_("Time limit on"),
    "limit.by": N_("ordered by {by}"),
    "limit.by_at": N_("ordered by {by}, {at}"),
    # Links
    "link.ready": N_("Clock connected"),
    "link.lost": N_("Clock not connected"),
    "link.lost_since": N_("Clock offline since {at}"),
    "link.unknown": N_("No clock seen yet"),
    "link.hub": N_("Connection to the hub lost"),
    # What happened
    "alarm.points": N_("Time exceeded · +{points} {to}"),
    "alarm.again": N_("Time exceeded again · +{points} {to}"),
    "alarm.turn": N_("Time exceeded · {to} is at the table"),
    "alarm.set_end": N_("Time exceeded · the set goes to {to}"),
    "alarm.free_ball": N_("Freier Ball"),
    "gained": N_("+{points}"),
    # Match
    "set.of": N_("Set {set} of {of}"),
    "set.one": N_("Set {set}"),
    "distance": N_("to {distance}"),
    "result.a": N_("Match won by {a}"),
    "result.b": N_("Match won by {b}"),
    # The simulated clock
    "panel.open": N_("Connected to the clock"),
    "panel.lost": N_("Connection to the clock lost"),
    "panel.display": N_("Display: {text}"),
    "panel.display.blank": N_("Display: blank"),
    "sound.on": N_("Sound on"),
    "sound.off": N_("Sound off"),
    # Direction and scorer
    "problem.network": N_("The hub cannot be reached; nothing was entered."),
    "problem.secret": N_("The hub does not know this password, code or token."),
    "problem.often": N_("Too many attempts. Wait a minute."),
    "problem.role": N_("Your role does not allow this."),
    "problem.refused": N_("Refused. {field}: {found}. Allowed: {allowed}"),
    "code.until": N_("{code}, until {time}"),
    # Codes for a clock without network
    "codes.as_of": N_("{device}, as of {time}"),
    "codes.none": N_("No codes. What it takes: {allowed}."),
    "codes.next": N_("The clock takes the codes {first} to {last} now."),
    "codes.now": N_("now"),
    "codes.later": N_("later"),
    "codes.armed": N_("ON"),
    "codes.off": N_("OFF"),
    "codes.used": N_("Code {number} was used: {state}, {time}"),
    "codes.unexpected": N_("Code {number} was used: {state}, {time}. The hub did not expect it."),
    # The clocks as devices
    "device.table": N_("Table {table}"),
    "device.nowhere": N_("At no table now"),
    "device.unknown": N_("not known"),
    "device.start": N_("{cause}, {boots} starts so far"),
    "device.key": N_("registered"),
    "device.no_key": N_("not registered: no releases, no codes"),
    "device.no_lines": N_("Nothing since the hub was started."),
    "start.power_on": N_("Power on"),
    "start.hard_reset": N_("Restarted by itself"),
    "start.soft_reset": N_("Restarted by itself"),
    "start.watchdog": N_("Restarted by the watchdog"),
    "start.deep_sleep": N_("Woken up"),
    "start.other": N_("Another cause"),
    "level.debug": N_("Detail:"),
    "level.info": N_("Note:"),
    "level.warning": N_("Warning:"),
    "level.error": N_("Error:"),
    "release.none": N_("no release yet"),
    "release.offered": N_("{serial} ({what}): not fetched yet, {time}"),
    "release.fetched": N_("{serial} ({what}): fetched, {time}"),
    "release.trial": N_("{serial} ({what}): on trial, {time}"),
    "release.confirmed": N_("{serial} ({what}): works, {time}"),
    "release.returned": N_("{serial} ({what}): did not work, given back, {time}"),
    "image.none": N_("as it is"),
    "image.option": N_("{version} ({size} KiB, {time})"),
    "image.uploaded": N_("Version {version} is here."),
    "order.all": N_("All clocks with a key"),
    "order.done": N_("{ordered} clocks have a new release, {told} of them look at once."),
    "pad.stroke_of": N_("Stroke of {name}"),
    "pad.meaning": N_("{points} points for {name}"),
    "pad.seen": N_("{seen} by {name}"),
    "pad.stored": N_("Entered: {points} points for {name}"),
    "pad.foul_points": N_("It counts {points}"),
    "pad.foul_none": N_("It counts nothing"),
    "log.foul": N_("Foul"),
    # What a stroke can achieve, by the disciplines' tables
    "element.pin": N_("Pin"),
    "element.red_pin": N_("Red pin"),
    "element.middle_pin": N_("Middle pin"),
    "element.carom": N_("Carom"),
    "element.opponent_ball_on_red": N_("Opponent's ball on red"),
    "element.passage": N_("Passage"),
    "element.rack": N_("Rack won"),
    "element.red": N_("Red"),
    "element.yellow": N_("Yellow"),
    "element.green": N_("Green"),
    "element.brown": N_("Brown"),
    "element.blue": N_("Blue"),
    "element.pink": N_("Pink"),
    "element.black": N_("Black"),
    "setting.red_pin_alone": N_("Red pin alone counts"),
    "balls.plays": N_("{name} plays {ball}"),
    "log.balls": N_("{name} plays {ball} (before: {was})"),
    "log.points": N_("{points} points for {name}"),
    "log.penalty": N_("Time penalty, {points} points for {name}"),
    "log.award": N_("Set {set} given to {name}"),
    "log.warning": N_("Warning for slow play, {name}"),
    "log.disqualification": N_("{name} disqualified"),
    "log.set_start": N_("Set {set} begins, first stroke {name}"),
    "log.void_stroke": N_("Stroke of {name} after the lost turn is void"),
    "log.threshold": N_("The time of the match is exceeded in set {set}; no set is left to limit"),
    "log.taken_back": N_("(taken back)"),
    "log.take_back": N_("Take back"),
    "log.put_back": N_("Put back"),
    "start.began": N_("The match began at"),
    "start.set": N_("Count from then"),
    "following.announced": N_("Proposed as the match was announced."),
    "following.alternate": N_("Proposed in turn."),
    "following.loser": N_("Proposed: who has lost the last set."),
    "slow.warn": N_("Warn {name} ({count} so far)"),
    "slow.due": N_("{name} has {count} warnings. The direction decides whether that is a disqualification."),
    # What the direction should look at
    "notice.long_pause": N_("Pause for {minutes} minutes now ({reason}). Only the referee ends it."),
    "pause.referee": N_("by the referee"),
    "pause.cleaning": N_("cleaning"),
    "pause.review": N_("a decision is checked"),
    "pause.external": N_("disturbance from outside"),
    "pause.toilet": N_("urgent break"),
    "pause.equipment": N_("equipment"),
    "pause.injury": N_("injury"),
    "pause.break": N_("break"),
    "notice.offline": N_(
        "The clock is offline. It goes on by itself and reports what happened when it is back."
    ),
    "notice.offline_since": N_(
        "The clock is offline since {at}. It goes on by itself and reports what happened when it is back."
    ),
    "notice.swapped_penalty": N_(
        "After the time penalty against {name} the referee has changed the player at the table."
    ),
    "notice.move": N_("Book it against {name}"),
    "notice.moved_note": N_("the wrong player was shown at the table"),
    "notice.lost_turn": N_("{name} has lost the turn. If a stroke was played all the same, it is void."),
    "notice.void": N_("Declare the stroke void"),
    "notice.void_note": N_("played after the turn was lost"),
    "notice.disqualification": N_(
        "{name} has as many warnings for slow play as it takes to be disqualified."
    ),
    "notice.disqualify": N_("Disqualify {name}"),
    "notice.warned_note": N_("last warning for slow play"),
    # [rule DBU 4.5] The direction is asked; nothing is ordered by itself.
    "threshold.exceeded": N_(
        "{elapsed} of {limit} minutes are over with {finished} of {sets} sets. Order the limit for set {set}?"
    ),
    "threshold.exceeded_remaining": N_(
        "{elapsed} of {limit} minutes are over with {finished} of {sets} sets. "
        "Order the limit for set {set} and all after it?"
    ),
    "threshold.postponed": N_(
        "{elapsed} of {limit} minutes are over with {finished} of {sets} sets. "
        "As announced, the limit can be ordered for set {set} at the earliest."
    ),
    "threshold.too_late": N_(
        "{elapsed} of {limit} minutes are over with {finished} of {sets} sets. No set is left to limit."
    ),
    "threshold.running": N_("{elapsed} of {limit} minutes, {finished} of {sets} sets"),
    # [rule DBU 4.5] Both times are shown, whichever counts.
    "threshold.gross": N_("pauses counted; without them {net} minutes"),
    "threshold.net": N_("pauses not counted; with them {gross} minutes"),
    # Sites
    "site.home": N_("{site}: the site that the hub was started with"),
    "site.further": N_("{site}: the short name that the clocks have as their site"),
    "site.tables": N_("Tables: {tables}"),
    "site.no_tables": N_("No table yet."),
    # Files, tournaments
    "import.good": N_("{rows} rows, all good."),
    "import.bad": N_("{faults} faults. Nothing can be taken before they are mended."),
    "import.row": N_("Row {row}"),
    "import.opened": N_("{matches} matches are on their tables now."),
    "import.kept": N_("{players} new players are known now."),
    "import.fault": N_("{found}. Allowed: {allowed}"),
    "column.number": N_("Number"),
    "column.a": N_("Player A"),
    "column.b": N_("Player B"),
    "column.club_a": N_("Club A"),
    "column.club_b": N_("Club B"),
    "column.table": N_("Table"),
    "column.name": N_("Name"),
    "column.player": N_("Player"),
    "column.match": N_("Match"),
    "column.set": N_("Set"),
    "column.file": N_("File"),
    "column.club": N_("Club"),
    "column.player_a": N_("Player A"),
    "column.player_b": N_("Player B"),
    "column.title": N_("Title"),
    "column.discipline": N_("Discipline"),
    "column.preset": N_("Time rules"),
    "column.distance": N_("Points a set"),
    "column.best_of": N_("Best of"),
    "column.ball_a": N_("Player A plays"),
    "column.starts": N_("First stroke"),
    "column.threshold": N_("Threshold"),
    "column.threshold_sets": N_("Sets of the threshold"),
    "tournament.best_of": N_("best of {sets}"),
    "tournament.limited": N_("time limit for all sets, announced by {by}"),
    "tournament.auto": N_(
        "limited if it takes longer, as {by} has ordered: {sets} sets in {minutes} minutes"
    ),
    "tournament.threshold": N_("the direction is asked: {sets} sets in {minutes} minutes"),
    "reading.line": N_("as {source} is read: {readings}"),
    "reading.gross": N_("pauses count"),
    "reading.net": N_("pauses do not count"),
    "reading.when_passed": N_("from the next set on"),
    "reading.after_the_sets": N_("only after the counted sets"),
    "reading.next_set": N_("for that set"),
    "reading.remaining": N_("for all further sets"),
    "fixture.on": N_("put on table {table}"),
    # The rules
    "rules.count": N_("{count} of {all} paragraphs"),
}


def script_strings(catalogue: Translations) -> dict[str, str]:
    """STRINGS in the language of the catalogue."""
    return {key: str(catalogue.gettext(message)) for key, message in STRINGS.items()}

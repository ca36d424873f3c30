// A board snapshot -> the words and flags that any page shows. No clock, and nothing of the page but its language.

import { readout } from "./countdown.js";
import { plainName, several, siteTitle } from "./sites.js";
import { t } from "./strings.js";

/** A longer name is set smaller on the scoreboard, characters. */
const LONG_NAME = 22;
// Above this a name is too wide for one large line of an overlay.
const WIDE_NAME = 14;
const OTHER = { a: "b", b: "a" };
// [seconds, points] of each period, by preset.
const PERIODS = JSON.parse(document.getElementById("periods").textContent);

/**
 * `board` as the hub sends it; `timing` = {remainingMs|null, running, stale, hubLost}.
 * Returns flat fields: texts are strings ("" = nothing to show), flags are booleans.
 */
export function viewModel(board, timing) {
  const clock = board.clock;
  const score = board.score;
  const striker = clock?.striker ?? score?.striker ?? null;
  const phase = clock?.phase ?? "none";
  const period = clock?.period ?? null;
  const limits = PERIODS[clock?.preset ?? score?.preset] ?? [];
  const inSet = !["none", "idle", "set_end"].includes(phase);
  // The clock knows at once; the score follows when the hub has stored the event.
  const freeBall = clock ? clock.free_ball : (score?.free_ball ?? null);
  const fields = {
    table: several ? plainName(board.table) : board.table,
    site: several ? siteTitle(board.table) : "",
    title: score?.title ?? "",
    discipline: score?.discipline ?? "",
    set: setLine(clock, score),
    distance: score?.distance ? t("distance", { distance: score.distance }) : "",
    result: resultLine(score),
    striker: inSet ? (striker ?? "") : "",
    phase,
    period: period === null ? "" : String(period),
    running: timing.running,
    stale: timing.stale,
    hub_lost: timing.hubLost,
    link: board.link,
    link_word: timing.hubLost ? t("link.hub") : linkWord(board),
    borderline: Boolean(clock?.borderline),
    panel: Boolean(board.panel),
    ...limitFields(clock, score),
    ...timeFields(phase, period, timing, clock, limits),
  };
  for (const side of ["a", "b"]) Object.assign(fields, playerFields(side, clock, score, fields, freeBall));
  return { ...fields, ...alarmFields(fields, clock, limits, freeBall, striker) };
}

function playerFields(side, clock, score, fields, freeBall) {
  const player = score?.[side];
  const ball = player?.ball ?? ballOf(side, clock);
  const points = String(player?.points ?? clock?.[`points_${side}`] ?? 0);
  return {
    [`${side}_name`]: player?.name || t(`player.${side}`),
    [`${side}_long`]: (player?.name ?? "").length > LONG_NAME,
    [`${side}_wide`]: (player?.name ?? "").length > WIDE_NAME,
    [`${side}_club`]: player?.club ?? "",
    [`${side}_points`]: points,
    [`${side}_width`]: String(points.length),
    [`${side}_sets`]: String(player?.sets ?? 0),
    [`${side}_penalties`]: String(clock?.[`penalties_${side}`] ?? player?.penalties ?? 0),
    [`${side}_penalised`]: (clock?.[`penalties_${side}`] ?? player?.penalties ?? 0) > 0,
    [`${side}_ball`]: ball ?? "",
    [`${side}_ball_word`]: ball ? t(`ball.${ball}`) : "",
    [`${side}_striker`]: fields.striker === side,
    [`${side}_free_ball`]: freeBall === side,
  };
}

function ballOf(side, clock) {
  if (!clock?.ball_a) return null;
  if (side === "a") return clock.ball_a;
  return clock.ball_a === "white" ? "yellow" : "white";
}

function linkWord({ link, link_since: since }) {
  return link === "lost" && since ? t("link.lost_since", { at: timeOfDay(since) }) : t(`link.${link}`);
}

function limitFields(clock, score) {
  const state = clock?.limit ?? score?.limit?.state ?? "off";
  const by = clock?.limit_by ?? score?.limit?.by ?? null;
  const at = score?.limit?.at ?? null;
  const known = state !== "off" && by;
  return {
    limit: state,
    limit_word: t(`limit.${state}`),
    limit_by: known ? t(at ? "limit.by_at" : "limit.by", { by, at: timeOfDay(at) }) : "",
  };
}

function timeOfDay(at) {
  if (at === null) return "";
  const language = document.documentElement.lang;
  return new Date(at).toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit" });
}

function timeFields(phase, period, timing, clock, limits) {
  const left = timing.remainingMs;
  const limited = clock?.limit === "on";
  const shown = limited && left !== null && !["idle", "set_end"].includes(phase);
  const none = { turn_lost: "0", idle: "", set_end: "" }[phase] ?? "–";
  return {
    limited,
    period_1: limits[0] ? String(limits[0][0]) : "",
    period_2: limits[1] ? String(limits[1][0]) : "",
    seconds: shown ? String(readout(left)) : none,
    // [rule DBU 4.5(b)] At the deadline the display waits for the clock: only the clock books a penalty.
    waiting: timing.running && shown && left <= 0,
    phase_word: phase === "run" && limited ? t(period > 1 ? "phase.run.2" : "phase.run.1") : t(`phase.${phase}`),
  };
}

// [rule DBU 4.5(b)] An exceeded period stays announced until the referee acts on it.
function alarmFields(fields, clock, limits, freeBall, striker) {
  const period = Number(fields.period);
  const none = { alarm: "", alarm_text: "" };
  if (fields.phase === "set_end") return setEndAlarm(fields, clock) ?? none;
  if (!striker || !fields.limited) return none;
  if (fields.phase === "turn_lost") {
    const to = fields[`${striker}_name`];
    const points = limits.at(-1)?.[1] ?? 0;
    const words = points ? t(limits.length > 1 ? "alarm.again" : "alarm.points", { points, to }) : t("alarm.turn", { to });
    return { alarm: "turn", alarm_text: freeBall ? `${words} · ${t("alarm.free_ball")}` : words };
  }
  if (period > 1 && ["run", "paused"].includes(fields.phase)) {
    const points = limits[period - 2]?.[1] ?? 0;
    return { alarm: "period", alarm_text: t("alarm.points", { points, to: fields[`${OTHER[striker]}_name`] }) };
  }
  return none;
}

// As on the clock's face: a penalty has brought a player to the distance, so the set is over.
function setEndAlarm(fields, clock) {
  const winner = ["a", "b"].find((side) => clock[`to_go_${side}`] === 0 && clock[`points_${side}`] > 0);
  return winner && { alarm: "set", alarm_text: t("alarm.set_end", { to: fields[`${winner}_name`] }) };
}

function setLine(clock, score) {
  const set = clock?.set ?? score?.set ?? null;
  if (!set) return "";
  return score?.best_of > 1 ? t("set.of", { set, of: score.best_of }) : t("set.one", { set });
}

function resultLine(score) {
  const winner = score?.result?.winner ?? score?.result;
  if (winner !== "a" && winner !== "b") return "";
  return t(`result.${winner}`, { a: score.a.name, b: score.b.name });
}

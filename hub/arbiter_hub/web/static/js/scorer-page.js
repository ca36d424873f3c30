// The scorer's page: the pad, and what was entered last.

import { Balls } from "./balls.js";
import { Board, keepPainted } from "./board.js";
import { call, write } from "./hub-api.js";
import { logItem, told } from "./log-lines.js";
import { NextSet } from "./next-set.js";
import { ScorerPad } from "./scorer-pad.js";
import { attempt, signIn } from "./sign-in.js";
import { SlowPlay } from "./slow-play.js";
import { BoardStream } from "./stream.js";
import { t } from "./strings.js";

const SHOWN = 8;
const DISCIPLINES = JSON.parse(document.getElementById("disciplines").textContent);
const UNKNOWN = { most: 16, foul_points: [], flips: false, elements: [], asks_full_set: false, settings: [], slow_play: null };

const root = document.getElementById("board");
const table = root.dataset.table;
const takeBack = document.getElementById("take-back");
const putBack = document.getElementById("put-back");
const log = document.getElementById("log");
let names = { a: t("player.a"), b: t("player.b") };
let onItsWay = Promise.resolve();

const stream = new BoardStream(root.dataset.stream, (data, sentAt) => {
  board.hear(data, sentAt);
  names = { a: data.score?.a.name ?? names.a, b: data.score?.b.name ?? names.b };
  const rules = DISCIPLINES[data.score?.discipline] ?? UNKNOWN;
  pad.follow(data, rules);
  nextSet.follow(data);
  slowPlay.follow(data, rules.slow_play);
  balls.follow(data);
  showLog(data.version);
});
const board = new Board(root, stream);
const balls = new Balls(document.getElementById("balls"), table);
const pad = new ScorerPad(root, () => names, ({ stroke, player, points }) => {
  let stored = null;
  const send = stroke
    ? async () => { stored = await write(table, "strokes", stroke); }
    : async () => { await write(table, "points", { player, points }); stored = { player, points }; };
  onItsWay = attempt(send);
  return onItsWay.then(() => stored);
});

const begin = document.getElementById("next-set");
const nextSet = new NextSet(begin, table);
const slowPlay = new SlowPlay(document.getElementById("slow-play"), table);

begin.addEventListener("click", async (event) => {
  const key = event.target.closest("[data-act]");
  if (!key) return;
  key.disabled = true;
  await attempt(() => write(table, "set_start", { striker: key.dataset.act.at(-1) }));
  key.disabled = false;
});

let shown = 0;
async function showLog(version) {
  shown = version;
  const lines = await call("GET", `tables/${encodeURIComponent(table)}/match/log`).catch(() => null);
  if (!lines || shown !== version) return;
  const entries = told(lines);
  log.replaceChildren(...entries.slice(-SHOWN).reverse().map((line) => logItem(line, names)));
  const own = entries.filter((line) => line.type === "points");
  takeBack.disabled = !own.some((line) => !line.taken_back);
  putBack.disabled = !own.some((line) => line.taken_back);
}

// The hub knows which entry is the last; an entry that is on its way has to arrive first, or the one before is hit.
async function step(action) {
  await onItsWay;
  onItsWay = attempt(() => write(table, action, {}));
}

takeBack.addEventListener("click", () => step("undo"));
putBack.addEventListener("click", () => step("redo"));
document.addEventListener("keydown", (event) => {
  if (event.repeat || !pad.wants(event)) return;
  if (event.code === "KeyU") step("undo");
  else if (event.code === "KeyR") step("redo");
});

signIn(["direction", "scorer"], () => {
  stream.start();
  keepPainted(() => [board]);
});

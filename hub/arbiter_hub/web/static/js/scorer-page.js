// The scorer's pad: one number a stroke, for the player whose stroke it was.

import { Board, keepPainted } from "./board.js";
import { call, write } from "./hub-api.js";
import { ScorerPad } from "./scorer-pad.js";
import { attempt, signIn } from "./sign-in.js";
import { BoardStream } from "./stream.js";
import { t } from "./strings.js";

const SHOWN = 8;
const DISCIPLINES = JSON.parse(document.getElementById("disciplines").textContent);
const UNKNOWN = { most: 16, foul: 0, flips: false };

const root = document.getElementById("board");
const table = root.dataset.table;
const takeBack = document.getElementById("take-back");
const log = document.getElementById("log");
let names = { a: t("player.a"), b: t("player.b") };
let last = null; // key of the entry that would be taken back
let onItsWay = Promise.resolve();
let entered = null; // key of our newest entry, while the log that was read may not have it yet

function setLast(key) {
  last = key;
  takeBack.disabled = key === null;
}

const stream = new BoardStream(root.dataset.stream, (data, sentAt) => {
  board.hear(data, sentAt);
  names = { a: data.score?.a.name ?? names.a, b: data.score?.b.name ?? names.b };
  pad.follow(data, DISCIPLINES[data.score?.discipline] ?? UNKNOWN);
  showLog(data.version);
});
const board = new Board(root, stream);
const pad = new ScorerPad(root, () => names, ({ player, points }) => {
  // Until this entry has a number, taking back has to wait, or it would hit the one before it.
  onItsWay = attempt(async () => {
    const answer = await write(table, "points", { player, points });
    entered = answer.entry;
    setLast(entered);
  });
  return onItsWay;
});

let shown = 0;
async function showLog(version) {
  shown = version;
  const lines = await call("GET", `tables/${encodeURIComponent(table)}/match/log`).catch(() => null);
  if (!lines || shown !== version) return;
  const entries = lines.filter((line) => ["points", "penalty", "award", "set_start"].includes(line.type));
  log.replaceChildren(...entries.slice(-SHOWN).reverse().map(item));
  if (entered !== null && !lines.some((line) => line.key === entered)) return;
  entered = null;
  if (pad.busy) return;
  setLast(entries.findLast((line) => line.type === "points" && !line.taken_back)?.key ?? null);
}

function item(line) {
  const element = document.createElement("li");
  const data = line.data;
  element.textContent = {
    points: () => t("log.points", { points: data.points, name: names[data.player] }),
    penalty: () => t("log.penalty", { points: data.points, name: names[data.to] }),
    award: () => t("log.award", { set: data.set, name: names[data.winner] }),
    set_start: () => t("log.set_start", { set: data.set, name: names[data.striker] }),
  }[line.type]();
  if (line.taken_back) {
    element.className = "taken-back";
    element.append(" ", t("log.taken_back"));
  }
  return element;
}

takeBack.addEventListener("click", async () => {
  await onItsWay;
  if (last === null) return;
  const entry = last;
  setLast(null);
  attempt(() => write(table, "corrections", { entry, action: "revoke", note: t("log.note") }));
});
document.addEventListener("keydown", (event) => {
  if (event.code === "KeyU" && !event.repeat && pad.wants(event)) takeBack.click();
});

signIn(["direction", "scorer"], () => {
  stream.start();
  keepPainted(() => [board]);
});

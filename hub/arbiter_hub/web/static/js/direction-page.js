// The direction's desk: what needs attention comes first, and the time limit is ordered here and nowhere else.

import { Board, keepPainted } from "./board.js";
import { Corrections } from "./corrections.js";
import { call, write } from "./hub-api.js";
import { NextSet } from "./next-set.js";
import { Notices } from "./notices.js";
import { attempt, signIn } from "./sign-in.js";
import { compareTables, isWanted } from "./sites.js";
import { BoardStream } from "./stream.js";
import { t } from "./strings.js";

const MINUTE_MS = 60000;
const LOOK_MS = 2000;

const list = document.getElementById("desk-tables");
const template = document.getElementById("desk-card");
const boards = new Map();

const stream = new BoardStream(list.dataset.stream, (data, sentAt) => {
  if (!isWanted(data.table)) return;
  const board = boards.get(data.table) ?? addCard(data.table);
  board.hear(data, sentAt);
  for (const part of board.parts) part.follow(data);
  order();
});

function addCard(table) {
  const root = template.content.firstElementChild.cloneNode(true);
  root.dataset.table = table;
  for (const link of root.querySelectorAll("[data-page]")) {
    link.href = `/tables/${encodeURIComponent(table)}/${link.dataset.page}`;
  }
  root.addEventListener("click", (event) => act(table, root, event.target.closest("[data-act]")));
  root.querySelector(".match-form").addEventListener("submit", (event) => openMatch(event, table));
  list.append(root);
  const notices = new Notices(root.querySelector(".desk-threshold"), table);
  const parts = [
    new NextSet(root.querySelector(".desk-set"), table),
    new Corrections(root.querySelector(".desk-log"), table),
    notices,
  ];
  const board = Object.assign(new Board(root, stream), { root, parts, notices });
  boards.set(table, board);
  return board;
}

// [rule DBU 4.5] The direction alone decides; the order holds from the next set on, never for the one in play.
const ACTS = {
  "limit-next": (table) => write(table, "limit", { state: "armed", scope: "next_set" }),
  "limit-all": (table) => write(table, "limit", { state: "armed", scope: "remaining" }),
  "limit-off": (table) => write(table, "limit", { state: "off" }),
  "set-a": (table) => write(table, "set_start", { striker: "a" }),
  "set-b": (table) => write(table, "set_start", { striker: "b" }),
  "code-scorer": (table, root) => showCode(table, root, "scorer"),
  "code-referee": (table, root) => showCode(table, root, "referee"),
};

async function showCode(table, root, role) {
  const { code, expires_at: until } = await call("POST", "pairings", { table, role });
  const time = new Date(until).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
  root.querySelector(".desk-code").textContent = t("code.until", { code, time });
}

async function act(table, root, button) {
  if (!button) return;
  for (const each of root.querySelectorAll("[data-act]")) each.disabled = true;
  await attempt(() => ACTS[button.dataset.act](table, root));
  for (const each of root.querySelectorAll("[data-act]")) each.disabled = false;
}

// [rule DBU 4.5] A time that was set for so many sets is over: the direction is asked.
async function lookAround() {
  const [watched, noticed] = await Promise.all([
    call("GET", "thresholds").catch(() => []),
    call("GET", "attention").catch(() => []),
  ]);
  for (const [table, { root, notices }] of boards) {
    root.dataset.asked = String(notices.show(noticed.filter((one) => one.table === table)));
    const watch = watched.find((one) => one.table === table);
    const line = root.querySelector(".desk-threshold");
    root.dataset.threshold = watch?.state ?? "";
    line.hidden = !["running", "postponed", "exceeded", "too_late"].includes(watch?.state);
    if (line.hidden) continue;
    const words = thresholdWords(watch);
    if (line.textContent !== words) line.textContent = words;
  }
  order();
}

function thresholdWords(watch) {
  const every = watch.state === "exceeded" && watch.scope === "remaining" ? "_remaining" : "";
  const told = t(`threshold.${watch.state}${every}`, {
    elapsed: Math.floor(watch.elapsed_ms / MINUTE_MS),
    limit: Math.round(watch.limit_ms / MINUTE_MS),
    finished: watch.finished,
    sets: watch.sets,
    set: watch.set_to_limit,
  });
  const counted = t(`threshold.${watch.clock}`, {
    gross: Math.floor(watch.gross_ms / MINUTE_MS),
    net: Math.floor(watch.net_ms / MINUTE_MS),
  });
  return watch.gross_ms === watch.net_ms && watch.clock === "gross" ? told : `${told} (${counted})`;
}

// Tables with an alarm first, then those whose clock is not there, then by number.
function order() {
  const rank = (root) => {
    if (root.dataset.asked === "true" || root.dataset.alarm || root.dataset.borderline === "true" || root.dataset.threshold === "exceeded") return 0;
    return root.dataset.stale === "true" || root.dataset.link === "lost" ? 1 : 2;
  };
  const sorted = [...list.children].sort(
    (one, other) =>
      rank(one) - rank(other) || compareTables(one.dataset.table, other.dataset.table),
  );
  sorted.forEach((root, index) => {
    if (list.children[index] !== root) list.insertBefore(root, list.children[index]);
  });
}

async function openMatch(event, table) {
  event.preventDefault();
  const form = event.target;
  const data = Object.fromEntries(new FormData(form));
  const other = { white: "yellow", yellow: "white" };
  const done = await attempt(() =>
    write(table, "match", {
      by: undefined,
      title: data.title,
      distance: Number(data.distance),
      best_of: Number(data.best_of),
      a: { name: data.a_name, club: data.a_club, ball: data.a_ball },
      b: { name: data.b_name, club: data.b_club, ball: other[data.a_ball] },
    }),
  );
  if (done) form.closest("details").open = false;
}

signIn(["direction"], () => {
  stream.start();
  setInterval(lookAround, LOOK_MS);
  keepPainted(() => [...boards.values()]);
});

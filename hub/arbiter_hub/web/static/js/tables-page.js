// All tables at a glance: one stream, one card a table.

import { Board, keepPainted } from "./board.js";
import { SILENCE_MS } from "./countdown.js";
import { compareTables, isWanted, several, siteTitle } from "./sites.js";
import { BoardStream } from "./stream.js";

/** How long to wait for a first table before saying that there is none, ms. */
const EMPTY_AFTER_MS = 1500;

const list = document.getElementById("tables");
const template = document.getElementById("table-card");
const siteHead = document.getElementById("site-head");
const lost = document.getElementById("hub-lost");
const boards = new Map();

const stream = new BoardStream(list.dataset.stream, (data, sentAt) => {
  if (!isWanted(data.table)) return;
  const board = boards.get(data.table) ?? addCard(data.table);
  document.getElementById("no-tables").hidden = true;
  board.hear(data, sentAt);
});

function addCard(table) {
  const card = template.content.firstElementChild.cloneNode(true);
  card.dataset.table = table;
  for (const link of card.querySelectorAll("[data-page]")) {
    link.href = `/tables/${encodeURIComponent(table)}/${link.dataset.page}`;
  }
  const cards = [...list.children].filter((other) => other.dataset.table);
  list.insertBefore(card, cards.find((other) => compareTables(other.dataset.table, table) > 0) ?? null);
  if (several) showHeads();
  const board = new Board(card, stream);
  boards.set(table, board);
  return board;
}

// The title of a site stands above the first of its tables.
function showHeads() {
  for (const head of list.querySelectorAll(".site-head")) head.remove();
  let shown = null;
  for (const card of [...list.children]) {
    const title = siteTitle(card.dataset.table);
    if (title === shown) continue;
    shown = title;
    const head = siteHead.content.firstElementChild.cloneNode(true);
    head.querySelector("h2").textContent = title;
    list.insertBefore(head, card);
  }
}

const openedAt = performance.now();
setInterval(() => {
  const now = performance.now();
  lost.hidden = stream.silence(now) <= SILENCE_MS || now - openedAt <= SILENCE_MS;
  document.getElementById("no-tables").hidden = boards.size > 0 || now - openedAt < EMPTY_AFTER_MS;
}, 500);

stream.start();
keepPainted(() => [...boards.values()]);

// All tables at a glance: one stream, one card a table.

import { Board, keepPainted } from "./board.js";
import { SILENCE_MS } from "./countdown.js";
import { BoardStream } from "./stream.js";

/** How long to wait for a first table before saying that there is none, ms. */
const EMPTY_AFTER_MS = 1500;

const list = document.getElementById("tables");
const template = document.getElementById("table-card");
const lost = document.getElementById("hub-lost");
const boards = new Map();

const stream = new BoardStream(list.dataset.stream, (data, sentAt) => {
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
  const after = [...list.children].find((other) => compare(other.dataset.table, table) > 0);
  list.insertBefore(card, after ?? null);
  const board = new Board(card, stream);
  boards.set(table, board);
  return board;
}

function compare(one, other) {
  return one.localeCompare(other, "en", { numeric: true });
}

const openedAt = performance.now();
setInterval(() => {
  const now = performance.now();
  lost.hidden = stream.silence(now) <= SILENCE_MS || now - openedAt <= SILENCE_MS;
  document.getElementById("no-tables").hidden = boards.size > 0 || now - openedAt < EMPTY_AFTER_MS;
}, 500);

stream.start();
keepPainted(() => [...boards.values()]);

// A file of results: the hub reads it, and the page shows what came of it.

import { element } from "./element.js";

const form = document.getElementById("results");
const result = document.getElementById("result");
const words = JSON.parse(form.dataset.words);

const told = (record) => {
  if (!record) return "–";
  const tricks = record.tricks === null ? "" : ` (${record.tricks})`;
  const contract = `${record.contract ?? "?"} ${record.declarer ?? ""}${tricks}`.trim();
  return `${contract}: ${record.score ?? words.unscored}`;
};

const table = (answer) => {
  const boards = new Map();
  for (const record of answer.read) {
    boards.set(record.board, { ...boards.get(record.board), [record.room]: record });
  }
  const imps = new Map((answer.match?.boards ?? []).map((board) => [board.board, board.imps]));
  const made = element("table", undefined, "numbers");
  const head = element("tr");
  head.append(...[words.board, words.open, words.closed, "IMP"].map((text) => element("th", text)));
  const body = element("tbody");
  for (const [board, rooms] of [...boards].sort((one, other) => one[0] - other[0])) {
    const row = element("tr");
    row.append(
      element("td", board),
      element("td", told(rooms.open)),
      element("td", told(rooms.closed)),
      element("td", imps.get(board) ?? ""),
    );
    body.append(row);
  }
  const wrapped = element("thead");
  wrapped.append(head);
  made.append(wrapped, body);
  const scroll = element("div", undefined, "scroll");
  scroll.append(made);
  return scroll;
};

const notices = (title, entries, kind) => {
  const box = element("section", undefined, kind);
  box.append(element("h2", `${title}: ${entries.length}`));
  const list = element("ul", undefined, "duties");
  for (const { line, field, found, allowed } of entries.slice(0, 200)) {
    const item = element("li");
    const place = line ? `${words.line} ${line}` : "";
    item.append(element("span", place, "cite"), element("span", `${field}: ${found}`));
    if (allowed) item.append(element("span", `${words.allowed}: ${allowed}`, "why"));
    list.append(item);
  }
  box.append(list);
  return box;
};

const verdict = (answer) => {
  const box = element("section", undefined, `verdict verdict-${answer.match ? "good" : answer.usable ? "warn" : "bad"}`);
  if (answer.match) {
    const total = element("p", undefined, "verdict-total");
    total.append(element("b", `${answer.match.home_imps}–${answer.match.away_imps}`), " IMP");
    const link = element("a", words.vp);
    link.href = `/bridge/vp?home=${answer.match.home_imps}&away=${answer.match.away_imps}`;
    box.append(total, link);
  }
  box.append(element("p", answer.usable ? words.usable : words.unusable, "verdict-words"));
  if (answer.match_problem) {
    const { found, allowed } = answer.match_problem;
    box.append(element("p", `${found}. ${words.allowed}: ${allowed}`, "verdict-words"));
  }
  return box;
};

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const content = new FormData();
  content.set("file", form.elements.file.files[0]);
  const response = await fetch(`/api/v1/bridge/import?boards=${Number(form.elements.boards.value)}`, {
    method: "POST",
    body: content,
  });
  const answer = await response.json();
  if (!response.ok) {
    const box = element("div", undefined, "refusal");
    box.append(element("p", words.problem, "refusal-head"));
    box.append(element("p", `${answer.field}: ${answer.found}. ${words.allowed}: ${answer.allowed}`));
    result.replaceChildren(box);
    return;
  }
  const parts = [verdict(answer)];
  if (answer.refused.length) parts.push(notices(words.refused, answer.refused));
  if (answer.read.length) parts.push(table(answer));
  if (answer.ignored.length) parts.push(notices(words.ignored, answer.ignored));
  result.replaceChildren(...parts);
});

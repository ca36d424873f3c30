// Import of a season: the document is checked by the hub as a whole, and kept only on request.

import { element } from "./element.js";

const form = document.getElementById("import");
const outcome = document.getElementById("outcome");
const words = JSON.parse(form.dataset.words);

const body = (text) => {
  const trimmed = text.trim();
  return trimmed.startsWith("{") ? { document: JSON.parse(trimmed) } : { toml: text };
};

const refuse = ({ field, found, allowed }) => {
  const box = element("div", undefined, "refusal");
  box.append(element("p", words.refused, "refusal-head"));
  const list = element("dl");
  for (const [word, value] of [[words.field, field], [words.found, found], [words.allowed, allowed]]) {
    const line = element("div");
    line.append(element("dt", word), element("dd", value));
    list.append(line);
  }
  box.append(list);
  outcome.replaceChildren(box);
};

const post = async (path, content, token) => {
  const headers = { "Content-Type": "application/json" };
  if (token) headers.Authorization = `Bearer ${token}`;
  const response = await fetch(path, { method: "POST", headers, body: JSON.stringify(content) });
  const answer = await response.json();
  if (!response.ok) {
    refuse(answer);
    return null;
  }
  return answer;
};

form.elements.file.addEventListener("change", async () => {
  const [file] = form.elements.file.files;
  if (file) form.elements.text.value = await file.text();
});

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  let content;
  try {
    content = body(form.elements.text.value);
  } catch (error) {
    refuse({ field: "document", found: String(error.message), allowed: "JSON, TOML" });
    return;
  }
  const told = await post("/api/v1/bridge/season", { ...content, as_of: form.dataset.today });
  if (!told) return;
  const teams = told.series.reduce((sum, series) => sum + series.table.length, 0);
  const matches = told.series.reduce((sum, series) => sum + series.matches.length, 0);
  const counts = [
    [told.series.length, words.series],
    [teams, words.teams],
    [matches, words.matches],
    [told.alarms.length, words.alarms],
  ];
  const lines = [element("p", words.fits, "outcome-head"), element("p", counts.map((pair) => pair.join(" ")).join(" · "))];
  if (event.submitter?.name === "keep") {
    const kept = await post("/api/v1/bridge/seasons", content, form.elements.token.value);
    if (!kept) return;
    const link = element("a", words.kept);
    link.href = `/bridge/seasons/${encodeURIComponent(kept.season)}`;
    lines.push(link);
  }
  outcome.replaceChildren(...lines);
});

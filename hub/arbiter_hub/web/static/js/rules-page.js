// The filter of the rules page. Without script the whole list stands there.

import { t } from "./strings.js";

const form = document.getElementById("filter");
const count = document.getElementById("count");
const paragraphs = [...document.querySelectorAll(".paragraph")];

function apply() {
  const data = new FormData(form);
  const kinds = new Set(data.getAll("kind"));
  const words = data.get("q").toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const paragraph of paragraphs) {
    const text = `${paragraph.id} ${paragraph.textContent}`.toLowerCase();
    const fits = kinds.has(paragraph.dataset.kind) && words.every((word) => text.includes(word));
    paragraph.hidden = !fits;
    if (fits) shown += 1;
  }
  for (const section of document.querySelectorAll(".regulation")) {
    section.hidden = !section.querySelector(".paragraph:not([hidden])");
  }
  count.textContent = t("rules.count", { count: shown, all: paragraphs.length });
}

form.addEventListener("input", apply);
form.addEventListener("submit", (event) => event.preventDefault());
apply();

// The direction takes any line of a match's log back or puts it back, with a note for the match sheet.

import { call, write } from "./hub-api.js";
import { logItem, told } from "./log-lines.js";
import { attempt } from "./sign-in.js";
import { t } from "./strings.js";

const SHOWN = 12;

export class Corrections {
  #details;
  #form;
  #table;
  #names = { a: t("player.a"), b: t("player.b") };
  #version = 0;

  constructor(details, table) {
    this.#details = details;
    this.#form = details.querySelector("form");
    this.#table = table;
    details.addEventListener("toggle", () => this.#load());
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#correct(event.submitter);
    });
  }

  /** The table's board has changed. */
  follow({ score, version }) {
    this.#details.hidden = !score;
    if (!score) return;
    this.#names = { a: score.a.name, b: score.b.name };
    this.#version = version;
    this.#load();
  }

  async #load() {
    if (!this.#details.open) return;
    const version = this.#version;
    const lines = await call("GET", `tables/${encodeURIComponent(this.#table)}/match/log`).catch(() => null);
    if (!lines || version !== this.#version) return;
    const items = told(lines).filter((line) => line.type !== "set_start").slice(-SHOWN).reverse();
    this.#form.querySelector("ol").replaceChildren(...items.map((line) => this.#item(line)));
  }

  #item(line) {
    const element = logItem(line, this.#names);
    const words = document.createElement("span");
    words.append(...element.childNodes);
    const button = document.createElement("button");
    button.className = "button";
    button.value = line.key;
    button.dataset.action = line.taken_back ? "reinstate" : "revoke";
    button.textContent = t(line.taken_back ? "log.put_back" : "log.take_back");
    element.append(words, button);
    return element;
  }

  async #correct(button) {
    const note = this.#form.elements.note.value.trim();
    const correction = { entry: button.value, action: button.dataset.action, note };
    if (await attempt(() => write(this.#table, "corrections", correction))) this.#form.reset();
  }
}

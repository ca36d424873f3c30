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
    this.#form.append(beginning());
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
    if (button.name === "start") {
      const at = lastTime(this.#form.elements.began.value);
      const done = at !== null && (await attempt(() => write(this.#table, "start_time", { at, note })));
      if (done) this.#form.reset();
      return;
    }
    const correction = { entry: button.value, action: button.dataset.action, note };
    if (await attempt(() => write(this.#table, "corrections", correction))) this.#form.reset();
  }
}

// When the match began, where its first stroke on the clock was none of it: the time for its sets counts from there.
function beginning() {
  const line = Object.assign(document.createElement("p"), { className: "desk-keys" });
  const label = document.createElement("label");
  label.append(t("start.began"), " ", Object.assign(document.createElement("input"), { type: "time", name: "began" }));
  const key = { className: "button", name: "start", textContent: t("start.set") };
  line.append(label, Object.assign(document.createElement("button"), key));
  return line;
}

/** The last moment at which the clock on the wall showed `text`, "14:05"; null without one. */
function lastTime(text) {
  const found = /^(\d\d):(\d\d)/.exec(text);
  if (!found) return null;
  const at = new Date();
  at.setHours(Number(found[1]), Number(found[2]), 0, 0);
  if (at > new Date()) at.setDate(at.getDate() - 1);
  return at.getTime();
}

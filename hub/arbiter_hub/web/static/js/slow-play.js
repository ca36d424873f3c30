// Warnings for slow play, where the discipline has them. With the last one the direction decides, not this page.

import { call, write } from "./hub-api.js";
import { attempt } from "./sign-in.js";
import { t } from "./strings.js";

const SIDES = ["a", "b"];

export class SlowPlay {
  #root;
  #table;
  #keys;
  #due;
  #names = {};
  #rule = null;
  #asked = 0;
  #sending = false;
  #over = false;

  /** `root` is a <details> with a key [data-warn] for each player, [data-source] and [data-due]. */
  constructor(root, table) {
    [this.#root, this.#table] = [root, table];
    this.#keys = Object.fromEntries(SIDES.map((side) => [side, root.querySelector(`[data-warn=${side}]`)]));
    this.#due = root.querySelector("[data-due]");
    for (const side of SIDES) this.#keys[side].addEventListener("click", () => this.#warn(side));
  }

  /** The table's board has changed; `rule` is the discipline's, {at, source}, or null. */
  follow({ score, version }, rule) {
    this.#rule = rule;
    this.#root.hidden = !rule || !score;
    if (this.#root.hidden) return;
    this.#names = { a: score.a.name, b: score.b.name };
    this.#root.querySelector("[data-source]").textContent = rule.source;
    this.#over = Boolean(score.result);
    this.#lock();
    this.#load(version);
  }

  async #load(version) {
    this.#asked = version;
    const standing = await call("GET", `tables/${encodeURIComponent(this.#table)}/warnings`).catch(() => null);
    if (standing && version === this.#asked) this.#show(standing);
  }

  // A second press on the way is no second warning: two of them may cost the match.
  async #warn(player) {
    if (this.#sending) return;
    this.#sending = true;
    this.#lock();
    await attempt(async () => this.#show((await write(this.#table, "warnings", { player })).standing));
    this.#sending = false;
    this.#lock();
  }

  #lock() {
    for (const key of Object.values(this.#keys)) key.disabled = this.#sending || this.#over;
  }

  #show(standing) {
    for (const side of SIDES) {
      this.#keys[side].textContent = t("slow.warn", { name: this.#names[side], count: standing[side] });
    }
    this.#due.hidden = standing.due === null;
    if (standing.due) this.#due.textContent = t("slow.due", { name: this.#names[standing.due], count: this.#rule.at });
  }
}

// The keys that begin the next set. Who is proposed to play its first stroke stands out; whoever presses decides.

import { call } from "./hub-api.js";
import { t } from "./strings.js";

const BETWEEN = ["idle", "ready", "set_end"];

export class NextSet {
  #root;
  #table;
  #keys;
  #hint;
  #asked = "";

  /** `root` has the keys, [data-act] set-a and set-b, and is shown only when they mean something. */
  constructor(root, table) {
    [this.#root, this.#table] = [root, table];
    this.#keys = { a: root.querySelector("[data-act=set-a]"), b: root.querySelector("[data-act=set-b]") };
    this.#hint = Object.assign(document.createElement("p"), { className: "desk-hint" });
    root.append(this.#hint);
  }

  /** The table's board has changed. */
  follow({ clock, score }) {
    const offered = score && !score.result && (!clock || BETWEEN.includes(clock.phase));
    this.#root.hidden = !offered;
    const state = offered ? `${score.match} ${score.set} ${score.a.sets} ${score.b.sets}` : "";
    if (state === this.#asked) return;
    this.#asked = state;
    this.#show(null);
    if (offered) this.#ask(state);
  }

  async #ask(state) {
    const proposal = await call("GET", `tables/${encodeURIComponent(this.#table)}/next_set`).catch(() => null);
    if (state === this.#asked) this.#show(proposal);
  }

  #show(proposal) {
    const starts = proposal?.starts ?? null;
    for (const [player, key] of Object.entries(this.#keys)) {
      key.classList.toggle("button-main", starts === null || starts === player);
    }
    this.#hint.textContent = proposal?.reason ? t(`following.${proposal.reason}`) : "";
  }
}

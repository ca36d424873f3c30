// What the hub has noticed at a table for the direction to look at, and what may follow from it by one key.

import { write } from "./hub-api.js";
import { attempt } from "./sign-in.js";
import { t, wordOr } from "./strings.js";

const MINUTE_MS = 60000;
const OTHER = { a: "b", b: "a" };

export class Notices {
  #list = Object.assign(document.createElement("ul"), { className: "desk-notices", hidden: true });
  #table;
  #names = { a: "A", b: "B" };
  #shown = "";

  /** Puts its list below `place`. */
  constructor(place, table) {
    this.#table = table;
    place.after(this.#list);
  }

  /** The table's board has changed. */
  follow({ score }) {
    if (score) this.#names = { a: score.a.name, b: score.b.name };
  }

  /** Show these notices; whether one of them asks for a decision. */
  show(notices) {
    const lines = notices.map((notice) => ({ notice, words: this.#words(notice) }));
    const shown = lines.map(({ words, notice }) => `${words} ${notice.entry}`).join("\n");
    this.#list.hidden = lines.length === 0;
    if (shown !== this.#shown) {
      this.#shown = shown;
      this.#list.replaceChildren(...lines.map((line) => this.#item(line)));
    }
    return notices.some(({ kind }) => !["offline", "lost_turn"].includes(kind));
  }

  #words({ kind, since, player, reason }) {
    const name = this.#names[player];
    if (kind === "long_pause") {
      const minutes = Math.floor((Date.now() - since) / MINUTE_MS);
      return t("notice.long_pause", { minutes, reason: wordOr(`pause.${reason}`, reason) });
    }
    if (kind === "offline") return since ? t("notice.offline_since", { at: timeOfDay(since) }) : t("notice.offline");
    return t(`notice.${kind}`, { name });
  }

  #item({ notice, words }) {
    const item = document.createElement("li");
    item.append(Object.assign(document.createElement("span"), { textContent: words }));
    const { kind, player, entry } = notice;
    if (kind === "swapped_penalty") {
      const move = { entry, note: t("notice.moved_note") };
      item.append(this.#key(t("notice.move", { name: this.#names[OTHER[player]] }), "moved_penalties", move));
    } else if (kind === "lost_turn") {
      item.append(this.#key(t("notice.void"), "void_strokes", { note: t("notice.void_note") }));
    } else if (kind === "disqualification") {
      const out = { player, note: t("notice.warned_note") };
      item.append(this.#key(t("notice.disqualify", { name: this.#names[player] }), "disqualifications", out));
    }
    return item;
  }

  #key(words, action, body) {
    const key = Object.assign(document.createElement("button"), { type: "button", textContent: words });
    key.className = "button button-alarm";
    key.addEventListener("click", async () => {
      key.disabled = true;
      await attempt(() => write(this.#table, action, body));
      key.disabled = false;
    });
    return key;
  }
}

function timeOfDay(at) {
  return new Date(at).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
}

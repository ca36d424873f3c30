// Keys, typed numbers and the foul switch of the scorer's pad. It knows whose stroke it was and what a number means.

import { t } from "./strings.js";

const OTHER = { a: "b", b: "a" };

export class ScorerPad {
  #players;
  #foul;
  #typed;
  #meaning;
  #keys;
  #names;
  #enter;
  #player = "a";
  #number = "";
  #rules = { most: 16, foul: 0, flips: false };
  #phase = null;
  #busy = false;

  /** `names()` gives {a, b}; `enter({player, points})` is awaited and tells by true that it is stored. */
  constructor(root, names, enter) {
    const byId = (id) => root.querySelector(`#${id}`);
    this.#players = [...root.querySelectorAll("[data-player]")];
    [this.#foul, this.#typed, this.#meaning, this.#keys] = ["foul", "typed", "meaning", "keys"].map(byId);
    this.#names = names;
    this.#enter = enter;
    for (const player of this.#players) player.addEventListener("click", () => this.#choose(player.dataset.player));
    this.#foul.addEventListener("click", () => this.#switchFoul());
    this.#keys.addEventListener("click", (event) => {
      const key = event.target.closest("[data-points]");
      if (key) this.#commit(Number(key.dataset.points));
    });
    document.addEventListener("keydown", (event) => this.wants(event) && this.#key(event));
    this.#drawKeys();
    this.#show();
  }

  /** Whether a key press is meant for the pad: not with a modifier, and not while something is typed elsewhere. */
  wants(event) {
    const typing = event.target.matches?.("input, select, textarea");
    return !typing && !event.ctrlKey && !event.metaKey && !event.altKey;
  }

  /** Follow the clock: when a stroke has been played, it was the striker's. */
  follow({ clock }, rules) {
    if (rules.most !== this.#rules.most) {
      this.#rules = rules;
      this.#drawKeys();
    }
    this.#rules = rules;
    if (clock && clock.phase !== this.#phase) {
      const first = this.#phase === null;
      this.#phase = clock.phase;
      if (clock.phase === "rolling" || (first && clock.stroke <= 1)) this.#player = clock.striker;
      else if (first) this.#player = OTHER[clock.striker];
    }
    this.#show();
  }

  #key(event) {
    const digit = /^(?:Digit|Numpad)(\d)$/.exec(event.code);
    if (digit) this.#type(digit[1]);
    else if (event.code === "Backspace") this.#number = this.#number.slice(0, -1);
    else if (event.code === "Escape") this.#number = "";
    else if (event.code === "KeyF" && !event.repeat) this.#switchFoul();
    else if (event.code === "ArrowLeft") this.#choose("a");
    else if (event.code === "ArrowRight") this.#choose("b");
    else if (["Enter", "NumpadEnter"].includes(event.code) && this.#number !== "" && !event.repeat) {
      event.preventDefault(); // the button that has the focus is not what is meant
      this.#commit(Number(this.#number));
    } else return;
    this.#show();
  }

  #type(digit) {
    const number = String(Number(this.#number + digit));
    if (Number(number) <= this.#rules.most) this.#number = number;
  }

  #choose(player) {
    this.#player = player;
    this.#show();
  }

  #switchFoul() {
    this.#foul.setAttribute("aria-pressed", String(!this.#isFoul));
    this.#show();
  }

  get #isFoul() {
    return this.#foul.getAttribute("aria-pressed") === "true";
  }

  // [rule 5K 5.1(1)] With a foul the whole result goes to the opponent, and the foul's points once.
  #result(number) {
    if (!this.#isFoul) return { player: this.#player, points: number };
    return { player: OTHER[this.#player], points: (this.#rules.flips ? number : 0) + this.#rules.foul };
  }

  async #commit(number) {
    if (this.#busy) return;
    this.#busy = true;
    this.#keys.dataset.busy = "true";
    const stored = await this.#enter(this.#result(number));
    this.#busy = false;
    this.#keys.dataset.busy = "false";
    if (stored) {
      this.#number = "";
      this.#foul.setAttribute("aria-pressed", "false");
    }
    this.#show();
  }

  #drawKeys() {
    this.#keys.replaceChildren(
      ...Array.from({ length: this.#rules.most + 1 }, (_, points) => {
        const key = document.createElement("button");
        key.type = "button";
        key.className = "pad-key";
        key.dataset.points = String(points);
        key.textContent = String(points);
        return key;
      }),
    );
  }

  #show() {
    for (const player of this.#players) {
      player.setAttribute("aria-pressed", String(player.dataset.player === this.#player));
    }
    this.#typed.textContent = this.#number;
    const { player, points } = this.#result(Number(this.#number || "0"));
    const name = this.#names()[player];
    this.#meaning.textContent = this.#number === "" && !this.#isFoul
      ? t("pad.stroke_of", { name })
      : t("pad.meaning", { points, name });
  }
}

// The scorer's pad: what fell, or the total at once, with foul and Freier Ball. It knows whose stroke it was.

import { StrokeKeys } from "./stroke-keys.js";
import { t } from "./strings.js";

const OTHER = { a: "b", b: "a" };

export class ScorerPad {
  #players;
  #foul;
  #freeBall;
  #typed;
  #meaning;
  #keys;
  #enterKey;
  #stroke;
  #names;
  #enter;
  #player = "a";
  #number = "";
  #rules = null;
  #phase = null;
  #answer = "";
  #busy = false;
  // The stroke for which the clock has reported a foul.
  #reported = "";

  /**
   * `names()` gives {a, b}. `enter` gets {player, points} of a total or {stroke} for the hub to evaluate; it is
   * awaited and gives {player, points} as they were stored, or null.
   */
  constructor(root, names, enter) {
    const byId = (id) => root.querySelector(`#${id}`);
    this.#players = [...root.querySelectorAll("[data-player]")];
    [this.#foul, this.#freeBall, this.#typed, this.#meaning, this.#keys, this.#enterKey] =
      ["foul", "free-ball", "typed", "meaning", "keys", "enter"].map(byId);
    this.#names = names;
    this.#enter = enter;
    this.#stroke = new StrokeKeys(root, () => this.#begin());
    for (const player of this.#players) player.addEventListener("click", () => this.#choose(player.dataset.player));
    this.#foul.addEventListener("click", () => this.#setFoul(!this.#isFoul));
    this.#freeBall.addEventListener("click", () => this.#setFreeBall(!this.#isFreeBall));
    this.#enterKey.addEventListener("click", () => this.#commit());
    this.#keys.addEventListener("click", (event) => {
      const key = event.target.closest("[data-points]");
      if (key) this.#commit(Number(key.dataset.points));
    });
    document.addEventListener("keydown", (event) => this.wants(event) && this.#key(event));
  }

  /** Whether a key press is meant for the pad: not with a modifier, and not while something is typed elsewhere. */
  wants(event) {
    const typing = event.target.matches?.("input, select, textarea");
    return !typing && !event.ctrlKey && !event.metaKey && !event.altKey;
  }

  /** Follow the clock: when a stroke has been played, it was the striker's; and a foul is what the referee saw. */
  follow({ clock }, rules) {
    if (rules !== this.#rules) {
      this.#rules = rules;
      this.#stroke.use(rules);
      this.#drawKeys();
    }
    if (clock) this.#follow(clock);
    this.#show();
  }

  #follow(clock) {
    if (clock.phase !== this.#phase) {
      const first = this.#phase === null;
      this.#phase = clock.phase;
      if (clock.phase === "rolling" || (first && clock.stroke <= 1)) this.#player = clock.striker;
      else if (first) this.#player = OTHER[clock.striker];
    }
    const stroke = `${clock.epoch}/${clock.set}/${clock.stroke}`;
    if (clock.foul !== null && stroke !== this.#reported) {
      this.#reported = stroke;
      this.#player = clock.foul;
      this.#setFoul(true);
    } else if (clock.foul === null && stroke === this.#reported) {
      this.#reported = ""; // the referee has taken it back
      this.#setFoul(false);
    }
  }

  #key(event) {
    const digit = /^(?:Digit|Numpad)(\d)$/.exec(event.code);
    const letter = /^Key([A-Z])$/.exec(event.code)?.[1];
    if (digit) this.#type(digit[1]);
    else if (event.code === "Backspace") this.#number = this.#number.slice(0, -1);
    else if (event.code === "Escape") this.#empty();
    else if (letter === "F" && !event.repeat) this.#setFoul(!this.#isFoul);
    else if (letter === "B" && !event.repeat && this.#isFoul) this.#setFreeBall(!this.#isFreeBall);
    else if (event.code === "ArrowLeft") this.#choose("a");
    else if (event.code === "ArrowRight") this.#choose("b");
    else if (["Enter", "NumpadEnter"].includes(event.code) && !event.repeat && this.#canEnter) {
      event.preventDefault(); // the button that has the focus is not what is meant
      this.#commit();
    } else if (!letter || event.repeat || !this.#stroke.letter(letter)) return;
    this.#show();
  }

  #type(digit) {
    const number = String(Number(this.#number + digit));
    if (Number(number) > (this.#rules?.most ?? 0) || this.#isFreeBall) return;
    this.#begin();
    this.#stroke.clear();
    this.#number = number;
  }

  // What was answered last makes room for what is entered now; what fell and a total exclude each other.
  #begin() {
    this.#answer = "";
    this.#number = "";
    this.#show();
  }

  #empty() {
    this.#begin();
    this.#stroke.clear();
  }

  #choose(player) {
    this.#player = player;
    this.#answer = "";
    this.#show();
  }

  // [rule 5K 5.1(3)] Freier Ball follows from a foul only, and not from each.
  #setFoul(on) {
    this.#foul.setAttribute("aria-pressed", String(on));
    this.#freeBall.disabled = !on;
    this.#setFreeBall(this.#isFreeBall && on);
  }

  #setFreeBall(on) {
    this.#freeBall.setAttribute("aria-pressed", String(on));
    this.#answer = "";
    if (on) this.#number = "";
    this.#show();
  }

  get #isFoul() {
    return this.#foul.getAttribute("aria-pressed") === "true";
  }

  get #isFreeBall() {
    return this.#freeBall.getAttribute("aria-pressed") === "true";
  }

  get #canEnter() {
    return this.#number !== "" || !this.#stroke.isEmpty || this.#isFoul;
  }

  // [rule 5K 5.1(1)] With a foul the whole result goes to the opponent, and the foul's points once.
  #result(number) {
    if (!this.#isFoul) return { player: this.#player, points: number };
    return { player: OTHER[this.#player], points: (this.#rules.flips ? number : 0) + this.#stroke.foulPoints };
  }

  async #commit(total = this.#number === "" ? null : Number(this.#number)) {
    if (this.#busy) return;
    this.#busy = true;
    this.#keys.dataset.busy = "true";
    const stroke = { striker: this.#player, ...this.#stroke.body(this.#isFoul, this.#isFreeBall) };
    const stored = await this.#enter(total === null ? { stroke } : this.#result(total));
    this.#busy = false;
    this.#keys.dataset.busy = "false";
    if (stored) {
      this.#empty();
      this.#setFoul(false);
      this.#answer = t("pad.stored", { points: stored.points, name: this.#names()[stored.player] });
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
    this.#stroke.show(this.#isFoul);
    this.#enterKey.disabled = !this.#canEnter;
    // A total has no place for Freier Ball; with it, what fell is entered.
    for (const key of this.#keys.children) key.disabled = this.#isFreeBall || !this.#stroke.isEmpty;
    this.#meaning.textContent = this.#answer || this.#words();
  }

  #words() {
    const name = this.#names()[this.#player];
    if (!this.#stroke.isEmpty) return t("pad.seen", { seen: this.#stroke.words(), name });
    if (this.#number === "" && !this.#isFoul) return t("pad.stroke_of", { name });
    const { player, points } = this.#result(Number(this.#number || "0"));
    return t("pad.meaning", { points, name: this.#names()[player] });
  }
}

// [rule DBU 4.2] Who plays which ball, put right when it was noted wrongly.

import { write } from "./hub-api.js";
import { attempt } from "./sign-in.js";
import { t } from "./strings.js";

export const OTHER = { white: "yellow", yellow: "white" };

export class Balls {
  #root;
  #form;
  #table;
  #ball = "white";

  /** `root` is a <details> with [data-now] and a form with a `note`. */
  constructor(root, table) {
    [this.#root, this.#table] = [root, table];
    this.#form = root.querySelector("form");
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#swap();
    });
  }

  /** The table's board has changed. */
  follow({ score }) {
    this.#root.hidden = !score || Boolean(score.result);
    if (this.#root.hidden) return;
    this.#ball = score.a.ball;
    const [a, b] = [score.a, score.b].map(({ name, ball }) => t("balls.plays", { name, ball: t(`ball.${ball}`) }));
    this.#root.querySelector("[data-now]").textContent = `${a} · ${b}`;
  }

  async #swap() {
    const note = this.#form.elements.note.value.trim();
    const body = { ball_a: OTHER[this.#ball], ...(note && { note }) };
    if (await attempt(() => write(this.#table, "balls", body))) {
      this.#form.reset();
      this.#root.open = false;
    }
  }
}

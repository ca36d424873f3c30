// What fell and touched in a stroke, as the discipline's table has it. What it is worth is for the hub to say.

import { t } from "./strings.js";

/** Keys of the laptop for the elements, at the same place on every keyboard. */
export const LETTERS = ["Q", "W", "E", "T", "A", "S", "D", "G"];
const NUMBERS = "arbiter.numbers.";

export class StrokeKeys {
  #elements;
  #fullSet;
  #foulPoints;
  #settings;
  #changed;
  #rules = { elements: [], settings: [], foul_points: [], asks_full_set: false };
  // The order matters: where only the first carom counts, the hub takes the first one here.
  #made = new Map();
  #foulChoice = null;

  /** `changed()` is called when anything here was pressed. */
  constructor(root, changed) {
    const byId = (id) => root.querySelector(`#${id}`);
    [this.#elements, this.#fullSet, this.#foulPoints, this.#settings] =
      ["elements", "full-set", "foul-points", "settings"].map(byId);
    this.#changed = changed;
    this.#elements.addEventListener("click", (event) => {
      const key = event.target.closest("[data-element]");
      if (key) this.#press(key.dataset.element);
    });
    this.#foulPoints.addEventListener("click", (event) => {
      const key = event.target.closest("[data-foul-points]");
      if (key) this.#foulChoice = Number(key.dataset.foulPoints);
      this.#changed();
    });
    this.#fullSet.addEventListener("click", () => {
      this.#fullSet.setAttribute("aria-pressed", String(!this.#stoodFull));
      this.#changed();
    });
  }

  /** Draw the keys of another discipline. */
  use(rules) {
    this.#rules = rules;
    this.clear();
    this.#elements.replaceChildren(...rules.elements.map((element, index) => elementKey(element, LETTERS[index])));
    this.#fullSet.parentElement.hidden = !rules.asks_full_set;
    const worths = rules.foul_points.length > 0 ? [...rules.foul_points, 0] : [];
    this.#foulPoints.replaceChildren(...worths.map(foulKey));
    this.#settings.replaceChildren(...rules.settings.map(settingField));
    this.#settings.closest("details").hidden = rules.settings.length === 0;
  }

  /** Press the element whose letter it is; false if none has it. */
  letter(letter) {
    const element = this.#rules.elements[LETTERS.indexOf(letter)];
    if (element) this.#press(element.id);
    return element !== undefined;
  }

  /** Nothing fell. */
  clear() {
    this.#made.clear();
    this.#foulChoice = null;
    this.#fullSet.setAttribute("aria-pressed", "true");
  }

  get isEmpty() {
    return this.#made.size === 0;
  }

  /** The points that a foul adds. */
  get foulPoints() {
    return this.#foulChoice ?? this.#rules.foul_points[0] ?? 0;
  }

  /** The body of a stroke for the hub, without striker. */
  body(foul, freeBall) {
    const settings = {};
    for (const field of this.#settings.querySelectorAll("select")) settings[field.name] = Number(field.value);
    return {
      made: Object.fromEntries(this.#made),
      foul,
      foul_points: foul && this.#rules.foul_points.length > 0 ? this.foulPoints : null,
      free_ball: freeBall,
      full_set: this.#stoodFull,
      settings,
    };
  }

  /** What fell, in words. */
  words() {
    return [...this.#made].map(([id, count]) => (count > 1 ? `${count} × ` : "") + t(`element.${id}`)).join(", ");
  }

  /** Paint what is pressed; the choice of a foul's points is there only with a foul. */
  show(foul) {
    for (const key of this.#elements.children) {
      const count = this.#made.get(key.dataset.element) ?? 0;
      key.setAttribute("aria-pressed", String(count > 0));
      key.querySelector("b").textContent = count === 0 ? "" : String(count);
    }
    this.#foulPoints.hidden = !foul || this.#foulPoints.children.length === 0;
    for (const key of this.#foulPoints.children) {
      key.setAttribute("aria-pressed", String(Number(key.dataset.foulPoints) === this.foulPoints));
    }
  }

  // Once more than there can be is none again.
  #press(id) {
    const { most } = this.#rules.elements.find((element) => element.id === id);
    const count = ((this.#made.get(id) ?? 0) + 1) % (most + 1);
    if (count === 0) this.#made.delete(id);
    else this.#made.set(id, count);
    this.#changed();
  }

  get #stoodFull() {
    return this.#fullSet.getAttribute("aria-pressed") === "true";
  }
}

function elementKey({ id }, letter) {
  const key = button("pad-key pad-element", t(`element.${id}`));
  key.dataset.element = id;
  key.setAttribute("aria-keyshortcuts", letter);
  const hint = Object.assign(document.createElement("kbd"), { textContent: letter, ariaHidden: "true" });
  key.append(document.createElement("b"), hint);
  return key;
}

function foulKey(points) {
  const key = button("button", points === 0 ? t("pad.foul_none") : t("pad.foul_points", { points }));
  key.dataset.foulPoints = String(points);
  return key;
}

// The sources differ; what the organiser has said is kept for this browser.
function settingField({ id, values, source }) {
  const label = document.createElement("label");
  const field = Object.assign(document.createElement("select"), { name: id });
  field.append(...values.map((value) => new Option(String(value), String(value))));
  field.value = localStorage.getItem(NUMBERS + id) ?? String(values[0]);
  if (field.selectedIndex < 0) field.selectedIndex = 0;
  field.addEventListener("change", () => localStorage.setItem(NUMBERS + id, field.value));
  const from = Object.assign(document.createElement("small"), { textContent: source });
  label.append(t(`setting.${id}`), " ", field, from);
  return label;
}

function button(className, words) {
  const key = Object.assign(document.createElement("button"), { type: "button", className });
  key.append(Object.assign(document.createElement("span"), { textContent: words }));
  return key;
}

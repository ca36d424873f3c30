// The six buttons of a simulated clock, by mouse, touch and keyboard. A button is down exactly as long as
// something holds it; whatever may make a release go missing releases everything.

/** key (KeyboardEvent.code) -> button. One key has one meaning, wherever the focus is. */
export const KEYS = { KeyS: "START", Space: "SHOT", KeyP: "PAUSE", KeyU: "UNDO", KeyW: "SWAP", KeyE: "EXT" };

const TAP_MS = 120;
/** A contact that closes for a moment is interference to the clock; no finger is that quick, but a program is. */
const MIN_DOWN_MS = 40;

export class Buttons {
  #elements;
  #send;
  #holders = new Map(); // holder ("pointer 3", "key KeyS") -> button name
  #downAt = new Map(); // button name -> when it went down

  /** `send(name, down)` is called at each change of a button of `elements` (data-button="NAME"). */
  constructor(elements, send) {
    this.#elements = new Map([...elements].map((element) => [element.dataset.button, element]));
    this.#send = send;
    for (const [name, element] of this.#elements) this.#pointer(name, element);
    document.addEventListener("keydown", (event) => this.#key(event, true));
    document.addEventListener("keyup", (event) => this.#key(event, false));
    window.addEventListener("blur", () => this.releaseAll());
    window.addEventListener("pagehide", () => this.releaseAll());
    document.addEventListener("visibilitychange", () => this.releaseAll());
  }

  releaseAll() {
    for (const holder of [...this.#holders.keys()]) this.#release(holder);
  }

  #pointer(name, element) {
    element.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      event.preventDefault();
      element.setPointerCapture(event.pointerId);
      this.#hold(`pointer ${event.pointerId}`, name);
    });
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
      element.addEventListener(end, (event) => this.#release(`pointer ${event.pointerId}`));
    }
    // Assistive technology clicks without a pointer.
    element.addEventListener("click", (event) => event.detail === 0 && this.#tap(name));
    // A mouse press leaves no focus behind that a later key could act on.
    element.addEventListener("mousedown", (event) => event.preventDefault());
    element.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  #tap(name) {
    this.#hold("click", name);
    setTimeout(() => this.#release("click"), TAP_MS);
  }

  #key(event, down) {
    const holder = `key ${event.code}`;
    if (!down) {
      if (this.#holders.has(holder)) event.preventDefault();
      this.#release(holder);
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const name = KEYS[event.code] ?? (event.code === "Enter" ? event.target.dataset?.button : undefined);
    if (!name) return;
    // The space bar would scroll, or press the button that happens to have the focus.
    event.preventDefault();
    if (!event.repeat) this.#hold(holder, name);
  }

  #hold(holder, name) {
    if (this.#holders.has(holder)) return;
    const held = this.#isHeld(name);
    this.#holders.set(holder, name);
    if (!held) this.#change(name, true);
  }

  #release(holder) {
    const name = this.#holders.get(holder);
    if (name === undefined) return;
    this.#holders.delete(holder);
    if (!this.#isHeld(name)) this.#change(name, false);
  }

  #isHeld(name) {
    return [...this.#holders.values()].includes(name);
  }

  #change(name, down) {
    this.#elements.get(name).dataset.down = String(down);
    if (down) {
      this.#downAt.set(name, performance.now());
      this.#send(name, true);
    } else {
      const early = this.#downAt.get(name) + MIN_DOWN_MS - performance.now();
      setTimeout(() => this.#isHeld(name) || this.#send(name, false), Math.max(0, early));
    }
  }
}

// The clock's buzzer. A browser allows sound only after a gesture, so it starts silent.

export class Buzzer {
  #context = null;
  #gain = null;

  get on() {
    return this.#context !== null && this.#context.state === "running";
  }

  /** Call from a click: sound on if it is off, and off if it is on. */
  async toggle() {
    if (this.on) return this.#context.suspend();
    if (!this.#context) {
      this.#context = new AudioContext();
      this.#gain = this.#context.createGain();
      this.#gain.gain.value = 0.12;
      this.#gain.connect(this.#context.destination);
    }
    return this.#context.resume();
  }

  /** One tone of the piezo: a square wave of `hz` for `ms`. */
  play(hz, ms) {
    if (!this.on || hz <= 0 || ms <= 0) return;
    const tone = this.#context.createOscillator();
    tone.type = "square";
    tone.frequency.value = hz;
    tone.connect(this.#gain);
    tone.start();
    tone.stop(this.#context.currentTime + ms / 1000);
  }
}

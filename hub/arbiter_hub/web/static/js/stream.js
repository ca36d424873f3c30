// The live line to the hub: server-sent events over fetch. The browser's own EventSource gives up for good when a
// restarting hub answers 502 or 503, cannot resume from an id after a close of ours, and hides the heartbeats; a
// board in a hall needs all three.

import { SILENCE_MS } from "./countdown.js";
import { HubTime } from "./hub-time.js";
import { EventParser } from "./sse.js";

const RETRY_MS = [250, 500, 1000, 2000, 4000];
/** With a heartbeat every second, a line that is silent for this long is dead, ms. */
const DEAD_MS = 6000;

export class BoardStream {
  #url;
  #onBoard;
  #time = new HubTime();
  #lastId = null;
  #abort = null;
  #heardAt = -Infinity;
  #startedAt = 0;
  #attempt = 0;
  #wake = null;
  #hurry = false;

  /** `onBoard(board, sentAt)` is called for each board; `sentAt` is the hub's time. */
  constructor(url, onBoard) {
    this.#url = url;
    this.#onBoard = onBoard;
  }

  start() {
    this.#follow();
    setInterval(() => this.#watch(), 1000);
    document.addEventListener("visibilitychange", () => this.#watch(SILENCE_MS));
    window.addEventListener("online", () => this.#renew());
    window.addEventListener("pageshow", (event) => event.persisted && this.#renew());
  }

  /** The hub's time at `now` (performance.now()); null before it has spoken. */
  hubTime(now) {
    return this.#time.at(now);
  }

  /** How long the hub has said nothing, ms. */
  silence(now) {
    return now - this.#heardAt;
  }

  #watch(limit = DEAD_MS) {
    const since = Math.max(this.#heardAt, this.#startedAt);
    if (this.#abort && performance.now() - since > limit) this.#renew();
  }

  #renew() {
    this.#hurry = true;
    this.#abort?.abort();
    this.#wake?.();
  }

  async #follow() {
    for (;;) {
      this.#abort = new AbortController();
      this.#startedAt = performance.now();
      try {
        await this.#read(this.#abort.signal);
      } catch {
        // Whatever went wrong, the remedy is to try again.
      }
      this.#abort = null;
      if (!this.#hurry) await this.#pause();
      this.#hurry = false;
    }
  }

  #pause() {
    const wait = RETRY_MS[Math.min(this.#attempt++, RETRY_MS.length - 1)];
    return new Promise((resolve) => {
      this.#wake = resolve;
      setTimeout(resolve, wait * (0.75 + Math.random() / 2));
    });
  }

  async #read(signal) {
    const headers = { Accept: "text/event-stream" };
    if (this.#lastId !== null) headers["Last-Event-ID"] = this.#lastId;
    const response = await fetch(this.#url, { headers, signal, cache: "no-store" });
    if (!response.ok) throw new Error(`stream: ${response.status}`);
    const parser = new EventParser();
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let last = null;
    let sentAt = null;
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const now = performance.now();
      // After a gap, what arrives may have lain somewhere for long. A new line tells how things are.
      if (last !== null && now - last > SILENCE_MS) return this.#renew();
      last = now;
      for (const part of parser.feed(value)) {
        if (part.sentAt !== undefined) {
          if (sentAt === null) this.#time.reset();
          sentAt = part.sentAt;
          this.#time.sample(sentAt, now);
          this.#heardAt = now;
          this.#attempt = 0;
        } else if (part.event === "board") {
          this.#lastId = part.id;
          this.#onBoard(JSON.parse(part.data), sentAt);
        }
      }
    }
  }
}

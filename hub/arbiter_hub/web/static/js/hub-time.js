// The hub's own monotonic time, as known here. Every message of the stream tells when the hub sent it; the least
// delayed message of the last minute gives the offset. So a message that was held up on its way, or in a tab
// that was asleep, does not turn the clock back.

const SAMPLES = 60;

export class HubTime {
  #delays = [];

  /** A message that the hub sent at `hubMs` (its time) arrived at `now` (performance.now()). */
  sample(hubMs, now) {
    this.#delays.push(now - hubMs);
    if (this.#delays.length > SAMPLES) this.#delays.shift();
  }

  /** Another connection, maybe to a restarted hub: earlier samples mean nothing. */
  reset() {
    this.#delays = [];
  }

  /** The hub's time at `now`, or null before the first message. */
  at(now) {
    return this.#delays.length === 0 ? null : now - Math.min(...this.#delays);
  }
}

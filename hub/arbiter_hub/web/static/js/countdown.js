// The running time, from what the clock last said. All times are the hub's monotonic ms (hub-time.js): the time of
// day of this computer may be wrong or may jump, and does not matter.

/** A line that has been silent for longer proves nothing any more, ms. */
export const SILENCE_MS = 3000;

/** Whole seconds on every display: 40 for (39, 40], 1 for (0, 1], 0 only when nothing is left. */
export function readout(remainingMs) {
  return Math.max(0, Math.ceil(remainingMs / 1000));
}

/** The newer of the last snapshot and the last tick, as {key, running, remainingMs}, or null without a clock. */
export function latest(board) {
  const clock = board.clock;
  if (!clock) return null;
  const tick = board.tick;
  const follows = tick && tick.epoch === clock.epoch && tick.seq === clock.seq && tick.t >= clock.t;
  return {
    key: [clock.epoch, clock.boot, clock.seq, clock.phase, clock.period].join("/"),
    running: clock.running,
    remainingMs: follows ? tick.remaining_ms : clock.remaining_ms,
  };
}

export class Countdown {
  #key = null;
  #endsAt = null; // null while nothing runs
  #heldMs = null;

  /** Take a board that the hub sent at `sentAt`. */
  hear(board, sentAt) {
    const news = latest(board);
    const known = news?.running && news.remainingMs !== null && board.age_ms !== null;
    if (!known) {
      this.#key = this.#endsAt = null;
      // A running clock whose report is of unknown age has no time that could be shown.
      this.#heldMs = news && !news.running ? news.remainingMs : null;
      return;
    }
    // A report can only be late, never early: within one run the earliest end heard of is the best one.
    const endsAt = sentAt - board.age_ms + news.remainingMs;
    this.#endsAt = news.key === this.#key ? Math.min(this.#endsAt, endsAt) : endsAt;
    this.#key = news.key;
  }

  get running() {
    return this.#endsAt !== null;
  }

  /** Remaining ms at `hubNow`, or null where there is none to show. It stops at 0: only the clock goes further. */
  remaining(hubNow) {
    return this.running ? Math.max(0, this.#endsAt - hubNow) : this.#heldMs;
  }
}

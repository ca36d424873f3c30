// One live board: stream -> countdown -> view model -> document. Scoreboard, overlay and the cards of the
// overview are all this one renderer with another template.

import { binder } from "./bind.js";
import { Countdown, SILENCE_MS, readout } from "./countdown.js";
import { showGains } from "./gains.js";
import { viewModel } from "./view-model.js";

export class Board {
  #root;
  #stream;
  #apply;
  #countdown = new Countdown();
  #board = null;
  #painted = null;

  /** `root` carries data-table and the bound elements; `stream` is the BoardStream that feeds this board. */
  constructor(root, stream) {
    this.#root = root;
    this.#stream = stream;
    this.#apply = binder(root);
  }

  /** Take a board. Another table's board is none of ours. */
  hear(board, sentAt) {
    if (board.table !== this.#root.dataset.table) return;
    this.#countdown.hear(board, sentAt);
    showGains(this.#root, this.#board, board);
    this.#board = board;
    this.#painted = null;
    this.paint();
  }

  /** Bring the document up to date; cheap when nothing that shows has changed. */
  paint() {
    if (!this.#board) return;
    const now = performance.now();
    const hubLost = this.#stream.silence(now) > SILENCE_MS;
    const stale = this.#board.stale || hubLost;
    // A time that nobody vouches for is not shown as if it ran.
    const remainingMs = stale && this.#countdown.running ? null : this.#countdown.remaining(this.#stream.hubTime(now));
    const shows = `${remainingMs === null ? "" : readout(remainingMs)} ${stale} ${hubLost}`;
    if (shows === this.#painted) return;
    this.#painted = shows;
    this.#apply(viewModel(this.#board, { remainingMs, running: this.#countdown.running, stale, hubLost }));
    this.#root.dataset.ready = "true";
  }
}

/** Repaint for ever: each frame while visible, and at once when the page comes back. */
export function keepPainted(boards) {
  const paint = () => boards().forEach((board) => board.paint());
  const frame = () => {
    paint();
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  for (const event of ["visibilitychange", "pageshow", "focus"]) window.addEventListener(event, paint, true);
}

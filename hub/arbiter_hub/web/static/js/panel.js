// The connection to a simulated clock: its frames and sounds come in, button levels go out.

const RETRY_MS = [250, 500, 1000, 2000];

export class Panel {
  #url;
  #handlers;
  #socket = null;
  #attempt = 0;
  #pressedAt = new Map();

  /** `handlers` = {frame(message), sound(message), vibrate(message), link(up)}. */
  constructor(url, handlers) {
    this.#url = url;
    this.#handlers = handlers;
  }

  start() {
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    socket.addEventListener("open", () => {
      this.#attempt = 0;
      this.#handlers.link(true);
    });
    socket.addEventListener("message", (event) => this.#receive(event.data));
    socket.addEventListener("close", () => {
      this.#handlers.link(false);
      const wait = RETRY_MS[Math.min(this.#attempt++, RETRY_MS.length - 1)];
      setTimeout(() => this.start(), wait);
    });
  }

  /** Tell the clock a button's level. Without a connection the press is lost, as with a cable pulled out. */
  button(name, down) {
    if (down) this.#pressedAt.set(name, performance.now());
    if (this.#socket?.readyState === WebSocket.OPEN) {
      // A network may deliver both levels at once; by the time in between the clock knows a press from a glitch.
      const held = down ? undefined : Math.round(performance.now() - (this.#pressedAt.get(name) ?? 0));
      this.#socket.send(JSON.stringify({ k: "button", name, down, held }));
    }
  }

  #receive(text) {
    for (const line of text.split("\n")) {
      if (line.trim() === "") continue;
      const message = JSON.parse(line);
      this.#handlers[message.k]?.(message);
    }
  }
}

// The text of a stream of server-sent events, cut into its parts.

/**
 * `feed(text)` returns what is complete: {event, id, data} for an event, {sentAt} for a comment ": now <ms>".
 * Any other comment is dropped.
 */
export class EventParser {
  #rest = "";

  feed(text) {
    this.#rest += text;
    const parts = [];
    for (;;) {
      const end = this.#rest.indexOf("\n\n");
      if (end < 0) return parts;
      parts.push(...parseBlock(this.#rest.slice(0, end)));
      this.#rest = this.#rest.slice(end + 2);
    }
  }
}

function parseBlock(block) {
  const parts = [];
  const event = { event: "message", id: null };
  const data = [];
  for (const line of block.split("\n")) {
    const colon = line.indexOf(":");
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (field === "" && /^now \d+$/.test(value)) parts.push({ sentAt: Number(value.slice(4)) });
    else if (field === "data") data.push(value);
    else if (field === "event" || field === "id") event[field] = value;
  }
  if (data.length > 0) parts.push({ ...event, data: data.join("\n") });
  return parts;
}

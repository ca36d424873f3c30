// Writes to the hub, in the name of whoever signed in. A write that may or may not have arrived is repeated with
// the same key, and the hub answers it once.

const TOKEN = "arbiter.token";
const BY = "arbiter.by";
const TRIES = 3;
const RETRY_MS = 700;

/** Why the hub refused, in its own words: {status, field, found, allowed}. */
export class Refusal extends Error {
  constructor(status, body) {
    super(`${body.field}: ${body.found}`);
    Object.assign(this, { status, ...body });
  }
}

/** Who works here: a token that was told once, or none where the hub's own session cookie says who it is. */
export const session = {
  get token() {
    return sessionStorage.getItem(TOKEN) ?? "";
  },
  get by() {
    return sessionStorage.getItem(BY) ?? "";
  },
  keep({ token, by }) {
    if (token) sessionStorage.setItem(TOKEN, token);
    if (by) sessionStorage.setItem(BY, by);
  },
  forget() {
    sessionStorage.removeItem(TOKEN);
  },
};

/** POST `body` to `/api/v1/tables/<table>/<action>`; `by` is filled in. Throws Refusal, or TypeError without network. */
export function write(table, action, body) {
  return call("POST", `tables/${encodeURIComponent(table)}/${action}`, { by: session.by, ...body });
}

/** Any call below /api/v1, with JSON or a form with a file; its answer as JSON. Throws as `write` does. */
export async function call(method, path, body) {
  const headers = {};
  if (session.token) headers.Authorization = `Bearer ${session.token}`;
  const options = { method, headers, cache: "no-store" };
  if (body instanceof FormData) options.body = body;
  else if (body !== undefined) {
    options.body = JSON.stringify(body);
    Object.assign(headers, { "Content-Type": "application/json", "Idempotency-Key": newKey() });
  }
  const response = await persistently(`/api/v1/${path}`, options);
  const answer = await response.json();
  if (!response.ok) throw new Refusal(response.status, answer);
  return answer;
}

async function persistently(address, options) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await fetch(address, options);
    } catch (error) {
      if (attempt === TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

// crypto.randomUUID is not there on a page without TLS, as in a club's own network.
function newKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

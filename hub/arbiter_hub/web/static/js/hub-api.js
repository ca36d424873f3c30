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

/** Who is signed in on this page: {token, by}; kept until the browser is closed. */
export const session = {
  get token() {
    return sessionStorage.getItem(TOKEN) ?? "";
  },
  get by() {
    return sessionStorage.getItem(BY) ?? "";
  },
  open(token, by) {
    sessionStorage.setItem(TOKEN, token);
    sessionStorage.setItem(BY, by);
  },
  close() {
    sessionStorage.removeItem(TOKEN);
  },
};

/** POST `body` to `/api/v1/tables/<table>/<action>`; `by` is filled in. Throws Refusal, or TypeError without network. */
export function write(table, action, body) {
  return request(`/api/v1/tables/${encodeURIComponent(table)}/${action}`, { by: session.by, ...body });
}

/** GET from the hub with the token; throws as `write` does. */
export function read(table, what) {
  return request(`/api/v1/tables/${encodeURIComponent(table)}/${what}`);
}

async function request(address, body) {
  const headers = { Authorization: `Bearer ${session.token}` };
  const options = { headers, cache: "no-store" };
  if (body !== undefined) {
    Object.assign(options, { method: "POST", body: JSON.stringify(body) });
    Object.assign(headers, { "Content-Type": "application/json", "Idempotency-Key": newKey() });
  }
  const response = await persistently(address, options);
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

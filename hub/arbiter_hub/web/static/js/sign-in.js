// Signing in, for the pages on which something can be changed: by password, by a code that the direction has made
// for a table, or by the token of the hub's first start. Until then the form is all that is shown.

import { Refusal, call, session } from "./hub-api.js";
import { t, wordOr } from "./strings.js";

const form = document.getElementById("sign-in");
const work = document.getElementById("work");
const who = document.getElementById("who");
const problem = document.getElementById("problem");

const WAYS = {
  password: ({ by, secret }) => call("POST", "session", { name: by, password: secret }),
  token: async ({ secret }) => session.keep({ token: secret }),
  code: async ({ by, secret }) => {
    const paired = await call("POST", "pairings/redeem", { code: secret.toUpperCase(), name: by });
    session.keep({ token: paired.token });
  },
};

/** Show the form, or the work to somebody who has one of `roles`; `start` is called once, with the first. */
export function signIn(roles, start) {
  let started = false;

  const show = (me) => {
    const may = me !== null && roles.includes(me.role);
    form.hidden = may;
    work.hidden = !may;
    if (me !== null && !may) complain(t("problem.role"));
    if (!may) return;
    session.keep({ by: session.by || me.name });
    who.textContent = session.by;
    if (!started) {
      started = true;
      start();
    }
  };

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const data = Object.fromEntries(new FormData(form));
    const given = { by: data.by.trim(), secret: data.secret.trim() };
    await attempt(async () => {
      session.forget();
      session.keep({ by: given.by });
      await WAYS[data.way](given);
      form.elements.secret.value = "";
      const me = await call("GET", "session");
      problem.hidden = true;
      show(me);
    });
  });

  document.getElementById("sign-out").addEventListener("click", async () => {
    if (!session.token) await call("DELETE", "session").catch(() => {});
    session.forget();
    location.reload();
  });

  form.elements.by.value = session.by;
  call("GET", "session").then(show, () => {
    session.forget();
    show(null);
  });
}

/** Do `action` and say what went wrong, if anything did; true when all is well. */
export async function attempt(action) {
  problem.hidden = true;
  try {
    await action();
    return true;
  } catch (error) {
    complain(explain(error));
    if (isUnknown(error)) {
      session.forget();
      form.hidden = false;
      work.hidden = true;
      form.elements.secret.focus();
    }
    return false;
  }
}

// The hub does not know who this is; it knows who, but does not allow it, is another matter.
function isUnknown(error) {
  return error instanceof Refusal && (error.status === 401 || error.field === "Authorization");
}

function complain(words) {
  problem.textContent = words;
  problem.hidden = false;
  problem.scrollIntoView({ block: "nearest" });
}

function explain(error) {
  if (!(error instanceof Refusal)) return t("problem.network");
  if (isUnknown(error)) return t("problem.secret");
  if (error.status === 429) return t("problem.often");
  const field = wordOr(`column.${error.field}`, error.field);
  return t("problem.refused", { field, found: error.found, allowed: error.allowed });
}

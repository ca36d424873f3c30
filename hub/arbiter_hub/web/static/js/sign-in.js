// The sign-in of the direction's and the scorer's page: until there is a token, the form is all that is shown.

import { Refusal, session } from "./hub-api.js";
import { t } from "./strings.js";

const form = document.getElementById("sign-in");
const work = document.getElementById("work");
const who = document.getElementById("who");
const problem = document.getElementById("problem");

/** Show the form or the work; `start` is called once, when somebody is signed in. */
export function signIn(start) {
  let started = false;
  const show = () => {
    const signedIn = session.token !== "";
    form.hidden = signedIn;
    work.hidden = !signedIn;
    who.textContent = session.by;
    if (signedIn && !started) {
      started = true;
      start();
    }
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const data = new FormData(form);
    session.open(data.get("token").trim(), data.get("by").trim());
    form.elements.token.value = "";
    problem.hidden = true;
    show();
  });
  document.getElementById("sign-out").addEventListener("click", () => {
    session.close();
    show();
    form.elements.by.focus();
  });
  form.elements.by.value = session.by;
  show();
}

/** Do `action` and say what went wrong, if anything did; true when all is well. */
export async function attempt(action) {
  try {
    await action();
    problem.hidden = true;
    return true;
  } catch (error) {
    problem.textContent = explain(error);
    problem.hidden = false;
    if (error instanceof Refusal && [401, 403].includes(error.status)) {
      session.close();
      form.hidden = false;
      work.hidden = true;
      form.elements.token.focus();
    }
    return false;
  }
}

function explain(error) {
  if (!(error instanceof Refusal)) return t("problem.network");
  if ([401, 403].includes(error.status)) return t("problem.token");
  return t("problem.refused", { field: error.field, found: error.found, allowed: error.allowed });
}
